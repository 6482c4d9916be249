// pycu: transpile --host -o {out}
//
// Functions that the host calls: they return values, and raise what Numba's njit raises.
// Generated from host_functions.py by pycu: edit host_functions.py and run pycu again.
//
// A function takes its arguments and a pointer to each number of what it returns. It returns 0
// or a code of
// pycu_abi.h; host_functions_last_error() says what was wrong.
#ifndef PYCU_HOST_FUNCTIONS_H
#define PYCU_HOST_FUNCTIONS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// What is left of n.
//   ratio(a: float64[::1], n: int64) -> float64
PYCU_API int host_functions_ratio__a1f8c_i8(pycu_array_f64_1d a, int64_t n, double* result__);

// What is left of n.
//   ratio(a: float32[:, :], n: int64) -> float64
PYCU_API int host_functions_ratio__a2f4a_i8(pycu_array_f32_2d a, int64_t n, double* result__);

//   moved(p: Point(int64, complex128), by: UniTuple(int64, 2)) -> Tuple(Point(int64, complex128), bool)
PYCU_API int host_functions_moved__t2i8c16_t2i8i8(int64_t p_x, pycu_c128 p_y, int64_t by_0,
                                                  int64_t by_1, int64_t* result___0_0,
                                                  pycu_c128* result___0_1, bool* result___1);

//   nothing() -> none
PYCU_API int host_functions_nothing__v(void);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* host_functions_last_error(void);
PYCU_API const char* host_functions_last_entry(void);
PYCU_API const char* host_functions_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int host_functions_malloc(void** pointer, size_t bytes);
PYCU_API int host_functions_free(void* pointer);
PYCU_API int host_functions_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int host_functions_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace host_functions {


// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    host_functions_malloc, host_functions_free, host_functions_copy, host_functions_sync, host_functions_last_error,
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

}  // namespace host_functions
#endif

#endif  // PYCU_HOST_FUNCTIONS_H
