// Finds primes by trial division.
// Generated from primes.py by pycu: edit primes.py and run pycu again.
//
// How the host launches what primes.cu has.
#include "primes.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(primes)

PYCU_KERNEL void check_prime_gpu_kernel(int64_t num, pycu::array<int, 1> result)
{
    // all prime numbers are greater than 1
    result[0] = 0;
    bool broke = false;
    for (int64_t i = 2; i < num; ++i) {
        if (num % i == 0) {
            broke = true;
            break;
        }
    }
    if (!broke) {
        result[0] = num;
    }
}

/// Set flags[n] to 1 where n is prime, to 0 elsewhere.
PYCU_KERNEL void mark_primes(pycu::array<int, 1> flags)
{
    const int64_t num = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (num >= flags.size()) {
        return;
    }

    bool prime = num > 1;
    for (int64_t divisor = 2; prime && divisor * divisor <= num; ++divisor) {
        if (num % divisor == 0) {
            prime = false;
        }
    }
    flags[num] = prime;
}

PYCU_WIDE_END(primes)

PYCU_WRAPPERS(primes)

PYCU_INT_ENTRIES(primes, check_prime_gpu_kernel)

int primes_check_prime_gpu_kernel__i8_a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                            pycu_stream stream, int64_t num,
                                            pycu_array_i32_1d result)
{
    return PYCU_LAUNCH(primes, check_prime_gpu_kernel, loops, (pycu::index(num), result));
}

PYCU_ALIAS(primes_check_prime_gpu_kernel, primes_check_prime_gpu_kernel__i8_a1i4a)

PYCU_INT_ENTRIES(primes, mark_primes)

int primes_mark_primes__a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                              pycu_stream stream, pycu_array_i32_1d flags)
{
    return PYCU_LAUNCH(primes, mark_primes, loops, (pycu::c_order(flags)));
}

PYCU_ALIAS(primes_mark_primes, primes_mark_primes__a1i4c)
