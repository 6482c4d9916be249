// The Ising model on a torus: checkerboard sweeps, one launch for all of them.
// Generated from ising.py by pycu: edit ising.py and run pycu again.
//
// How the host launches what ising.cu has.
#include "ising.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(ising)

/// A number in [0, 1) that site and sweep decide.
__device__ double noise(int64_t site, int sweep)
{
    const uint32_t state = site * 747796405 + sweep * 277803737u + 2891336453;
    const uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737;
    return ((word >> 22) ^ word) * 2.3283064365386963e-10;
}

/// Metropolis sweeps; sites of one colour have neighbours of the other only.
///
/// accept[n] is the probability to turn a spin whose neighbours agree with it n times more than
/// they disagree.
PYCU_KERNEL void sweeps(pycu::array<int8_t, 2> spins, pycu::array<const double, 1> accept,
                        int count)
{
    const int64_t rows = spins.shape[0], columns = spins.shape[1];
    for (int sweep = 0; sweep < count; ++sweep) {
        for (int64_t colour = 0; colour < 2; ++colour) {
            for (int64_t site = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
                 site < rows * columns; site += int64_t(gridDim.x) * blockDim.x) {
                const int64_t row = pycu::floor_div(site, columns);
                const int64_t column = pycu::floor_mod(site, columns);
                if ((row + column) % 2 != colour) {
                    continue;
                }
                const int8_t above = spins(pycu::wrap(row - 1, spins.shape[0]), column);
                const int8_t below = spins(pycu::floor_mod(row + 1, rows), column);
                const int8_t left = spins(row, pycu::wrap(column - 1, spins.shape[1]));
                const int8_t right = spins(row, pycu::floor_mod(column + 1, columns));
                const int64_t agreement = (above + below + left + right) * spins(row, column);
                if (agreement <= 0 || pycu_wide::noise(site, sweep) < accept[agreement]) {
                    spins(row, column) = int8_t(-spins(row, column));
                }
            }
            cooperative_groups::this_grid().sync();
        }
    }
}

/// The sum of all spins; each warp has a place in dynamic shared memory.
PYCU_KERNEL void magnetisation(pycu::array<const int8_t, 2> spins, pycu::array<int64_t, 1> total)
{
    const auto of_warp = PYCU_DYNAMIC_SHARED(int64_t);
    const int tid = threadIdx.x;
    const int64_t site = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t columns = spins.shape[1];
    int64_t spin = 0;
    if (site < spins.size()) {
        spin = spins(site / columns, site % columns);
    }
    for (int64_t step = 16; step > 0; step /= 2) {
        spin += __shfl_xor_sync(0xffffffff, spin, step);
    }
    if (tid % 32 == 0) {
        of_warp[tid / 32] = spin;
    }
    __syncthreads();
    if (tid == 0) {
        for (int64_t warp = 0; warp < blockDim.x / 32; ++warp) {
            atomicAdd(&total[0], of_warp[warp]);
        }
    }
}

PYCU_WIDE_END(ising)

#if PYCU_HOST
#include "ising_cpu.cuh"
#endif

PYCU_WRAPPERS(ising)

PYCU_INT_ENTRIES(ising, sweeps)

int ising_sweeps__a2i1c_a1f8c_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_i8_2d spins,
                                 pycu_array_f64_1d accept, int32_t count)
{
    return PYCU_LAUNCH(ising, sweeps, grid,
                       (pycu::c_order(spins), pycu::c_order(accept), pycu::index(count)));
}

PYCU_ALIAS(ising_sweeps, ising_sweeps__a2i1c_a1f8c_i4)

PYCU_INT_ENTRIES(ising, magnetisation)
PYCU_INT_REGIONS(ising, magnetisation)

int ising_magnetisation__a2i1c_a1i8c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_i8_2d spins,
                                     pycu_array_i64_1d total)
{
    return PYCU_LAUNCH(ising, magnetisation, regions.warps(),
                       (pycu::c_order(spins), pycu::c_order(total)));
}

PYCU_ALIAS(ising_magnetisation, ising_magnetisation__a2i1c_a1i8c)
