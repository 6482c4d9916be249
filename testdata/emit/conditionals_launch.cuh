// if, elif, else, conditional expressions, early returns and long conditions.
// Generated from conditionals.py by pycu: edit conditionals.py and run pycu again.
//
// How the host launches what conditionals.cu has.
#include "conditionals.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(conditionals)

PYCU_KERNEL void branch(pycu::array<float, 1> out, int64_t first_value, int64_t second_value,
                        int64_t third_value)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= out.size()) {
        return;
    }
    if (first_value > second_value) {
        out[i] = 1.0f;
    } else if (first_value == second_value) {
        out[i] = 2.0f;
    } else {
        if (third_value != 0) {
            out[i] = 3.0f;
        }
        out[i] += 1.0;
    }
    out[i] = third_value != 0 ? 1.0 : first_value != 0 ? 2.0 : 0.5;
    if (first_value + second_value < third_value && second_value + third_value < first_value &&
        sign(i) == 1) {
        out[i] =
            sign(out[i]) + first_value * second_value * third_value - first_value * third_value;
    }
    while (true) {
        --first_value;
        if (first_value < 0) {
            break;
        }
        if (first_value == 3) {
            continue;
        }
        out[i] += 1.0;
    }
}

PYCU_WIDE_END(conditionals)

PYCU_WRAPPERS(conditionals)

PYCU_INT_ENTRIES(conditionals, branch)

int conditionals_branch__a1f4a_i8_i8_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_f32_1d out,
                                        int64_t first_value, int64_t second_value,
                                        int64_t third_value)
{
    return PYCU_LAUNCH(conditionals, branch, loops,
                       (out, first_value, pycu::index(second_value), pycu::index(third_value)));
}

PYCU_ALIAS(conditionals_branch, conditionals_branch__a1f4a_i8_i8_i8)
