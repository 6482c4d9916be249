// Lennard-Jones particles in a periodic box: neighbours from the cells around, steps in time.
// Generated from cell_list.py by pycu: edit cell_list.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(cell_list)

static constexpr int CAPACITY = 12;
static constexpr double CUTOFF = 2.5;

__device__ int64_t cell_of(double x, double box, int cells)
{
    return min(pycu::to_int<int64_t>(x / box * cells), int64_t(cells - 1));
}

/// The shortest of all distances between the images of two particles.
__device__ double nearest(double distance, double box)
{
    return distance - box * pycu::round(distance / box);
}

/// Enters each particle in the list of its cell.
__device__ void fill_cells(pycu::array<const double, 2, int> position, double box,
                           pycu::array<int, 2, int> count, pycu::array<int, 3, int> members)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < position.shape[0]) {
        const int64_t row = cell_of(position(i, 1), box, count.shape[0]);
        const int64_t column = cell_of(position(i, 0), box, count.shape[1]);
        const int place = atomicAdd(&count(pycu::wrap(row, count.shape[0]),
            pycu::wrap(column, count.shape[1])), 1);
        if (place < CAPACITY) {
            members(pycu::wrap(row, members.shape[0]), pycu::wrap(column, members.shape[1]),
                pycu::wrap(place, members.shape[2])) = i;
        }
    }
}

/// The pull of all particles within the cutoff, which are in the nine cells around.
__device__ void forces(pycu::array<const double, 2, int> position, double box,
                       pycu::array<const int, 2, int> count, pycu::array<const int, 3, int> members,
                       pycu::array<double, 2, int> force)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= position.shape[0]) {
        return;
    }
    const int rows = count.shape[0], columns = count.shape[1];
    const double x = position(i, 0);
    const double y = position(i, 1);
    const int64_t row = cell_of(y, box, rows);
    const int64_t column = cell_of(x, box, columns);
    double fx = 0.0;
    double fy = 0.0;
    for (int down = -1; down < 2; ++down) {
        for (int right = -1; right < 2; ++right) {
            const int r = pycu::floor_mod(row + down, rows);
            const int c = pycu::floor_mod(column + right, columns);
            const auto items = members(r, c,
                pycu::to(min(int64_t(count(r, c)), int64_t(CAPACITY))));
            for (int k = 0; k < items.shape[0]; ++k) {
                const int j = items[k];
                const double dx = nearest(x - position(pycu::wrap(j, position.shape[0]), 0), box);
                const double dy = nearest(y - position(pycu::wrap(j, position.shape[0]), 1), box);
                const double squared = dx * dx + dy * dy;
                if (j == i || squared > CUTOFF * CUTOFF) {
                    continue;
                }
                const double sixth = 1.0 / (squared * squared * squared);
                const double pull = 24.0 * sixth * (2.0 * sixth - 1.0) / squared;
                fx += pull * dx;
                fy += pull * dy;
            }
        }
    }
    force(i, 0) = fx;
    force(i, 1) = fy;
}

/// A step of the leapfrog; who leaves the box comes in on the other side.
__device__ void move(pycu::array<double, 2, int> position, pycu::array<double, 2, int> velocity,
                     pycu::array<const double, 2, int> force, double box, double dt)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < position.shape[0]) {
        for (int k = 0; k < 2; ++k) {
            velocity(i, k) += force(i, k) * dt;
            position(i, k) = pycu::floor_mod(position(i, k) + velocity(i, k) * dt, box);
        }
    }
}

PYCU_END(cell_list)

// How the host launches the kernels above.
#include "cell_list.h"
#include "cell_list_wide.cuh"

PYCU_ENTRIES(cell_list)

__global__ void fill_cells__contiguous(const double* __restrict__ position, int position__0,
    int position__1, double box, int* __restrict__ count, int count__0, int count__1,
    int* __restrict__ members, int members__0, int members__1, int members__2)
{
    fill_cells(pycu::packed(position, position__0, position__1), box,
        pycu::packed(count, count__0, count__1),
        pycu::packed(members, members__0, members__1, members__2));
}

__global__ void forces__contiguous(const double* __restrict__ position, int position__0,
    int position__1, double box, const int* __restrict__ count, int count__0, int count__1,
    const int* __restrict__ members, int members__0, int members__1, int members__2,
    double* __restrict__ force, int force__0, int force__1)
{
    forces(pycu::packed(position, position__0, position__1), box,
        pycu::packed(count, count__0, count__1),
        pycu::packed(members, members__0, members__1, members__2),
        pycu::packed(force, force__0, force__1));
}

__global__ void move__contiguous(double* __restrict__ position, int position__0, int position__1,
    double* __restrict__ velocity, int velocity__0, int velocity__1,
    const double* __restrict__ force, int force__0, int force__1, double box, double dt)
{
    move(pycu::packed(position, position__0, position__1),
        pycu::packed(velocity, velocity__0, velocity__1), pycu::packed(force, force__0, force__1),
        box, dt);
}

PYCU_ENTRIES_END(cell_list)

PYCU_WRAPPERS(cell_list)

int cell_list_fill_cells__a2f8c_f8_a2i4c_a3i4c(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f64_2d position, double box,
    pycu_array_i32_2d count, pycu_array_i32_3d members)
{
    pycu::Launch launch(cell_list_report__, "fill_cells", grid, block, shared_bytes, stream);
    launch.reads("position", position, pycu::Layout::C);
    launch.writes("count", count, pycu::Layout::C);
    launch.writes("members", members, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(cell_list, fill_cells, contiguous, loops), position.data,
            int(position.shape[0]), int(position.shape[1]), box, count.data, int(count.shape[0]),
            int(count.shape[1]), members.data, int(members.shape[0]), int(members.shape[1]),
            int(members.shape[2]));
    }
    return launch.run(PYCU_WIDE_ENTRY(cell_list, fill_cells, strided, loops), position.data,
        pycu::shape(position), pycu::strides(position), box, count.data, pycu::shape(count),
        pycu::strides(count), members.data, pycu::shape(members), pycu::strides(members));
}

int cell_list_fill_cells(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_2d position, double box, pycu_array_i32_2d count, pycu_array_i32_3d members)
{
    return cell_list_fill_cells__a2f8c_f8_a2i4c_a3i4c(grid, block, shared_bytes, stream, position,
        box, count, members);
}

int cell_list_forces__a2f8c_f8_a2i4c_a3i4c_a2f8c(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f64_2d position, double box,
    pycu_array_i32_2d count, pycu_array_i32_3d members, pycu_array_f64_2d force)
{
    pycu::Launch launch(cell_list_report__, "forces", grid, block, shared_bytes, stream);
    launch.reads("position", position, pycu::Layout::C);
    launch.reads("count", count, pycu::Layout::C);
    launch.reads("members", members, pycu::Layout::C);
    launch.writes("force", force, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(cell_list, forces, contiguous, loops), position.data,
            int(position.shape[0]), int(position.shape[1]), box, count.data, int(count.shape[0]),
            int(count.shape[1]), members.data, int(members.shape[0]), int(members.shape[1]),
            int(members.shape[2]), force.data, int(force.shape[0]), int(force.shape[1]));
    }
    return launch.run(PYCU_WIDE_ENTRY(cell_list, forces, strided, loops), position.data,
        pycu::shape(position), pycu::strides(position), box, count.data, pycu::shape(count),
        pycu::strides(count), members.data, pycu::shape(members), pycu::strides(members),
        force.data, pycu::shape(force), pycu::strides(force));
}

int cell_list_forces(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_2d position, double box, pycu_array_i32_2d count, pycu_array_i32_3d members,
    pycu_array_f64_2d force)
{
    return cell_list_forces__a2f8c_f8_a2i4c_a3i4c_a2f8c(grid, block, shared_bytes, stream, position,
        box, count, members, force);
}

int cell_list_move__a2f8c_a2f8c_a2f8c_f8_f8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_2d position, pycu_array_f64_2d velocity,
    pycu_array_f64_2d force, double box, double dt)
{
    pycu::Launch launch(cell_list_report__, "move", grid, block, shared_bytes, stream);
    launch.writes("position", position, pycu::Layout::C);
    launch.writes("velocity", velocity, pycu::Layout::C);
    launch.reads("force", force, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(cell_list, move, contiguous, loops), position.data,
            int(position.shape[0]), int(position.shape[1]), velocity.data, int(velocity.shape[0]),
            int(velocity.shape[1]), force.data, int(force.shape[0]), int(force.shape[1]), box, dt);
    }
    return launch.run(PYCU_WIDE_ENTRY(cell_list, move, strided, loops), position.data,
        pycu::shape(position), pycu::strides(position), velocity.data, pycu::shape(velocity),
        pycu::strides(velocity), force.data, pycu::shape(force), pycu::strides(force), box, dt);
}

int cell_list_move(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_2d position, pycu_array_f64_2d velocity, pycu_array_f64_2d force, double box,
    double dt)
{
    return cell_list_move__a2f8c_a2f8c_a2f8c_f8_f8(grid, block, shared_bytes, stream, position,
        velocity, force, box, dt);
}
