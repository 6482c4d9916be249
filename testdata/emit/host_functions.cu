// pycu: transpile --host -o {out}
//
// Functions that the host calls: they return values, and raise what Numba's njit raises.
// Generated from host_functions.py by pycu: edit host_functions.py and run pycu again.
#include "pycu.h"
#include "pycu_function.h"
#include "pycu_complex.h"

PYCU_MODULE(host_functions)

struct Point {
    int64_t x;
    pycu::complex<double> y;
};

/// What is left of n.
__device__ double ratio(pycu::array<double, 1> a, int64_t n)
{
    a[0] = 1.0;
    return pycu::checked_div(double(a.size()), n);
}

/// What is left of n.
__device__ double ratio(pycu::array<float, 2> a, int64_t n)
{
    for (int64_t k = 0; k < a.shape[1]; ++k) {
        a(0, k) = 1.0f;
    }
    return pycu::checked_div(double(a.size()), n);
}

__device__ int64_t checked(int64_t n, int64_t d)
{
    if (n < 0) {
        pycu::raise("ValueError", "too small");
    }
    return pycu::checked_floor_div(n, d);
}

__device__ pycu::tuple<Point, bool> moved(Point p, pycu::tuple<int64_t, int64_t> by)
{
    return {Point{checked(p.x, by.get<0>()), p.y / pycu::complex<double>{0.0, 2.0}},
            by.get<1>() > 0};
}

__device__ void nothing()
{
    return;
}

PYCU_END(host_functions)

#include "host_functions_launch.cuh"
