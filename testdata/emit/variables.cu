// Generated from variables.py by pycu: edit variables.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(variables)

__device__ void declare(pycu::array<double, 1, int> out, int n)
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

    const int x = n;
    out[2] = x;
    const double x_ = x * 0.5;
    out[3] = x_;

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

// How the host launches the kernels above.
#include "variables.h"
#include "variables_wide.cuh"

PYCU_ENTRIES(variables)

__global__ void declare__contiguous(double* __restrict__ out, int out__0, int64_t n)
{
    declare(pycu::packed(out, out__0), n);
}

PYCU_ENTRIES_END(variables)

PYCU_WRAPPERS(variables)

int variables_declare__a1f8a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d out, int64_t n)
{
    pycu::Launch launch(variables_report__, "declare", grid, block, shared_bytes, stream);
    launch.writes("out", out);
    if (launch.fits_int(n)) {
        return launch.run(PYCU_ENTRY(variables, declare, contiguous, loops), out.data,
            int(out.shape[0]), n);
    }
    return launch.run(PYCU_WIDE_ENTRY(variables, declare, strided, loops), out.data,
        pycu::shape(out), pycu::strides(out), n);
}

int variables_declare(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d out, int64_t n)
{
    return variables_declare__a1f8a_i8(grid, block, shared_bytes, stream, out, n);
}
