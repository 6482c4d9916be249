// Module constants of every kind.
// Generated from constants.py by pycu: edit constants.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(constants)

static constexpr int COUNT = 3;
static constexpr int64_t BIG = 5000000000;
static constexpr int64_t MASK = 0xFFFF'FFFFL;
static constexpr float RATE = 0.1f;
static constexpr double TAU = 2.0 * M_PI;
static constexpr uint8_t BYTE = 200;
static __constant__ const int TABLE[2][3] = {
    {1, 2, 3},
    {4, 5, 6},
};
static __constant__ const double COLUMNS[3][2] = {
    {1.0, 4.0},
    {2.0, 5.0},
    {3.0, 6.0},
};
static __constant__ const int16_t CUBE[2][2][2] = {
    {{0, 1}, {2, 3}},
    {{4, 5}, {6, 7}},
};

PYCU_KERNEL void read(pycu::array<double, 1, int> out, int i)
{
    __shared__ float tile[4][8];
    tile[0][0] = RATE;
    out[0] = COUNT + BIG + MASK + BYTE;
    out[1] = TAU;
    out[2] = 1.0 + 0.5 + tile[0][0];
    out[3] = TABLE[1][2] + COLUMNS[2][pycu::wrap(i, 2)] + CUBE[1][0][pycu::wrap(i, 2)];
    out[4] = 5.0;
}

PYCU_END(constants)

#include "constants_launch.cuh"
