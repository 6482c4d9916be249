// How the CPU target runs the threads of a kernel.
#pragma once

namespace pycu {

/// One after the other to its end; from barrier to barrier; with warp operations; and with all
/// blocks of the grid at once, which is a cooperative launch for CUDA.
enum class Engine { loops, fibers, warps, grid };

}  // namespace pycu
