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
__device__ void accelerate(pycu::array<particle, 1, int> particles, float dt)
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
__device__ void move(pycu::array<particle, 1, int> particles, float dt)
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
            p.bounces += 1;
        }
    }
}

PYCU_END(particles)

// How the host launches the kernels above.
#include "particles.h"
#include "particles_wide.cuh"

PYCU_ENTRIES(particles)
static_assert(sizeof(particle) == sizeof(particles_particle));
static_assert(offsetof(particle, position) == offsetof(particles_particle, position));
static_assert(offsetof(particle, speed) == offsetof(particles_particle, speed));
static_assert(offsetof(particle, mass) == offsetof(particles_particle, mass));
static_assert(offsetof(particle, bounces) == offsetof(particles_particle, bounces));

__global__ void accelerate__contiguous(particle* __restrict__ particles, int particles__0, float dt)
{
    accelerate(pycu::packed(particles, particles__0), dt);
}

__global__ void move__contiguous(particle* __restrict__ particles, int particles__0, float dt)
{
    move(pycu::packed(particles, particles__0), dt);
}

PYCU_ENTRIES_END(particles)

PYCU_WRAPPERS(particles)

int particles_accelerate__a1rparticlec_f4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, particles_array_particle_1d particles, float dt)
{
    pycu::Launch launch(particles_report__, "accelerate", grid, block, shared_bytes, stream);
    launch.writes("particles", particles, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(particles, accelerate, contiguous, fibers),
            pycu::as_record(particles.data), int(particles.shape[0]), dt);
    }
    return launch.run(PYCU_WIDE_ENTRY(particles, accelerate, strided, fibers),
        pycu::as_record(particles.data), pycu::shape(particles), pycu::strides(particles), dt);
}

int particles_accelerate(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    particles_array_particle_1d particles, float dt)
{
    return particles_accelerate__a1rparticlec_f4(grid, block, shared_bytes, stream, particles, dt);
}

int particles_move__a1rparticlea_f4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, particles_array_particle_1d particles, float dt)
{
    pycu::Launch launch(particles_report__, "move", grid, block, shared_bytes, stream);
    launch.writes("particles", particles);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(particles, move, contiguous, loops),
            pycu::as_record(particles.data), int(particles.shape[0]), dt);
    }
    return launch.run(PYCU_WIDE_ENTRY(particles, move, strided, loops),
        pycu::as_record(particles.data), pycu::shape(particles), pycu::strides(particles), dt);
}

int particles_move(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    particles_array_particle_1d particles, float dt)
{
    return particles_move__a1rparticlea_f4(grid, block, shared_bytes, stream, particles, dt);
}
