// Ray marching: a picture of a scene that is given by the distance to its nearest surface.
// Generated from ray_marching.py by pycu: edit ray_marching.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(ray_marching)

static constexpr int STEPS = 80;
static constexpr double NEAR = 1e-4;
static constexpr double FAR = 12.0;
static constexpr double SKY = 0.1;

__device__ pycu::double3 along(pycu::double3 origin, pycu::double3 direction, double t)
{
    const auto [ox, oy, oz] = origin;
    const auto [dx, dy, dz] = direction;
    return {ox + t * dx, oy + t * dy, oz + t * dz};
}

__device__ pycu::double3 unit(double x, double y, double z)
{
    const double length = sqrt(x * x + y * y + z * z);
    return {x / length, y / length, z / length};
}

/// How far p is from what is nearest: a ring over the floor.
__device__ double scene(pycu::double3 p)
{
    const auto [x, y, z] = p;
    const double across = sqrt(x * x + z * z) - 1.5;
    const double above = y - 0.6;
    const double ring = sqrt(across * across + above * above) - 0.4;
    return fmin(ring, y);
}

/// The direction in which the distance grows.
__device__ pycu::double3 normal(pycu::double3 p)
{
    const auto [x, y, z] = p;
    const double h = 1e-5;
    return unit(scene({x + h, y, z}) - scene({x - h, y, z}),
                scene({x, y + h, z}) - scene({x, y - h, z}),
                scene({x, y, z + h}) - scene({x, y, z - h}));
}

/// How far the ray goes: a step may be as long as the distance to anything.
__device__ double march(pycu::double3 origin, pycu::double3 direction)
{
    double t = 0.0;
    for (int i = 0; i < STEPS; ++i) {
        const double distance = scene(along(origin, direction, t));
        if (distance < NEAR) {
            return t;
        }
        t += distance;
        if (t > FAR) {
            break;
        }
    }
    return FAR;
}

/// The brightness of every pixel; the eye looks down on the middle of the scene.
PYCU_KERNEL void render(pycu::array<double, 2, int> image, pycu::double3 eye, pycu::double3 light)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int rows = image.shape[0], columns = image.shape[1];
    if (row >= rows || column >= columns) {
        return;
    }
    const double u = (column + 0.5) / columns - 0.5;
    const double v = 0.5 - (row + 0.5) / rows;
    const pycu::double3 ray = unit(u, v - 0.6, 1.0);
    const double t = march(eye, ray);
    if (t == FAR) {
        image(row, column) = SKY;
        return;
    }
    const pycu::double3 p = along(eye, ray, t);
    const auto [nx, ny, nz] = normal(p);
    const auto [lx, ly, lz] = light;
    double shade = fmax(nx * lx + ny * ly + nz * lz, 0.0);
    if (march(along(p, {nx, ny, nz}, 1e-2), light) < FAR) {
        shade *= 0.3;  // something stands between
    }
    image(row, column) = SKY + (1.0 - SKY) * shade;
}

PYCU_END(ray_marching)

#include "ray_marching_launch.cuh"
