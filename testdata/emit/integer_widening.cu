// Generated from integer_widening.py by pycu: edit integer_widening.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(integer_widening)

__device__ void widen(pycu::array<int, 1, int> a, int m, int n, pycu::array<int64_t, 1, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = int64_t(a[i]) + m;
    out[i] = int64_t(m) * n - 1;
    out[i] = -m;
    a[i] = m + n;
    a[i] += m;
    const int t = threadIdx.x;
    out[pycu::wrap(t - 1, out.shape[0])] = t + 1;
    out[0] = t * 4 + blockDim.x;
    a[i] = m * 747796405u + n;  // meant to wrap round, which an int must not
}

PYCU_END(integer_widening)

// How the host launches the kernels above.
#include "integer_widening.h"
#include "integer_widening_wide.cuh"

PYCU_ENTRIES(integer_widening)

__global__ void widen__contiguous(int* __restrict__ a, int a__0, int m, int n,
    int64_t* __restrict__ out, int out__0)
{
    widen(pycu::packed(a, a__0), m, n, pycu::packed(out, out__0));
}

PYCU_ENTRIES_END(integer_widening)

PYCU_WRAPPERS(integer_widening)

int integer_widening_widen__a1i4a_i4_i4_a1i8a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_i32_1d a, int32_t m, int32_t n,
    pycu_array_i64_1d out)
{
    pycu::Launch launch(integer_widening_report__, "widen", grid, block, shared_bytes, stream);
    launch.writes("a", a);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(integer_widening, widen, contiguous, loops), a.data,
            int(a.shape[0]), m, n, out.data, int(out.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(integer_widening, widen, strided, loops), a.data,
        pycu::shape(a), pycu::strides(a), m, n, out.data, pycu::shape(out), pycu::strides(out));
}

int integer_widening_widen(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d a, int32_t m, int32_t n, pycu_array_i64_1d out)
{
    return integer_widening_widen__a1i4a_i4_i4_a1i8a(grid, block, shared_bytes, stream, a, m, n,
        out);
}
