// Arrays in tuples are const where nobody writes through them.
// Generated from array_tuples.py by pycu: edit array_tuples.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(array_tuples)

struct Pair {
    pycu::array<const double, 1> source;
    pycu::array<double, 1> target;
};

__device__ pycu::tuple<pycu::array<const double, 1>,
    pycu::array<double, 1>> swapped(pycu::tuple<pycu::array<double, 1>,
    pycu::array<const double, 1>> t)
{
    return {t.get<1>(), t.get<0>()};
}

__device__ void weighted(pycu::tuple<pycu::array<const double, 1>,
                         pycu::array<const double, 1>> arrays, pycu::tuple<double, double> weights,
                         pycu::array<double, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        const pycu::tuple<pycu::array<const double, 1>,
            pycu::array<const double, 1>> items{arrays.get<0>(), arrays.get<1>()};
        const pycu::tuple<double, double> items_{weights.get<0>(), weights.get<1>()};
        for (int64_t i_ = 0; i_ < min(int64_t(2), int64_t(2)); ++i_) {
            const auto a = pycu::at(items, i_);
            const double w = pycu::at(items_, i_);
            out[i] += a[i] * w;
        }
    }
}

__device__ void first_written(pycu::tuple<pycu::array<double, 1>, pycu::array<const double, 1>> t)
{
    const pycu::tuple<pycu::array<const double, 1>, pycu::array<double, 1>> u = swapped(t);
    u.get<1>()[0] = u.get<0>()[0];
}

__device__ void parts(pycu::array<const double, 1> a, pycu::array<double, 1> out, int64_t n)
{
    const pycu::tuple<pycu::array<const double, 1>, pycu::array<const double, 1>,
        pycu::array<double, 1>> v = n > 1
        ? pycu::tuple<pycu::array<const double, 1>, pycu::array<const double, 1>,
        pycu::array<double, 1>>{a(pycu::from(1)), a(pycu::to(2)), out}
        : pycu::tuple<pycu::array<const double, 1>, pycu::array<const double, 1>,
        pycu::array<double, 1>>{a, a, out};
    for (const auto x : std::initializer_list<pycu::array<const double, 1>>{v.get<0>(), v.get<1>(),
            v.get<2>()}) {
        v.get<2>()[0] += x[0];
    }
    const Pair pair{a, out};
    pair.target[1] = pair.source[1];
    const pycu::optional<pycu::array<const double, 1>> maybe = n > 2
        ? pycu::optional<pycu::array<const double, 1>>(a) : pycu::none;
    if (maybe.has_value()) {
        out[2] = maybe.value()[2];
    }
}

PYCU_END(array_tuples)

// How the host launches the kernels above.
#include "array_tuples.h"

PYCU_ENTRIES(array_tuples)

__global__ void weighted__contiguous(const double* __restrict__ arrays_0,
    pycu::extents<1> arrays_0__shape, const double* __restrict__ arrays_1,
    pycu::extents<1> arrays_1__shape, double weights_0, double weights_1, double* __restrict__ out,
    pycu::extents<1> out__shape)
{
    weighted(pycu::tuple<pycu::array<const double, 1>,
        pycu::array<const double, 1>>{pycu::view_c(arrays_0, arrays_0__shape),
        pycu::view_c(arrays_1, arrays_1__shape)}, pycu::tuple<double, double>{weights_0, weights_1},
        pycu::view_c(out, out__shape));
}

__global__ void weighted__strided(const double* arrays_0, pycu::extents<1> arrays_0__shape,
    pycu::extents<1> arrays_0__strides, const double* arrays_1, pycu::extents<1> arrays_1__shape,
    pycu::extents<1> arrays_1__strides, double weights_0, double weights_1, double* out,
    pycu::extents<1> out__shape, pycu::extents<1> out__strides)
{
    weighted(pycu::tuple<pycu::array<const double, 1>,
        pycu::array<const double, 1>>{pycu::view_a(arrays_0, arrays_0__shape, arrays_0__strides),
        pycu::view_a(arrays_1, arrays_1__shape, arrays_1__strides)},
        pycu::tuple<double, double>{weights_0, weights_1},
        pycu::view_a(out, out__shape, out__strides));
}

__global__ void first_written__contiguous(double* __restrict__ t_0, pycu::extents<1> t_0__shape,
    const double* __restrict__ t_1, pycu::extents<1> t_1__shape)
{
    first_written(pycu::tuple<pycu::array<double, 1>,
        pycu::array<const double, 1>>{pycu::view_c(t_0, t_0__shape),
        pycu::view_c(t_1, t_1__shape)});
}

__global__ void first_written__strided(double* t_0, pycu::extents<1> t_0__shape,
    pycu::extents<1> t_0__strides, const double* t_1, pycu::extents<1> t_1__shape,
    pycu::extents<1> t_1__strides)
{
    first_written(pycu::tuple<pycu::array<double, 1>,
        pycu::array<const double, 1>>{pycu::view_a(t_0, t_0__shape, t_0__strides),
        pycu::view_a(t_1, t_1__shape, t_1__strides)});
}

__global__ void parts__contiguous(const double* __restrict__ a, pycu::extents<1> a__shape,
    double* __restrict__ out, pycu::extents<1> out__shape, int64_t n)
{
    parts(pycu::view_c(a, a__shape), pycu::view_c(out, out__shape), n);
}

__global__ void parts__strided(const double* a, pycu::extents<1> a__shape,
    pycu::extents<1> a__strides, double* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, int64_t n)
{
    parts(pycu::view_a(a, a__shape, a__strides), pycu::view_a(out, out__shape, out__strides), n);
}

PYCU_ENTRIES_END(array_tuples)

PYCU_WRAPPERS(array_tuples)

int array_tuples_weighted__t2a1f8aa1f8a_t2f8f8_a1f8a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f64_1d arrays_0,
    pycu_array_f64_1d arrays_1, double weights_0, double weights_1, pycu_array_f64_1d out)
{
    pycu::Launch launch(array_tuples_report__, "weighted", grid, block, shared_bytes, stream);
    launch.reads("arrays_0", arrays_0);
    launch.reads("arrays_1", arrays_1);
    launch.writes("out", out);
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(array_tuples, weighted, contiguous, loops), arrays_0.data,
            pycu::shape(arrays_0), arrays_1.data, pycu::shape(arrays_1), weights_0, weights_1,
            out.data, pycu::shape(out));
    }
    return launch.run(PYCU_ENTRY(array_tuples, weighted, strided, loops), arrays_0.data,
        pycu::shape(arrays_0), pycu::strides(arrays_0), arrays_1.data, pycu::shape(arrays_1),
        pycu::strides(arrays_1), weights_0, weights_1, out.data, pycu::shape(out),
        pycu::strides(out));
}

int array_tuples_weighted(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d arrays_0, pycu_array_f64_1d arrays_1, double weights_0,
    double weights_1, pycu_array_f64_1d out)
{
    return array_tuples_weighted__t2a1f8aa1f8a_t2f8f8_a1f8a(grid, block, shared_bytes, stream,
        arrays_0, arrays_1, weights_0, weights_1, out);
}

int array_tuples_first_written__t2a1f8ca1f8c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d t_0, pycu_array_f64_1d t_1)
{
    pycu::Launch launch(array_tuples_report__, "first_written", grid, block, shared_bytes, stream);
    launch.writes("t_0", t_0, pycu::Layout::C);
    launch.reads("t_1", t_1, pycu::Layout::C);
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(array_tuples, first_written, contiguous, loops), t_0.data,
            pycu::shape(t_0), t_1.data, pycu::shape(t_1));
    }
    return launch.run(PYCU_ENTRY(array_tuples, first_written, strided, loops), t_0.data,
        pycu::shape(t_0), pycu::strides(t_0), t_1.data, pycu::shape(t_1), pycu::strides(t_1));
}

int array_tuples_first_written(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d t_0, pycu_array_f64_1d t_1)
{
    return array_tuples_first_written__t2a1f8ca1f8c(grid, block, shared_bytes, stream, t_0, t_1);
}

int array_tuples_parts__a1f8c_a1f8c_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d a, pycu_array_f64_1d out, int64_t n)
{
    pycu::Launch launch(array_tuples_report__, "parts", grid, block, shared_bytes, stream);
    launch.reads("a", a, pycu::Layout::C);
    launch.writes("out", out, pycu::Layout::C);
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(array_tuples, parts, contiguous, loops), a.data,
            pycu::shape(a), out.data, pycu::shape(out), n);
    }
    return launch.run(PYCU_ENTRY(array_tuples, parts, strided, loops), a.data, pycu::shape(a),
        pycu::strides(a), out.data, pycu::shape(out), pycu::strides(out), n);
}

int array_tuples_parts(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d a, pycu_array_f64_1d out, int64_t n)
{
    return array_tuples_parts__a1f8c_a1f8c_i8(grid, block, shared_bytes, stream, a, out, n);
}
