// Finds primes by trial division.
// Generated from primes.py by pycu: edit primes.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; primes_last_error() says what was wrong.
#ifndef PYCU_PRIMES_H
#define PYCU_PRIMES_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   check_prime_gpu_kernel(num: int64, result: int32[:])
PYCU_API int primes_check_prime_gpu_kernel__i8_a1i4a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, int64_t num, pycu_array_i32_1d result);
PYCU_API int primes_check_prime_gpu_kernel(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, int64_t num, pycu_array_i32_1d result);

// Set flags[n] to 1 where n is prime, to 0 elsewhere.
//   mark_primes(flags: int32[::1])
PYCU_API int primes_mark_primes__a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d flags);
PYCU_API int primes_mark_primes(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d flags);

// The text of this thread's last error, and the entry that its last launch took.
PYCU_API const char* primes_last_error(void);
PYCU_API const char* primes_last_entry(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int primes_malloc(void** pointer, size_t bytes);
PYCU_API int primes_free(void* pointer);
PYCU_API int primes_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int primes_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYCU_PRIMES_H
