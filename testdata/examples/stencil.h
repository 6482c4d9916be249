// Derivatives of a sampled function: one kernel for each order of accuracy, made by a factory.
// Generated from stencil.py by pycu: edit stencil.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; stencil_last_error() says what was wrong.
#ifndef PYCU_STENCIL_H
#define PYCU_STENCIL_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   derivative2(u: float64[:], out: float64[:], dx: float64)
PYCU_API int stencil_derivative2__a1f8a_a1f8a_f8(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_f64_1d u, pycu_array_f64_1d out,
                                                 double dx);
PYCU_API int stencil_derivative2(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_f64_1d u, pycu_array_f64_1d out,
                                 double dx);

//   derivative4(u: float64[:], out: float64[:], dx: float64)
PYCU_API int stencil_derivative4__a1f8a_a1f8a_f8(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_f64_1d u, pycu_array_f64_1d out,
                                                 double dx);
PYCU_API int stencil_derivative4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_f64_1d u, pycu_array_f64_1d out,
                                 double dx);

//   derivative6(u: float64[:], out: float64[:], dx: float64)
PYCU_API int stencil_derivative6__a1f8a_a1f8a_f8(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_f64_1d u, pycu_array_f64_1d out,
                                                 double dx);
PYCU_API int stencil_derivative6(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_f64_1d u, pycu_array_f64_1d out,
                                 double dx);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* stencil_last_error(void);
PYCU_API const char* stencil_last_entry(void);
PYCU_API const char* stencil_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int stencil_malloc(void** pointer, size_t bytes);
PYCU_API int stencil_free(void* pointer);
PYCU_API int stencil_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int stencil_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace stencil {

[[nodiscard]] inline int derivative2(const std::nothrow_t&, const pycu::configuration& launch,
                                     pycu::array<const double, 1> u, pycu::array<double, 1> out,
                                     double dx) noexcept
{
    return pycu::launch(stencil_derivative2__a1f8a_a1f8a_f8, launch, u, out, dx);
}

inline void derivative2(const pycu::configuration& launch, pycu::array<const double, 1> u,
                        pycu::array<double, 1> out, double dx)
{
    pycu::check(derivative2(std::nothrow, launch, u, out, dx), stencil_last_error);
}

[[nodiscard]] inline int derivative4(const std::nothrow_t&, const pycu::configuration& launch,
                                     pycu::array<const double, 1> u, pycu::array<double, 1> out,
                                     double dx) noexcept
{
    return pycu::launch(stencil_derivative4__a1f8a_a1f8a_f8, launch, u, out, dx);
}

inline void derivative4(const pycu::configuration& launch, pycu::array<const double, 1> u,
                        pycu::array<double, 1> out, double dx)
{
    pycu::check(derivative4(std::nothrow, launch, u, out, dx), stencil_last_error);
}

[[nodiscard]] inline int derivative6(const std::nothrow_t&, const pycu::configuration& launch,
                                     pycu::array<const double, 1> u, pycu::array<double, 1> out,
                                     double dx) noexcept
{
    return pycu::launch(stencil_derivative6__a1f8a_a1f8a_f8, launch, u, out, dx);
}

inline void derivative6(const pycu::configuration& launch, pycu::array<const double, 1> u,
                        pycu::array<double, 1> out, double dx)
{
    pycu::check(derivative6(std::nothrow, launch, u, out, dx), stencil_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    stencil_malloc, stencil_free, stencil_copy, stencil_sync, stencil_last_error,
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

}  // namespace stencil
#endif

#endif  // PYCU_STENCIL_H
