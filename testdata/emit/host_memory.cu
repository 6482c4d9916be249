// Arrays and lists that functions of the host make and return.
// Generated from host_memory.py by pycu: edit host_memory.py and run pycu again.
#include "pycu.h"
#include "pycu_function.h"

PYCU_MODULE(host_memory)

__device__ pycu::array<const int, 1> squares(int64_t n)
{
    const auto found = pycu::new_array<int>(n);
    for (int64_t i = 0; i < n; ++i) {
        found[i] = i * i;
    }
    return found;
}

__device__ pycu::tuple<pycu::array<const double, 2>,
    pycu::array<const double, 1>> rows(pycu::array<const double, 2> a)
{
    const auto array = pycu::new_array<double>(a.shape[0], a.shape[1]);
    for (int64_t k = 0; k < array.shape[0]; ++k) {
        for (int64_t m = 0; m < array.shape[1]; ++m) {
            array(k, m) = a(k, m);
        }
    }
    const auto b = array;
    const auto array_ = pycu::new_array<double>(a.shape[1]);
    for (int64_t k = 0; k < array_.shape[0]; ++k) {
        array_[k] = 2.5;
    }
    for (int64_t k = 0; k < b.shape[1]; ++k) {
        b(0, k) = array_[k];
    }
    return {b, a[1]};
}

__device__ pycu::tuple<pycu::list<int64_t>, int64_t> primes(int64_t upper)
{
    const pycu::list<int64_t> found = pycu::new_list<int64_t>();
    for (int64_t n = 2; n < upper; ++n) {
        const int64_t stop = found.size();
        for (int64_t j = 0; j < stop; ++j) {
            const int64_t p = found.get(j);
            if (pycu::checked_floor_mod(n, p) == 0) {
                break;
            }
        }
    }
    found.append(upper);
    found.set(int64_t(0), pycu::truncated<int64_t>(0.5));
    return {found, found.size()};
}

PYCU_END(host_memory)

// How the host calls the functions above.
#include "host_memory.h"

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

PYCU_WRAPPERS(host_memory)
PYCU_HOST_MEMORY(host_memory)

int host_memory_squares__i8(int64_t n, pycu_array_i32_1d* result__)
{
    return pycu::call_host<host_memory_entries__>(host_memory_report__,
        &host_memory_entries__::host_memory_squares__i8__, n, result__);
}

int host_memory_rows__a2f8c(pycu_array_f64_2d a, pycu_array_f64_2d* result___0,
    pycu_array_f64_1d* result___1)
{
    return pycu::call_host<host_memory_entries__>(host_memory_report__,
        &host_memory_entries__::host_memory_rows__a2f8c__, a, result___0, result___1);
}

int host_memory_primes__i8(int64_t upper, pycu_array_i64_1d* result___0, int64_t* result___1)
{
    return pycu::call_host<host_memory_entries__>(host_memory_report__,
        &host_memory_entries__::host_memory_primes__i8__, upper, result___0, result___1);
}
