// Rows, columns, slices and other views: as short in C++ as in Python; no names where none were.
// Generated from views.py by pycu: edit views.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; views_last_error() says what was wrong.
#ifndef PYCU_VIEWS_H
#define PYCU_VIEWS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   views(a: float32[:, ::1], b: float32[:, :], out: float32[:], n: int32)
PYCU_API int views_views__a2f4c_a2f4a_a1f4a_i4(pycu_dim3 grid, pycu_dim3 block,
                                               uint32_t shared_bytes, pycu_stream stream,
                                               pycu_array_f32_2d a, pycu_array_f32_2d b,
                                               pycu_array_f32_1d out, int32_t n);
PYCU_API int views_views(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                         pycu_array_f32_2d a, pycu_array_f32_2d b, pycu_array_f32_1d out,
                         int32_t n);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* views_last_error(void);
PYCU_API const char* views_last_entry(void);
PYCU_API const char* views_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int views_malloc(void** pointer, size_t bytes);
PYCU_API int views_free(void* pointer);
PYCU_API int views_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int views_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace views {

[[nodiscard]] inline int views(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<float, 2> a, pycu::array<float, 2> b,
                               pycu::array<float, 1> out, int32_t n) noexcept
{
    return pycu::launch(views_views__a2f4c_a2f4a_a1f4a_i4, launch, a, b, out, n);
}

inline void views(const pycu::configuration& launch, pycu::array<float, 2> a,
                  pycu::array<float, 2> b, pycu::array<float, 1> out, int32_t n)
{
    pycu::check(views(std::nothrow, launch, a, b, out, n), views_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    views_malloc, views_free, views_copy, views_sync, views_last_error,
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

}  // namespace views
#endif

#endif  // PYCU_VIEWS_H
