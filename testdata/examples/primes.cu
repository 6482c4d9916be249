// Finds primes by trial division.
// Generated from primes.py by pycu: edit primes.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(primes)

__device__ void check_prime_gpu_kernel(int num, pycu::array<int, 1, int> result)
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
__device__ void mark_primes(pycu::array<int, 1, int> flags)
{
    const int num = blockIdx.x * blockDim.x + threadIdx.x;
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

PYCU_END(primes)

// How the host launches the kernels above.
#include "primes.h"
#include "primes_wide.cuh"

PYCU_ENTRIES(primes)

__global__ void check_prime_gpu_kernel__contiguous(int64_t num, int* __restrict__ result,
    int result__0)
{
    check_prime_gpu_kernel(num, pycu::packed(result, result__0));
}

__global__ void mark_primes__contiguous(int* __restrict__ flags, int flags__0)
{
    mark_primes(pycu::packed(flags, flags__0));
}

PYCU_ENTRIES_END(primes)

PYCU_WRAPPERS(primes)

int primes_check_prime_gpu_kernel__i8_a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, int64_t num, pycu_array_i32_1d result)
{
    pycu::Launch launch(primes_report__, "check_prime_gpu_kernel", grid, block, shared_bytes,
        stream);
    launch.writes("result", result);
    if (launch.fits_int(num)) {
        return launch.run(PYCU_ENTRY(primes, check_prime_gpu_kernel, contiguous, loops), num,
            result.data, int(result.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(primes, check_prime_gpu_kernel, strided, loops), num,
        result.data, pycu::shape(result), pycu::strides(result));
}

int primes_check_prime_gpu_kernel(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, int64_t num, pycu_array_i32_1d result)
{
    return primes_check_prime_gpu_kernel__i8_a1i4a(grid, block, shared_bytes, stream, num, result);
}

int primes_mark_primes__a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d flags)
{
    pycu::Launch launch(primes_report__, "mark_primes", grid, block, shared_bytes, stream);
    launch.writes("flags", flags, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(primes, mark_primes, contiguous, loops), flags.data,
            int(flags.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(primes, mark_primes, strided, loops), flags.data,
        pycu::shape(flags), pycu::strides(flags));
}

int primes_mark_primes(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i32_1d flags)
{
    return primes_mark_primes__a1i4c(grid, block, shared_bytes, stream, flags);
}
