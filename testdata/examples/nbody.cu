// Gravitation of n bodies, each on each, one tile of bodies at a time.
// Generated from nbody.py by pycu: edit nbody.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(nbody)

static constexpr int TILE = 32;
static constexpr float SOFTENING = 0.001f;

/// The acceleration of a body at i by a mass at j.
__device__ pycu::float3 attraction(float xi, float yi, float zi, float xj, float yj, float zj,
                                   float mass)
{
    const float dx = xj - xi;
    const float dy = yj - yi;
    const float dz = zj - zi;
    const float distance2 = dx * dx + dy * dy + dz * dz + SOFTENING;
    const float inverse = 1.0f / sqrtf(distance2);
    const float strength = mass * inverse * inverse * inverse;
    return {dx * strength, dy * strength, dz * strength};
}

/// out[i] = sum over j of the attraction of body i by body j
PYCU_KERNEL void accelerations(pycu::array<const float, 2, int> position,
                               pycu::array<const float, 1, int> mass,
                               pycu::array<float, 2, int> out)
{
    __shared__ float tile[TILE][4];
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int n = mass.size();

    float x = 0.0f;
    float y = 0.0f;
    float z = 0.0f;
    if (i < n) {
        x = position(i, 0);
        y = position(i, 1);
        z = position(i, 2);
    }

    float ax = 0.0f;
    float ay = 0.0f;
    float az = 0.0f;
    for (int first = 0; first < n; first += TILE) {
        const int j = first + t;
        if (j < n) {
            for (int c = 0; c < 3; ++c) {
                tile[t][c] = position(j, c);
            }
            tile[t][3] = mass[j];
        }
        __syncthreads();

        for (int other = 0; other < min(TILE, n - first); ++other) {
            const auto [fx, fy, fz] =
                attraction(x, y, z, tile[other][0], tile[other][1], tile[other][2], tile[other][3]);
            ax += fx;
            ay += fy;
            az += fz;
        }
        __syncthreads();
    }

    if (i < n) {
        out(i, 0) = ax;
        out(i, 1) = ay;
        out(i, 2) = az;
    }
}

/// Advance velocities, then positions, by dt.
PYCU_KERNEL void move(pycu::array<float, 2, int> position, pycu::array<float, 2, int> velocity,
                      pycu::array<const float, 2, int> acceleration, float dt)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int c = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < position.shape[0] && c < 3) {
        velocity(i, c) += acceleration(i, c) * dt;
        position(i, c) += velocity(i, c) * dt;
    }
}

PYCU_END(nbody)

#include "nbody_launch.cuh"
