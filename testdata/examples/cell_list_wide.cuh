// Lennard-Jones particles in a periodic box: neighbours from the cells around, steps in time.
// Generated from cell_list.py by pycu: edit cell_list.py and run pycu again.
//
// The kernels of cell_list.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(cell_list)

__device__ int64_t cell_of(double x, double box, int64_t cells)
{
    return min(pycu::to_int<int64_t>(x / box * cells), cells - 1);
}

/// The shortest of all distances between the images of two particles.
__device__ double nearest(double distance, double box)
{
    return distance - box * pycu::round(distance / box);
}

/// Enters each particle in the list of its cell.
__device__ void fill_cells(pycu::array<const double, 2> position, double box,
                           pycu::array<int, 2> count, pycu::array<int, 3> members)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < position.shape[0]) {
        const int64_t row = pycu_wide::cell_of(position(i, 1), box, count.shape[0]);
        const int64_t column = pycu_wide::cell_of(position(i, 0), box, count.shape[1]);
        const int place = atomicAdd(&count(pycu::wrap(row, count.shape[0]),
            pycu::wrap(column, count.shape[1])), 1);
        if (place < CAPACITY) {
            members(pycu::wrap(row, members.shape[0]), pycu::wrap(column, members.shape[1]),
                pycu::wrap(place, members.shape[2])) = i;
        }
    }
}

/// The pull of all particles within the cutoff, which are in the nine cells around.
__device__ void forces(pycu::array<const double, 2> position, double box,
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
            const auto items = members(r, c,
                pycu::to(min(int64_t(count(r, c)), int64_t(CAPACITY))));
            for (int64_t k = 0; k < items.shape[0]; ++k) {
                const int j = items[k];
                const double dx = pycu_wide::nearest(x
                    - position(pycu::wrap(j, position.shape[0]), 0), box);
                const double dy = pycu_wide::nearest(y
                    - position(pycu::wrap(j, position.shape[0]), 1), box);
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
__device__ void move(pycu::array<double, 2> position, pycu::array<double, 2> velocity,
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

__global__ void fill_cells__strided(const double* position, pycu::extents<2> position__shape,
    pycu::extents<2> position__strides, double box, int* count, pycu::extents<2> count__shape,
    pycu::extents<2> count__strides, int* members, pycu::extents<3> members__shape,
    pycu::extents<3> members__strides)
{
    pycu_wide::fill_cells(pycu::view_a(position, position__shape, position__strides), box,
        pycu::view_a(count, count__shape, count__strides),
        pycu::view_a(members, members__shape, members__strides));
}

__global__ void forces__strided(const double* position, pycu::extents<2> position__shape,
    pycu::extents<2> position__strides, double box, const int* count, pycu::extents<2> count__shape,
    pycu::extents<2> count__strides, const int* members, pycu::extents<3> members__shape,
    pycu::extents<3> members__strides, double* force, pycu::extents<2> force__shape,
    pycu::extents<2> force__strides)
{
    pycu_wide::forces(pycu::view_a(position, position__shape, position__strides), box,
        pycu::view_a(count, count__shape, count__strides),
        pycu::view_a(members, members__shape, members__strides),
        pycu::view_a(force, force__shape, force__strides));
}

__global__ void move__strided(double* position, pycu::extents<2> position__shape,
    pycu::extents<2> position__strides, double* velocity, pycu::extents<2> velocity__shape,
    pycu::extents<2> velocity__strides, const double* force, pycu::extents<2> force__shape,
    pycu::extents<2> force__strides, double box, double dt)
{
    pycu_wide::move(pycu::view_a(position, position__shape, position__strides),
        pycu::view_a(velocity, velocity__shape, velocity__strides),
        pycu::view_a(force, force__shape, force__strides), box, dt);
}

PYCU_WIDE_END(cell_list)
