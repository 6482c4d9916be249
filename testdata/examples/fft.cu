// A radix-2 fast Fourier transform of many short signals, one block each, in shared memory.
// Generated from fft.py by pycu: edit fft.py and run pycu again.
#include "pycu.h"
#include "pycu_cmath.h"

PYCU_MODULE(fft)

static constexpr int SIZE = 64;
static constexpr int BITS = 6;

/// The place of sample i: its BITS bits in the other order.
__device__ int64_t reversed_bits(int i)
{
    int64_t place = 0;
    for (int j = 0; j < BITS; ++j) {
        place = (place << 1) | (i & 1);
        i >>= 1;
    }
    return place;
}

/// One sum and one difference of the transform.
__device__ pycu::tuple<pycu::complex<double>, pycu::complex<double>> butterfly(
    pycu::complex<double> a, pycu::complex<double> b, pycu::complex<double> twiddle)
{
    const pycu::complex<double> turned = twiddle * b;
    return {a + turned, a - turned};
}

/// Each block transforms a row of `signals` in place; each thread has one butterfly a stage.
PYCU_KERNEL void fft(pycu::array<pycu::complex<double>, 2, int> signals, bool inverse)
{
    __shared__ pycu::complex<double> samples[SIZE];
    const int row = blockIdx.x;
    const int t = threadIdx.x;
    for (int i = t; i < SIZE; i += SIZE / 2) {
        samples[pycu::wrap(reversed_bits(i), SIZE)] = signals(row, i);
    }
    __syncthreads();

    const int sign = inverse ? 1 : -1;
    for (int half = 1; half < SIZE; half *= 2) {
        const int k = t % half;
        const int low = t / half * half * 2 + k;
        const pycu::complex<double> twiddle =
            pycu::exp(sign * pycu::complex<double>{0.0, 1.0} * M_PI * k / half);
        const auto [first, second] = butterfly(samples[low], samples[low + half], twiddle);
        samples[low] = first;
        samples[low + half] = second;
        __syncthreads();
    }

    const double scale = inverse ? 1.0 / SIZE : 1.0;
    for (int i = t; i < SIZE; i += SIZE / 2) {
        signals(row, i) = scale * samples[i];
    }
}

PYCU_END(fft)

#include "fft_launch.cuh"
