// Finds primes by trial division.
#include "pycu.h"

PYCU_MODULE(primes)

PYCU_KERNEL void check_prime_gpu_kernel(int num, pycu::array<int, 1, int> result)
{
    // all prime numbers are greater than 1
    result[0] = 0;
    bool broke = false;
    for (int i = 2; i < num; ++i) {
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
PYCU_KERNEL void mark_primes(pycu::array<int, 1, int> flags)
{
    const int num = blockIdx.x * blockDim.x + threadIdx.x;
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

PYCU_END(primes)
