// if, elif, else, conditional expressions, early returns and long conditions.
// Generated from conditionals.py by pycu: edit conditionals.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(conditionals)

__device__ int64_t sign(int64_t x)
{
    if (x > 0) {
        return 1;
    } else if (x < 0) {
        return -1;
    }
    return 0;
}

__device__ int64_t sign(float x)
{
    if (x > 0.0f) {
        return 1;
    } else if (x < 0.0f) {
        return -1;
    }
    return 0;
}

PYCU_KERNEL void branch(pycu::array<float, 1, int> out, int64_t first_value, int second_value,
                        int third_value)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
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
        sign(int64_t(i)) == 1) {
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

PYCU_END(conditionals)

#include "conditionals_launch.cuh"
