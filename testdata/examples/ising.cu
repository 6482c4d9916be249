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
__device__ void sweeps(pycu::array<int8_t, 2, int> spins, pycu::array<const double, 1, int> accept,
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
__device__ void magnetisation(pycu::array<const int8_t, 2, int> spins,
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
    int step = 16;
    while (step > 0) {
        spin += __shfl_xor_sync(0xffffffff, spin, step);
        step /= 2;
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

// How the host launches the kernels above.
#include "ising.h"
#include "ising_wide.cuh"

PYCU_ENTRIES(ising)

__global__ void sweeps__contiguous(int8_t* __restrict__ spins, int spins__0, int spins__1,
    const double* __restrict__ accept, int accept__0, int count)
{
    sweeps(pycu::packed(spins, spins__0, spins__1), pycu::packed(accept, accept__0), count);
}

__global__ void magnetisation__contiguous(const int8_t* __restrict__ spins, int spins__0,
    int spins__1, int64_t* __restrict__ total, int total__0)
{
    magnetisation(pycu::packed(spins, spins__0, spins__1), pycu::packed(total, total__0));
}

PYCU_ENTRIES_END(ising)

PYCU_WRAPPERS(ising)

int ising_sweeps__a2i1c_a1f8c_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i8_2d spins, pycu_array_f64_1d accept, int32_t count)
{
    pycu::Launch launch(ising_report__, "sweeps", grid, block, shared_bytes, stream);
    launch.writes("spins", spins, pycu::Layout::C);
    launch.reads("accept", accept, pycu::Layout::C);
    if (launch.fits_int(count)) {
        return launch.run(PYCU_ENTRY(ising, sweeps, contiguous, grid), spins.data,
            int(spins.shape[0]), int(spins.shape[1]), accept.data, int(accept.shape[0]), count);
    }
    return launch.run(PYCU_WIDE_ENTRY(ising, sweeps, strided, grid), spins.data, pycu::shape(spins),
        pycu::strides(spins), accept.data, pycu::shape(accept), pycu::strides(accept), count);
}

int ising_sweeps(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i8_2d spins, pycu_array_f64_1d accept, int32_t count)
{
    return ising_sweeps__a2i1c_a1f8c_i4(grid, block, shared_bytes, stream, spins, accept, count);
}

int ising_magnetisation__a2i1c_a1i8c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i8_2d spins, pycu_array_i64_1d total)
{
    pycu::Launch launch(ising_report__, "magnetisation", grid, block, shared_bytes, stream);
    launch.reads("spins", spins, pycu::Layout::C);
    launch.writes("total", total, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(ising, magnetisation, contiguous, warps), spins.data,
            int(spins.shape[0]), int(spins.shape[1]), total.data, int(total.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(ising, magnetisation, strided, warps), spins.data,
        pycu::shape(spins), pycu::strides(spins), total.data, pycu::shape(total),
        pycu::strides(total));
}

int ising_magnetisation(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i8_2d spins, pycu_array_i64_1d total)
{
    return ising_magnetisation__a2i1c_a1i8c(grid, block, shared_bytes, stream, spins, total);
}
