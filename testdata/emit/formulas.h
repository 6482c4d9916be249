// Constants that are set by means of others, and extents of arrays, as the program writes them.
// Generated from formulas.py by pycu: edit formulas.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; formulas_last_error() says what was wrong.
#ifndef PYCU_FORMULAS_H
#define PYCU_FORMULAS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   formulas(out: float64[:], halves: float32[:])
PYCU_API int formulas_formulas__a1f8a_a1f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                            pycu_stream stream, pycu_array_f64_1d out,
                                            pycu_array_f32_1d halves);
PYCU_API int formulas_formulas(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                               pycu_stream stream, pycu_array_f64_1d out, pycu_array_f32_1d halves);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* formulas_last_error(void);
PYCU_API const char* formulas_last_entry(void);
PYCU_API const char* formulas_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int formulas_malloc(void** pointer, size_t bytes);
PYCU_API int formulas_free(void* pointer);
PYCU_API int formulas_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int formulas_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace formulas {

[[nodiscard]] inline int formulas(const std::nothrow_t&, const pycu::configuration& launch,
                                  pycu::array<double, 1> out, pycu::array<float, 1> halves) noexcept
{
    return pycu::launch(formulas_formulas__a1f8a_a1f4a, launch, out, halves);
}

inline void formulas(const pycu::configuration& launch, pycu::array<double, 1> out,
                     pycu::array<float, 1> halves)
{
    pycu::check(formulas(std::nothrow, launch, out, halves), formulas_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    formulas_malloc, formulas_free, formulas_copy, formulas_sync, formulas_last_error,
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

}  // namespace formulas
#endif

#endif  // PYCU_FORMULAS_H
