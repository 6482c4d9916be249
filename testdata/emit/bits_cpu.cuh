// Shifts and bit operations: in parentheses beside other operators, helpers for unknown counts.
// Generated from bits.py by pycu: edit bits.py and run pycu again.
//
// Kernels of bits.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(bits)

PYCU_KERNEL void bits(pycu::array<int64_t, 1, int> out, pycu::array<int, 1, int> words, int64_t n)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);
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
    }
}

PYCU_REGIONS_END(bits)
