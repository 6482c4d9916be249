// Arrays in tuples are const where nobody writes through them.
// Generated from array_tuples.py by pycu: edit array_tuples.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; array_tuples_last_error() says what was wrong.
#ifndef PYCU_ARRAY_TUPLES_H
#define PYCU_ARRAY_TUPLES_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   weighted(arrays: UniTuple(float64[:], 2), weights: UniTuple(float64, 2), out: float64[:])
PYCU_API int array_tuples_weighted__t2a1f8aa1f8a_t2f8f8_a1f8a(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d arrays_0, pycu_array_f64_1d arrays_1, double weights_0, double weights_1,
    pycu_array_f64_1d out);
PYCU_API int array_tuples_weighted(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                   pycu_stream stream, pycu_array_f64_1d arrays_0,
                                   pycu_array_f64_1d arrays_1, double weights_0, double weights_1,
                                   pycu_array_f64_1d out);

//   first_written(t: UniTuple(float64[::1], 2))
PYCU_API int array_tuples_first_written__t2a1f8ca1f8c(pycu_dim3 grid, pycu_dim3 block,
                                                      uint32_t shared_bytes, pycu_stream stream,
                                                      pycu_array_f64_1d t_0, pycu_array_f64_1d t_1);
PYCU_API int array_tuples_first_written(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_f64_1d t_0,
                                        pycu_array_f64_1d t_1);

//   parts(a: float64[::1], out: float64[::1], n: int64)
PYCU_API int array_tuples_parts__a1f8c_a1f8c_i8(pycu_dim3 grid, pycu_dim3 block,
                                                uint32_t shared_bytes, pycu_stream stream,
                                                pycu_array_f64_1d a, pycu_array_f64_1d out,
                                                int64_t n);
PYCU_API int array_tuples_parts(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                pycu_stream stream, pycu_array_f64_1d a, pycu_array_f64_1d out,
                                int64_t n);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* array_tuples_last_error(void);
PYCU_API const char* array_tuples_last_entry(void);
PYCU_API const char* array_tuples_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int array_tuples_malloc(void** pointer, size_t bytes);
PYCU_API int array_tuples_free(void* pointer);
PYCU_API int array_tuples_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int array_tuples_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace array_tuples {

[[nodiscard]] inline int weighted(const std::nothrow_t&, const pycu::configuration& launch,
                                  pycu::array<const double, 1> arrays_0,
                                  pycu::array<const double, 1> arrays_1, double weights_0,
                                  double weights_1, pycu::array<double, 1> out) noexcept
{
    return pycu::launch(array_tuples_weighted__t2a1f8aa1f8a_t2f8f8_a1f8a, launch, arrays_0,
                        arrays_1, weights_0, weights_1, out);
}

inline void weighted(const pycu::configuration& launch, pycu::array<const double, 1> arrays_0,
                     pycu::array<const double, 1> arrays_1, double weights_0, double weights_1,
                     pycu::array<double, 1> out)
{
    pycu::check(weighted(std::nothrow, launch, arrays_0, arrays_1, weights_0, weights_1, out),
                array_tuples_last_error);
}

[[nodiscard]] inline int first_written(const std::nothrow_t&, const pycu::configuration& launch,
                                       pycu::array<double, 1> t_0,
                                       pycu::array<const double, 1> t_1) noexcept
{
    return pycu::launch(array_tuples_first_written__t2a1f8ca1f8c, launch, t_0, t_1);
}

inline void first_written(const pycu::configuration& launch, pycu::array<double, 1> t_0,
                          pycu::array<const double, 1> t_1)
{
    pycu::check(first_written(std::nothrow, launch, t_0, t_1), array_tuples_last_error);
}

[[nodiscard]] inline int parts(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<const double, 1> a, pycu::array<double, 1> out,
                               int64_t n) noexcept
{
    return pycu::launch(array_tuples_parts__a1f8c_a1f8c_i8, launch, a, out, n);
}

inline void parts(const pycu::configuration& launch, pycu::array<const double, 1> a,
                  pycu::array<double, 1> out, int64_t n)
{
    pycu::check(parts(std::nothrow, launch, a, out, n), array_tuples_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    array_tuples_malloc, array_tuples_free, array_tuples_copy, array_tuples_sync, array_tuples_last_error,
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

}  // namespace array_tuples
#endif

#endif  // PYCU_ARRAY_TUPLES_H
