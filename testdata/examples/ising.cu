// The Ising model on a torus: checkerboard sweeps, one launch for all of them.
// Generated from ising.py by pycu: edit ising.py and run pycu again.
#include "pycu.h"
#include "pycu_grid.h"

PYCU_MODULE(ising)

/// A number in [0, 1) that site and sweep decide.
__device__ double noise(int site, int sweep)
{
    const uint32_t state = site * 747796405u + sweep * 277803737u + 2891336453;
    const uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737;
    return ((word >> 22) ^ word) * 2.3283064365386963e-10;
}

/// Metropolis sweeps; sites of one colour have neighbours of the other only.
///
/// accept[n] is the probability to turn a spin whose neighbours agree with it n times more than
/// they disagree.
PYCU_KERNEL void sweeps(pycu::array<int8_t, 2, int> spins, pycu::array<const double, 1, int> accept,
                        int count)
{
    const int rows = spins.shape[0], columns = spins.shape[1];
    for (int sweep = 0; sweep < count; ++sweep) {
        for (int colour = 0; colour < 2; ++colour) {
            for (int site = blockIdx.x * blockDim.x + threadIdx.x; site < rows * columns;
                 site += gridDim.x * blockDim.x) {
                const int row = site / columns;
                const int column = site % columns;
                if ((row + column) % 2 != colour) {
                    continue;
                }
                const int8_t above = spins(pycu::wrap(row - 1, spins.shape[0]), column);
                const int8_t below = spins((row + 1) % rows, column);
                const int8_t left = spins(row, pycu::wrap(column - 1, spins.shape[1]));
                const int8_t right = spins(row, (column + 1) % columns);
                const int agreement = (above + below + left + right) * spins(row, column);
                if (agreement <= 0 || noise(site, sweep) < accept[agreement]) {
                    spins(row, column) = int8_t(-spins(row, column));
                }
            }
            cooperative_groups::this_grid().sync();
        }
    }
}

/// The sum of all spins; each warp has a place in dynamic shared memory.
PYCU_KERNEL void magnetisation(pycu::array<const int8_t, 2, int> spins,
                               pycu::array<int64_t, 1, int> total)
{
    const auto of_warp = PYCU_DYNAMIC_SHARED(int64_t, int);
    const int tid = threadIdx.x;
    const int site = blockIdx.x * blockDim.x + threadIdx.x;
    const int columns = spins.shape[1];
    int64_t spin = 0;
    if (site < spins.size()) {
        spin = spins(site / columns, site % columns);
    }
    for (int step = 16; step > 0; step /= 2) {
        spin += __shfl_xor_sync(0xffffffff, spin, step);
    }
    if (tid % 32 == 0) {
        of_warp[tid / 32] = spin;
    }
    __syncthreads();
    if (tid == 0) {
        for (int warp = 0; warp < int(blockDim.x / 32); ++warp) {
            atomicAdd(&total[0], of_warp[warp]);
        }
    }
}

PYCU_END(ising)

#include "ising_launch.cuh"
