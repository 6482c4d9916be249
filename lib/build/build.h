// Generated texts -> a shared library, through nvcc or a host compiler.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "build/command.h"
#include "diag/diagnostics.h"
#include "source/source_file.h"

namespace pycu::build {

/// One generated text on disk and where its lines come from.
struct Input {
    std::filesystem::path cuda;  // out/heat.cu
    /// For each line of the text the Python place it was made from; an empty range for none.
    std::vector<Range> lines;
};

/// What is to be built.
struct Request {
    Toolchain toolchain;
    std::vector<Input> inputs;
    std::filesystem::path library;  // out/libheat.so
    std::ostream* log = nullptr;    // commands are printed here
};

enum class Outcome {
    Built,
    CompilerFailed,  // reported; no fault of the generated text that we can see
    TextRefused,     // reported as our bug
    CannotWrite,     // reported
    Interrupted,
};

/// Compiles the texts and the runtime, links them and moves the library into place.
Outcome build(const Request& request, diag::Sink& sink);

}  // namespace pycu::build
