// The Ising model on a torus: checkerboard sweeps, one launch for all of them.
// Generated from ising.py by pycu: edit ising.py and run pycu again.
//
// The kernels of ising.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
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
__device__ void sweeps(pycu::array<int8_t, 2> spins, pycu::array<const double, 1> accept, int count)
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
__device__ void magnetisation(pycu::array<const int8_t, 2> spins, pycu::array<int64_t, 1> total)
{
    const auto of_warp = PYCU_DYNAMIC_SHARED(int64_t);
    const int tid = threadIdx.x;
    const int64_t site = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t columns = spins.shape[1];
    int64_t spin = 0;
    if (site < spins.size()) {
        spin = spins(site / columns, site % columns);
    }
    int64_t step = 16;
    while (step > 0) {
        spin += __shfl_xor_sync(0xffffffff, spin, step);
        step /= 2;
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

__global__ void sweeps__strided(int8_t* spins, pycu::extents<2> spins__shape,
    pycu::extents<2> spins__strides, const double* accept, pycu::extents<1> accept__shape,
    pycu::extents<1> accept__strides, int count)
{
    pycu_wide::sweeps(pycu::view_a(spins, spins__shape, spins__strides),
        pycu::view_a(accept, accept__shape, accept__strides), count);
}

__global__ void magnetisation__strided(const int8_t* spins, pycu::extents<2> spins__shape,
    pycu::extents<2> spins__strides, int64_t* total, pycu::extents<1> total__shape,
    pycu::extents<1> total__strides)
{
    pycu_wide::magnetisation(pycu::view_a(spins, spins__shape, spins__strides),
        pycu::view_a(total, total__shape, total__strides));
}

PYCU_WIDE_END(ising)
