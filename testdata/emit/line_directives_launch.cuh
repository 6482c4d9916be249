// pycu: --line-directives
//
// Compilers and debuggers are told which line of Python each statement comes from.
// Generated from line_directives.py by pycu: edit line_directives.py and run pycu again.
//
// How the host launches what line_directives.cu has.
#include "line_directives.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(line_directives)

// A statement that Python writes on several lines stands on one.
/// Comments, braces and docstrings have no line.
#line 16 "line_directives.py"
PYCU_KERNEL void several_lines(pycu::array<const float, 1> x, pycu::array<float, 1> out)
{
    int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
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

#line 39 "line_directives_launch.cuh"
PYCU_WIDE_END(line_directives)

PYCU_WRAPPERS(line_directives)

PYCU_INT_ENTRIES(line_directives, several_lines)

int line_directives_several_lines__a1f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block,
                                               uint32_t shared_bytes, pycu_stream stream,
                                               pycu_array_f32_1d x, pycu_array_f32_1d out)
{
    return PYCU_LAUNCH(line_directives, several_lines, loops, (x, out));
}

PYCU_ALIAS(line_directives_several_lines, line_directives_several_lines__a1f4a_a1f4a)
