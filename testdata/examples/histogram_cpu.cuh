// Histograms: counted in global memory, and counted by each block in shared memory first.
// Generated from histogram.py by pycu: edit histogram.py and run pycu again.
//
// Kernels of histogram.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(histogram)

PYCU_KERNEL void byte_histogram(pycu::array<const uint8_t, 1, int> data,
                                pycu::array<uint32_t, 1, int> counts)
{
    PYCU_BLOCK;
    __shared__ uint32_t local_counts[BINS];
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int t = threadIdx.x;
        for (int b = t; b < BINS; b += blockDim.x) {
            local_counts[b] = 0;
        }
    }

    PYCU_THREADS(blockDim) {
        PYCU_THREAD;

        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < data.size();
             i += gridDim.x * blockDim.x) {
            atomicAdd(&local_counts[data[i] >> 2], 1u);
        }
    }

    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int t = threadIdx.x;

        for (int b = t; b < BINS; b += blockDim.x) {
            atomicAdd(&counts[b], local_counts[b]);
        }
    }
}

PYCU_REGIONS_END(histogram)

PYCU_WIDE_REGIONS(histogram)

PYCU_KERNEL void byte_histogram(pycu::array<const uint8_t, 1> data, pycu::array<uint32_t, 1> counts)
{
    PYCU_BLOCK;
    __shared__ uint32_t local_counts[BINS];
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int t = threadIdx.x;
        for (int64_t b = t; b < BINS; b += blockDim.x) {
            local_counts[b] = 0;
        }
    }

    PYCU_THREADS(blockDim) {
        PYCU_THREAD;

        for (int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < data.size();
             i += int64_t(gridDim.x) * blockDim.x) {
            atomicAdd(&local_counts[data[i] >> 2], 1u);
        }
    }

    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int t = threadIdx.x;

        for (int64_t b = t; b < BINS; b += blockDim.x) {
            atomicAdd(&counts[b], local_counts[b]);
        }
    }
}

PYCU_REGIONS_END(histogram)
