// `pycu build` after the texts are written: the libraries that are made of them.
#pragma once

#include <string>
#include <vector>

#include "build/build.h"
#include "diag/diagnostics.h"
#include "driver/driver.h"
#include "driver/linked.h"
#include "driver/toolchain.h"
#include "emit/emit.h"

namespace pycu::driver {

/// Reports when the folder holds a build for the other target; true when it does not.
bool check_folder_target(const std::string& folder, build::Target target, diag::Sink& sink);

/// One module that was written and is to be compiled.
struct WrittenModule {
    std::string module;
    const emit::Unit* unit;
    const LinkedInputs* linked;
};

/// Builds one library a module, or one for all with --lib, and writes x.build.json for each. What
/// is there and was built from the same texts by the same compiler is left alone.
build::Outcome build_libraries(const Options& options, const ChosenToolchain& chosen,
                               const std::vector<WrittenModule>& modules, const Streams& streams,
                               diag::Sink& sink);

}  // namespace pycu::driver
