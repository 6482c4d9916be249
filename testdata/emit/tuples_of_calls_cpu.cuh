// Tuples that functions return, where they are stored item by item or converted; loops over the
// elements of arrays that have a known length; indices that a store has shown to be inside.
// Generated from tuples_of_calls.py by pycu: edit tuples_of_calls.py and run pycu again.
//
// Kernels of tuples_of_calls.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(tuples_of_calls)

PYCU_KERNEL void turn(pycu::array<float, 2, int> a)
{
    PYCU_BLOCK;
    __shared__ float tile[SIDE][SIDE];
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        const int j = blockIdx.y * blockDim.y + threadIdx.y;
        const int row = threadIdx.x;
        const int col = threadIdx.y;
        const float v = tile[pycu::wrap(15 - row, SIDE)][col];  // what is read says nothing of the index
        tile[row][col] = a(i, j) + v;
    }
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        const int j = blockIdx.y * blockDim.y + threadIdx.y;
        const int row = threadIdx.x;
        const int col = threadIdx.y;
        a(i, j) = tile[15 - row][15 - col];
    }
}

PYCU_REGIONS_END(tuples_of_calls)

PYCU_WIDE_REGIONS(tuples_of_calls)

PYCU_KERNEL void turn(pycu::array<float, 2> a)
{
    PYCU_BLOCK;
    __shared__ float tile[SIDE][SIDE];
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
        const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
        const int row = threadIdx.x;
        const int col = threadIdx.y;
        const float v = tile[pycu::wrap(15 - row, SIDE)][col];  // what is read says nothing of the index
        tile[row][col] = a(i, j) + v;
    }
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
        const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
        const int row = threadIdx.x;
        const int col = threadIdx.y;
        a(i, j) = tile[15 - row][15 - col];
    }
}

PYCU_REGIONS_END(tuples_of_calls)
