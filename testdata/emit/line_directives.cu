// pycu: --line-directives
//
// Compilers and debuggers are told which line of Python each statement comes from.
// Generated from line_directives.py by pycu: edit line_directives.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(line_directives)

#line 6 "line_directives.py"
static constexpr int FACTOR = 3;

#line 10 "line_directives.py"
__device__ float twice(float value)
{
#line 11 "line_directives.py"
    return value + value;
#line 11 "line_directives.py"
}

// A statement that Python writes on several lines stands on one.
/// Comments, braces and docstrings have no line.
#line 16 "line_directives.py"
PYCU_KERNEL void several_lines(pycu::array<const float, 1, int> x, pycu::array<float, 1, int> out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        out[i] = double(x[i]) * FACTOR + double(x[i] * x[i]) * FACTOR + twice(x[i]) * twice(double(x[i]) * FACTOR) * twice(double(x[i]) * FACTOR);
    } else {
        // nothing to do
#line 28 "line_directives.py"
        i = 0;
    }
#line 29 "line_directives.py"
    while (i > 3) {
        --i;
        if (i == 7) {
            break;
        }
    }
#line 33 "line_directives.py"
    out[0] = i;
#line 33 "line_directives.py"
}

#line 46 "line_directives.cu"
PYCU_END(line_directives)

#include "line_directives_launch.cuh"
