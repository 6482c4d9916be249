// Generated from unsigned_integers.py by pycu: edit unsigned_integers.py and run pycu again.
//
// The kernels of unsigned_integers.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(unsigned_integers)

__device__ void mixed(pycu::array<const uint8_t, 1> bytes_, pycu::array<uint32_t, 1> words,
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

__global__ void mixed__strided(const uint8_t* bytes_, pycu::extents<1> bytes___shape,
    pycu::extents<1> bytes___strides, uint32_t* words, pycu::extents<1> words__shape,
    pycu::extents<1> words__strides, uint64_t* longs, pycu::extents<1> longs__shape,
    pycu::extents<1> longs__strides, int64_t* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides)
{
    pycu_wide::mixed(pycu::view_a(bytes_, bytes___shape, bytes___strides),
        pycu::view_a(words, words__shape, words__strides),
        pycu::view_a(longs, longs__shape, longs__strides),
        pycu::view_a(out, out__shape, out__strides));
}

PYCU_WIDE_END(unsigned_integers)
