// Generated from unsigned_integers.py by pycu: edit unsigned_integers.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(unsigned_integers)

__device__ void mixed(pycu::array<const uint8_t, 1, int> bytes_,
                      pycu::array<uint32_t, 1, int> words, pycu::array<uint64_t, 1, int> longs,
                      pycu::array<int64_t, 1, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
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

PYCU_END(unsigned_integers)

// How the host launches the kernels above.
#include "unsigned_integers.h"
#include "unsigned_integers_wide.cuh"

PYCU_ENTRIES(unsigned_integers)

__global__ void mixed__contiguous(const uint8_t* __restrict__ bytes_, int bytes___0,
    uint32_t* __restrict__ words, int words__0, uint64_t* __restrict__ longs, int longs__0,
    int64_t* __restrict__ out, int out__0)
{
    mixed(pycu::packed(bytes_, bytes___0), pycu::packed(words, words__0),
        pycu::packed(longs, longs__0), pycu::packed(out, out__0));
}

PYCU_ENTRIES_END(unsigned_integers)

PYCU_WRAPPERS(unsigned_integers)

int unsigned_integers_mixed__a1u1a_a1u4a_a1u8a_a1i8a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_u8_1d bytes_, pycu_array_u32_1d words,
    pycu_array_u64_1d longs, pycu_array_i64_1d out)
{
    pycu::Launch launch(unsigned_integers_report__, "mixed", grid, block, shared_bytes, stream);
    launch.reads("bytes_", bytes_);
    launch.writes("words", words);
    launch.writes("longs", longs);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(unsigned_integers, mixed, contiguous, loops), bytes_.data,
            int(bytes_.shape[0]), words.data, int(words.shape[0]), longs.data, int(longs.shape[0]),
            out.data, int(out.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(unsigned_integers, mixed, strided, loops), bytes_.data,
        pycu::shape(bytes_), pycu::strides(bytes_), words.data, pycu::shape(words),
        pycu::strides(words), longs.data, pycu::shape(longs), pycu::strides(longs), out.data,
        pycu::shape(out), pycu::strides(out));
}

int unsigned_integers_mixed(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_u8_1d bytes_, pycu_array_u32_1d words, pycu_array_u64_1d longs,
    pycu_array_i64_1d out)
{
    return unsigned_integers_mixed__a1u1a_a1u4a_a1u8a_a1i8a(grid, block, shared_bytes, stream,
        bytes_, words, longs, out);
}
