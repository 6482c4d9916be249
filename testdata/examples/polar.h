// Distances between points given in polar coordinates; device functions do the work.
// Generated from polar.py by pycu: edit polar.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; polar_last_error() says what was wrong.
#ifndef PYCU_POLAR_H
#define PYCU_POLAR_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// The lengths of the vectors (x[i], y[i]); none may be zero.
//   lengths(x: float64[:], y: float64[:], out: float64[:])
PYCU_API int polar_lengths__a1f8a_a1f8a_a1f8a(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_f64_1d x, pycu_array_f64_1d y,
                                              pycu_array_f64_1d out);
PYCU_API int polar_lengths(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                           pycu_stream stream, pycu_array_f64_1d x, pycu_array_f64_1d y,
                           pycu_array_f64_1d out);

//   polar_distance(rho1: float32[:], theta1: float32[:], rho2: float32[:], theta2: float32[:], out: float32[:])
PYCU_API int polar_polar_distance__a1f4a_a1f4a_a1f4a_a1f4a_a1f4a(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d rho1, pycu_array_f32_1d theta1, pycu_array_f32_1d rho2,
    pycu_array_f32_1d theta2, pycu_array_f32_1d out);
PYCU_API int polar_polar_distance(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                  pycu_stream stream, pycu_array_f32_1d rho1,
                                  pycu_array_f32_1d theta1, pycu_array_f32_1d rho2,
                                  pycu_array_f32_1d theta2, pycu_array_f32_1d out);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* polar_last_error(void);
PYCU_API const char* polar_last_entry(void);
PYCU_API const char* polar_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int polar_malloc(void** pointer, size_t bytes);
PYCU_API int polar_free(void* pointer);
PYCU_API int polar_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int polar_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace polar {

[[nodiscard]] inline int lengths(const std::nothrow_t&, const pycu::configuration& launch,
                                 pycu::array<const double, 1> x, pycu::array<const double, 1> y,
                                 pycu::array<double, 1> out) noexcept
{
    return pycu::launch(polar_lengths__a1f8a_a1f8a_a1f8a, launch, x, y, out);
}

inline void lengths(const pycu::configuration& launch, pycu::array<const double, 1> x,
                    pycu::array<const double, 1> y, pycu::array<double, 1> out)
{
    pycu::check(lengths(std::nothrow, launch, x, y, out), polar_last_error);
}

[[nodiscard]] inline int polar_distance(const std::nothrow_t&, const pycu::configuration& launch,
                                        pycu::array<const float, 1> rho1,
                                        pycu::array<const float, 1> theta1,
                                        pycu::array<const float, 1> rho2,
                                        pycu::array<const float, 1> theta2,
                                        pycu::array<float, 1> out) noexcept
{
    return pycu::launch(polar_polar_distance__a1f4a_a1f4a_a1f4a_a1f4a_a1f4a, launch, rho1, theta1,
                        rho2, theta2, out);
}

inline void polar_distance(const pycu::configuration& launch, pycu::array<const float, 1> rho1,
                           pycu::array<const float, 1> theta1, pycu::array<const float, 1> rho2,
                           pycu::array<const float, 1> theta2, pycu::array<float, 1> out)
{
    pycu::check(polar_distance(std::nothrow, launch, rho1, theta1, rho2, theta2, out),
                polar_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    polar_malloc, polar_free, polar_copy, polar_sync, polar_last_error,
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

}  // namespace polar
#endif

#endif  // PYCU_POLAR_H
