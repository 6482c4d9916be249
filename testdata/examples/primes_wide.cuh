// Finds primes by trial division.
// Generated from primes.py by pycu: edit primes.py and run pycu again.
//
// The kernels of primes.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(primes)

__device__ void check_prime_gpu_kernel(int64_t num, pycu::array<int, 1> result)
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
__device__ void mark_primes(pycu::array<int, 1> flags)
{
    const int64_t num = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (num >= flags.size()) {
        return;
    }

    bool prime = num > 1;
    int64_t divisor = 2;
    while (prime && divisor * divisor <= num) {
        if (num % divisor == 0) {
            prime = false;
        }
        divisor += 1;
    }
    flags[num] = prime;
}

__global__ void check_prime_gpu_kernel__strided(int64_t num, int* result,
    pycu::extents<1> result__shape, pycu::extents<1> result__strides)
{
    pycu_wide::check_prime_gpu_kernel(num, pycu::view_a(result, result__shape, result__strides));
}

__global__ void mark_primes__strided(int* flags, pycu::extents<1> flags__shape,
    pycu::extents<1> flags__strides)
{
    pycu_wide::mark_primes(pycu::view_a(flags, flags__shape, flags__strides));
}

PYCU_WIDE_END(primes)
