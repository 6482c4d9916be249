// 2-D convolution with a small mask in constant memory; pixels beyond the edge repeat the edge.
// Generated from convolution.py by pycu: edit convolution.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; convolution_last_error() says what was wrong.
#ifndef PYCU_CONVOLUTION_H
#define PYCU_CONVOLUTION_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// result = scale * (image * MASK)
//   convolve(image: float32[:, ::1], result: float32[:, ::1], scale: float32)
PYCU_API int convolution_convolve__a2f4c_a2f4c_f4(pycu_dim3 grid, pycu_dim3 block,
                                                  uint32_t shared_bytes, pycu_stream stream,
                                                  pycu_array_f32_2d image, pycu_array_f32_2d result,
                                                  float scale);
PYCU_API int convolution_convolve(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                  pycu_stream stream, pycu_array_f32_2d image,
                                  pycu_array_f32_2d result, float scale);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* convolution_last_error(void);
PYCU_API const char* convolution_last_entry(void);
PYCU_API const char* convolution_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int convolution_malloc(void** pointer, size_t bytes);
PYCU_API int convolution_free(void* pointer);
PYCU_API int convolution_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int convolution_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace convolution {

[[nodiscard]] inline int convolve(const std::nothrow_t&, const pycu::configuration& launch,
                                  pycu::array<const float, 2> image, pycu::array<float, 2> result,
                                  float scale) noexcept
{
    return pycu::launch(convolution_convolve__a2f4c_a2f4c_f4, launch, image, result, scale);
}

inline void convolve(const pycu::configuration& launch, pycu::array<const float, 2> image,
                     pycu::array<float, 2> result, float scale)
{
    pycu::check(convolve(std::nothrow, launch, image, result, scale), convolution_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    convolution_malloc, convolution_free, convolution_copy, convolution_sync, convolution_last_error,
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

}  // namespace convolution
#endif

#endif  // PYCU_CONVOLUTION_H
