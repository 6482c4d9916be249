// Tuples of the module under an index: arrays in memory; written ones, under braces.
// Generated from constant_tuples.py by pycu: edit constant_tuples.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; constant_tuples_last_error() says what was wrong.
#ifndef PYCU_CONSTANT_TUPLES_H
#define PYCU_CONSTANT_TUPLES_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   density(f: float64[:, :, ::1], out: float64[:, ::1])
PYCU_API int constant_tuples_density__a3f8c_a2f8c(pycu_dim3 grid, pycu_dim3 block,
                                                  uint32_t shared_bytes, pycu_stream stream,
                                                  pycu_array_f64_3d f, pycu_array_f64_2d out);
PYCU_API int constant_tuples_density(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f64_3d f,
                                     pycu_array_f64_2d out);

//   anywhere(out: int64[::1], k: int64)
PYCU_API int constant_tuples_anywhere__a1i8c_i8(pycu_dim3 grid, pycu_dim3 block,
                                                uint32_t shared_bytes, pycu_stream stream,
                                                pycu_array_i64_1d out, int64_t k);
PYCU_API int constant_tuples_anywhere(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                      pycu_stream stream, pycu_array_i64_1d out, int64_t k);

//   shifted(a: float64[:], out: float64[:])
PYCU_API int constant_tuples_shifted__a1f8a_a1f8a(pycu_dim3 grid, pycu_dim3 block,
                                                  uint32_t shared_bytes, pycu_stream stream,
                                                  pycu_array_f64_1d a, pycu_array_f64_1d out);
PYCU_API int constant_tuples_shifted(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f64_1d a,
                                     pycu_array_f64_1d out);

//   neighbours(a: int32[:, :], out: int32[:, :])
PYCU_API int constant_tuples_neighbours__a2i4a_a2i4a(pycu_dim3 grid, pycu_dim3 block,
                                                     uint32_t shared_bytes, pycu_stream stream,
                                                     pycu_array_i32_2d a, pycu_array_i32_2d out);
PYCU_API int constant_tuples_neighbours(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_i32_2d a,
                                        pycu_array_i32_2d out);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* constant_tuples_last_error(void);
PYCU_API const char* constant_tuples_last_entry(void);
PYCU_API const char* constant_tuples_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int constant_tuples_malloc(void** pointer, size_t bytes);
PYCU_API int constant_tuples_free(void* pointer);
PYCU_API int constant_tuples_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int constant_tuples_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace constant_tuples {

[[nodiscard]] inline int density(const std::nothrow_t&, const pycu::configuration& launch,
                                 pycu::array<const double, 3> f,
                                 pycu::array<double, 2> out) noexcept
{
    return pycu::launch(constant_tuples_density__a3f8c_a2f8c, launch, f, out);
}

inline void density(const pycu::configuration& launch, pycu::array<const double, 3> f,
                    pycu::array<double, 2> out)
{
    pycu::check(density(std::nothrow, launch, f, out), constant_tuples_last_error);
}

[[nodiscard]] inline int anywhere(const std::nothrow_t&, const pycu::configuration& launch,
                                  pycu::array<int64_t, 1> out, int64_t k) noexcept
{
    return pycu::launch(constant_tuples_anywhere__a1i8c_i8, launch, out, k);
}

inline void anywhere(const pycu::configuration& launch, pycu::array<int64_t, 1> out, int64_t k)
{
    pycu::check(anywhere(std::nothrow, launch, out, k), constant_tuples_last_error);
}

[[nodiscard]] inline int shifted(const std::nothrow_t&, const pycu::configuration& launch,
                                 pycu::array<const double, 1> a,
                                 pycu::array<double, 1> out) noexcept
{
    return pycu::launch(constant_tuples_shifted__a1f8a_a1f8a, launch, a, out);
}

inline void shifted(const pycu::configuration& launch, pycu::array<const double, 1> a,
                    pycu::array<double, 1> out)
{
    pycu::check(shifted(std::nothrow, launch, a, out), constant_tuples_last_error);
}

[[nodiscard]] inline int neighbours(const std::nothrow_t&, const pycu::configuration& launch,
                                    pycu::array<const int, 2> a, pycu::array<int, 2> out) noexcept
{
    return pycu::launch(constant_tuples_neighbours__a2i4a_a2i4a, launch, a, out);
}

inline void neighbours(const pycu::configuration& launch, pycu::array<const int, 2> a,
                       pycu::array<int, 2> out)
{
    pycu::check(neighbours(std::nothrow, launch, a, out), constant_tuples_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    constant_tuples_malloc, constant_tuples_free, constant_tuples_copy, constant_tuples_sync, constant_tuples_last_error,
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

}  // namespace constant_tuples
#endif

#endif  // PYCU_CONSTANT_TUPLES_H
