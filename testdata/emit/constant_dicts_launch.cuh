// Constant dicts: their items and `.get`, by keys that are known.
// Generated from constant_dicts.py by pycu: edit constant_dicts.py and run pycu again.
//
// How the host launches what constant_dicts.cu has.
#include "constant_dicts.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(constant_dicts)

PYCU_KERNEL void relax(pycu::array<float, 1> x)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        for (int64_t j = 0; j < 4; ++j) {
            x[i] *= 0.5;
        }
        x[i] += 1.25 + 2.0;
    }
}

PYCU_WIDE_END(constant_dicts)

PYCU_WRAPPERS(constant_dicts)

PYCU_INT_ENTRIES(constant_dicts, relax)

int constant_dicts_relax__a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                pycu_stream stream, pycu_array_f32_1d x)
{
    return PYCU_LAUNCH(constant_dicts, relax, loops, (pycu::c_order(x)));
}

PYCU_ALIAS(constant_dicts_relax, constant_dicts_relax__a1f4c)
