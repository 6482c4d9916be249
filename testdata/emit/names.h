// Names that C++ or CUDA have taken, and names that are in order here.
// Generated from names.py by pycu: edit names.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; names_last_error() says what was wrong.
#ifndef PYCU_NAMES_H
#define PYCU_NAMES_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   new(float: float64[:], int: float64, template: int64)
PYCU_API int names_new__a1f8a_f8_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                    pycu_stream stream, pycu_array_f64_1d float_, double int_,
                                    int64_t template_);
PYCU_API int names_new(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                       pycu_array_f64_1d float_, double int_, int64_t template_);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* names_last_error(void);
PYCU_API const char* names_last_entry(void);
PYCU_API const char* names_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int names_malloc(void** pointer, size_t bytes);
PYCU_API int names_free(void* pointer);
PYCU_API int names_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int names_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace names {

[[nodiscard]] inline int new_(const std::nothrow_t&, const pycu::configuration& launch,
                              pycu::array<double, 1> float_, double int_,
                              int64_t template_) noexcept
{
    return pycu::launch(names_new__a1f8a_f8_i8, launch, float_, int_, template_);
}

inline void new_(const pycu::configuration& launch, pycu::array<double, 1> float_, double int_,
                 int64_t template_)
{
    pycu::check(new_(std::nothrow, launch, float_, int_, template_), names_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    names_malloc, names_free, names_copy, names_sync, names_last_error,
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

}  // namespace names
#endif

#endif  // PYCU_NAMES_H
