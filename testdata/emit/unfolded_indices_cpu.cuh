// One index for two: divisors that a guard shows to be positive are divided by.
// Generated from unfolded_indices.py by pycu: edit unfolded_indices.py and run pycu again.
//
// Kernels of unfolded_indices.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(unfolded_indices)

PYCU_KERNEL void guarded_by_size(pycu::array<float, 2, int> x, float factor)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        const int cols = x.shape[1];
        PYCU_SPAN(i, x);
        PYCU_BELOW(x.size());
        PYCU_ALONG() {
            PYCU_AT(i, x);
            x(i / cols, i % cols) *= factor;
        }
    }
}

PYCU_KERNEL void guarded_by_product(pycu::array<float, 2, int> x, float factor)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        const int rows = x.shape[0], cols = x.shape[1];
        PYCU_SPAN(i, x);
        PYCU_BELOW(rows * cols);
        PYCU_ALONG() {
            PYCU_AT(i, x);
            x(i / cols, i % cols) *= factor;
        }
    }
}

PYCU_KERNEL void guarded_by_nothing(pycu::array<float, 2, int> x, float factor)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        const int cols = x.shape[1];
        PYCU_SPAN(i, x);
        PYCU_ALONG() {
            PYCU_AT(i, x);
            x(pycu::floor_div(i, cols), pycu::floor_mod(i, cols)) *= factor;
        }
    }
}

PYCU_REGIONS_END(unfolded_indices)
