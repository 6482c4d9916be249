// Unsigned arithmetic: 64 bits wide, mixed with signed it is signed; np.uint32(...) wraps.
// Generated from unsigned_integers.py by pycu: edit unsigned_integers.py and run pycu again.
//
// How the host launches what unsigned_integers.cu has.
#include "unsigned_integers.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(unsigned_integers)

PYCU_KERNEL void mixed(pycu::array<const uint8_t, 1> bytes_, pycu::array<uint32_t, 1> words,
                       pycu::array<uint64_t, 1> longs, pycu::array<int64_t, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
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

PYCU_WIDE_END(unsigned_integers)

#if PYCU_HOST
#include "unsigned_integers_cpu.cuh"
#endif

PYCU_WRAPPERS(unsigned_integers)

PYCU_INT_ENTRIES(unsigned_integers, mixed)
PYCU_LONG_ROWS_OF(unsigned_integers, mixed, x)

int unsigned_integers_mixed__a1u1a_a1u4a_a1u8a_a1i8a(pycu_dim3 grid, pycu_dim3 block,
                                                     uint32_t shared_bytes, pycu_stream stream,
                                                     pycu_array_u8_1d bytes_,
                                                     pycu_array_u32_1d words,
                                                     pycu_array_u64_1d longs, pycu_array_i64_1d out)
{
    return PYCU_LAUNCH(unsigned_integers, mixed, loops, (bytes_, words, longs, out));
}

PYCU_ALIAS(unsigned_integers_mixed, unsigned_integers_mixed__a1u1a_a1u4a_a1u8a_a1i8a)
