// Generated from specialisations.py by pycu: edit specialisations.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(specialisations)

__device__ float twice(float x)
{
    return x + x;
}

__device__ double twice(double x)
{
    return x + x;
}

__device__ int64_t twice(int64_t x)
{
    return x + x;
}

__device__ int64_t twice(int x)
{
    return x + x;
}

__device__ int64_t first(pycu::array<const int64_t, 1, int> a)
{
    return a[0];
}

__device__ void use(pycu::array<float, 1, int> x, pycu::array<double, 1, int> y,
                    pycu::array<int64_t, 1, int> k, pycu::array<int64_t, 1, int> m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = twice(x[i]);
    y[i] = twice(y[i]) + twice(2.5);
    k[i] = twice(k[i]) + twice(int(threadIdx.x)) + twice(int64_t(3));
    m[i] = first(k) + first(m);
}

PYCU_END(specialisations)

// How the host launches the kernels above.
#include "specialisations.h"
#include "specialisations_wide.cuh"

PYCU_ENTRIES(specialisations)

__global__ void use__contiguous(float* __restrict__ x, int x__0, double* __restrict__ y, int y__0,
    int64_t* __restrict__ k, int k__0, int64_t* __restrict__ m, int m__0)
{
    use(pycu::packed(x, x__0), pycu::packed(y, y__0), pycu::packed(k, k__0), pycu::packed(m, m__0));
}

PYCU_ENTRIES_END(specialisations)

PYCU_WRAPPERS(specialisations)

int specialisations_use__a1f4a_a1f8a_a1i8c_a1i8a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d x, pycu_array_f64_1d y,
    pycu_array_i64_1d k, pycu_array_i64_1d m)
{
    pycu::Launch launch(specialisations_report__, "use", grid, block, shared_bytes, stream);
    launch.writes("x", x);
    launch.writes("y", y);
    launch.writes("k", k, pycu::Layout::C);
    launch.writes("m", m);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(specialisations, use, contiguous, loops), x.data,
            int(x.shape[0]), y.data, int(y.shape[0]), k.data, int(k.shape[0]), m.data,
            int(m.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(specialisations, use, strided, loops), x.data, pycu::shape(x),
        pycu::strides(x), y.data, pycu::shape(y), pycu::strides(y), k.data, pycu::shape(k),
        pycu::strides(k), m.data, pycu::shape(m), pycu::strides(m));
}

int specialisations_use(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d x, pycu_array_f64_1d y, pycu_array_i64_1d k, pycu_array_i64_1d m)
{
    return specialisations_use__a1f4a_a1f8a_a1i8c_a1i8a(grid, block, shared_bytes, stream, x, y, k,
        m);
}
