// Generated from variables.py by pycu: edit variables.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(variables)

__device__ void declare(pycu::array<double, 1> out, int64_t n)
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

    const int64_t x = n;
    out[2] = x;
    const double x_ = x * 0.5;
    out[3] = x_;

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

PYCU_END(variables)

// How the host launches the kernels above.
#include "variables.h"

PYCU_ENTRIES(variables)

__global__ void declare__contiguous(double* __restrict__ out, pycu::extents<1> out__shape,
    int64_t n)
{
    declare(pycu::view_c(out, out__shape), n);
}

__global__ void declare__strided(double* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, int64_t n)
{
    declare(pycu::view_a(out, out__shape, out__strides), n);
}

PYCU_ENTRIES_END(variables)

PYCU_WRAPPERS(variables)

int variables_declare__a1f8a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d out, int64_t n)
{
    pycu::Launch launch(variables_report__, "declare", grid, block, shared_bytes, stream);
    launch.writes("out", out);
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(variables, declare, contiguous, loops), out.data,
            pycu::shape(out), n);
    }
    return launch.run(PYCU_ENTRY(variables, declare, strided, loops), out.data, pycu::shape(out),
        pycu::strides(out), n);
}

int variables_declare(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d out, int64_t n)
{
    return variables_declare__a1f8a_i8(grid, block, shared_bytes, stream, out, n);
}
