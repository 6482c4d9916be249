// Tuples of the module under an index: arrays in memory; written ones, under braces.
// Generated from constant_tuples.py by pycu: edit constant_tuples.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(constant_tuples)

static constexpr int Q = 9;

// where the neighbours are
static __constant__ const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static __constant__ const int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static __constant__ const double WEIGHTS[9] = {
    0.4444444444444444,   0.1111111111111111,   0.1111111111111111,
    0.1111111111111111,   0.1111111111111111,   0.027777777777777776,
    0.027777777777777776, 0.027777777777777776, 0.027777777777777776,
};
static __constant__ const int64_t SEEDS[2] = {1, 1099511627776};
static __constant__ const int SIDES[4][2] = {
    {-1, 0},
    {1, 0},
    {0, -1},
    {0, 1},
};

PYCU_KERNEL void density(pycu::array<const double, 3, int> f, pycu::array<double, 2, int> out)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int nx = f.shape[1];
    const int ny = f.shape[2];
    if (x < nx && y < ny) {
        double total = 0.0;
        for (int k = 0; k < Q; ++k) {
            total += WEIGHTS[k] * f(k, (x - cx[k] + nx) % nx, (y - cy[k] + ny) % ny);
        }
        out(x, y) = total;
    }
}

PYCU_KERNEL void anywhere(pycu::array<int64_t, 1, int> out, int64_t k)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        pycu::tuple<int64_t, int64_t> pair{i, k};
        while (pair.get<1>() > 0) {
            pair = {pycu::floor_mod(pair.get<1>(), 3), pair.get<1>() >> 1};
        }
        out[i] = pycu::at(SEEDS, pycu::wrap(k, 2)) + SEEDS[i % 2] + 1 + pair.get<0>();
    }
}

PYCU_KERNEL void shifted(pycu::array<const double, 1, int> a, pycu::array<double, 1, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (0 < i && i < a.size() - 1) {
        for (const int shift : {-1, 0, 1}) {
            out[i] += a[i + shift];
        }
    }
}

PYCU_KERNEL void neighbours(pycu::array<const int, 2, int> a, pycu::array<int, 2, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (0 < i && i < a.shape[0] - 1 && 0 < j && j < a.shape[1] - 1) {
        int64_t total = 0;
        for (int k = 0; k < 4; ++k) {
            total += a(i + SIDES[k][0], j + SIDES[k][1]);
        }
        for (int m = 0; m < 4; ++m) {
            const int di = SIDES[m][0];
            const int dj = SIDES[m][1];
            total -= a(i + di, j + dj);
        }
        const int row = total & 3;
        const pycu::tuple<int64_t, int64_t> side{SIDES[row][0], SIDES[row][1]};
        out(i, j) = total + side.get<0>();
    }
}

PYCU_END(constant_tuples)

#include "constant_tuples_launch.cuh"
