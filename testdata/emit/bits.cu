// Shifts and bit operations: in parentheses beside other operators, helpers for unknown counts.
// Generated from bits.py by pycu: edit bits.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(bits)

PYCU_KERNEL void bits(pycu::array<int64_t, 1, int> out, pycu::array<int, 1, int> words, int64_t n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
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

PYCU_END(bits)

#include "bits_launch.cuh"
