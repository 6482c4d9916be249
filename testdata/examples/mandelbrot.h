// The Mandelbrot set as an image of iteration counts.
// Generated from mandelbrot.py by pycu: edit mandelbrot.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; mandelbrot_last_error() says what was wrong.
#ifndef PYCU_MANDELBROT_H
#define PYCU_MANDELBROT_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   mandelbrot(min_x: float64, max_x: float64, min_y: float64, max_y: float64, image: int32[:, :])
PYCU_API int mandelbrot_mandelbrot__f8_f8_f8_f8_a2i4a(pycu_dim3 grid, pycu_dim3 block,
                                                      uint32_t shared_bytes, pycu_stream stream,
                                                      double min_x, double max_x, double min_y,
                                                      double max_y, pycu_array_i32_2d image);
PYCU_API int mandelbrot_mandelbrot(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                   pycu_stream stream, double min_x, double max_x, double min_y,
                                   double max_y, pycu_array_i32_2d image);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* mandelbrot_last_error(void);
PYCU_API const char* mandelbrot_last_entry(void);
PYCU_API const char* mandelbrot_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int mandelbrot_malloc(void** pointer, size_t bytes);
PYCU_API int mandelbrot_free(void* pointer);
PYCU_API int mandelbrot_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int mandelbrot_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace mandelbrot {

[[nodiscard]] inline int mandelbrot(const std::nothrow_t&, const pycu::configuration& launch,
                                    double min_x, double max_x, double min_y, double max_y,
                                    pycu::array<int, 2> image) noexcept
{
    return pycu::launch(mandelbrot_mandelbrot__f8_f8_f8_f8_a2i4a, launch, min_x, max_x, min_y,
                        max_y, image);
}

inline void mandelbrot(const pycu::configuration& launch, double min_x, double max_x, double min_y,
                       double max_y, pycu::array<int, 2> image)
{
    pycu::check(mandelbrot(std::nothrow, launch, min_x, max_x, min_y, max_y, image),
                mandelbrot_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    mandelbrot_malloc, mandelbrot_free, mandelbrot_copy, mandelbrot_sync, mandelbrot_last_error,
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

}  // namespace mandelbrot
#endif

#endif  // PYCU_MANDELBROT_H
