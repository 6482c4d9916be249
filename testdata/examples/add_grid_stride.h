// Adds two vectors of any length with a grid of any size.
// Generated from add_grid_stride.py by pycu: edit add_grid_stride.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; add_grid_stride_last_error() says what was wrong.
#ifndef PYCU_ADD_GRID_STRIDE_H
#define PYCU_ADD_GRID_STRIDE_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   add_kernel(x: float32[:], y: float32[:], out: float32[:])
PYCU_API int add_grid_stride_add_kernel__a1f4a_a1f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block,
                                                           uint32_t shared_bytes,
                                                           pycu_stream stream, pycu_array_f32_1d x,
                                                           pycu_array_f32_1d y,
                                                           pycu_array_f32_1d out);
PYCU_API int add_grid_stride_add_kernel(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_f32_1d x,
                                        pycu_array_f32_1d y, pycu_array_f32_1d out);

//   add_kernel_short(x: float32[:], y: float32[:], out: float32[:])
PYCU_API int add_grid_stride_add_kernel_short__a1f4a_a1f4a_a1f4a(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d x,
    pycu_array_f32_1d y, pycu_array_f32_1d out);
PYCU_API int add_grid_stride_add_kernel_short(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_f32_1d x, pycu_array_f32_1d y,
                                              pycu_array_f32_1d out);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* add_grid_stride_last_error(void);
PYCU_API const char* add_grid_stride_last_entry(void);
PYCU_API const char* add_grid_stride_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int add_grid_stride_malloc(void** pointer, size_t bytes);
PYCU_API int add_grid_stride_free(void* pointer);
PYCU_API int add_grid_stride_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int add_grid_stride_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace add_grid_stride {

[[nodiscard]] inline int add_kernel(const std::nothrow_t&, const pycu::configuration& launch,
                                    pycu::array<const float, 1> x, pycu::array<const float, 1> y,
                                    pycu::array<float, 1> out) noexcept
{
    return pycu::launch(add_grid_stride_add_kernel__a1f4a_a1f4a_a1f4a, launch, x, y, out);
}

inline void add_kernel(const pycu::configuration& launch, pycu::array<const float, 1> x,
                       pycu::array<const float, 1> y, pycu::array<float, 1> out)
{
    pycu::check(add_kernel(std::nothrow, launch, x, y, out), add_grid_stride_last_error);
}

[[nodiscard]] inline int add_kernel_short(const std::nothrow_t&, const pycu::configuration& launch,
                                          pycu::array<const float, 1> x,
                                          pycu::array<const float, 1> y,
                                          pycu::array<float, 1> out) noexcept
{
    return pycu::launch(add_grid_stride_add_kernel_short__a1f4a_a1f4a_a1f4a, launch, x, y, out);
}

inline void add_kernel_short(const pycu::configuration& launch, pycu::array<const float, 1> x,
                             pycu::array<const float, 1> y, pycu::array<float, 1> out)
{
    pycu::check(add_kernel_short(std::nothrow, launch, x, y, out), add_grid_stride_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    add_grid_stride_malloc, add_grid_stride_free, add_grid_stride_copy, add_grid_stride_sync, add_grid_stride_last_error,
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

}  // namespace add_grid_stride
#endif

#endif  // PYCU_ADD_GRID_STRIDE_H
