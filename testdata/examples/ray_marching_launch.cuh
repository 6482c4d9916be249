// Ray marching: a picture of a scene that is given by the distance to its nearest surface.
// Generated from ray_marching.py by pycu: edit ray_marching.py and run pycu again.
//
// How the host launches what ray_marching.cu has.
#include "ray_marching.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(ray_marching)

/// How far the ray goes: a step may be as long as the distance to anything.
__device__ double march(pycu::double3 origin, pycu::double3 direction)
{
    double t = 0.0;
    for (int64_t i = 0; i < STEPS; ++i) {
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
PYCU_KERNEL void render(pycu::array<double, 2> image, pycu::double3 eye, pycu::double3 light)
{
    const int64_t column = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t row = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    const int64_t rows = image.shape[0], columns = image.shape[1];
    if (row >= rows || column >= columns) {
        return;
    }
    const double u = (column + 0.5) / columns - 0.5;
    const double v = 0.5 - (row + 0.5) / rows;
    const pycu::double3 ray = unit(u, v - 0.6, 1.0);
    const double t = pycu_wide::march(eye, ray);
    if (t == FAR) {
        image(row, column) = SKY;
        return;
    }
    const pycu::double3 p = along(eye, ray, t);
    const auto [nx, ny, nz] = normal(p);
    const auto [lx, ly, lz] = light;
    double shade = fmax(nx * lx + ny * ly + nz * lz, 0.0);
    if (pycu_wide::march(along(p, {nx, ny, nz}, 1e-2), light) < FAR) {
        shade *= 0.3;  // something stands between
    }
    image(row, column) = SKY + (1.0 - SKY) * shade;
}

PYCU_WIDE_END(ray_marching)

PYCU_WRAPPERS(ray_marching)

PYCU_INT_ENTRIES(ray_marching, render)

int ray_marching_render__a2f8c_t3f8f8f8_t3f8f8f8(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_f64_2d image, double eye_0,
                                                 double eye_1, double eye_2, double light_0,
                                                 double light_1, double light_2)
{
    return PYCU_LAUNCH(ray_marching, render, loops,
                       (pycu::c_order(image), eye_0, eye_1, eye_2, light_0, light_1, light_2));
}

PYCU_ALIAS(ray_marching_render, ray_marching_render__a2f8c_t3f8f8f8_t3f8f8f8)
