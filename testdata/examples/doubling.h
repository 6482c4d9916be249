// Doubles a matrix: indices by hand, indices from the grid, and a copy into a second matrix.
// Generated from doubling.py by pycu: edit doubling.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; doubling_last_error() says what was wrong.
#ifndef PYCU_DOUBLING_H
#define PYCU_DOUBLING_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   doubled(arr: float32[:, :])
PYCU_API int doubling_doubled__a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f32_2d arr);
PYCU_API int doubling_doubled(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                              pycu_stream stream, pycu_array_f32_2d arr);

//   doubled_auto_grid(arr: float32[:, :])
PYCU_API int doubling_doubled_auto_grid__a2f4a(pycu_dim3 grid, pycu_dim3 block,
                                               uint32_t shared_bytes, pycu_stream stream,
                                               pycu_array_f32_2d arr);
PYCU_API int doubling_doubled_auto_grid(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_f32_2d arr);

//   doubled_man_copy(arr: float32[:, :], out: float32[:, :])
PYCU_API int doubling_doubled_man_copy__a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block,
                                                    uint32_t shared_bytes, pycu_stream stream,
                                                    pycu_array_f32_2d arr, pycu_array_f32_2d out);
PYCU_API int doubling_doubled_man_copy(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                       pycu_stream stream, pycu_array_f32_2d arr,
                                       pycu_array_f32_2d out);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* doubling_last_error(void);
PYCU_API const char* doubling_last_entry(void);
PYCU_API const char* doubling_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int doubling_malloc(void** pointer, size_t bytes);
PYCU_API int doubling_free(void* pointer);
PYCU_API int doubling_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int doubling_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace doubling {

[[nodiscard]] inline int doubled(const std::nothrow_t&, const pycu::configuration& launch,
                                 pycu::array<float, 2> arr) noexcept
{
    return pycu::launch(doubling_doubled__a2f4a, launch, arr);
}

inline void doubled(const pycu::configuration& launch, pycu::array<float, 2> arr)
{
    pycu::check(doubled(std::nothrow, launch, arr), doubling_last_error);
}

[[nodiscard]] inline int doubled_auto_grid(const std::nothrow_t&, const pycu::configuration& launch,
                                           pycu::array<float, 2> arr) noexcept
{
    return pycu::launch(doubling_doubled_auto_grid__a2f4a, launch, arr);
}

inline void doubled_auto_grid(const pycu::configuration& launch, pycu::array<float, 2> arr)
{
    pycu::check(doubled_auto_grid(std::nothrow, launch, arr), doubling_last_error);
}

[[nodiscard]] inline int doubled_man_copy(const std::nothrow_t&, const pycu::configuration& launch,
                                          pycu::array<const float, 2> arr,
                                          pycu::array<float, 2> out) noexcept
{
    return pycu::launch(doubling_doubled_man_copy__a2f4a_a2f4a, launch, arr, out);
}

inline void doubled_man_copy(const pycu::configuration& launch, pycu::array<const float, 2> arr,
                             pycu::array<float, 2> out)
{
    pycu::check(doubled_man_copy(std::nothrow, launch, arr, out), doubling_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    doubling_malloc, doubling_free, doubling_copy, doubling_sync, doubling_last_error,
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

}  // namespace doubling
#endif

#endif  // PYCU_DOUBLING_H
