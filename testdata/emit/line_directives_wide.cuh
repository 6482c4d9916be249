// Compilers and debuggers are told which line of Python each statement comes from.
// Generated from line_directives.py by pycu: edit line_directives.py and run pycu again.
//
// The kernels of line_directives.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(line_directives)

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
__device__ void several_lines(pycu::array<const float, 1> x, pycu::array<float, 1> out)
{
    int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        out[i] = double(x[i]) * FACTOR + double(x[i] * x[i]) * FACTOR + pycu_wide::twice(x[i]) * pycu_wide::twice(double(x[i]) * FACTOR) * pycu_wide::twice(double(x[i]) * FACTOR);
    } else {
        // nothing to do
#line 28 "line_directives.py"
        i = 0;
    }
#line 29 "line_directives.py"
    while (i > 3) {
        i -= 1;
        if (i == 7) {
            break;
        }
    }
#line 33 "line_directives.py"
    out[0] = i;
#line 33 "line_directives.py"
}

#line 16 "line_directives.py"
__global__ void several_lines__strided(const float* x, pycu::extents<1> x__shape, pycu::extents<1> x__strides, float* out, pycu::extents<1> out__shape, pycu::extents<1> out__strides)
{
#line 16 "line_directives.py"
    pycu_wide::several_lines(pycu::view_a(x, x__shape, x__strides), pycu::view_a(out, out__shape, out__strides));
#line 16 "line_directives.py"
}

#line 50 "line_directives_wide.cuh"
PYCU_WIDE_END(line_directives)
