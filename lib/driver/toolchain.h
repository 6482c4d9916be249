// Which compiler a build takes.
#pragma once

#include <optional>
#include <string>

#include "build/build.h"
#include "diag/diagnostics.h"
#include "driver/options.h"

namespace pycu::driver {

/// The compiler and the reason for the target, for the first line that build prints.
struct ChosenToolchain {
    build::Toolchain toolchain;
    std::string reason;
};

/// Reports that there is no nvcc, and where it was looked for.
diag::Diagnostic& report_no_nvcc(const Options& options, diag::Sink& sink);

/// Finds the compiler; nothing when there is none, which is then reported.
std::optional<ChosenToolchain> choose_toolchain(const Options& options, diag::Sink& sink);

}  // namespace pycu::driver
