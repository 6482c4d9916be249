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
PYCU_KERNEL void fill_cells(pycu::array<const double, 2, int> position, double box,
                            pycu::array<int, 2, int> count, pycu::array<int, 3, int> members)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < position.shape[0]) {
        const int64_t row = cell_of(position(i, 1), box, count.shape[0]);
        const int64_t column = cell_of(position(i, 0), box, count.shape[1]);
        const int place = atomicAdd(&count.wrapped(row, column), 1);
        if (place < CAPACITY) {
            members.wrapped(row, column, place) = i;
        }
    }
}

/// The pull of all particles within the cutoff, which are in the nine cells around.
PYCU_KERNEL void forces(pycu::array<const double, 2, int> position, double box,
                        pycu::array<const int, 2, int> count,
                        pycu::array<const int, 3, int> members, pycu::array<double, 2, int> force)
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
            for (const int j : members(r, c, pycu::to(min(count(r, c), CAPACITY)))) {
                const double dx = nearest(x - position.wrapped(j, 0), box);
                const double dy = nearest(y - position.wrapped(j, 1), box);
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
PYCU_KERNEL void move(pycu::array<double, 2, int> position, pycu::array<double, 2, int> velocity,
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

#include "cell_list_launch.cuh"
