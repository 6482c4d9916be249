// A text of CUDA whose device code nvcc compiles alone while the host's compiler reads how it is
// launched. nvcc has three compilers read the whole text one after the other, with CUDA's headers;
// apart the two run side by side, and the second has little to read. Private to the stage.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/build.h"
#include "support/files.h"

namespace pycu::build {

/// Whether a library's text can be compiled so: the text of a launcher is there, and nothing asks
/// nvcc for host code that it alone can make.
bool is_apart(const Toolchain& toolchain, const Library& library, const Input& input);

/// The text that holds a fat binary and names its kernels, of which ptxas has told. It includes a
/// header beside it.
std::string code_text(const std::filesystem::path& fatbin,
                      const std::vector<manifest::Entry>& entries);
FileText code_header(const std::filesystem::path& folder);

}  // namespace pycu::build
