// Lennard-Jones particles in a periodic box: neighbours from the cells around, steps in time.
// Generated from cell_list.py by pycu: edit cell_list.py and run pycu again.
//
// How the host launches what cell_list.cu has.
#include "cell_list.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(cell_list)

__device__ int64_t cell_of(double x, double box, int64_t cells)
{
    return min(pycu::to_int<int64_t>(x / box * cells), cells - 1);
}

/// Enters each particle in the list of its cell.
PYCU_KERNEL void fill_cells(pycu::array<const double, 2> position, double box,
                            pycu::array<int, 2> count, pycu::array<int, 3> members)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < position.shape[0]) {
        const int64_t row = pycu_wide::cell_of(position(i, 1), box, count.shape[0]);
        const int64_t column = pycu_wide::cell_of(position(i, 0), box, count.shape[1]);
        const int place = atomicAdd(&count.wrapped(row, column), 1);
        if (place < CAPACITY) {
            members.wrapped(row, column, place) = i;
        }
    }
}

/// The pull of all particles within the cutoff, which are in the nine cells around.
PYCU_KERNEL void forces(pycu::array<const double, 2> position, double box,
                        pycu::array<const int, 2> count, pycu::array<const int, 3> members,
                        pycu::array<double, 2> force)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= position.shape[0]) {
        return;
    }
    const int64_t rows = count.shape[0], columns = count.shape[1];
    const double x = position(i, 0);
    const double y = position(i, 1);
    const int64_t row = pycu_wide::cell_of(y, box, rows);
    const int64_t column = pycu_wide::cell_of(x, box, columns);
    double fx = 0.0;
    double fy = 0.0;
    for (int64_t down = -1; down < 2; ++down) {
        for (int64_t right = -1; right < 2; ++right) {
            const int64_t r = pycu::floor_mod(row + down, rows);
            const int64_t c = pycu::floor_mod(column + right, columns);
            for (const int j :
                 members(r, c, pycu::to(min(int64_t(count(r, c)), int64_t(CAPACITY))))) {
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
PYCU_KERNEL void move(pycu::array<double, 2> position, pycu::array<double, 2> velocity,
                      pycu::array<const double, 2> force, double box, double dt)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < position.shape[0]) {
        for (int64_t k = 0; k < 2; ++k) {
            velocity(i, k) += force(i, k) * dt;
            position(i, k) = pycu::floor_mod(position(i, k) + velocity(i, k) * dt, box);
        }
    }
}

PYCU_WIDE_END(cell_list)

PYCU_WRAPPERS(cell_list)

PYCU_INT_ENTRIES(cell_list, fill_cells)

int cell_list_fill_cells__a2f8c_f8_a2i4c_a3i4c(pycu_dim3 grid, pycu_dim3 block,
                                               uint32_t shared_bytes, pycu_stream stream,
                                               pycu_array_f64_2d position, double box,
                                               pycu_array_i32_2d count, pycu_array_i32_3d members)
{
    return PYCU_LAUNCH(
        cell_list, fill_cells, loops,
        (pycu::c_order(position), box, pycu::c_order(count), pycu::c_order(members)));
}

PYCU_ALIAS(cell_list_fill_cells, cell_list_fill_cells__a2f8c_f8_a2i4c_a3i4c)

PYCU_INT_ENTRIES(cell_list, forces)

int cell_list_forces__a2f8c_f8_a2i4c_a3i4c_a2f8c(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_f64_2d position, double box,
                                                 pycu_array_i32_2d count, pycu_array_i32_3d members,
                                                 pycu_array_f64_2d force)
{
    return PYCU_LAUNCH(cell_list, forces, loops,
                       (pycu::c_order(position), box, pycu::c_order(count), pycu::c_order(members),
                        pycu::c_order(force)));
}

PYCU_ALIAS(cell_list_forces, cell_list_forces__a2f8c_f8_a2i4c_a3i4c_a2f8c)

PYCU_INT_ENTRIES(cell_list, move)

int cell_list_move__a2f8c_a2f8c_a2f8c_f8_f8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                            pycu_stream stream, pycu_array_f64_2d position,
                                            pycu_array_f64_2d velocity, pycu_array_f64_2d force,
                                            double box, double dt)
{
    return PYCU_LAUNCH(
        cell_list, move, loops,
        (pycu::c_order(position), pycu::c_order(velocity), pycu::c_order(force), box, dt));
}

PYCU_ALIAS(cell_list_move, cell_list_move__a2f8c_a2f8c_a2f8c_f8_f8)
