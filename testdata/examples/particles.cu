// Records of particles: gravity, a step in time, and reflection at the walls of a box.
// Generated from particles.py by pycu: edit particles.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(particles)

struct particle {
    float position[3];
    float speed[3];
    float mass;
    int bounces;
};

static constexpr float SOFTENING = 0.01f;
static constexpr double BOX = 1.0;
static constexpr int TILE = 64;

/// The acceleration of p by q along one axis.
__device__ float pull(const particle& p, const particle& q, int axis)
{
    float squared = SOFTENING;
    for (int k = 0; k < 3; ++k) {
        const float d = q.position[k] - p.position[k];
        squared += d * d;
    }
    const float inverse = 1.0f / sqrtf(squared);
    return q.mass * (q.position[axis] - p.position[axis]) * inverse * inverse * inverse;
}

/// Every particle is pulled by every other, a tile of them at a time.
PYCU_KERNEL void accelerate(pycu::array<particle, 1, int> particles, float dt)
{
    __shared__ particle tile[TILE];
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int n = particles.size();

    float change[3];
    for (int k = 0; k < 3; ++k) {
        change[k] = 0.0f;
    }

    for (int first = 0; first < n; first += TILE) {
        if (first + t < n) {
            tile[t] = particles[first + t];
        }
        __syncthreads();
        if (i < n) {
            for (int j = 0; j < min(TILE, n - first); ++j) {
                for (int k = 0; k < 3; ++k) {
                    change[k] += pull(particles[i], tile[j], k);
                }
            }
        }
        __syncthreads();
    }

    if (i < n) {
        for (int k = 0; k < 3; ++k) {
            particles[i].speed[k] += change[k] * dt;
        }
    }
}

/// A step; a particle that leaves the box comes back.
PYCU_KERNEL void move(pycu::array<particle, 1, int> particles, float dt)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= particles.size()) {
        return;
    }
    particle& p = particles[i];
    for (int k = 0; k < 3; ++k) {
        p.position[k] += p.speed[k] * dt;
        if (p.position[k] < 0.0f || p.position[k] > BOX) {
            p.position[k] -= 2.0 * p.speed[k] * dt;
            p.speed[k] = -p.speed[k];
            p.bounces += 1L;
        }
    }
}

PYCU_END(particles)

#include "particles_launch.cuh"
