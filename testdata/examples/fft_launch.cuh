// A radix-2 fast Fourier transform of many short signals, one block each, in shared memory.
// Generated from fft.py by pycu: edit fft.py and run pycu again.
//
// How the host launches what fft.cu has.
#include "fft.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(fft)

/// The place of sample i: its BITS bits in the other order.
__device__ int64_t reversed_bits(int64_t i)
{
    int64_t place = 0;
    for (int64_t j = 0; j < BITS; ++j) {
        place = (place << 1) | (i & 1);
        i >>= 1;
    }
    return place;
}

/// Each block transforms a row of `signals` in place; each thread has one butterfly a stage.
PYCU_KERNEL void fft(pycu::array<pycu::complex<double>, 2> signals, bool inverse)
{
    __shared__ pycu::complex<double> samples[SIZE];
    const int row = blockIdx.x;
    const int t = threadIdx.x;
    for (int64_t i = t; i < SIZE; i += SIZE / 2) {
        samples[pycu::wrap(pycu_wide::reversed_bits(i), SIZE)] = signals(row, i);
    }
    __syncthreads();

    const int64_t sign = inverse ? 1 : -1;
    for (int64_t half = 1; half < SIZE; half *= 2) {
        const int64_t k = t % half;
        const int64_t low = t / half * half * 2 + k;
        const pycu::complex<double> twiddle =
            pycu::exp(sign * pycu::complex<double>{0.0, 1.0} * M_PI * k / half);
        const auto [first, second] = butterfly(samples[low], samples[low + half], twiddle);
        samples[low] = first;
        samples[low + half] = second;
        __syncthreads();
    }

    const double scale = inverse ? 1.0 / SIZE : 1.0;
    for (int64_t i = t; i < SIZE; i += SIZE / 2) {
        signals(row, i) = scale * samples[i];
    }
}

PYCU_WIDE_END(fft)

PYCU_WRAPPERS(fft)

PYCU_INT_ENTRIES(fft, fft)

int fft_fft__a2c16a_b1(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                       pycu_array_c128_2d signals, bool inverse)
{
    return PYCU_LAUNCH(fft, fft, fibers, (signals, inverse));
}

PYCU_ALIAS(fft_fft, fft_fft__a2c16a_b1)
