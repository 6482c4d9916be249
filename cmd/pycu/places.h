// Where the parts of this installation are, found from the binary.
#pragma once

#include <filesystem>

namespace pycu {

/// The binary of this process, behind all links; empty where the system does not say.
std::filesystem::path this_binary();

/// The Python that a wheel has put the package in: `bin/python3` beside the binary, or the name
/// `python3.X` where that is elsewhere; empty where the binary is of no wheel.
std::filesystem::path python_of_wheel(const std::filesystem::path& binary);

/// The folder that holds the Python package: share/pycu/python of an installed tree, python of the
/// repository that the binary was built in; empty where there is neither.
std::filesystem::path package_folder(const std::filesystem::path& binary);

/// Prints the folder where find_package(pycu) looks, for -Dpycu_DIR. Returns an exit code.
int print_cmake_folder();

/// Prints the folder of pycu_host.cpp, the CPU target's runtime. Returns an exit code.
int print_runtime_folder();

/// Prints what a C++ compiler needs to compile a text for the CPU. Returns an exit code.
int print_cxx_flags();

}  // namespace pycu
