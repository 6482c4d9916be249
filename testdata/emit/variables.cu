// Where variables are declared: where they are set first, in front of branches, one for each type.
// Generated from variables.py by pycu: edit variables.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(variables)

PYCU_KERNEL void declare(pycu::array<double, 1, int> out, int n)
{
    // before a branch
    int sign;
    if (n > 3) {
        sign = 1;
    } else if (n < -3) {
        sign = -1;
    } else {
        sign = 0;
    }
    out[0] = sign;

    int late = 0;
    if (n == 5) {
        late = n * 2;
    }
    out[1] = late;

    double x = n;
    out[2] = x;
    x = x * 0.5;
    out[3] = x;

    int last = 0;
    for (int i = 0; i < 4; ++i) {
        const int square = i * i;
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
    const int value = n + 1;
    const int a = value;
    const int b = value;
    out[6] = a - b;
}

PYCU_END(variables)

#include "variables_launch.cuh"
