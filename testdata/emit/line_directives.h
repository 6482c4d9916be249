// pycu: --line-directives
//
// Compilers and debuggers are told which line of Python each statement comes from.
// Generated from line_directives.py by pycu: edit line_directives.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; line_directives_last_error() says what was wrong.
#ifndef PYCU_LINE_DIRECTIVES_H
#define PYCU_LINE_DIRECTIVES_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// Comments, braces and docstrings have no line.
//   several_lines(x: float32[:], out: float32[:])
PYCU_API int line_directives_several_lines__a1f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block,
                                                        uint32_t shared_bytes, pycu_stream stream,
                                                        pycu_array_f32_1d x, pycu_array_f32_1d out);
PYCU_API int line_directives_several_lines(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                           pycu_stream stream, pycu_array_f32_1d x,
                                           pycu_array_f32_1d out);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* line_directives_last_error(void);
PYCU_API const char* line_directives_last_entry(void);
PYCU_API const char* line_directives_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int line_directives_malloc(void** pointer, size_t bytes);
PYCU_API int line_directives_free(void* pointer);
PYCU_API int line_directives_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int line_directives_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace line_directives {

[[nodiscard]] inline int several_lines(const std::nothrow_t&, const pycu::configuration& launch,
                                       pycu::array<const float, 1> x,
                                       pycu::array<float, 1> out) noexcept
{
    return pycu::launch(line_directives_several_lines__a1f4a_a1f4a, launch, x, out);
}

inline void several_lines(const pycu::configuration& launch, pycu::array<const float, 1> x,
                          pycu::array<float, 1> out)
{
    pycu::check(several_lines(std::nothrow, launch, x, out), line_directives_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    line_directives_malloc, line_directives_free, line_directives_copy, line_directives_sync, line_directives_last_error,
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

}  // namespace line_directives
#endif

#endif  // PYCU_LINE_DIRECTIVES_H
