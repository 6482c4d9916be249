// Shifts and bit operations: in parentheses beside other operators, helpers for unknown counts.
// Generated from bits.py by pycu: edit bits.py and run pycu again.
//
// How the host launches what bits.cu has.
#include "bits.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(bits)

PYCU_KERNEL void bits(pycu::array<int64_t, 1> out, pycu::array<int, 1> words, int64_t n)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    out[i] = (out[i] << 3) | (out[i] >> 5);
    out[i] = pycu::shift_left(int64_t(1), n);
    out[i] = pycu::shift_right(out[i], n);
    out[i] = (out[i] & 0xFF) + (n ^ 1);
    out[i] = out[i] | n | 4;
    words[i] = int64_t(words[i]) << 2;
    words[i] ^= 1;
    words[i] >>= 1;
    out[i] <<= 4;
    out[i] = ~words[i];
}

PYCU_WIDE_END(bits)

#if PYCU_HOST
#include "bits_cpu.cuh"
#endif

PYCU_WRAPPERS(bits)

PYCU_INT_ENTRIES(bits, bits)
PYCU_LONG_ROWS_OF(bits, bits, x)

int bits_bits__a1i8a_a1i4a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                              pycu_stream stream, pycu_array_i64_1d out, pycu_array_i32_1d words,
                              int64_t n)
{
    return PYCU_LAUNCH(bits, bits, loops, (out, words, n));
}

PYCU_ALIAS(bits_bits, bits_bits__a1i8a_a1i4a_i8)
