// One source through the stages up to sema, and what is told of it.
#pragma once

#include <optional>

#include "diag/diagnostics.h"
#include "driver/driver.h"
#include "driver/inputs.h"
#include "driver/program.h"
#include "ir/module.h"

namespace pycu::driver {

/// One source and what the stages made of it.
struct Analyzed {
    const Input* input = nullptr;
    ir::Module module;
};

/// Reads the program of a source and finds out its types. Nothing for a source that a folder led to
/// and that has no kernels: nobody asked for it, and nothing is told of it.
std::optional<ir::Module> analyze_source(Input& input, const Inputs& inputs, const Options& options,
                                         Files& files, ReadModules& read, const Streams& streams,
                                         diag::Sink& sink);

/// Writes its x.sigs.toml where that is asked for, and notes kernels that belong to other files.
void tell_of_module(const Input& input, const ir::Module& module, const Options& options,
                    const Streams& streams, diag::Sink& sink);

/// How many kernels there are, in how many files, and how many of them are in error.
struct KernelCounts {
    std::size_t kernels = 0;
    std::size_t files = 0;
    std::size_t refused = 0;

    KernelCounts& operator+=(const KernelCounts& other);
};

KernelCounts counted_kernels(const ir::Module& module);

/// The last line of a run with folders: `412 kernels in 97 files, 3 refused`.
void print_summary(const KernelCounts& counts, const Options& options, const Streams& streams);

}  // namespace pycu::driver
