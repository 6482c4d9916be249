// `pycu build` after the texts are written: which compiler, which libraries.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "build/build.h"
#include "diag/diagnostics.h"
#include "driver/driver.h"

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
    std::vector<Range> lines;
    std::string source;  // as line directives call it
    std::vector<Range> source_lines;
    std::vector<std::string_view> texts;  // what its library depends on
    std::vector<std::string> nvcc_options;
    bool has_reductions = false;  // and so a second text, x_reduce.cu
    std::vector<Range> reduction_lines;
};

/// Builds one library a module, or one for all with --lib, and writes x.build.json for each. What
/// is there and was built from the same texts by the same compiler is left alone.
build::Outcome build_libraries(const Options& options, const ChosenToolchain& chosen,
                               const std::vector<WrittenModule>& modules, const Streams& streams,
                               diag::Sink& sink);

}  // namespace pycu::driver
