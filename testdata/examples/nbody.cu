// Gravitation of n bodies, each on each, one tile of bodies at a time.
// Generated from nbody.py by pycu: edit nbody.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(nbody)

static constexpr int TILE = 32;
static constexpr float SOFTENING = 0.001f;

/// The acceleration of a body at i by a mass at j.
__device__ pycu::tuple<float, float, float> attraction(float xi, float yi, float zi, float xj,
    float yj, float zj, float mass)
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
__device__ void accelerations(pycu::array<const float, 2, int> position,
                              pycu::array<const float, 1, int> mass, pycu::array<float, 2, int> out)
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
            const auto [fx, fy, fz] = attraction(x, y, z, tile[other][0], tile[other][1],
                tile[other][2], tile[other][3]);
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
__device__ void move(pycu::array<float, 2, int> position, pycu::array<float, 2, int> velocity,
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

// How the host launches the kernels above.
#include "nbody.h"
#include "nbody_wide.cuh"

PYCU_ENTRIES(nbody)

__global__ void accelerations__contiguous(const float* __restrict__ position, int position__0,
    int position__1, const float* __restrict__ mass, int mass__0, float* __restrict__ out,
    int out__0, int out__1)
{
    accelerations(pycu::packed(position, position__0, position__1), pycu::packed(mass, mass__0),
        pycu::packed(out, out__0, out__1));
}

__global__ void move__contiguous(float* __restrict__ position, int position__0, int position__1,
    float* __restrict__ velocity, int velocity__0, int velocity__1,
    const float* __restrict__ acceleration, int acceleration__0, int acceleration__1, float dt)
{
    move(pycu::packed(position, position__0, position__1),
        pycu::packed(velocity, velocity__0, velocity__1),
        pycu::packed(acceleration, acceleration__0, acceleration__1), dt);
}

PYCU_ENTRIES_END(nbody)

PYCU_WRAPPERS(nbody)

int nbody_accelerations__a2f4c_a1f4c_a2f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d position, pycu_array_f32_1d mass, pycu_array_f32_2d out)
{
    pycu::Launch launch(nbody_report__, "accelerations", grid, block, shared_bytes, stream);
    launch.reads("position", position, pycu::Layout::C);
    launch.reads("mass", mass, pycu::Layout::C);
    launch.writes("out", out, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(nbody, accelerations, contiguous, fibers), position.data,
            int(position.shape[0]), int(position.shape[1]), mass.data, int(mass.shape[0]), out.data,
            int(out.shape[0]), int(out.shape[1]));
    }
    return launch.run(PYCU_WIDE_ENTRY(nbody, accelerations, strided, fibers), position.data,
        pycu::shape(position), pycu::strides(position), mass.data, pycu::shape(mass),
        pycu::strides(mass), out.data, pycu::shape(out), pycu::strides(out));
}

int nbody_accelerations(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_2d position, pycu_array_f32_1d mass, pycu_array_f32_2d out)
{
    return nbody_accelerations__a2f4c_a1f4c_a2f4c(grid, block, shared_bytes, stream, position, mass,
        out);
}

int nbody_move__a2f4c_a2f4c_a2f4c_f4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d position, pycu_array_f32_2d velocity,
    pycu_array_f32_2d acceleration, float dt)
{
    pycu::Launch launch(nbody_report__, "move", grid, block, shared_bytes, stream);
    launch.writes("position", position, pycu::Layout::C);
    launch.writes("velocity", velocity, pycu::Layout::C);
    launch.reads("acceleration", acceleration, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(nbody, move, contiguous, loops), position.data,
            int(position.shape[0]), int(position.shape[1]), velocity.data, int(velocity.shape[0]),
            int(velocity.shape[1]), acceleration.data, int(acceleration.shape[0]),
            int(acceleration.shape[1]), dt);
    }
    return launch.run(PYCU_WIDE_ENTRY(nbody, move, strided, loops), position.data,
        pycu::shape(position), pycu::strides(position), velocity.data, pycu::shape(velocity),
        pycu::strides(velocity), acceleration.data, pycu::shape(acceleration),
        pycu::strides(acceleration), dt);
}

int nbody_move(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_2d position, pycu_array_f32_2d velocity, pycu_array_f32_2d acceleration,
    float dt)
{
    return nbody_move__a2f4c_a2f4c_a2f4c_f4(grid, block, shared_bytes, stream, position, velocity,
        acceleration, dt);
}
