// Doubles a matrix: indices by hand, indices from the grid, and a copy into a second matrix.
// Generated from doubling.py by pycu: edit doubling.py and run pycu again.
//
// Kernels of doubling.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(doubling)

PYCU_KERNEL void doubled(pycu::array<float, 2, int> arr)
{
    PYCU_BLOCK;
    PYCU_ROWS(y) {
        PYCU_ROW(y);
        const int x_idx = threadIdx.x;
        const int y_idx = threadIdx.y;
        PYCU_SPAN(y_idx, y);
        PYCU_ALONG_APART() {
            PYCU_AT(y_idx, y);
            arr(x_idx, y_idx) *= 2.0;
        }
    }
}

PYCU_KERNEL void doubled_auto_grid(pycu::array<float, 2, int> arr)
{
    PYCU_BLOCK;
    PYCU_ROWS(y) {
        PYCU_ROW(y);
        const int x_idx = blockIdx.x * blockDim.x + threadIdx.x;
        const int y_idx = blockIdx.y * blockDim.y + threadIdx.y;
        PYCU_SPAN(y_idx, y);
        PYCU_ALONG_APART() {
            PYCU_AT(y_idx, y);
            arr(x_idx, y_idx) *= 2.0;
        }
    }
}

PYCU_KERNEL void doubled_man_copy(pycu::array<const float, 2, int> arr,
                                  pycu::array<float, 2, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(y) {
        PYCU_ROW(y);
        const int x_idx = blockIdx.x * blockDim.x + threadIdx.x;
        const int y_idx = blockIdx.y * blockDim.y + threadIdx.y;
        PYCU_SPAN(y_idx, y);
        PYCU_ALONG_APART() {
            PYCU_AT(y_idx, y);
            out(x_idx, y_idx) = arr(x_idx, y_idx) * 2.0;
        }
    }
}

PYCU_REGIONS_END(doubling)
