// Where variables are declared: where they are set first, in front of branches, one for each type.
// Generated from variables.py by pycu: edit variables.py and run pycu again.
//
// How the host launches what variables.cu has.
#include "variables.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(variables)

PYCU_KERNEL void declare(pycu::array<double, 1> out, int64_t n)
{
    // before a branch
    int64_t sign;
    if (n > 3) {
        sign = 1;
    } else if (n < -3) {
        sign = -1;
    } else {
        sign = 0;
    }
    out[0] = sign;

    int64_t late = 0;
    if (n == 5) {
        late = n * 2;
    }
    out[1] = late;

    double x = n;
    out[2] = x;
    x = x * 0.5;
    out[3] = x;

    int64_t last = 0;
    for (int64_t i = 0; i < 4; ++i) {
        const int64_t square = i * i;
        if (square > n) {
            last = square;
        }
        out[4] = last;
    }
    while (true) {
        const double guess = out[5];
        if (guess > 1.0) {
            break;
        }
        out[5] = guess + 1.0;
    }
    const int64_t value = n + 1;
    const int64_t a = value;
    const int64_t b = value;
    out[6] = a - b;
}

PYCU_WIDE_END(variables)

PYCU_WRAPPERS(variables)

PYCU_INT_ENTRIES(variables, declare)

int variables_declare__a1f8a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                pycu_stream stream, pycu_array_f64_1d out, int64_t n)
{
    return PYCU_LAUNCH(variables, declare, loops, (out, pycu::index(n)));
}

PYCU_ALIAS(variables_declare, variables_declare__a1f8a_i8)
