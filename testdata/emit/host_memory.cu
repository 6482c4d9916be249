// pycu: transpile --host -o {out}
//
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

__device__ pycu::tuple<pycu::array<const double, 2>, pycu::array<const double, 1>> rows(
    pycu::array<const double, 2> a)
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

#include "host_memory_launch.cuh"
