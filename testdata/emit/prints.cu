// `print`: one call of printf for each.
// Generated from prints.py by pycu: edit prints.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(prints)

__device__ void scalars(int8_t a, int b, int64_t c, uint64_t d, float x, double y, bool flag)
{
    printf("%d %d %lld %llu\n", a, b, c, d);
    printf("%f %f %f\n", x, y, x * 2.0);
    printf("flag: %s %s\n", flag ? "True" : "False", !flag ? "True" : "False");
    printf("\n");
    printf("100 %% %s \"quoted\"\ttab \\ back\n", b > 3 ? "True" : "False");
}

__device__ void structured(int n, pycu::array<const float, 2, int> a)
{
    printf("(%d, %f, True) (%d,) ()\n", n, 2.5, n);
    printf("shape (%lld, %lld) (2, 3) None\n", int64_t(a.shape[0]), int64_t(a.shape[1]));
    printf("(%d, %d, %d) %d %lld\n", threadIdx.x, threadIdx.y, threadIdx.z, blockDim.x,
        int64_t(blockIdx.x * blockDim.x + threadIdx.x));
    printf("hello, world!\n");
    printf("%d%lld\n", n, int64_t(n) + 1);
    for (const int v : {1, 2, 3}) {
        printf("%lld ", int64_t(v));
    }
    printf("\n");
}

__device__ void where(pycu::array<const float, 1, int> a)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.size() && a[i] < 0.0f) {
        printf("negative at %lld : %f\n", int64_t(i), a[i]);  // found by every thread for itself
    }
}

__device__ void long_line(int64_t n)
{
    printf("%lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld",
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n);
    printf(" %lld %lld %lld\n", n, n, n);
}

__device__ void flushed(pycu::array<int, 1, int> a)
{
    // the text is flushed always; what says so is computed all the same
    const int value = a[1];
    atomicAdd(&a[0], 1);
    printf("%d\n", value);
}

PYCU_END(prints)

// How the host launches the kernels above.
#include "prints.h"
#include "prints_wide.cuh"

PYCU_ENTRIES(prints)

__global__ void scalars__contiguous(int8_t a, int b, int64_t c, uint64_t d, float x, double y,
    bool flag)
{
    scalars(a, b, c, d, x, y, flag);
}

__global__ void structured__contiguous(int n, const float* __restrict__ a, int a__0, int a__1)
{
    structured(n, pycu::packed(a, a__0, a__1));
}

__global__ void where__contiguous(const float* __restrict__ a, int a__0)
{
    where(pycu::packed(a, a__0));
}

__global__ void long_line__contiguous(int64_t n)
{
    long_line(n);
}

__global__ void flushed__contiguous(int* __restrict__ a, int a__0)
{
    flushed(pycu::packed(a, a__0));
}

PYCU_ENTRIES_END(prints)

PYCU_WRAPPERS(prints)

int prints_scalars__i1_i4_i8_u8_f4_f8_b1(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, int8_t a, int32_t b, int64_t c, uint64_t d, float x, double y, bool flag)
{
    pycu::Launch launch(prints_report__, "scalars", grid, block, shared_bytes, stream);
    return launch.run(PYCU_ENTRY(prints, scalars, contiguous, loops), a, b, c, d, x, y, flag);
}

int prints_scalars(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    int8_t a, int32_t b, int64_t c, uint64_t d, float x, double y, bool flag)
{
    return prints_scalars__i1_i4_i8_u8_f4_f8_b1(grid, block, shared_bytes, stream, a, b, c, d, x, y,
        flag);
}

int prints_structured__i4_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, int32_t n, pycu_array_f32_2d a)
{
    pycu::Launch launch(prints_report__, "structured", grid, block, shared_bytes, stream);
    launch.reads("a", a);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(prints, structured, contiguous, loops), n, a.data,
            int(a.shape[0]), int(a.shape[1]));
    }
    return launch.run(PYCU_WIDE_ENTRY(prints, structured, strided, loops), n, a.data,
        pycu::shape(a), pycu::strides(a));
}

int prints_structured(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    int32_t n, pycu_array_f32_2d a)
{
    return prints_structured__i4_a2f4a(grid, block, shared_bytes, stream, n, a);
}

int prints_where__a1f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d a)
{
    pycu::Launch launch(prints_report__, "where", grid, block, shared_bytes, stream);
    launch.reads("a", a);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(prints, where, contiguous, loops), a.data, int(a.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(prints, where, strided, loops), a.data, pycu::shape(a),
        pycu::strides(a));
}

int prints_where(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d a)
{
    return prints_where__a1f4a(grid, block, shared_bytes, stream, a);
}

int prints_long_line__i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    int64_t n)
{
    pycu::Launch launch(prints_report__, "long_line", grid, block, shared_bytes, stream);
    return launch.run(PYCU_ENTRY(prints, long_line, contiguous, loops), n);
}

int prints_long_line(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    int64_t n)
{
    return prints_long_line__i8(grid, block, shared_bytes, stream, n);
}

int prints_flushed__a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d a)
{
    pycu::Launch launch(prints_report__, "flushed", grid, block, shared_bytes, stream);
    launch.writes("a", a);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(prints, flushed, contiguous, loops), a.data, int(a.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(prints, flushed, strided, loops), a.data, pycu::shape(a),
        pycu::strides(a));
}

int prints_flushed(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i32_1d a)
{
    return prints_flushed__a1i4a(grid, block, shared_bytes, stream, a);
}
