// Adds two vectors.
// Generated from add_vectors.py by pycu: edit add_vectors.py and run pycu again.
//
// Kernels of add_vectors.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(add_vectors)

PYCU_KERNEL void add_vectors(pycu::array<const int64_t, 1, int> a,
                             pycu::array<const int64_t, 1, int> b,
                             pycu::array<int64_t, 1, int> result)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_BELOW(a.size());
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);
            result[i] = a[i] + b[i];
        }
    }
}

PYCU_REGIONS_END(add_vectors)
