// Generated from specialisations.py by pycu: edit specialisations.py and run pycu again.
//
// How the host launches what specialisations.cu has.
#include "specialisations.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(specialisations)

__device__ int64_t first(pycu::array<const int64_t, 1> a)
{
    return a[0];
}

PYCU_KERNEL void use(pycu::array<float, 1> x, pycu::array<double, 1> y, pycu::array<int64_t, 1> k,
                     pycu::array<int64_t, 1> m)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    x[i] = twice(x[i]);
    y[i] = twice(y[i]) + twice(2.5);
    k[i] = twice(k[i]) + twice(int(threadIdx.x)) + twice(int64_t(3));
    m[i] = pycu_wide::first(k) + pycu_wide::first(m);
}

PYCU_WIDE_END(specialisations)

// Kernels as the CPU runs them: loops over the threads of a block, from one barrier to
// the next, and within the bounds that a kernel asks its threads for.
#if PYCU_HOST

PYCU_REGIONS(specialisations)

PYCU_KERNEL void use(pycu::array<float, 1, int> x, pycu::array<double, 1, int> y,
                     pycu::array<int64_t, 1, int> k, pycu::array<int64_t, 1, int> m)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_ALONG {
            PYCU_AT(i, x);
            x[i] = twice(x[i]);
            y[i] = twice(y[i]) + twice(2.5);
            k[i] = twice(k[i]) + twice(int(threadIdx.x)) + twice(int64_t(3));
            m[i] = first(k) + first(m);
        }
    }
}

PYCU_REGIONS_END(specialisations)
#endif

PYCU_WRAPPERS(specialisations)

PYCU_INT_ENTRIES(specialisations, use)
PYCU_ROWS_OF(specialisations, use)

int specialisations_use__a1f4a_a1f8a_a1i8c_a1i8a(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_f32_1d x, pycu_array_f64_1d y,
                                                 pycu_array_i64_1d k, pycu_array_i64_1d m)
{
    return PYCU_LAUNCH(specialisations, use, loops, (x, y, pycu::c_order(k), m));
}

PYCU_ALIAS(specialisations_use, specialisations_use__a1f4a_a1f8a_a1i8c_a1i8a)
