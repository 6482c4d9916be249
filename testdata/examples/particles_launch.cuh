// Records of particles: gravity, a step in time, and reflection at the walls of a box.
// Generated from particles.py by pycu: edit particles.py and run pycu again.
//
// How the host launches what particles.cu has.
#include "particles.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(particles)

/// The acceleration of p by q along one axis.
__device__ float pull(const particle& p, const particle& q, int64_t axis)
{
    float squared = SOFTENING;
    for (int64_t k = 0; k < 3; ++k) {
        const float d = q.position[k] - p.position[k];
        squared += d * d;
    }
    const float inverse = 1.0f / sqrtf(squared);
    return q.mass * (q.position[axis] - p.position[axis]) * inverse * inverse * inverse;
}

/// Every particle is pulled by every other, a tile of them at a time.
PYCU_KERNEL void accelerate(pycu::array<particle, 1> particles, float dt)
{
    __shared__ particle tile[TILE];
    const int t = threadIdx.x;
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t n = particles.size();

    float change[3];
    for (int64_t k = 0; k < 3; ++k) {
        change[k] = 0.0f;
    }

    for (int64_t first = 0; first < n; first += TILE) {
        if (first + t < n) {
            tile[t] = particles[first + t];
        }
        __syncthreads();
        if (i < n) {
            for (int64_t j = 0; j < min(int64_t(TILE), n - first); ++j) {
                for (int64_t k = 0; k < 3; ++k) {
                    change[k] += pycu_wide::pull(particles[i], tile[j], k);
                }
            }
        }
        __syncthreads();
    }

    if (i < n) {
        for (int64_t k = 0; k < 3; ++k) {
            particles[i].speed[k] += change[k] * dt;
        }
    }
}

/// A step; a particle that leaves the box comes back.
PYCU_KERNEL void move(pycu::array<particle, 1> particles, float dt)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= particles.size()) {
        return;
    }
    particle& p = particles[i];
    for (int64_t k = 0; k < 3; ++k) {
        p.position[k] += p.speed[k] * dt;
        if (p.position[k] < 0.0f || p.position[k] > BOX) {
            p.position[k] -= 2.0 * p.speed[k] * dt;
            p.speed[k] = -p.speed[k];
            p.bounces += 1L;
        }
    }
}

PYCU_WIDE_END(particles)

#if PYCU_HOST
#include "particles_cpu.cuh"
#endif

PYCU_WRAPPERS(particles)

PYCU_ENTRIES(particles)
static_assert(sizeof(particle) == sizeof(particles_particle));
static_assert(offsetof(particle, position) == offsetof(particles_particle, position));
static_assert(offsetof(particle, speed) == offsetof(particles_particle, speed));
static_assert(offsetof(particle, mass) == offsetof(particles_particle, mass));
static_assert(offsetof(particle, bounces) == offsetof(particles_particle, bounces));

PYCU_ENTRIES_END(particles)

PYCU_INT_ENTRIES(particles, accelerate)
PYCU_INT_REGIONS(particles, accelerate)

int particles_accelerate__a1rparticlec_f4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                          pycu_stream stream, particles_array_particle_1d particles,
                                          float dt)
{
    return PYCU_LAUNCH(particles, accelerate, regions, (pycu::c_order(particles), dt));
}

PYCU_ALIAS(particles_accelerate, particles_accelerate__a1rparticlec_f4)

PYCU_INT_ENTRIES(particles, move)

int particles_move__a1rparticlea_f4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                    pycu_stream stream, particles_array_particle_1d particles,
                                    float dt)
{
    return PYCU_LAUNCH(particles, move, loops, (particles, dt));
}

PYCU_ALIAS(particles_move, particles_move__a1rparticlea_f4)
