// `print`: one call of printf for each.
// Generated from prints.py by pycu: edit prints.py and run pycu again.
//
// How the host launches what prints.cu has.
#include "prints.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(prints)

PYCU_KERNEL void structured(int n, pycu::array<const float, 2> a)
{
    printf("(%d, %f, True) (%d,) ()\n", n, 2.5, n);
    printf("shape (%lld, %lld) (2, 3) None\n", a.shape[0], a.shape[1]);
    printf("(%d, %d, %d) %d %lld\n", threadIdx.x, threadIdx.y, threadIdx.z, blockDim.x,
           int64_t(blockIdx.x) * blockDim.x + threadIdx.x);
    printf("hello, world!\n");
    printf("%d%lld\n", n, int64_t(n) + 1);
    for (const int64_t v : {1, 2, 3}) {
        printf("%lld ", v);
    }
    printf("\n");
}

PYCU_KERNEL void where(pycu::array<const float, 1> a)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < a.size() && a[i] < 0.0f) {
        printf("negative at %lld : %f\n", i, a[i]);  // found by every thread for itself
    }
}

PYCU_KERNEL void flushed(pycu::array<int, 1> a)
{
    // the text is flushed always; what says so is computed all the same
    const int value = a[1];
    atomicAdd(&a[0], 1);
    printf("%d\n", value);
}

PYCU_WIDE_END(prints)

PYCU_WRAPPERS(prints)

PYCU_PLAIN_ENTRIES(prints, scalars)

int prints_scalars__i1_i4_i8_u8_f4_f8_b1(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                         pycu_stream stream, int8_t a, int32_t b, int64_t c,
                                         uint64_t d, float x, double y, bool flag)
{
    return PYCU_LAUNCH(prints, scalars, loops, (a, b, c, d, x, y, flag));
}

PYCU_ALIAS(prints_scalars, prints_scalars__i1_i4_i8_u8_f4_f8_b1)

PYCU_INT_ENTRIES(prints, structured)

int prints_structured__i4_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                pycu_stream stream, int32_t n, pycu_array_f32_2d a)
{
    return PYCU_LAUNCH(prints, structured, loops, (n, a));
}

PYCU_ALIAS(prints_structured, prints_structured__i4_a2f4a)

PYCU_INT_ENTRIES(prints, where)

int prints_where__a1f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                        pycu_array_f32_1d a)
{
    return PYCU_LAUNCH(prints, where, loops, (a));
}

PYCU_ALIAS(prints_where, prints_where__a1f4a)

PYCU_PLAIN_ENTRIES(prints, long_line)

int prints_long_line__i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                         int64_t n)
{
    return PYCU_LAUNCH(prints, long_line, loops, (n));
}

PYCU_ALIAS(prints_long_line, prints_long_line__i8)

PYCU_INT_ENTRIES(prints, flushed)

int prints_flushed__a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                          pycu_stream stream, pycu_array_i32_1d a)
{
    return PYCU_LAUNCH(prints, flushed, loops, (a));
}

PYCU_ALIAS(prints_flushed, prints_flushed__a1i4a)
