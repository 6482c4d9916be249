// pycu: transpile --host -o {out}
//
// Arrays and lists that functions of the host make and return.
// Generated from host_memory.py by pycu: edit host_memory.py and run pycu again.
//
// How the host launches what host_memory.cu has.
#include "host_memory.h"

PYCU_WRAPPERS(host_memory)
PYCU_HOST_MEMORY(host_memory)

PYCU_ENTRIES(host_memory)

void host_memory_squares__i8__(int64_t n, pycu_array_i32_1d* result__)
{
    pycu::give(result__, squares(pycu::taken(n)));
}

void host_memory_rows__a2f8c__(pycu_array_f64_2d a, pycu_array_f64_2d* result___0,
                               pycu_array_f64_1d* result___1)
{
    const auto result = rows(pycu::view_c(pycu::taken(a.data), pycu::shape(a)));
    pycu::give(result___0, result.get<0>());
    pycu::give(result___1, result.get<1>());
}

void host_memory_primes__i8__(int64_t upper, pycu_array_i64_1d* result___0, int64_t* result___1)
{
    const auto result = primes(pycu::taken(upper));
    pycu::give(result___0, result.get<0>());
    pycu::give(result___1, result.get<1>());
}

PYCU_ENTRIES_END(host_memory)

int host_memory_squares__i8(int64_t n, pycu_array_i32_1d* result__)
{
    return pycu::call_host<host_memory_entries__>(
        host_memory_report__, &host_memory_entries__::host_memory_squares__i8__, n, result__);
}

int host_memory_rows__a2f8c(pycu_array_f64_2d a, pycu_array_f64_2d* result___0,
                            pycu_array_f64_1d* result___1)
{
    return pycu::call_host<host_memory_entries__>(host_memory_report__,
                                                  &host_memory_entries__::host_memory_rows__a2f8c__,
                                                  a, result___0, result___1);
}

int host_memory_primes__i8(int64_t upper, pycu_array_i64_1d* result___0, int64_t* result___1)
{
    return pycu::call_host<host_memory_entries__>(host_memory_report__,
                                                  &host_memory_entries__::host_memory_primes__i8__,
                                                  upper, result___0, result___1);
}
