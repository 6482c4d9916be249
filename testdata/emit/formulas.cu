// Constants that are set by means of others, and extents of arrays, as the program writes them.
// Generated from formulas.py by pycu: edit formulas.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(formulas)

static constexpr int TILE = 32;
static constexpr int HALO = 2;  // cells on each side
static constexpr int PADDED = TILE + 1;
static constexpr int AREA = (TILE + 2 * HALO) * (TILE + 2 * HALO);
static constexpr int WIDE = AREA / 4 + AREA % 4;

// Relaxation
static constexpr double nu = 0.02;
static constexpr double tau = 3.0 * nu + 0.5;
static constexpr double omega = 1.0 / tau;
static constexpr double THIRD = 1.0 / 3.0;
static constexpr double RATIO = double(TILE) / HALO;
static constexpr double TWO_PI = 2.0 * M_PI;
static constexpr double DX = 1e-3;
static constexpr double DT = 0.5 * (DX * DX) / nu;
static constexpr float GRAVITY = 9.81f;
static constexpr float HALF = 0.5f * GRAVITY;
static constexpr int MASK = (1 << HALO) - 1;
static constexpr int LEVELS = 1 << HALO;
static constexpr int STEPS = int(TWO_PI / tau);
static constexpr int SIGNED = -(-TILE);

// What C++ has no plain operators for, or computes otherwise.
static constexpr double ROOT = 0.1414213562373095;
static constexpr int BELOW = -11;
static constexpr int64_t LARGE = 32000000000;
static constexpr int EITHER = 2;
static constexpr int ITEM = 3;
static constexpr int Grid_NX = 64;
static constexpr int Grid_NY = Grid_NX / 2;

PYCU_KERNEL void formulas(pycu::array<double, 1, int> out, pycu::array<float, 1, int> halves)
{
    __shared__ float tile[TILE][TILE + 1];
    double row[TILE + 2 * HALO];
    __shared__ float columns[PADDED][Grid_NX >> 1];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[0][0] = HALF;
    columns[0][0] = HALF;
    row[i % (TILE + 2 * HALO)] = TILE % (TILE + 1);
    out[0] = omega * tau + THIRD + RATIO + TWO_PI * DT;
    out[1] = MASK + LEVELS + STEPS + WIDE + Grid_NY + SIGNED;
    out[2] = ROOT + BELOW + LARGE + EITHER + ITEM;
    out[3] = row[0] + (TILE + 2 * HALO) * 2;
    halves[0] = HALF + tile[0][0] + columns[0][0];
}

PYCU_END(formulas)

#include "formulas_launch.cuh"
