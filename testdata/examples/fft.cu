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
    for (int _ = 0; _ < BITS; ++_) {
        place = (place << 1) | (i & 1);
        i >>= 1;
    }
    return place;
}

/// One sum and one difference of the transform.
__device__ pycu::tuple<pycu::complex<double>,
    pycu::complex<double>> butterfly(pycu::complex<double> a, pycu::complex<double> b,
    pycu::complex<double> twiddle)
{
    const pycu::complex<double> turned = twiddle * b;
    return {a + turned, a - turned};
}

/// Each block transforms a row of `signals` in place; each thread has one butterfly a stage.
__device__ void fft(pycu::array<pycu::complex<double>, 2, int> signals, bool inverse)
{
    __shared__ pycu::complex<double> samples[SIZE];
    const int row = blockIdx.x;
    const int t = threadIdx.x;
    for (int i = t; i < SIZE; i += SIZE / 2) {
        samples[pycu::wrap(reversed_bits(i), SIZE)] = signals(row, i);
    }
    __syncthreads();

    const int sign = inverse ? 1 : -1;
    int half = 1;
    while (half < SIZE) {
        const int k = t % half;
        const int low = t / half * half * 2 + k;
        const pycu::complex<double> twiddle =
            pycu::exp(sign * pycu::complex<double>{0.0, 1.0} * 3.141592653589793 * k / half);
        const auto items = butterfly(samples[low], samples[low + half], twiddle);
        samples[low] = items.get<0>();
        samples[low + half] = items.get<1>();
        __syncthreads();
        half *= 2;
    }

    const double scale = inverse ? 1.0 / SIZE : 1.0;
    for (int i = t; i < SIZE; i += SIZE / 2) {
        signals(row, i) = scale * samples[i];
    }
}

PYCU_END(fft)

// How the host launches the kernels above.
#include "fft.h"
#include "fft_wide.cuh"

PYCU_ENTRIES(fft)

__global__ void fft__contiguous(pycu::complex<double>* __restrict__ signals, int signals__0,
    int signals__1, bool inverse)
{
    fft(pycu::packed(signals, signals__0, signals__1), inverse);
}

PYCU_ENTRIES_END(fft)

PYCU_WRAPPERS(fft)

int fft_fft__a2c16a_b1(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_c128_2d signals, bool inverse)
{
    pycu::Launch launch(fft_report__, "fft", grid, block, shared_bytes, stream);
    launch.writes("signals", signals);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(fft, fft, contiguous, fibers), signals.data,
            int(signals.shape[0]), int(signals.shape[1]), inverse);
    }
    return launch.run(PYCU_WIDE_ENTRY(fft, fft, strided, fibers), signals.data,
        pycu::shape(signals), pycu::strides(signals), inverse);
}

int fft_fft(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_c128_2d signals, bool inverse)
{
    return fft_fft__a2c16a_b1(grid, block, shared_bytes, stream, signals, inverse);
}
