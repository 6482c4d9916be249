// Fast Fourier transforms of many signals, a block each: butterflies on views of shared memory.
// Generated from fft.py by pycu: edit fft.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(fft)

static constexpr int N = 256;
static constexpr int HALF = 128;
static constexpr int BITS = 8;

__device__ uint64_t reversed_bits(int i)
{
    return __brev(uint32_t(i)) >> (32 - BITS);
}

__device__ uint64_t reversed_bits(int64_t i)
{
    return __brev(uint32_t(i)) >> (32 - BITS);
}

/// even[k], odd[k] = even[k] + w * odd[k], even[k] - w * odd[k], each a row (re, im).
__device__ void butterfly(pycu::array<float, 2> even, pycu::array<float, 2> odd, int64_t k,
                          double angle)
{
    const float c = cos(angle);
    const float s = sin(angle);
    const float a = even(k, 0);
    const float b = even(k, 1);
    const float x = odd(k, 0);
    const float y = odd(k, 1);
    const float re = c * x - s * y;
    const float im = s * x + c * y;
    even(k, 0) = a + re;
    even(k, 1) = b + im;
    odd(k, 0) = a - re;
    odd(k, 1) = b - im;
}

/// In place; signals[s] has N rows (re, im).
__device__ void fft(pycu::array<float, 3> signals)
{
    __shared__ float work[N][2];
    const auto signal = signals[blockIdx.x];
    const int t = threadIdx.x;
    const auto part = pycu::view(work)[reversed_bits(t)];
    for (int64_t k = 0; k < part.shape[0]; ++k) {
        part[k] = signal(t, k);
    }
    const auto part_ = pycu::view(work)[reversed_bits(int64_t(t + HALF))];
    for (int64_t k = 0; k < part_.shape[0]; ++k) {
        part_[k] = signal(t + HALF, k);
    }
    __syncthreads();
    int64_t width = 1;
    while (width < N) {
        const int64_t k = t % width;
        const int64_t start = t / width * 2 * width;
        const auto part_2 = pycu::view(work)(pycu::slice(start, start + 2 * width));
        butterfly(part_2(pycu::to(width)), part_2(pycu::from(width)), k,
            -3.141592653589793 * k / width);
        __syncthreads();
        width *= 2;
    }
    for (int64_t k = 0; k < signal.shape[1]; ++k) {
        signal(t, k) = work[t][k];
    }
    for (int64_t k = 0; k < signal.shape[1]; ++k) {
        signal(t + HALF, k) = work[t + HALF][k];
    }
}

PYCU_END(fft)

// How the host launches the kernels above.
#include "fft.h"

PYCU_ENTRIES(fft)

__global__ void fft__contiguous(float* __restrict__ signals, pycu::extents<3> signals__shape)
{
    fft(pycu::view_c(signals, signals__shape));
}

PYCU_ENTRIES_END(fft)

PYCU_WRAPPERS(fft)

int fft_fft__a3f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_3d signals)
{
    pycu::Launch launch(fft_report__, "fft", grid, block, shared_bytes, stream);
    launch.writes("signals", signals, pycu::Layout::C);
    return launch.run(PYCU_ENTRY(fft, fft, contiguous, fibers), signals.data, pycu::shape(signals));
}

int fft_fft(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_3d signals)
{
    return fft_fft__a3f4c(grid, block, shared_bytes, stream, signals);
}
