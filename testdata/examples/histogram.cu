// Histograms: counted in global memory, and counted by each block in shared memory first.
// Generated from histogram.py by pycu: edit histogram.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(histogram)

static constexpr int BINS = 64;

__device__ void histogram(pycu::array<const float, 1> x, float xmin, float xmax,
                          pycu::array<int, 1> histogram_out)
{
    const int64_t nbins = histogram_out.shape[0];
    const double bin_width = double(xmax - xmin) / nbins;

    const int64_t start = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t stride = int64_t(gridDim.x) * blockDim.x;

    for (int64_t i = start; i < x.shape[0]; i += stride) {
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
__device__ void byte_histogram(pycu::array<const uint8_t, 1> data, pycu::array<uint32_t, 1> counts)
{
    __shared__ uint32_t local_counts[BINS];
    const int t = threadIdx.x;
    for (int64_t b = t; b < BINS; b += blockDim.x) {
        local_counts[b] = 0;
    }
    __syncthreads();

    for (int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < data.size();
            i += int64_t(gridDim.x) * blockDim.x) {
        atomicAdd(&local_counts[data[i] >> 2], 1u);
    }
    __syncthreads();

    for (int64_t b = t; b < BINS; b += blockDim.x) {
        atomicAdd(&counts[b], local_counts[b]);
    }
}

PYCU_END(histogram)

// How the host launches the kernels above.
#include "histogram.h"

PYCU_ENTRIES(histogram)

__global__ void histogram__contiguous(const float* __restrict__ x, pycu::extents<1> x__shape,
    float xmin, float xmax, int* __restrict__ histogram_out, pycu::extents<1> histogram_out__shape)
{
    histogram(pycu::view_c(x, x__shape), xmin, xmax,
        pycu::view_c(histogram_out, histogram_out__shape));
}

__global__ void histogram__strided(const float* x, pycu::extents<1> x__shape,
    pycu::extents<1> x__strides, float xmin, float xmax, int* histogram_out,
    pycu::extents<1> histogram_out__shape, pycu::extents<1> histogram_out__strides)
{
    histogram(pycu::view_a(x, x__shape, x__strides), xmin, xmax,
        pycu::view_a(histogram_out, histogram_out__shape, histogram_out__strides));
}

__global__ void byte_histogram__contiguous(const uint8_t* __restrict__ data,
    pycu::extents<1> data__shape, uint32_t* __restrict__ counts, pycu::extents<1> counts__shape)
{
    byte_histogram(pycu::view_c(data, data__shape), pycu::view_c(counts, counts__shape));
}

__global__ void byte_histogram__strided(const uint8_t* data, pycu::extents<1> data__shape,
    pycu::extents<1> data__strides, uint32_t* counts, pycu::extents<1> counts__shape,
    pycu::extents<1> counts__strides)
{
    byte_histogram(pycu::view_a(data, data__shape, data__strides),
        pycu::view_a(counts, counts__shape, counts__strides));
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
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(histogram, histogram, contiguous, loops), x.data,
            pycu::shape(x), xmin, xmax, histogram_out.data, pycu::shape(histogram_out));
    }
    return launch.run(PYCU_ENTRY(histogram, histogram, strided, loops), x.data, pycu::shape(x),
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
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(histogram, byte_histogram, contiguous, fibers), data.data,
            pycu::shape(data), counts.data, pycu::shape(counts));
    }
    return launch.run(PYCU_ENTRY(histogram, byte_histogram, strided, fibers), data.data,
        pycu::shape(data), pycu::strides(data), counts.data, pycu::shape(counts),
        pycu::strides(counts));
}

int histogram_byte_histogram(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_u8_1d data, pycu_array_u32_1d counts)
{
    return histogram_byte_histogram__a1u1c_a1u4c(grid, block, shared_bytes, stream, data, counts);
}
