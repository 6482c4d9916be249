// ir::Module -> the texts of a module: x.cu, x.h and x.json.
#pragma once

#include <string>
#include <vector>

#include "emit/options.h"
#include "ir/module.h"
#include "manifest/manifest.h"
#include "source/source_file.h"

namespace pycu::emit {

/// What one Python file becomes.
struct Unit {
    std::string cuda;
    /// x_reduce.cu, and for each of its lines the Python; empty where there is no reduction.
    std::string reductions;
    std::vector<Range> reduction_lines;
    /// x_launch.cuh, which x.cu includes, and for each of its lines the Python.
    std::string launch;
    std::vector<Range> launch_lines;
    /// x_cpu.cuh, which x_launch.cuh includes on the CPU, and for each of its lines the Python;
    /// empty where no kernel has loops over a block's threads.
    std::string cpu;
    std::vector<Range> cpu_lines;
    /// What a host compiler makes the launches of, where nvcc compiles the device code alone: the
    /// kernels' heads and what x_launch.cuh has for the host. Empty where it is not wanted, and
    /// where only nvcc can compile what the host has.
    std::string launcher;
    std::string header;
    manifest::Manifest manifest;
    /// For each line of `cuda` the Python it was made from; an empty range for none.
    std::vector<Range> lines;
    /// What line directives name; nothing without directives.
    std::vector<NamedLines> sources;
};

/// Prints a module whose passes have run. A function of the module alone: no times, no paths.
/// `module` is `wide`, or what `passes::with_int_indices` makes of it.
Unit emit(const ir::Module& wide, const ir::Module& module, const Options& options);

}  // namespace pycu::emit
