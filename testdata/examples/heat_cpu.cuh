// Explicit heat equation on a plate.
// Generated from heat.py by pycu: edit heat.py and run pycu again.
//
// Kernels of heat.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(heat)

PYCU_KERNEL void step(pycu::array<const float, 2, int> u, pycu::array<float, 2, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(y) {
        PYCU_ROW(y);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        const int j = blockIdx.y * blockDim.y + threadIdx.y;
        const int rows = u.shape[0], cols = u.shape[1];
        PYCU_ROW_IF(0 < i);
        PYCU_ROW_IF(i < rows - 1);
        PYCU_SPAN(j, y);
        PYCU_ABOVE(0);
        PYCU_BELOW(cols - 1);
        PYCU_ALONG_APART() {
            PYCU_AT(j, y);
            out(i, j) = u(i, j) + ALPHA * laplacian(u, i, j);
        }
    }
}

PYCU_KERNEL void block_max(pycu::array<const float, 1, int> u, pycu::array<float, 1, int> result)
{
    PYCU_BLOCK;
    __shared__ float best[BLOCK];
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int t = threadIdx.x;
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        best[t] = i < u.size() ? u[i] : -INFINITY;
    }

    // halve the live threads until one is left
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        PYCU_THREADS(blockDim) {
            PYCU_THREAD;
            const int t = threadIdx.x;
            if (t < half) {
                best[t] = fmaxf(best[t], best[t + half]);
            }
        }
    }
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int t = threadIdx.x;
        if (t == 0) {
            result[blockIdx.x] = best[0];
        }
    }
}

PYCU_REGIONS_END(heat)

PYCU_WIDE_REGIONS(heat)

PYCU_KERNEL void block_max(pycu::array<const float, 1> u, pycu::array<float, 1> result)
{
    PYCU_BLOCK;
    __shared__ float best[BLOCK];
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int t = threadIdx.x;
        const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
        best[t] = i < u.size() ? u[i] : -INFINITY;
    }

    // halve the live threads until one is left
    for (int64_t half = blockDim.x / 2; half > 0; half /= 2) {
        PYCU_THREADS(blockDim) {
            PYCU_THREAD;
            const int t = threadIdx.x;
            if (t < half) {
                best[t] = fmaxf(best[t], best[t + half]);
            }
        }
    }
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int t = threadIdx.x;
        if (t == 0) {
            result[blockIdx.x] = best[0];
        }
    }
}

PYCU_REGIONS_END(heat)
