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

__device__ void branch(pycu::array<float, 1, int> out, int64_t first_value, int second_value,
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
    if (first_value + second_value < third_value && second_value + third_value < first_value
            && sign(int64_t(i)) == 1) {
        out[i] = sign(out[i]) + first_value * second_value * third_value
            - first_value * third_value;
    }
    while (true) {
        first_value -= 1;
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

// How the host launches the kernels above.
#include "conditionals.h"
#include "conditionals_wide.cuh"

PYCU_ENTRIES(conditionals)

__global__ void branch__contiguous(float* __restrict__ out, int out__0, int64_t first_value,
    int64_t second_value, int64_t third_value)
{
    branch(pycu::packed(out, out__0), first_value, second_value, third_value);
}

PYCU_ENTRIES_END(conditionals)

PYCU_WRAPPERS(conditionals)

int conditionals_branch__a1f4a_i8_i8_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d out, int64_t first_value, int64_t second_value,
    int64_t third_value)
{
    pycu::Launch launch(conditionals_report__, "branch", grid, block, shared_bytes, stream);
    launch.writes("out", out);
    if (launch.fits_int(second_value, third_value)) {
        return launch.run(PYCU_ENTRY(conditionals, branch, contiguous, loops), out.data,
            int(out.shape[0]), first_value, second_value, third_value);
    }
    return launch.run(PYCU_WIDE_ENTRY(conditionals, branch, strided, loops), out.data,
        pycu::shape(out), pycu::strides(out), first_value, second_value, third_value);
}

int conditionals_branch(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d out, int64_t first_value, int64_t second_value, int64_t third_value)
{
    return conditionals_branch__a1f4a_i8_i8_i8(grid, block, shared_bytes, stream, out, first_value,
        second_value, third_value);
}
