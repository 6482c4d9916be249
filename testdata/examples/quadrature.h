// Integrals of several functions by one rule, which takes the function as an argument.
// Generated from quadrature.py by pycu: edit quadrature.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; quadrature_last_error() says what was wrong.
#ifndef PYCU_QUADRATURE_H
#define PYCU_QUADRATURE_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// Row 0: the error function; row 1: a damped wave; row 2: the length of a parabola.
//   integrate(widths: float64[:], out: float64[:, :])
PYCU_API int quadrature_integrate__a1f8a_a2f8a(pycu_dim3 grid, pycu_dim3 block,
                                               uint32_t shared_bytes, pycu_stream stream,
                                               pycu_array_f64_1d widths, pycu_array_f64_2d out);
PYCU_API int quadrature_integrate(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                  pycu_stream stream, pycu_array_f64_1d widths,
                                  pycu_array_f64_2d out);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* quadrature_last_error(void);
PYCU_API const char* quadrature_last_entry(void);
PYCU_API const char* quadrature_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int quadrature_malloc(void** pointer, size_t bytes);
PYCU_API int quadrature_free(void* pointer);
PYCU_API int quadrature_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int quadrature_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace quadrature {

[[nodiscard]] inline int integrate(const std::nothrow_t&, const pycu::configuration& launch,
                                   pycu::array<const double, 1> widths,
                                   pycu::array<double, 2> out) noexcept
{
    return pycu::launch(quadrature_integrate__a1f8a_a2f8a, launch, widths, out);
}

inline void integrate(const pycu::configuration& launch, pycu::array<const double, 1> widths,
                      pycu::array<double, 2> out)
{
    pycu::check(integrate(std::nothrow, launch, widths, out), quadrature_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    quadrature_malloc, quadrature_free, quadrature_copy, quadrature_sync, quadrature_last_error,
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

}  // namespace quadrature
#endif

#endif  // PYCU_QUADRATURE_H
