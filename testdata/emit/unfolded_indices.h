// One index for two: divisors that a guard shows to be positive are divided by.
// Generated from unfolded_indices.py by pycu: edit unfolded_indices.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; unfolded_indices_last_error() says what was wrong.
#ifndef PYCU_UNFOLDED_INDICES_H
#define PYCU_UNFOLDED_INDICES_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   guarded_by_size(x: float32[:, ::1], factor: float32)
PYCU_API int unfolded_indices_guarded_by_size__a2f4c_f4(pycu_dim3 grid, pycu_dim3 block,
                                                        uint32_t shared_bytes, pycu_stream stream,
                                                        pycu_array_f32_2d x, float factor);
PYCU_API int unfolded_indices_guarded_by_size(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_f32_2d x, float factor);

//   guarded_by_product(x: float32[:, ::1], factor: float32)
PYCU_API int unfolded_indices_guarded_by_product__a2f4c_f4(pycu_dim3 grid, pycu_dim3 block,
                                                           uint32_t shared_bytes,
                                                           pycu_stream stream, pycu_array_f32_2d x,
                                                           float factor);
PYCU_API int unfolded_indices_guarded_by_product(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_f32_2d x, float factor);

//   guarded_by_nothing(x: float32[:, ::1], factor: float32)
PYCU_API int unfolded_indices_guarded_by_nothing__a2f4c_f4(pycu_dim3 grid, pycu_dim3 block,
                                                           uint32_t shared_bytes,
                                                           pycu_stream stream, pycu_array_f32_2d x,
                                                           float factor);
PYCU_API int unfolded_indices_guarded_by_nothing(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_f32_2d x, float factor);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* unfolded_indices_last_error(void);
PYCU_API const char* unfolded_indices_last_entry(void);
PYCU_API const char* unfolded_indices_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int unfolded_indices_malloc(void** pointer, size_t bytes);
PYCU_API int unfolded_indices_free(void* pointer);
PYCU_API int unfolded_indices_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int unfolded_indices_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace unfolded_indices {

[[nodiscard]] inline int guarded_by_size(const std::nothrow_t&, const pycu::configuration& launch,
                                         pycu::array<float, 2> x, float factor) noexcept
{
    return pycu::launch(unfolded_indices_guarded_by_size__a2f4c_f4, launch, x, factor);
}

inline void guarded_by_size(const pycu::configuration& launch, pycu::array<float, 2> x,
                            float factor)
{
    pycu::check(guarded_by_size(std::nothrow, launch, x, factor), unfolded_indices_last_error);
}

[[nodiscard]] inline int guarded_by_product(const std::nothrow_t&,
                                            const pycu::configuration& launch,
                                            pycu::array<float, 2> x, float factor) noexcept
{
    return pycu::launch(unfolded_indices_guarded_by_product__a2f4c_f4, launch, x, factor);
}

inline void guarded_by_product(const pycu::configuration& launch, pycu::array<float, 2> x,
                               float factor)
{
    pycu::check(guarded_by_product(std::nothrow, launch, x, factor), unfolded_indices_last_error);
}

[[nodiscard]] inline int guarded_by_nothing(const std::nothrow_t&,
                                            const pycu::configuration& launch,
                                            pycu::array<float, 2> x, float factor) noexcept
{
    return pycu::launch(unfolded_indices_guarded_by_nothing__a2f4c_f4, launch, x, factor);
}

inline void guarded_by_nothing(const pycu::configuration& launch, pycu::array<float, 2> x,
                               float factor)
{
    pycu::check(guarded_by_nothing(std::nothrow, launch, x, factor), unfolded_indices_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    unfolded_indices_malloc, unfolded_indices_free, unfolded_indices_copy, unfolded_indices_sync, unfolded_indices_last_error,
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

}  // namespace unfolded_indices
#endif

#endif  // PYCU_UNFOLDED_INDICES_H
