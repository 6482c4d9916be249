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
__device__ void several_lines(pycu::array<const float, 1, int> x, pycu::array<float, 1, int> out)
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
        i -= 1;
        if (i == 7) {
            break;
        }
    }
#line 33 "line_directives.py"
    out[0] = i;
#line 33 "line_directives.py"
}

#line 44 "line_directives.cu"
PYCU_END(line_directives)

// How the host launches the kernels above.
#include "line_directives.h"
#include "line_directives_wide.cuh"

PYCU_ENTRIES(line_directives)

__global__ void several_lines__contiguous(const float* __restrict__ x, int x__0,
    float* __restrict__ out, int out__0)
{
    several_lines(pycu::packed(x, x__0), pycu::packed(out, out__0));
}

PYCU_ENTRIES_END(line_directives)

PYCU_WRAPPERS(line_directives)

int line_directives_several_lines__a1f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d out)
{
    pycu::Launch launch(line_directives_report__, "several_lines", grid, block, shared_bytes,
        stream);
    launch.reads("x", x);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(line_directives, several_lines, contiguous, loops), x.data,
            int(x.shape[0]), out.data, int(out.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(line_directives, several_lines, strided, loops), x.data,
        pycu::shape(x), pycu::strides(x), out.data, pycu::shape(out), pycu::strides(out));
}

int line_directives_several_lines(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d out)
{
    return line_directives_several_lines__a1f4a_a1f4a(grid, block, shared_bytes, stream, x, out);
}
