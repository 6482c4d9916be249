// Names beyond ASCII: kept for variables, spelled out for what has a symbol.
// Generated from unicode_names.py by pycu: edit unicode_names.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; unicode_names_last_error() says what was wrong.
#ifndef PYCU_UNICODE_NAMES_H
#define PYCU_UNICODE_NAMES_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   naïve(σ: float64[:], λ: float64)
PYCU_API int unicode_names_naive__a1f8a_f8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                           pycu_stream stream, pycu_array_f64_1d σ, double λ);
PYCU_API int unicode_names_naive(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_f64_1d σ, double λ);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* unicode_names_last_error(void);
PYCU_API const char* unicode_names_last_entry(void);
PYCU_API const char* unicode_names_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int unicode_names_malloc(void** pointer, size_t bytes);
PYCU_API int unicode_names_free(void* pointer);
PYCU_API int unicode_names_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int unicode_names_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace unicode_names {

[[nodiscard]] inline int naive(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<double, 1> σ, double λ) noexcept
{
    return pycu::launch(unicode_names_naive__a1f8a_f8, launch, σ, λ);
}

inline void naive(const pycu::configuration& launch, pycu::array<double, 1> σ, double λ)
{
    pycu::check(naive(std::nothrow, launch, σ, λ), unicode_names_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    unicode_names_malloc, unicode_names_free, unicode_names_copy, unicode_names_sync, unicode_names_last_error,
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

}  // namespace unicode_names
#endif

#endif  // PYCU_UNICODE_NAMES_H
