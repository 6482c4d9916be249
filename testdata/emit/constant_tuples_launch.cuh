// Tuples of the module under an index: arrays in memory; written ones, under braces.
// Generated from constant_tuples.py by pycu: edit constant_tuples.py and run pycu again.
//
// How the host launches what constant_tuples.cu has.
#include "constant_tuples.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(constant_tuples)

PYCU_KERNEL void density(pycu::array<const double, 3> f, pycu::array<double, 2> out)
{
    const int64_t x = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t y = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    const int64_t nx = f.shape[1];
    const int64_t ny = f.shape[2];
    if (x < nx && y < ny) {
        double total = 0.0;
        for (int64_t k = 0; k < Q; ++k) {
            total += WEIGHTS[k] * f(k, (x - cx[k] + nx) % nx, (y - cy[k] + ny) % ny);
        }
        out(x, y) = total;
    }
}

PYCU_KERNEL void anywhere(pycu::array<int64_t, 1> out, int64_t k)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        pycu::tuple<int64_t, int64_t> pair{i, k};
        while (pair.get<1>() > 0) {
            pair = {pycu::floor_mod(pair.get<1>(), 3), pair.get<1>() >> 1};
        }
        out[i] = pycu::at(SEEDS, pycu::wrap(k, 2)) + SEEDS[i % 2] + 1 + pair.get<0>();
    }
}

PYCU_KERNEL void shifted(pycu::array<const double, 1> a, pycu::array<double, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (0 < i && i < a.size() - 1) {
        for (const int64_t shift : {-1, 0, 1}) {
            out[i] += a[i + shift];
        }
    }
}

PYCU_KERNEL void neighbours(pycu::array<const int, 2> a, pycu::array<int, 2> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    if (0 < i && i < a.shape[0] - 1 && 0 < j && j < a.shape[1] - 1) {
        int64_t total = 0;
        for (int64_t k = 0; k < 4; ++k) {
            total += a(i + SIDES[k][0], j + SIDES[k][1]);
        }
        for (int64_t m = 0; m < 4; ++m) {
            const int64_t di = SIDES[m][0];
            const int64_t dj = SIDES[m][1];
            total -= a(i + di, j + dj);
        }
        const int64_t row = total & 3;
        const pycu::tuple<int64_t, int64_t> side{SIDES[row][0], SIDES[row][1]};
        out(i, j) = total + side.get<0>();
    }
}

PYCU_WIDE_END(constant_tuples)

#if PYCU_HOST
#include "constant_tuples_cpu.cuh"
#endif

PYCU_WRAPPERS(constant_tuples)

PYCU_INT_ENTRIES(constant_tuples, density)

int constant_tuples_density__a3f8c_a2f8c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                         pycu_stream stream, pycu_array_f64_3d f,
                                         pycu_array_f64_2d out)
{
    return PYCU_LAUNCH(constant_tuples, density, loops, (pycu::c_order(f), pycu::c_order(out)));
}

PYCU_ALIAS(constant_tuples_density, constant_tuples_density__a3f8c_a2f8c)

PYCU_INT_ENTRIES(constant_tuples, anywhere)

int constant_tuples_anywhere__a1i8c_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                       pycu_stream stream, pycu_array_i64_1d out, int64_t k)
{
    return PYCU_LAUNCH(constant_tuples, anywhere, loops, (pycu::c_order(out), k));
}

PYCU_ALIAS(constant_tuples_anywhere, constant_tuples_anywhere__a1i8c_i8)

PYCU_INT_ENTRIES(constant_tuples, shifted)

int constant_tuples_shifted__a1f8a_a1f8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                         pycu_stream stream, pycu_array_f64_1d a,
                                         pycu_array_f64_1d out)
{
    return PYCU_LAUNCH(constant_tuples, shifted, loops, (a, out));
}

PYCU_ALIAS(constant_tuples_shifted, constant_tuples_shifted__a1f8a_a1f8a)

PYCU_INT_ENTRIES(constant_tuples, neighbours)
PYCU_ROWS_OF(constant_tuples, neighbours)

int constant_tuples_neighbours__a2i4a_a2i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                            pycu_stream stream, pycu_array_i32_2d a,
                                            pycu_array_i32_2d out)
{
    return PYCU_LAUNCH(constant_tuples, neighbours, loops, (a, out));
}

PYCU_ALIAS(constant_tuples_neighbours, constant_tuples_neighbours__a2i4a_a2i4a)
