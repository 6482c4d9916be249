// pycu: --debug
//
// Every index, division and barrier of a debug text is checked, under the names of Python.
// Generated from debug.py by pycu: edit debug.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; debug_last_error() says what was wrong.
#ifndef PYCU_DEBUG_H
#define PYCU_DEBUG_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   arrays(x: float32[:, :], out: float32[:], n: int32)
PYCU_API int debug_arrays__a2f4a_a1f4a_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                          pycu_stream stream, pycu_array_f32_2d x,
                                          pycu_array_f32_1d out, int32_t n);
PYCU_API int debug_arrays(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                          pycu_stream stream, pycu_array_f32_2d x, pycu_array_f32_1d out,
                          int32_t n);

//   divisions(counts: int32[:], out: float32[:], n: int32)
PYCU_API int debug_divisions__a1i4a_a1f4a_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                             pycu_stream stream, pycu_array_i32_1d counts,
                                             pycu_array_f32_1d out, int32_t n);
PYCU_API int debug_divisions(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                             pycu_stream stream, pycu_array_i32_1d counts, pycu_array_f32_1d out,
                             int32_t n);

//   control(counts: int32[:], n: int32)
PYCU_API int debug_control__a1i4a_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_i32_1d counts, int32_t n);
PYCU_API int debug_control(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                           pycu_stream stream, pycu_array_i32_1d counts, int32_t n);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* debug_last_error(void);
PYCU_API const char* debug_last_entry(void);
PYCU_API const char* debug_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int debug_malloc(void** pointer, size_t bytes);
PYCU_API int debug_free(void* pointer);
PYCU_API int debug_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int debug_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace debug {

[[nodiscard]] inline int arrays(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<const float, 2> x, pycu::array<float, 1> out,
                                int32_t n) noexcept
{
    return pycu::launch(debug_arrays__a2f4a_a1f4a_i4, launch, x, out, n);
}

inline void arrays(const pycu::configuration& launch, pycu::array<const float, 2> x,
                   pycu::array<float, 1> out, int32_t n)
{
    pycu::check(arrays(std::nothrow, launch, x, out, n), debug_last_error);
}

[[nodiscard]] inline int divisions(const std::nothrow_t&, const pycu::configuration& launch,
                                   pycu::array<int, 1> counts, pycu::array<float, 1> out,
                                   int32_t n) noexcept
{
    return pycu::launch(debug_divisions__a1i4a_a1f4a_i4, launch, counts, out, n);
}

inline void divisions(const pycu::configuration& launch, pycu::array<int, 1> counts,
                      pycu::array<float, 1> out, int32_t n)
{
    pycu::check(divisions(std::nothrow, launch, counts, out, n), debug_last_error);
}

[[nodiscard]] inline int control(const std::nothrow_t&, const pycu::configuration& launch,
                                 pycu::array<int, 1> counts, int32_t n) noexcept
{
    return pycu::launch(debug_control__a1i4a_i4, launch, counts, n);
}

inline void control(const pycu::configuration& launch, pycu::array<int, 1> counts, int32_t n)
{
    pycu::check(control(std::nothrow, launch, counts, n), debug_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    debug_malloc, debug_free, debug_copy, debug_sync, debug_last_error,
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

}  // namespace debug
#endif

#endif  // PYCU_DEBUG_H
