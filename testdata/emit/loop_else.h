// `else` of loops: a flag that a break sets, or nothing where no break can end the loop.
// Generated from loop_else.py by pycu: edit loop_else.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; loop_else_last_error() says what was wrong.
#ifndef PYCU_LOOP_ELSE_H
#define PYCU_LOOP_ELSE_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   search(out: int64[:], n: int64)
PYCU_API int loop_else_search__a1i8a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_i64_1d out, int64_t n);
PYCU_API int loop_else_search(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                              pycu_stream stream, pycu_array_i64_1d out, int64_t n);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* loop_else_last_error(void);
PYCU_API const char* loop_else_last_entry(void);
PYCU_API const char* loop_else_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int loop_else_malloc(void** pointer, size_t bytes);
PYCU_API int loop_else_free(void* pointer);
PYCU_API int loop_else_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int loop_else_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace loop_else {

[[nodiscard]] inline int search(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<int64_t, 1> out, int64_t n) noexcept
{
    return pycu::launch(loop_else_search__a1i8a_i8, launch, out, n);
}

inline void search(const pycu::configuration& launch, pycu::array<int64_t, 1> out, int64_t n)
{
    pycu::check(search(std::nothrow, launch, out, n), loop_else_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    loop_else_malloc, loop_else_free, loop_else_copy, loop_else_sync, loop_else_last_error,
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

}  // namespace loop_else
#endif

#endif  // PYCU_LOOP_ELSE_H
