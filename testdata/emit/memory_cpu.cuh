// Shared, local and constant arrays, passed on to device functions; atomics on each.
// Generated from memory.py by pycu: edit memory.py and run pycu again.
//
// Kernels of memory.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(memory)

PYCU_KERNEL void memory(pycu::array<float, 1, int> x, pycu::array<int, 1, int> counts)
{
    PYCU_BLOCK;
    PYCU_KEPT_ARRAY(float, private_, [4]);
    PYCU_KEPT(int, old);
    __shared__ float shared[2][16];
    __shared__ int bins[16];
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_REFER(private_);
        const int t = threadIdx.x;
        shared[0][t] = x[t];
        shared[1][t] = WEIGHTS[t % 3];
        bins[t] = 0;
        for (int k = 0; k < 4; ++k) {
            private_[k] = shared[k % 2][t] * WEIGHTS[k % 3];
        }
    }
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_REFER(private_);
        PYCU_LOAD(old);
        const int t = threadIdx.x;
        atomicAdd(&bins[t % 4], 1);
        old = atomicMax(&counts[t], bins[t]);
        atomicAdd(&x[0], private_[0]);
        PYCU_SAVE(old);
    }
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_REFER(private_);
        PYCU_LOAD(old);
        const int t = threadIdx.x;
        x[t] = double(total(private_, 4) + total(WEIGHTS, 3)) + old + 16.0 + 16.0;
    }
}

PYCU_REGIONS_END(memory)

PYCU_WIDE_REGIONS(memory)

PYCU_KERNEL void memory(pycu::array<float, 1> x, pycu::array<int, 1> counts)
{
    PYCU_BLOCK;
    PYCU_KEPT_ARRAY(float, private_, [4]);
    PYCU_KEPT(int, old);
    __shared__ float shared[2][16];
    __shared__ int bins[16];
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_REFER(private_);
        const int t = threadIdx.x;
        shared[0][t] = x[t];
        shared[1][t] = WEIGHTS[t % 3];
        bins[t] = 0;
        for (int64_t k = 0; k < 4; ++k) {
            private_[k] = shared[k % 2][t] * WEIGHTS[k % 3];
        }
    }
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_REFER(private_);
        PYCU_LOAD(old);
        const int t = threadIdx.x;
        atomicAdd(&bins[t % 4], 1);
        old = atomicMax(&counts[t], bins[t]);
        atomicAdd(&x[0], private_[0]);
        PYCU_SAVE(old);
    }
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_REFER(private_);
        PYCU_LOAD(old);
        const int t = threadIdx.x;
        x[t] = double(pycu_wide::total(private_, 4) + pycu_wide::total(WEIGHTS, 3)) + old + 16.0 +
               16.0;
    }
}

PYCU_REGIONS_END(memory)
