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
                                                     uint32_t shared_bytes, pycu_stream stream,
                                                     int64_t num, pycu_array_i32_1d result);
PYCU_API int primes_check_prime_gpu_kernel(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                           pycu_stream stream, int64_t num,
                                           pycu_array_i32_1d result);

// Set flags[n] to 1 where n is prime, to 0 elsewhere.
//   mark_primes(flags: int32[::1])
PYCU_API int primes_mark_primes__a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                       pycu_stream stream, pycu_array_i32_1d flags);
PYCU_API int primes_mark_primes(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                pycu_stream stream, pycu_array_i32_1d flags);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* primes_last_error(void);
PYCU_API const char* primes_last_entry(void);
PYCU_API const char* primes_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int primes_malloc(void** pointer, size_t bytes);
PYCU_API int primes_free(void* pointer);
PYCU_API int primes_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int primes_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace primes {

[[nodiscard]] inline int check_prime_gpu_kernel(const std::nothrow_t&,
                                                const pycu::configuration& launch, int64_t num,
                                                pycu::array<int, 1> result) noexcept
{
    return pycu::launch(primes_check_prime_gpu_kernel__i8_a1i4a, launch, num, result);
}

inline void check_prime_gpu_kernel(const pycu::configuration& launch, int64_t num,
                                   pycu::array<int, 1> result)
{
    pycu::check(check_prime_gpu_kernel(std::nothrow, launch, num, result), primes_last_error);
}

[[nodiscard]] inline int mark_primes(const std::nothrow_t&, const pycu::configuration& launch,
                                     pycu::array<int, 1> flags) noexcept
{
    return pycu::launch(primes_mark_primes__a1i4c, launch, flags);
}

inline void mark_primes(const pycu::configuration& launch, pycu::array<int, 1> flags)
{
    pycu::check(mark_primes(std::nothrow, launch, flags), primes_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    primes_malloc, primes_free, primes_copy, primes_sync, primes_last_error,
};

template <class T>
[[nodiscard]] T* malloc(size_t elements)
{
    return pycu_memory.allocate<T>(elements);
}

inline void free(void* pointer)
{
    pycu_memory.release(pointer);
}

template <class T>
void copy(T* to, const T* from, size_t elements, pycu_stream stream = nullptr)
{
    pycu_memory.move(to, from, elements, stream);
}

inline void sync(pycu_stream stream = nullptr)
{
    pycu_memory.wait(stream);
}

template <class T>
[[nodiscard]] pycu::buffer<T> make_buffer(size_t elements)
{
    return {pycu_memory, elements};
}

template <class T>
[[nodiscard]] pycu::buffer<T> make_buffer(size_t elements, int& code) noexcept
{
    return {pycu_memory, elements, code};
}

}  // namespace primes
#endif

#endif  // PYCU_PRIMES_H
