// What messages say where CMake's functions run pycu (`--for-cmake`).
#pragma once

#include <vector>

#include "diag/diagnostics.h"
#include "source/source_file.h"

namespace pycu::driver {

/// Says SIGNATURES and OPTIONS, which CMakeLists.txt has, for the options that these become.
void say_for_cmake(std::vector<diag::Diagnostic>& messages, const Files& files);

}  // namespace pycu::driver
