// How the CPU target runs the threads of a kernel.
#pragma once

namespace pycu {

/// One after the other to its end; from barrier to barrier, each on a fiber or all in loops; with
/// warp operations; and with all blocks of the grid at once, a cooperative launch for CUDA.
enum class Engine { loops, fibers, regions, warps, grid };

}  // namespace pycu
