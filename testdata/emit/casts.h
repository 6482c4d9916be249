// Conversions that are written and those that C++ makes by itself.
// Generated from casts.py by pycu: edit casts.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; casts_last_error() says what was wrong.
#ifndef PYCU_CASTS_H
#define PYCU_CASTS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   convert(x: float32[:], k: int32[:], d: float64, n: int64)
PYCU_API int casts_convert__a1f4a_a1i4a_f8_i8(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_f32_1d x, pycu_array_i32_1d k, double d,
                                              int64_t n);
PYCU_API int casts_convert(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                           pycu_stream stream, pycu_array_f32_1d x, pycu_array_i32_1d k, double d,
                           int64_t n);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* casts_last_error(void);
PYCU_API const char* casts_last_entry(void);
PYCU_API const char* casts_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int casts_malloc(void** pointer, size_t bytes);
PYCU_API int casts_free(void* pointer);
PYCU_API int casts_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int casts_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace casts {

[[nodiscard]] inline int convert(const std::nothrow_t&, const pycu::configuration& launch,
                                 pycu::array<float, 1> x, pycu::array<int, 1> k, double d,
                                 int64_t n) noexcept
{
    return pycu::launch(casts_convert__a1f4a_a1i4a_f8_i8, launch, x, k, d, n);
}

inline void convert(const pycu::configuration& launch, pycu::array<float, 1> x,
                    pycu::array<int, 1> k, double d, int64_t n)
{
    pycu::check(convert(std::nothrow, launch, x, k, d, n), casts_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    casts_malloc, casts_free, casts_copy, casts_sync, casts_last_error,
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

}  // namespace casts
#endif

#endif  // PYCU_CASTS_H
