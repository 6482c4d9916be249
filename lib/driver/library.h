// `pycu build` after the texts are written: which compiler, which libraries.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "build/build.h"
#include "diag/diagnostics.h"
#include "driver/driver.h"
#include "driver/linked.h"
#include "emit/emit.h"

namespace pycu::driver {

/// The compiler and the reason for the target, for the first line that build prints.
struct ChosenToolchain {
    build::Toolchain toolchain;
    std::string reason;
};

/// Finds the compiler; nothing when there is none, which is then reported.
std::optional<ChosenToolchain> choose_toolchain(const Options& options, diag::Sink& sink);

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
