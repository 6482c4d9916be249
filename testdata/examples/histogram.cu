// Histograms: counted in global memory, and counted by each block in shared memory first.
// Generated from histogram.py by pycu: edit histogram.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(histogram)

static constexpr int BINS = 64;

PYCU_KERNEL void histogram(pycu::array<const float, 1, int> x, float xmin, float xmax,
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
PYCU_KERNEL void byte_histogram(pycu::array<const uint8_t, 1, int> data,
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

#include "histogram_launch.cuh"
