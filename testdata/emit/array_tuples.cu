// Arrays in tuples are const where nobody writes through them.
// Generated from array_tuples.py by pycu: edit array_tuples.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(array_tuples)

struct Pair {
    pycu::array<const double, 1> source;
    pycu::array<double, 1> target;
};

__device__ pycu::tuple<pycu::array<const double, 1>, pycu::array<double, 1>> swapped(
    pycu::tuple<pycu::array<double, 1>, pycu::array<const double, 1>> t)
{
    return {t.get<1>(), t.get<0>()};
}

PYCU_KERNEL void weighted(
    pycu::tuple<pycu::array<const double, 1>, pycu::array<const double, 1>> arrays,
    pycu::double2 weights, pycu::array<double, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        const pycu::tuple<pycu::array<const double, 1>, pycu::array<const double, 1>> items =
            arrays;
        const pycu::double2 items_ = weights;
        for (int64_t j = 0; j < 2; ++j) {
            const auto a = pycu::at(items, j);
            const double w = pycu::at(items_, j);
            out[i] += a[i] * w;
        }
    }
}

PYCU_KERNEL void first_written(pycu::tuple<pycu::array<double, 1>, pycu::array<const double, 1>> t)
{
    const pycu::tuple<pycu::array<const double, 1>, pycu::array<double, 1>> u = swapped(t);
    u.get<1>()[0] = u.get<0>()[0];
}

PYCU_KERNEL void parts(pycu::array<const double, 1> a, pycu::array<double, 1> out, int64_t n)
{
    const pycu::tuple<pycu::array<const double, 1>, pycu::array<const double, 1>,
                      pycu::array<double, 1>>
        v = n > 1 ? pycu::tuple<pycu::array<const double, 1>, pycu::array<const double, 1>,
                                pycu::array<double, 1>>{a(pycu::from(1)), a(pycu::to(2)), out}
                  : pycu::tuple<pycu::array<const double, 1>, pycu::array<const double, 1>,
                                pycu::array<double, 1>>{a, a, out};
    for (const auto x :
         std::initializer_list<pycu::array<const double, 1>>{v.get<0>(), v.get<1>(), v.get<2>()}) {
        v.get<2>()[0] += x[0];
    }
    const Pair pair{a, out};
    pair.target[1] = pair.source[1];
    const pycu::optional<pycu::array<const double, 1>> maybe =
        n > 2 ? pycu::optional<pycu::array<const double, 1>>(a) : pycu::none;
    if (maybe.has_value()) {
        out[2] = maybe.value()[2];
    }
}

PYCU_END(array_tuples)

#include "array_tuples_launch.cuh"
