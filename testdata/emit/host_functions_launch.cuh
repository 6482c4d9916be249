// pycu: transpile --host -o {out}
//
// Functions that the host calls: they return values, and raise what Numba's njit raises.
// Generated from host_functions.py by pycu: edit host_functions.py and run pycu again.
//
// How the host launches what host_functions.cu has.
#include "host_functions.h"

PYCU_WRAPPERS(host_functions)
PYCU_HOST_MEMORY(host_functions)

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
                                            int64_t* result___0_0, pycu_c128* result___0_1,
                                            bool* result___1)
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

int host_functions_ratio__a1f8c_i8(pycu_array_f64_1d a, int64_t n, double* result__)
{
    return pycu::call_host<host_functions_entries__>(
        host_functions_report__, &host_functions_entries__::host_functions_ratio__a1f8c_i8__, a, n,
        result__);
}

int host_functions_ratio__a2f4a_i8(pycu_array_f32_2d a, int64_t n, double* result__)
{
    return pycu::call_host<host_functions_entries__>(
        host_functions_report__, &host_functions_entries__::host_functions_ratio__a2f4a_i8__, a, n,
        result__);
}

int host_functions_moved__t2i8c16_t2i8i8(int64_t p_x, pycu_c128 p_y, int64_t by_0, int64_t by_1,
                                         int64_t* result___0_0, pycu_c128* result___0_1,
                                         bool* result___1)
{
    return pycu::call_host<host_functions_entries__>(
        host_functions_report__, &host_functions_entries__::host_functions_moved__t2i8c16_t2i8i8__,
        p_x, p_y, by_0, by_1, result___0_0, result___0_1, result___1);
}

int host_functions_nothing__v(void)
{
    return pycu::call_host<host_functions_entries__>(
        host_functions_report__, &host_functions_entries__::host_functions_nothing__v__);
}
