// Gravitation of n bodies, each on each, one tile of bodies at a time.
// Generated from nbody.py by pycu: edit nbody.py and run pycu again.
//
// How the host launches what nbody.cu has.
#include "nbody.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(nbody)

/// out[i] = sum over j of the attraction of body i by body j
PYCU_KERNEL void accelerations(pycu::array<const float, 2> position,
                               pycu::array<const float, 1> mass, pycu::array<float, 2> out)
{
    __shared__ float tile[TILE][4];
    const int t = threadIdx.x;
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t n = mass.size();

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
    for (int64_t first = 0; first < n; first += TILE) {
        const int64_t j = first + t;
        if (j < n) {
            for (int64_t c = 0; c < 3; ++c) {
                tile[t][c] = position(j, c);
            }
            tile[t][3] = mass[j];
        }
        __syncthreads();

        for (int64_t other = 0; other < min(int64_t(TILE), n - first); ++other) {
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
PYCU_KERNEL void move(pycu::array<float, 2> position, pycu::array<float, 2> velocity,
                      pycu::array<const float, 2> acceleration, float dt)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t c = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    if (i < position.shape[0] && c < 3) {
        velocity(i, c) += acceleration(i, c) * dt;
        position(i, c) += velocity(i, c) * dt;
    }
}

PYCU_WIDE_END(nbody)

#if PYCU_HOST
#include "nbody_cpu.cuh"
#endif

PYCU_WRAPPERS(nbody)

PYCU_INT_ENTRIES(nbody, accelerations)
PYCU_INT_REGIONS(nbody, accelerations)

int nbody_accelerations__a2f4c_a1f4c_a2f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                           pycu_stream stream, pycu_array_f32_2d position,
                                           pycu_array_f32_1d mass, pycu_array_f32_2d out)
{
    return PYCU_LAUNCH(nbody, accelerations, regions,
                       (pycu::c_order(position), pycu::c_order(mass), pycu::c_order(out)));
}

PYCU_ALIAS(nbody_accelerations, nbody_accelerations__a2f4c_a1f4c_a2f4c)

PYCU_INT_ENTRIES(nbody, move)
PYCU_LONG_ROWS_OF(nbody, move, y)

int nbody_move__a2f4c_a2f4c_a2f4c_f4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f32_2d position,
                                     pycu_array_f32_2d velocity, pycu_array_f32_2d acceleration,
                                     float dt)
{
    return PYCU_LAUNCH(
        nbody, move, loops,
        (pycu::c_order(position), pycu::c_order(velocity), pycu::c_order(acceleration), dt));
}

PYCU_ALIAS(nbody_move, nbody_move__a2f4c_a2f4c_a2f4c_f4)
