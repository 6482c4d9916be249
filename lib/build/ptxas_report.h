// What `ptxas -v` prints: the registers and the memory that each kernel takes.
#pragma once

#include <string_view>
#include <vector>

#include "manifest/manifest.h"

namespace pycu::build {

/// The entries that an output of nvcc tells about, in the order of their names.
std::vector<manifest::Entry> read_ptxas(std::string_view output);

}  // namespace pycu::build
