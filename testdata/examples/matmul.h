// Matrix product, once straightforward, once through tiles in shared memory.
// Generated from matmul.py by pycu: edit matmul.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; matmul_last_error() says what was wrong.
#ifndef PYCU_MATMUL_H
#define PYCU_MATMUL_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// Perform square matrix multiplication of C = A * B.
//   matmul(A: float32[:, :], B: float32[:, :], C: float32[:, :])
PYCU_API int matmul_matmul__a2f4a_a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_f32_2d A, pycu_array_f32_2d B,
                                              pycu_array_f32_2d C);
PYCU_API int matmul_matmul(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                           pycu_stream stream, pycu_array_f32_2d A, pycu_array_f32_2d B,
                           pycu_array_f32_2d C);

// Perform matrix multiplication of C = A * B using CUDA shared memory.
//
// Any shapes that fit together; what lies beyond the edges counts as zero.
//   fast_matmul(A: float32[:, :], B: float32[:, :], C: float32[:, :])
PYCU_API int matmul_fast_matmul__a2f4a_a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block,
                                                   uint32_t shared_bytes, pycu_stream stream,
                                                   pycu_array_f32_2d A, pycu_array_f32_2d B,
                                                   pycu_array_f32_2d C);
PYCU_API int matmul_fast_matmul(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                pycu_stream stream, pycu_array_f32_2d A, pycu_array_f32_2d B,
                                pycu_array_f32_2d C);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* matmul_last_error(void);
PYCU_API const char* matmul_last_entry(void);
PYCU_API const char* matmul_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int matmul_malloc(void** pointer, size_t bytes);
PYCU_API int matmul_free(void* pointer);
PYCU_API int matmul_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int matmul_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace matmul {

[[nodiscard]] inline int matmul(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<const float, 2> A, pycu::array<const float, 2> B,
                                pycu::array<float, 2> C) noexcept
{
    return pycu::launch(matmul_matmul__a2f4a_a2f4a_a2f4a, launch, A, B, C);
}

inline void matmul(const pycu::configuration& launch, pycu::array<const float, 2> A,
                   pycu::array<const float, 2> B, pycu::array<float, 2> C)
{
    pycu::check(matmul(std::nothrow, launch, A, B, C), matmul_last_error);
}

[[nodiscard]] inline int fast_matmul(const std::nothrow_t&, const pycu::configuration& launch,
                                     pycu::array<const float, 2> A, pycu::array<const float, 2> B,
                                     pycu::array<float, 2> C) noexcept
{
    return pycu::launch(matmul_fast_matmul__a2f4a_a2f4a_a2f4a, launch, A, B, C);
}

inline void fast_matmul(const pycu::configuration& launch, pycu::array<const float, 2> A,
                        pycu::array<const float, 2> B, pycu::array<float, 2> C)
{
    pycu::check(fast_matmul(std::nothrow, launch, A, B, C), matmul_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    matmul_malloc, matmul_free, matmul_copy, matmul_sync, matmul_last_error,
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

}  // namespace matmul
#endif

#endif  // PYCU_MATMUL_H
