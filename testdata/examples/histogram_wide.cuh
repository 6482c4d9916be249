// Histograms: counted in global memory, and counted by each block in shared memory first.
// Generated from histogram.py by pycu: edit histogram.py and run pycu again.
//
// The kernels of histogram.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(histogram)

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

__global__ void histogram__strided(const float* x, pycu::extents<1> x__shape,
    pycu::extents<1> x__strides, float xmin, float xmax, int* histogram_out,
    pycu::extents<1> histogram_out__shape, pycu::extents<1> histogram_out__strides)
{
    pycu_wide::histogram(pycu::view_a(x, x__shape, x__strides), xmin, xmax,
        pycu::view_a(histogram_out, histogram_out__shape, histogram_out__strides));
}

__global__ void byte_histogram__strided(const uint8_t* data, pycu::extents<1> data__shape,
    pycu::extents<1> data__strides, uint32_t* counts, pycu::extents<1> counts__shape,
    pycu::extents<1> counts__strides)
{
    pycu_wide::byte_histogram(pycu::view_a(data, data__shape, data__strides),
        pycu::view_a(counts, counts__shape, counts__strides));
}

PYCU_WIDE_END(histogram)
