"""Finds primes by trial division."""
import sys

import numpy as np
from numba import cuda


@cuda.jit("void(int64, int32[:])")
def check_prime_gpu_kernel(num, result):
    # all prime numbers are greater than 1
    result[0] = 0
    for i in range(2, num):
        if (num % i) == 0:
            break
    else:
        result[0] = num


@cuda.jit("void(int32[::1])")
def mark_primes(flags):
    """Set flags[n] to 1 where n is prime, to 0 elsewhere."""
    num = cuda.grid(1)
    if num >= flags.size:
        return

    prime = num > 1
    divisor = 2
    while prime and divisor * divisor <= num:
        if num % divisor == 0:
            prime = False
        divisor += 1
    flags[num] = prime


def check(k) -> float:
    """Compare with a sieve."""
    upper_limit = 300
    sieve = np.ones(upper_limit, np.int32)
    sieve[:2] = 0
    for n in range(2, upper_limit):
        sieve[2 * n :: n] = 0

    for num in range(2, upper_limit):
        result = np.zeros((1), np.int32)
        k.check_prime_gpu_kernel[1, 1](num, result)
        assert result[0] == (num if sieve[num] else 0)

    flags = np.full(upper_limit, 7, np.int32)
    k.mark_primes[5, 64](flags)
    assert np.array_equal(flags, sieve)
    return 0.0


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
