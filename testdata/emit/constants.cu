// Generated from constants.py by pycu: edit constants.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(constants)

static constexpr int COUNT = 3;
static constexpr int64_t BIG = 5000000000;
static constexpr int64_t MASK = 0xFFFF'FFFFL;
static constexpr float RATE = 0.1f;
static constexpr double TAU = 6.283185307179586;
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

__device__ void read(pycu::array<double, 1, int> out, int i)
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

// How the host launches the kernels above.
#include "constants.h"
#include "constants_wide.cuh"

PYCU_ENTRIES(constants)

__global__ void read__contiguous(double* __restrict__ out, int out__0, int64_t i)
{
    read(pycu::packed(out, out__0), i);
}

PYCU_ENTRIES_END(constants)

PYCU_WRAPPERS(constants)

int constants_read__a1f8a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d out, int64_t i)
{
    pycu::Launch launch(constants_report__, "read", grid, block, shared_bytes, stream);
    launch.writes("out", out);
    if (launch.fits_int(i)) {
        return launch.run(PYCU_ENTRY(constants, read, contiguous, loops), out.data,
            int(out.shape[0]), i);
    }
    return launch.run(PYCU_WIDE_ENTRY(constants, read, strided, loops), out.data, pycu::shape(out),
        pycu::strides(out), i);
}

int constants_read(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d out, int64_t i)
{
    return constants_read__a1f8a_i8(grid, block, shared_bytes, stream, out, i);
}
