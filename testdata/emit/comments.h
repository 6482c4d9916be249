// A docstring of the module with a path C:\temp\ and * / in it.
// Generated from comments.py by pycu: edit comments.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; comments_last_error() says what was wrong.
#ifndef PYCU_COMMENTS_H
#define PYCU_COMMENTS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// First line.
//
//    Indented line.
// What? ?/
//   annotate(out: int64[:])
PYCU_API int comments_annotate__a1i8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                      pycu_stream stream, pycu_array_i64_1d out);
PYCU_API int comments_annotate(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                               pycu_stream stream, pycu_array_i64_1d out);

//   pruned(out: int64[:])
PYCU_API int comments_pruned__a1i8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                    pycu_stream stream, pycu_array_i64_1d out);
PYCU_API int comments_pruned(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                             pycu_stream stream, pycu_array_i64_1d out);

//   branches(out: int64[:], n: int64)
PYCU_API int comments_branches__a1i8a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                         pycu_stream stream, pycu_array_i64_1d out, int64_t n);
PYCU_API int comments_branches(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                               pycu_stream stream, pycu_array_i64_1d out, int64_t n);

//   between_lines(a: float32[:], n: int64)
PYCU_API int comments_between_lines__a1f4a_i8(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_f32_1d a, int64_t n);
PYCU_API int comments_between_lines(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                    pycu_stream stream, pycu_array_f32_1d a, int64_t n);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* comments_last_error(void);
PYCU_API const char* comments_last_entry(void);
PYCU_API const char* comments_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int comments_malloc(void** pointer, size_t bytes);
PYCU_API int comments_free(void* pointer);
PYCU_API int comments_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int comments_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace comments {

[[nodiscard]] inline int annotate(const std::nothrow_t&, const pycu::configuration& launch,
                                  pycu::array<int64_t, 1> out) noexcept
{
    return pycu::launch(comments_annotate__a1i8a, launch, out);
}

inline void annotate(const pycu::configuration& launch, pycu::array<int64_t, 1> out)
{
    pycu::check(annotate(std::nothrow, launch, out), comments_last_error);
}

[[nodiscard]] inline int pruned(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<int64_t, 1> out) noexcept
{
    return pycu::launch(comments_pruned__a1i8a, launch, out);
}

inline void pruned(const pycu::configuration& launch, pycu::array<int64_t, 1> out)
{
    pycu::check(pruned(std::nothrow, launch, out), comments_last_error);
}

[[nodiscard]] inline int branches(const std::nothrow_t&, const pycu::configuration& launch,
                                  pycu::array<int64_t, 1> out, int64_t n) noexcept
{
    return pycu::launch(comments_branches__a1i8a_i8, launch, out, n);
}

inline void branches(const pycu::configuration& launch, pycu::array<int64_t, 1> out, int64_t n)
{
    pycu::check(branches(std::nothrow, launch, out, n), comments_last_error);
}

[[nodiscard]] inline int between_lines(const std::nothrow_t&, const pycu::configuration& launch,
                                       pycu::array<float, 1> a, int64_t n) noexcept
{
    return pycu::launch(comments_between_lines__a1f4a_i8, launch, a, n);
}

inline void between_lines(const pycu::configuration& launch, pycu::array<float, 1> a, int64_t n)
{
    pycu::check(between_lines(std::nothrow, launch, a, n), comments_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    comments_malloc, comments_free, comments_copy, comments_sync, comments_last_error,
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

}  // namespace comments
#endif

#endif  // PYCU_COMMENTS_H
