// The container that nvcc puts device code into.
#pragma once

#include <string>

namespace ptx {

/// The PTX text in the fat binary that a wrapper of __cudaRegisterFatBinary points to; empty where
/// it holds none. Throws Error for a container that cannot be read.
std::string ptx_of(const void* wrapper);

}  // namespace ptx
