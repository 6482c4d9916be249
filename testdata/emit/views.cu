// Generated from views.py by pycu: edit views.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(views)

static __constant__ const float WEIGHTS[2][3] = {
    {0.0f, 1.0f, 2.0f},
    {3.0f, 4.0f, 5.0f},
};

__device__ float dot(pycu::array<const float, 1> x, pycu::array<const float, 1> y)
{
    float total = 0.0f;
    for (int64_t k = 0; k < x.size(); ++k) {
        total += x[k] * y[k];
    }
    return total;
}

__device__ void views(pycu::array<float, 2> a, pycu::array<float, 2> b, pycu::array<float, 1> out,
                      int n)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    __shared__ float tile[8][4];
    const auto row = a[i];
    const auto column = b(pycu::all(), pycu::wrap(n, b.shape[1]));
    const auto part = row(pycu::slice(1, -1));
    const auto even = row(pycu::all().by(2));
    const auto tail = a(i, pycu::from(n));
    out[i] = dot(row, column) + dot(part, even) + tail[0];
    out[i] = a(i, 2) + a(i, pycu::wrap(n, a.shape[1])) + a(a.shape[0] - 1, 0);
    const float x = b(i, 0);
    const float y = b(i, 1);
    const float z = b(i, 2);
    out[pycu::wrap(n, out.shape[0])] = x * y + z;
    const auto from = a(i, pycu::to(4));
    for (int64_t k = 0; k < 4; ++k) {
        tile[i][k] = from[k];
    }
    const auto part_ = pycu::view(tile)(i, pycu::slice(1, 3));
    for (int64_t k = 0; k < part_.shape[0]; ++k) {
        part_[k] = 0.0f;
    }
    out[0] = x;
    out[1] = 1.0f;
    const auto mine = pycu::view(tile)[i];
    out[i] = dot(mine, pycu::view(WEIGHTS)[1]) + pycu::sum<float>(pycu::view(tile)(pycu::all(), 1));
    const auto flat = pycu::view(tile).reshape(-1);
    const auto bits = flat.as<uint32_t>();
    a.flat(pycu::wrap(n, a.size())) = flat[bits[0] % 8];
    const auto part_2 = b(pycu::from(1), 0);
    const auto from_ = b(pycu::to(-1), 0);
    for (int64_t k = part_2.shape[0] - 1; k > -1; --k) {
        part_2[k] = from_[k];
    }
    for (int64_t k = 0; k < b.shape[1]; ++k) {
        b(i, k) = a(i, k) * 2.0f - b(i, k);
    }
}

PYCU_END(views)

// How the host launches the kernels above.
#include "views.h"

PYCU_ENTRIES(views)

__global__ void views__contiguous(float* __restrict__ a, pycu::extents<2> a__shape,
    float* __restrict__ b, pycu::extents<2> b__shape, float* __restrict__ out,
    pycu::extents<1> out__shape, int n)
{
    views(pycu::view_c(a, a__shape), pycu::view_c(b, b__shape), pycu::view_c(out, out__shape), n);
}

__global__ void views__strided(float* a, pycu::extents<2> a__shape, pycu::extents<2> a__strides,
    float* b, pycu::extents<2> b__shape, pycu::extents<2> b__strides, float* out,
    pycu::extents<1> out__shape, pycu::extents<1> out__strides, int n)
{
    views(pycu::view_a(a, a__shape, a__strides), pycu::view_a(b, b__shape, b__strides),
        pycu::view_a(out, out__shape, out__strides), n);
}

PYCU_ENTRIES_END(views)

PYCU_WRAPPERS(views)

int views_views__a2f4c_a2f4a_a1f4a_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d a, pycu_array_f32_2d b, pycu_array_f32_1d out, int32_t n)
{
    pycu::Launch launch(views_report__, "views", grid, block, shared_bytes, stream);
    launch.writes("a", a, pycu::Layout::C);
    launch.writes("b", b);
    launch.writes("out", out);
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(views, views, contiguous, loops), a.data, pycu::shape(a),
            b.data, pycu::shape(b), out.data, pycu::shape(out), n);
    }
    return launch.run(PYCU_ENTRY(views, views, strided, loops), a.data, pycu::shape(a),
        pycu::strides(a), b.data, pycu::shape(b), pycu::strides(b), out.data, pycu::shape(out),
        pycu::strides(out), n);
}

int views_views(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_2d a, pycu_array_f32_2d b, pycu_array_f32_1d out, int32_t n)
{
    return views_views__a2f4c_a2f4a_a1f4a_i4(grid, block, shared_bytes, stream, a, b, out, n);
}
