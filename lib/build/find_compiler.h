// Where the compilers are: PATH, CUDA_HOME, --nvcc, --cxx.
#pragma once

#include <optional>
#include <string>

namespace pycu::build {

/// A program by name in PATH, or by its path; nothing when there is none that can be run.
std::optional<std::string> find_program(const std::string& name);

/// nvcc: what --nvcc says, else PATH, else CUDA_HOME/bin.
std::optional<std::string> find_nvcc(const std::string& wanted);

/// The host compiler: what --cxx says, else g++, clang++ or c++ in PATH.
std::optional<std::string> find_host_compiler(const std::string& wanted);

/// Whether this machine has a GPU that `-arch=native` could ask.
bool has_gpu();

}  // namespace pycu::build
