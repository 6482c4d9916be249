// Generated from bits.py by pycu: edit bits.py and run pycu again.
//
// The kernels of bits.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(bits)

__device__ void bits(pycu::array<int64_t, 1> out, pycu::array<int, 1> words, int64_t n)
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

__global__ void bits__strided(int64_t* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, int* words, pycu::extents<1> words__shape,
    pycu::extents<1> words__strides, int64_t n)
{
    pycu_wide::bits(pycu::view_a(out, out__shape, out__strides),
        pycu::view_a(words, words__shape, words__strides), n);
}

PYCU_WIDE_END(bits)
