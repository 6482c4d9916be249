// Adds two vectors of any length with a grid of any size.
// Generated from add_grid_stride.py by pycu: edit add_grid_stride.py and run pycu again.
//
// Kernels of add_grid_stride.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(add_grid_stride)

PYCU_KERNEL void add_kernel(pycu::array<const float, 1, int> x, pycu::array<const float, 1, int> y,
                            pycu::array<float, 1, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int tx = threadIdx.x;  // this is the unique thread ID within a 1D block
        const int ty = blockIdx.x;  // Similarly, this is the unique block ID within the 1D grid

        const int block_size = blockDim.x;  // number of threads per block
        const int grid_size = gridDim.x;  // number of blocks in the grid

        const int start = tx + ty * block_size;
        const int stride = block_size * grid_size;
        PYCU_TURNS(start, x.shape[0], stride) {
            PYCU_TURN;
            PYCU_ALONG_APART() {
                PYCU_AT(i, x);
                const int tx = threadIdx.x;  // this is the unique thread ID within a 1D block

                const int start = tx + ty * block_size;
                out[i] = x[i] + y[i];
            }
        }
    }
}

PYCU_KERNEL void add_kernel_short(pycu::array<const float, 1, int> x,
                                  pycu::array<const float, 1, int> y,
                                  pycu::array<float, 1, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int start = blockIdx.x * blockDim.x + threadIdx.x;  // 1 = one dimensional thread grid, returns a single value
        const int stride = gridDim.x * blockDim.x;  // ditto
        PYCU_TURNS(start, x.shape[0], stride) {
            PYCU_TURN;
            PYCU_ALONG_APART() {
                PYCU_AT(i, x);
                const int start = blockIdx.x * blockDim.x + threadIdx.x;  // 1 = one dimensional thread grid, returns a single value
                out[i] = x[i] + y[i];
            }
        }
    }
}

PYCU_REGIONS_END(add_grid_stride)
