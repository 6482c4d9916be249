// Constants that are set by means of others, and extents of arrays, as the program writes them.
// Generated from formulas.py by pycu: edit formulas.py and run pycu again.
//
// How the host launches what formulas.cu has.
#include "formulas.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(formulas)

PYCU_KERNEL void formulas(pycu::array<double, 1> out, pycu::array<float, 1> halves)
{
    __shared__ float tile[TILE][TILE + 1];
    double row[TILE + 2 * HALO];
    __shared__ float columns[PADDED][Grid_NX >> 1];
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    tile[0][0] = HALF;
    columns[0][0] = HALF;
    row[i % (TILE + 2 * HALO)] = TILE % (TILE + 1);
    out[0] = omega * tau + THIRD + RATIO + TWO_PI * DT;
    out[1] = MASK + LEVELS + STEPS + WIDE + Grid_NY + SIGNED;
    out[2] = ROOT + BELOW + LARGE + EITHER + ITEM;
    out[3] = row[0] + (TILE + 2 * HALO) * 2;
    halves[0] = HALF + tile[0][0] + columns[0][0];
}

PYCU_WIDE_END(formulas)

PYCU_WRAPPERS(formulas)

PYCU_INT_ENTRIES(formulas, formulas)

int formulas_formulas__a1f8a_a1f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                   pycu_stream stream, pycu_array_f64_1d out,
                                   pycu_array_f32_1d halves)
{
    return PYCU_LAUNCH(formulas, formulas, loops, (out, halves));
}

PYCU_ALIAS(formulas_formulas, formulas_formulas__a1f8a_a1f4a)
