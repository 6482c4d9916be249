// Sums and dot products, a block at a time.
// Generated from block_reduction.py by pycu: edit block_reduction.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; block_reduction_last_error() says what was wrong.
#ifndef PYCU_BLOCK_REDUCTION_H
#define PYCU_BLOCK_REDUCTION_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// sums[b] is what block b has seen of x, walking through it with the stride of the grid.
//   block_sum(x: float32[::1], sums: float32[::1])
PYCU_API int block_reduction_block_sum__a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block,
                                                    uint32_t shared_bytes, pycu_stream stream,
                                                    pycu_array_f32_1d x, pycu_array_f32_1d sums);
PYCU_API int block_reduction_block_sum(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                       pycu_stream stream, pycu_array_f32_1d x,
                                       pycu_array_f32_1d sums);

// Add the dot product of x and y to result[0].
//   dot(x: float32[::1], y: float32[::1], result: float32[::1])
PYCU_API int block_reduction_dot__a1f4c_a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block,
                                                    uint32_t shared_bytes, pycu_stream stream,
                                                    pycu_array_f32_1d x, pycu_array_f32_1d y,
                                                    pycu_array_f32_1d result);
PYCU_API int block_reduction_dot(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d y,
                                 pycu_array_f32_1d result);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* block_reduction_last_error(void);
PYCU_API const char* block_reduction_last_entry(void);
PYCU_API const char* block_reduction_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int block_reduction_malloc(void** pointer, size_t bytes);
PYCU_API int block_reduction_free(void* pointer);
PYCU_API int block_reduction_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int block_reduction_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace block_reduction {

[[nodiscard]] inline int block_sum(const std::nothrow_t&, const pycu::configuration& launch,
                                   pycu::array<const float, 1> x,
                                   pycu::array<float, 1> sums) noexcept
{
    return pycu::launch(block_reduction_block_sum__a1f4c_a1f4c, launch, x, sums);
}

inline void block_sum(const pycu::configuration& launch, pycu::array<const float, 1> x,
                      pycu::array<float, 1> sums)
{
    pycu::check(block_sum(std::nothrow, launch, x, sums), block_reduction_last_error);
}

[[nodiscard]] inline int dot(const std::nothrow_t&, const pycu::configuration& launch,
                             pycu::array<const float, 1> x, pycu::array<const float, 1> y,
                             pycu::array<float, 1> result) noexcept
{
    return pycu::launch(block_reduction_dot__a1f4c_a1f4c_a1f4c, launch, x, y, result);
}

inline void dot(const pycu::configuration& launch, pycu::array<const float, 1> x,
                pycu::array<const float, 1> y, pycu::array<float, 1> result)
{
    pycu::check(dot(std::nothrow, launch, x, y, result), block_reduction_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    block_reduction_malloc, block_reduction_free, block_reduction_copy, block_reduction_sync, block_reduction_last_error,
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

}  // namespace block_reduction
#endif

#endif  // PYCU_BLOCK_REDUCTION_H
