// Generated from bits.py by pycu: edit bits.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(bits)

__device__ void bits(pycu::array<int64_t, 1, int> out, pycu::array<int, 1, int> words, int64_t n)
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

// How the host launches the kernels above.
#include "bits.h"
#include "bits_wide.cuh"

PYCU_ENTRIES(bits)

__global__ void bits__contiguous(int64_t* __restrict__ out, int out__0, int* __restrict__ words,
    int words__0, int64_t n)
{
    bits(pycu::packed(out, out__0), pycu::packed(words, words__0), n);
}

PYCU_ENTRIES_END(bits)

PYCU_WRAPPERS(bits)

int bits_bits__a1i8a_a1i4a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i64_1d out, pycu_array_i32_1d words, int64_t n)
{
    pycu::Launch launch(bits_report__, "bits", grid, block, shared_bytes, stream);
    launch.writes("out", out);
    launch.writes("words", words);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(bits, bits, contiguous, loops), out.data, int(out.shape[0]),
            words.data, int(words.shape[0]), n);
    }
    return launch.run(PYCU_WIDE_ENTRY(bits, bits, strided, loops), out.data, pycu::shape(out),
        pycu::strides(out), words.data, pycu::shape(words), pycu::strides(words), n);
}

int bits_bits(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i64_1d out, pycu_array_i32_1d words, int64_t n)
{
    return bits_bits__a1i8a_a1i4a_i8(grid, block, shared_bytes, stream, out, words, n);
}
