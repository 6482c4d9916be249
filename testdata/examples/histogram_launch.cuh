// Histograms: counted in global memory, and counted by each block in shared memory first.
// Generated from histogram.py by pycu: edit histogram.py and run pycu again.
//
// How the host launches what histogram.cu has.
#include "histogram.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(histogram)

PYCU_KERNEL void histogram(pycu::array<const float, 1> x, float xmin, float xmax,
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
PYCU_KERNEL void byte_histogram(pycu::array<const uint8_t, 1> data, pycu::array<uint32_t, 1> counts)
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

PYCU_WIDE_END(histogram)

#if PYCU_HOST
#include "histogram_cpu.cuh"
#endif

PYCU_WRAPPERS(histogram)

PYCU_INT_ENTRIES(histogram, histogram)

int histogram_histogram__a1f4a_f4_f4_a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                           pycu_stream stream, pycu_array_f32_1d x, float xmin,
                                           float xmax, pycu_array_i32_1d histogram_out)
{
    return PYCU_LAUNCH(histogram, histogram, loops, (x, xmin, xmax, histogram_out));
}

PYCU_ALIAS(histogram_histogram, histogram_histogram__a1f4a_f4_f4_a1i4a)

PYCU_INT_ENTRIES(histogram, byte_histogram)
PYCU_INT_REGIONS(histogram, byte_histogram)

int histogram_byte_histogram__a1u1c_a1u4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                          pycu_stream stream, pycu_array_u8_1d data,
                                          pycu_array_u32_1d counts)
{
    return PYCU_LAUNCH(histogram, byte_histogram, regions,
                       (pycu::c_order(data), pycu::c_order(counts)));
}

PYCU_ALIAS(histogram_byte_histogram, histogram_byte_histogram__a1u1c_a1u4c)
