// Unsigned arithmetic: 64 bits wide, mixed with signed it is signed; np.uint32(...) wraps.
// Generated from unsigned_integers.py by pycu: edit unsigned_integers.py and run pycu again.
//
// Kernels of unsigned_integers.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(unsigned_integers)

PYCU_KERNEL void mixed(pycu::array<const uint8_t, 1, int> bytes_,
                       pycu::array<uint32_t, 1, int> words, pycu::array<uint64_t, 1, int> longs,
                       pycu::array<int64_t, 1, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);
            words[i] = bytes_[i] + bytes_[i];
            longs[i] = uint64_t(words[i]) * words[i];
            longs[i] = uint64_t(bytes_[i]) - bytes_[i + 1];
            out[i] = int64_t(longs[i]) + 1;
            words[i] = words[i] * 1664525 + 1013904223;
            words[i] = words[i] >> 3;
            if (double(longs[i]) < i) {
                longs[i] = int64_t(~longs[i]) & 0xFF;
            }
        }
    }
}

PYCU_REGIONS_END(unsigned_integers)
