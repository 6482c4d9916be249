// Every index, division and barrier of a debug text is checked, under the names of Python.
// Generated from debug.py by pycu: edit debug.py and run pycu again.
#include "pycu_debug.h"

PYCU_MODULE(debug)

#line 7 "debug.py"
static constexpr int TPB = 16;
static __constant__ const float TABLE[2][2] = {
    {1.0f, 2.0f},
    {3.0f, 4.0f},
};

#line 12 "debug.py"
__device__ float last(pycu::checked<const float, 1> values, int k)
{
#line 13 "debug.py"
    if (k <= 0) {
#line 13 "debug.py"
        pycu::raise("AssertionError", "k must be positive");
    }
#line 14 "debug.py"
    return values.get("values", -k);
#line 14 "debug.py"
}

#line 18 "debug.py"
__device__ void arrays(pycu::checked<const float, 2> x, pycu::checked<float, 1> out, int n)
{
#line 19 "debug.py"
    __shared__ pycu::block_array<float, TPB, TPB> tile;
    pycu::local_array<float, 4> mine;
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
#line 21 "debug.py"
    const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    tile.set("tile", i, j) = x.get("x", i, j - n);
    mine.set("mine", 0) = pycu::get(TABLE, "TABLE", 1, i % 2);
    mine.update("mine", 0) += tile.get("tile", i, j);
    __syncthreads();
    atomicAdd(&out.atomic("out", i), mine.get("mine", 0));
    out.set("out", j) = last(out, n);
#line 27 "debug.py"
}

#line 31 "debug.py"
__device__ void divisions(pycu::checked<int, 1> counts, pycu::checked<float, 1> out, int n)
{
#line 32 "debug.py"
    out.set("out", 0) = pycu::checked_div(double(counts.get("counts", 0)), n);
    out.set("out", 1) = pycu::checked_div(out.get("out", 1), out.get("out", 2));
    out.set("out", 2) = out.get("out", 1) / 2.0;
    counts.set("counts", 0) = pycu::checked_floor_div(int64_t(counts.get("counts", 1)), n);
    counts.set("counts", 1) = pycu::checked_floor_mod(int64_t(counts.get("counts", 1)), n);
    counts.set("counts", 2) = pycu::checked_power(int64_t(n), -n);
    counts.set("counts", 3) = pycu::floor_div(int64_t(counts.get("counts", 2)), 3);
    const auto [quotient, rest] = pycu::checked_divmod(int64_t(n), int64_t(counts.get("counts", 0)));
    counts.set("counts", 0) = quotient + rest;
#line 40 "debug.py"
}

#line 44 "debug.py"
__device__ void control(pycu::checked<int, 1> counts, int n)
{
#line 45 "debug.py"
    if (n < 0) {
        pycu::raise("ValueError", "negative");
    }
#line 47 "debug.py"
    for (const int64_t i : pycu::checked_range<int64_t>(0, 10, n)) {
        counts.set("counts", i) = pycu::get(pycu::tuple<int64_t, int64_t>{i, 7}, "(i, 7)", pycu::floor_mod(i, 2));
    }
#line 49 "debug.py"
    while (counts.get("counts", 0) < n) {
#line 49 "debug.py"
        pycu_turn();
        counts.update("counts", 0) += 1;
    }
#line 50 "debug.py"
}

#line 82 "debug.cu"
PYCU_END(debug)

// How the host launches the kernels above.
#include "debug.h"

PYCU_ENTRIES(debug)

__global__ void arrays__contiguous(const float* __restrict__ x, pycu::extents<2> x__shape,
    float* __restrict__ out, pycu::extents<1> out__shape, int n)
{
    arrays(pycu::view_c(x, x__shape), pycu::view_c(out, out__shape), n);
}

__global__ void arrays__strided(const float* x, pycu::extents<2> x__shape,
    pycu::extents<2> x__strides, float* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, int n)
{
    arrays(pycu::view_a(x, x__shape, x__strides), pycu::view_a(out, out__shape, out__strides), n);
}

__global__ void divisions__contiguous(int* __restrict__ counts, pycu::extents<1> counts__shape,
    float* __restrict__ out, pycu::extents<1> out__shape, int n)
{
    divisions(pycu::view_c(counts, counts__shape), pycu::view_c(out, out__shape), n);
}

__global__ void divisions__strided(int* counts, pycu::extents<1> counts__shape,
    pycu::extents<1> counts__strides, float* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, int n)
{
    divisions(pycu::view_a(counts, counts__shape, counts__strides),
        pycu::view_a(out, out__shape, out__strides), n);
}

__global__ void control__contiguous(int* __restrict__ counts, pycu::extents<1> counts__shape, int n)
{
    control(pycu::view_c(counts, counts__shape), n);
}

__global__ void control__strided(int* counts, pycu::extents<1> counts__shape,
    pycu::extents<1> counts__strides, int n)
{
    control(pycu::view_a(counts, counts__shape, counts__strides), n);
}

PYCU_ENTRIES_END(debug)

PYCU_WRAPPERS(debug)

int debug_arrays__a2f4a_a1f4a_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d x, pycu_array_f32_1d out, int32_t n)
{
    pycu::Launch launch(debug_report__, "arrays", grid, block, shared_bytes, stream);
    launch.reads("x", x);
    launch.writes("out", out);
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(debug, arrays, contiguous, fibers), x.data, pycu::shape(x),
            out.data, pycu::shape(out), n);
    }
    return launch.run(PYCU_ENTRY(debug, arrays, strided, fibers), x.data, pycu::shape(x),
        pycu::strides(x), out.data, pycu::shape(out), pycu::strides(out), n);
}

int debug_arrays(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_2d x, pycu_array_f32_1d out, int32_t n)
{
    return debug_arrays__a2f4a_a1f4a_i4(grid, block, shared_bytes, stream, x, out, n);
}

int debug_divisions__a1i4a_a1f4a_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d counts, pycu_array_f32_1d out, int32_t n)
{
    pycu::Launch launch(debug_report__, "divisions", grid, block, shared_bytes, stream);
    launch.writes("counts", counts);
    launch.writes("out", out);
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(debug, divisions, contiguous, loops), counts.data,
            pycu::shape(counts), out.data, pycu::shape(out), n);
    }
    return launch.run(PYCU_ENTRY(debug, divisions, strided, loops), counts.data,
        pycu::shape(counts), pycu::strides(counts), out.data, pycu::shape(out), pycu::strides(out),
        n);
}

int debug_divisions(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i32_1d counts, pycu_array_f32_1d out, int32_t n)
{
    return debug_divisions__a1i4a_a1f4a_i4(grid, block, shared_bytes, stream, counts, out, n);
}

int debug_control__a1i4a_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d counts, int32_t n)
{
    pycu::Launch launch(debug_report__, "control", grid, block, shared_bytes, stream);
    launch.writes("counts", counts);
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(debug, control, contiguous, loops), counts.data,
            pycu::shape(counts), n);
    }
    return launch.run(PYCU_ENTRY(debug, control, strided, loops), counts.data, pycu::shape(counts),
        pycu::strides(counts), n);
}

int debug_control(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i32_1d counts, int32_t n)
{
    return debug_control__a1i4a_i4(grid, block, shared_bytes, stream, counts, n);
}
