// One body whatever the layout; the entries differ.
// Generated from layouts.py by pycu: edit layouts.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; layouts_last_error() says what was wrong.
#ifndef PYCU_LAYOUTS_H
#define PYCU_LAYOUTS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   add(a: float32[:, ::1], b: float32[::1, :], out: float32[:, :])
PYCU_API int layouts_add__a2f4c_a2f4f_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                            pycu_stream stream, pycu_array_f32_2d a,
                                            pycu_array_f32_2d b, pycu_array_f32_2d out);
PYCU_API int layouts_add(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                         pycu_array_f32_2d a, pycu_array_f32_2d b, pycu_array_f32_2d out);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* layouts_last_error(void);
PYCU_API const char* layouts_last_entry(void);
PYCU_API const char* layouts_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int layouts_malloc(void** pointer, size_t bytes);
PYCU_API int layouts_free(void* pointer);
PYCU_API int layouts_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int layouts_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace layouts {

[[nodiscard]] inline int add(const std::nothrow_t&, const pycu::configuration& launch,
                             pycu::array<const float, 2> a, pycu::array<const float, 2> b,
                             pycu::array<float, 2> out) noexcept
{
    return pycu::launch(layouts_add__a2f4c_a2f4f_a2f4a, launch, a, b, out);
}

inline void add(const pycu::configuration& launch, pycu::array<const float, 2> a,
                pycu::array<const float, 2> b, pycu::array<float, 2> out)
{
    pycu::check(add(std::nothrow, launch, a, b, out), layouts_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    layouts_malloc, layouts_free, layouts_copy, layouts_sync, layouts_last_error,
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

}  // namespace layouts
#endif

#endif  // PYCU_LAYOUTS_H
