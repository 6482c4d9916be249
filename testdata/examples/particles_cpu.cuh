// Records of particles: gravity, a step in time, and reflection at the walls of a box.
// Generated from particles.py by pycu: edit particles.py and run pycu again.
//
// Kernels of particles.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(particles)

PYCU_KERNEL void accelerate(pycu::array<particle, 1, int> particles, float dt)
{
    PYCU_BLOCK;
    PYCU_KEPT_ARRAY(float, change, [3]);
    __shared__ particle tile[TILE];
    const int n = particles.size();
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_REFER(change);
        const int t = threadIdx.x;
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        for (int k = 0; k < 3; ++k) {
            change[k] = 0.0f;
        }
    }

    for (int first = 0; first < n; first += TILE) {
        PYCU_THREADS(blockDim) {
            PYCU_CALLING_THREAD;
            const int t = threadIdx.x;
            if (first + t < n) {
                tile[t] = particles[first + t];
            }
        }
        PYCU_THREADS(blockDim) {
            PYCU_CALLING_THREAD;
            PYCU_REFER(change);
            const int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i < n) {
                for (int j = 0; j < min(TILE, n - first); ++j) {
                    for (int k = 0; k < 3; ++k) {
                        change[k] += pull(particles[i], tile[j], k);
                    }
                }
            }
        }
    }

    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_REFER(change);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;

        if (i < n) {
            for (int k = 0; k < 3; ++k) {
                particles[i].speed[k] += change[k] * dt;
            }
        }
    }
}

PYCU_REGIONS_END(particles)

PYCU_WIDE_REGIONS(particles)

PYCU_KERNEL void accelerate(pycu::array<particle, 1> particles, float dt)
{
    PYCU_BLOCK;
    PYCU_KEPT_ARRAY(float, change, [3]);
    __shared__ particle tile[TILE];
    const int64_t n = particles.size();
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_REFER(change);
        const int t = threadIdx.x;
        const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
        for (int64_t k = 0; k < 3; ++k) {
            change[k] = 0.0f;
        }
    }

    for (int64_t first = 0; first < n; first += TILE) {
        PYCU_THREADS(blockDim) {
            PYCU_CALLING_THREAD;
            const int t = threadIdx.x;
            if (first + t < n) {
                tile[t] = particles[first + t];
            }
        }
        PYCU_THREADS(blockDim) {
            PYCU_CALLING_THREAD;
            PYCU_REFER(change);
            const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
            if (i < n) {
                for (int64_t j = 0; j < min(int64_t(TILE), n - first); ++j) {
                    for (int64_t k = 0; k < 3; ++k) {
                        change[k] += pycu_wide::pull(particles[i], tile[j], k);
                    }
                }
            }
        }
    }

    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_REFER(change);
        const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;

        if (i < n) {
            for (int64_t k = 0; k < 3; ++k) {
                particles[i].speed[k] += change[k] * dt;
            }
        }
    }
}

PYCU_REGIONS_END(particles)
