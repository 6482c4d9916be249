// pycu: transpile --host -o {out}
//
// Arrays and lists that functions of the host make and return.
// Generated from host_memory.py by pycu: edit host_memory.py and run pycu again.
//
// A function takes its arguments and a pointer to each number of what it returns. It returns 0
// or a code of
// pycu_abi.h; host_memory_last_error() says what was wrong.
#ifndef PYCU_HOST_MEMORY_H
#define PYCU_HOST_MEMORY_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   squares(n: int64) -> int32[::1]
PYCU_API int host_memory_squares__i8(int64_t n, pycu_array_i32_1d* result__);

//   rows(a: float64[:, ::1]) -> Tuple(float64[:, ::1], float64[::1])
PYCU_API int host_memory_rows__a2f8c(pycu_array_f64_2d a, pycu_array_f64_2d* result___0,
                                     pycu_array_f64_1d* result___1);

//   primes(upper: int64) -> Tuple(list(int64), int64)
PYCU_API int host_memory_primes__i8(int64_t upper, pycu_array_i64_1d* result___0,
                                    int64_t* result___1);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* host_memory_last_error(void);
PYCU_API const char* host_memory_last_entry(void);
PYCU_API const char* host_memory_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int host_memory_malloc(void** pointer, size_t bytes);
PYCU_API int host_memory_free(void* pointer);
PYCU_API int host_memory_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int host_memory_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace host_memory {


// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    host_memory_malloc, host_memory_free, host_memory_copy, host_memory_sync, host_memory_last_error,
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

}  // namespace host_memory
#endif

#endif  // PYCU_HOST_MEMORY_H
