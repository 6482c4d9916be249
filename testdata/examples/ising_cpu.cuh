// The Ising model on a torus: checkerboard sweeps, one launch for all of them.
// Generated from ising.py by pycu: edit ising.py and run pycu again.
//
// Kernels of ising.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(ising)

PYCU_KERNEL void magnetisation(pycu::array<const int8_t, 2, int> spins,
                               pycu::array<int64_t, 1, int> total)
{
    PYCU_BLOCK;
    PYCU_KEPT(int64_t, spin);
    PYCU_KEPT(int64_t, pycu_value0);
    PYCU_KEPT(int64_t, pycu_got1);
    const auto of_warp = PYCU_DYNAMIC_SHARED(int64_t, int);
    const int columns = spins.shape[1];
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        PYCU_LOAD(spin);
        const int tid = threadIdx.x;
        const int site = blockIdx.x * blockDim.x + threadIdx.x;
        spin = 0;
        if (site < spins.size()) {
            spin = spins(site / columns, site % columns);
        }
        PYCU_SAVE(spin);
    }
    for (int step = 16; step > 0; step /= 2) {
        PYCU_THREADS(blockDim) {
            PYCU_THREAD;
            PYCU_LOAD(spin);
            PYCU_LOAD(pycu_value0);
            pycu_value0 = spin;
            PYCU_SAVE(pycu_value0);
        }
        PYCU_MEET_WARPS(shfl_xor_sync, pycu_kept_pycu_got1, pycu_kept_pycu_value0, step, nullptr,
                        nullptr);
        PYCU_THREADS(blockDim) {
            PYCU_THREAD;
            PYCU_LOAD(spin);
            PYCU_LOAD(pycu_got1);
            spin += pycu_got1;
            PYCU_SAVE(spin);
        }
    }
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        PYCU_LOAD(spin);
        const int tid = threadIdx.x;
        if (tid % 32 == 0) {
            of_warp[tid / 32] = spin;
        }
    }
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int tid = threadIdx.x;
        if (tid == 0) {
            for (int warp = 0; warp < int(blockDim.x / 32); ++warp) {
                atomicAdd(&total[0], of_warp[warp]);
            }
        }
    }
}

PYCU_REGIONS_END(ising)

PYCU_WIDE_REGIONS(ising)

PYCU_KERNEL void magnetisation(pycu::array<const int8_t, 2> spins, pycu::array<int64_t, 1> total)
{
    PYCU_BLOCK;
    PYCU_KEPT(int64_t, spin);
    PYCU_KEPT(int64_t, pycu_value0);
    PYCU_KEPT(int64_t, pycu_got1);
    const auto of_warp = PYCU_DYNAMIC_SHARED(int64_t);
    const int64_t columns = spins.shape[1];
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        PYCU_LOAD(spin);
        const int tid = threadIdx.x;
        const int64_t site = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
        spin = 0;
        if (site < spins.size()) {
            spin = spins(site / columns, site % columns);
        }
        PYCU_SAVE(spin);
    }
    for (int64_t step = 16; step > 0; step /= 2) {
        PYCU_THREADS(blockDim) {
            PYCU_THREAD;
            PYCU_LOAD(spin);
            PYCU_LOAD(pycu_value0);
            pycu_value0 = spin;
            PYCU_SAVE(pycu_value0);
        }
        PYCU_MEET_WARPS(shfl_xor_sync, pycu_kept_pycu_got1, pycu_kept_pycu_value0, step, nullptr,
                        nullptr);
        PYCU_THREADS(blockDim) {
            PYCU_THREAD;
            PYCU_LOAD(spin);
            PYCU_LOAD(pycu_got1);
            spin += pycu_got1;
            PYCU_SAVE(spin);
        }
    }
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        PYCU_LOAD(spin);
        const int tid = threadIdx.x;
        if (tid % 32 == 0) {
            of_warp[tid / 32] = spin;
        }
    }
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        const int tid = threadIdx.x;
        if (tid == 0) {
            for (int64_t warp = 0; warp < blockDim.x / 32; ++warp) {
                atomicAdd(&total[0], of_warp[warp]);
            }
        }
    }
}

PYCU_REGIONS_END(ising)
