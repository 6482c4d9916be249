// One body whatever the layout; the entries differ.
// Generated from layouts.py by pycu: edit layouts.py and run pycu again.
//
// Kernels of layouts.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(layouts)

PYCU_KERNEL void add(pycu::array<const float, 2, int> a, pycu::array<const float, 2, int> b,
                     pycu::array<float, 2, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(y) {
        PYCU_ROW(y);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        const int j = blockIdx.y * blockDim.y + threadIdx.y;
        PYCU_ROW_IF(i < out.shape[0]);
        PYCU_SPAN(j, y);
        PYCU_BELOW(out.shape[1]);
        PYCU_ALONG_APART() {
            PYCU_AT(j, y);
            out(i, j) = a(i, j) + b(i, j);
        }
    }
}

PYCU_REGIONS_END(layouts)
