// pycu: --sig 'widen=void(int32[:], int32, int32, int64[:])'
// int32 operands are widened before they are added, and stay as they are where nothing could tell.
// Generated from integer_widening.py by pycu: edit integer_widening.py and run pycu again.
//
// Kernels of integer_widening.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(integer_widening)

PYCU_KERNEL void widen(pycu::array<int, 1, int> a, int m, int n, pycu::array<int64_t, 1, int> out)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_ALONG() {
            PYCU_AT(i, x);
            out[i] = int64_t(a[i]) + m;
            out[i] = int64_t(m) * n - 1;
            out[i] = -m;
            a[i] = m + n;
            a[i] += m;
            const int t = threadIdx.x;
            out.wrapped(t - 1) = t + 1;
            out[0] = t * 4 + blockDim.x;
            a[i] = m * 747796405u + n;  // meant to wrap round, which an int must not
        }
    }
}

PYCU_KERNEL void looked_at(pycu::array<const int, 1, int> x, pycu::array<int, 1, int> y,
                           pycu::array<int, 1, int> out, pycu::array<int64_t, 1, int> sums)
{
    PYCU_BLOCK;
    __shared__ int part[64];
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int t = threadIdx.x;
        part[t] += x[t] + y[t];
    }
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int t = threadIdx.x;
        sums[t] = part[t];
        y[t] -= 1;
        if (y[t] == 0) {
            sums[0] = 1;
        }
        out[t] = int64_t(x[t]) + x[t + 1];
        if (out[t] == -2) {  // a sum that goes round may be a small number, too
            sums[1] = 1;
        }
    }
}

PYCU_REGIONS_END(integer_widening)

PYCU_WIDE_REGIONS(integer_widening)

PYCU_KERNEL void looked_at(pycu::array<const int, 1> x, pycu::array<int, 1> y,
                           pycu::array<int, 1> out, pycu::array<int64_t, 1> sums)
{
    PYCU_BLOCK;
    __shared__ int part[64];
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int t = threadIdx.x;
        part[t] += x[t] + y[t];
    }
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int t = threadIdx.x;
        sums[t] = part[t];
        y[t] -= 1;
        if (y[t] == 0) {
            sums[0] = 1;
        }
        out[t] = int64_t(x[t]) + x[t + 1];
        if (out[t] == -2) {  // a sum that goes round may be a small number, too
            sums[1] = 1;
        }
    }
}

PYCU_REGIONS_END(integer_widening)
