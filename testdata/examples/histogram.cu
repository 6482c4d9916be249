// Histograms: counted in global memory, and counted by each block in shared memory first.
// Generated from histogram.py by pycu: edit histogram.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(histogram)

static constexpr int BINS = 64;

__device__ void histogram(pycu::array<const float, 1, int> x, float xmin, float xmax,
                          pycu::array<int, 1, int> histogram_out)
{
    const int nbins = histogram_out.shape[0];
    const double bin_width = double(xmax - xmin) / nbins;

    const int start = blockIdx.x * blockDim.x + threadIdx.x;
    const int stride = gridDim.x * blockDim.x;

    for (int i = start; i < x.shape[0]; i += stride) {
        int bin_number = pycu::to_int<int>((x[i] - xmin) / bin_width);
        if (bin_number == nbins) {  // x[i] == xmax belongs to the last bin
            bin_number = nbins - 1;
        }
        if (bin_number >= 0 && bin_number < nbins) {
            atomicAdd(&histogram_out[bin_number], 1);
        }
    }
}

/// Count the upper six bits of every byte.
__device__ void byte_histogram(pycu::array<const uint8_t, 1, int> data,
                               pycu::array<uint32_t, 1, int> counts)
{
    __shared__ uint32_t local_counts[BINS];
    const int t = threadIdx.x;
    for (int b = t; b < BINS; b += blockDim.x) {
        local_counts[b] = 0;
    }
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < data.size();
            i += gridDim.x * blockDim.x) {
        atomicAdd(&local_counts[data[i] >> 2], 1u);
    }
    __syncthreads();

    for (int b = t; b < BINS; b += blockDim.x) {
        atomicAdd(&counts[b], local_counts[b]);
    }
}

PYCU_END(histogram)

// How the host launches the kernels above.
#include "histogram.h"
#include "histogram_wide.cuh"

PYCU_ENTRIES(histogram)

__global__ void histogram__contiguous(const float* __restrict__ x, int x__0, float xmin, float xmax,
    int* __restrict__ histogram_out, int histogram_out__0)
{
    histogram(pycu::packed(x, x__0), xmin, xmax, pycu::packed(histogram_out, histogram_out__0));
}

__global__ void byte_histogram__contiguous(const uint8_t* __restrict__ data, int data__0,
    uint32_t* __restrict__ counts, int counts__0)
{
    byte_histogram(pycu::packed(data, data__0), pycu::packed(counts, counts__0));
}

PYCU_ENTRIES_END(histogram)

PYCU_WRAPPERS(histogram)

int histogram_histogram__a1f4a_f4_f4_a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, float xmin, float xmax,
    pycu_array_i32_1d histogram_out)
{
    pycu::Launch launch(histogram_report__, "histogram", grid, block, shared_bytes, stream);
    launch.reads("x", x);
    launch.writes("histogram_out", histogram_out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(histogram, histogram, contiguous, loops), x.data,
            int(x.shape[0]), xmin, xmax, histogram_out.data, int(histogram_out.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(histogram, histogram, strided, loops), x.data, pycu::shape(x),
        pycu::strides(x), xmin, xmax, histogram_out.data, pycu::shape(histogram_out),
        pycu::strides(histogram_out));
}

int histogram_histogram(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d x, float xmin, float xmax, pycu_array_i32_1d histogram_out)
{
    return histogram_histogram__a1f4a_f4_f4_a1i4a(grid, block, shared_bytes, stream, x, xmin, xmax,
        histogram_out);
}

int histogram_byte_histogram__a1u1c_a1u4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_u8_1d data, pycu_array_u32_1d counts)
{
    pycu::Launch launch(histogram_report__, "byte_histogram", grid, block, shared_bytes, stream);
    launch.reads("data", data, pycu::Layout::C);
    launch.writes("counts", counts, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(histogram, byte_histogram, contiguous, fibers), data.data,
            int(data.shape[0]), counts.data, int(counts.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(histogram, byte_histogram, strided, fibers), data.data,
        pycu::shape(data), pycu::strides(data), counts.data, pycu::shape(counts),
        pycu::strides(counts));
}

int histogram_byte_histogram(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_u8_1d data, pycu_array_u32_1d counts)
{
    return histogram_byte_histogram__a1u1c_a1u4c(grid, block, shared_bytes, stream, data, counts);
}
