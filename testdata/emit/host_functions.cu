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

// How the host calls the functions above.
#include "host_functions.h"

PYCU_ENTRIES(host_functions)

void host_functions_ratio__a1f8c_i8__(pycu_array_f64_1d a, int64_t n, double* result__)
{
    pycu::give(result__, ratio(pycu::view_c(pycu::taken(a.data), pycu::shape(a)), pycu::taken(n)));
}

void host_functions_ratio__a2f4a_i8__(pycu_array_f32_2d a, int64_t n, double* result__)
{
    pycu::give(result__, ratio(pycu::view_a(pycu::taken(a.data), pycu::shape(a), pycu::strides(a)),
        pycu::taken(n)));
}

void host_functions_moved__t2i8c16_t2i8i8__(int64_t p_x, pycu_c128 p_y, int64_t by_0, int64_t by_1,
    int64_t* result___0_0, pycu_c128* result___0_1, bool* result___1)
{
    const auto result = moved(Point{pycu::taken(p_x), pycu::taken(p_y)},
        pycu::tuple<int64_t, int64_t>{pycu::taken(by_0), pycu::taken(by_1)});
    pycu::give(result___0_0, result.get<0>().x);
    pycu::give(result___0_1, result.get<0>().y);
    pycu::give(result___1, result.get<1>());
}

void host_functions_nothing__v__(void)
{
    nothing();
}

PYCU_ENTRIES_END(host_functions)

PYCU_WRAPPERS(host_functions)
PYCU_HOST_MEMORY(host_functions)

int host_functions_ratio__a1f8c_i8(pycu_array_f64_1d a, int64_t n, double* result__)
{
    return pycu::call_host<host_functions_entries__>(host_functions_report__,
        &host_functions_entries__::host_functions_ratio__a1f8c_i8__, a, n, result__);
}

int host_functions_ratio__a2f4a_i8(pycu_array_f32_2d a, int64_t n, double* result__)
{
    return pycu::call_host<host_functions_entries__>(host_functions_report__,
        &host_functions_entries__::host_functions_ratio__a2f4a_i8__, a, n, result__);
}

int host_functions_moved__t2i8c16_t2i8i8(int64_t p_x, pycu_c128 p_y, int64_t by_0, int64_t by_1,
    int64_t* result___0_0, pycu_c128* result___0_1, bool* result___1)
{
    return pycu::call_host<host_functions_entries__>(host_functions_report__,
        &host_functions_entries__::host_functions_moved__t2i8c16_t2i8i8__, p_x, p_y, by_0, by_1,
        result___0_0, result___0_1, result___1);
}

int host_functions_nothing__v(void)
{
    return pycu::call_host<host_functions_entries__>(host_functions_report__,
        &host_functions_entries__::host_functions_nothing__v__);
}
