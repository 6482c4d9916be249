// pycu: --sig 'widen=void(int32[:], int32, int32, int64[:])'
// int32 operands are widened before they are added, and stay as they are where nothing could tell.
// Generated from integer_widening.py by pycu: edit integer_widening.py and run pycu again.
//
// How the host launches what integer_widening.cu has.
#include "integer_widening.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(integer_widening)

PYCU_KERNEL void widen(pycu::array<int, 1> a, int m, int n, pycu::array<int64_t, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    out[i] = int64_t(a[i]) + m;
    out[i] = int64_t(m) * n - 1;
    out[i] = -m;
    a[i] = m + n;
    a[i] += m;
    const int t = threadIdx.x;
    out.wrapped(t - 1) = t + 1;
    out[0] = t * 4 + blockDim.x;
    a[i] = m * 747796405u + n;  // meant to wrap round, which an int must not
}

/// A counter of blocks, and what is a multiple of it, is an int where the blocks are few.
PYCU_KERNEL void tiles(pycu::array<const float, 1> a, pycu::array<float, 1> out)
{
    const int t = threadIdx.x;
    double total = 0.0;
    for (int block = 0; block < int(gridDim.x); ++block) {
        if (t + int64_t(block) * 16 < a.size()) {
            total += a[t + int64_t(block) * 16];
        }
    }
    out[t] = total;
}

/// What an int keeps of a sum is looked at behind a barrier, as a step's, and at once.
PYCU_KERNEL void looked_at(pycu::array<const int, 1> x, pycu::array<int, 1> y,
                           pycu::array<int, 1> out, pycu::array<int64_t, 1> sums)
{
    __shared__ int part[64];
    const int t = threadIdx.x;
    part[t] += x[t] + y[t];
    __syncthreads();
    sums[t] = part[t];
    y[t] -= 1;
    if (y[t] == 0) {
        sums[0] = 1;
    }
    out[t] = int64_t(x[t]) + x[t + 1];
    if (out[t] == -2) {  // a sum that goes round may be a small number, too
        sums[1] = 1;
    }
}

PYCU_WIDE_END(integer_widening)

#if PYCU_HOST
#include "integer_widening_cpu.cuh"
#endif

PYCU_WRAPPERS(integer_widening)

PYCU_INT_ENTRIES(integer_widening, widen)
PYCU_ROWS_OF(integer_widening, widen)

int integer_widening_widen__a1i4a_i4_i4_a1i8a(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_i32_1d a, int32_t m, int32_t n,
                                              pycu_array_i64_1d out)
{
    return PYCU_LAUNCH(integer_widening, widen, loops, (a, m, n, out));
}

PYCU_ALIAS(integer_widening_widen, integer_widening_widen__a1i4a_i4_i4_a1i8a)

PYCU_INT_ENTRIES(integer_widening, tiles)

int integer_widening_tiles__a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_f32_1d a,
                                        pycu_array_f32_1d out)
{
    return PYCU_LAUNCH(integer_widening, tiles, loops.few_blocks(),
                       (pycu::c_order(a), pycu::c_order(out)));
}

PYCU_ALIAS(integer_widening_tiles, integer_widening_tiles__a1f4c_a1f4c)

PYCU_INT_ENTRIES(integer_widening, looked_at)
PYCU_INT_REGIONS(integer_widening, looked_at)

int integer_widening_looked_at__a1i4c_a1i4c_a1i4c_a1i8c(pycu_dim3 grid, pycu_dim3 block,
                                                        uint32_t shared_bytes, pycu_stream stream,
                                                        pycu_array_i32_1d x, pycu_array_i32_1d y,
                                                        pycu_array_i32_1d out,
                                                        pycu_array_i64_1d sums)
{
    return PYCU_LAUNCH(
        integer_widening, looked_at, regions,
        (pycu::c_order(x), pycu::c_order(y), pycu::c_order(out), pycu::c_order(sums)));
}

PYCU_ALIAS(integer_widening_looked_at, integer_widening_looked_at__a1i4c_a1i4c_a1i4c_a1i8c)
