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
    uint32_t shared_bytes, pycu_stream stream, double min_x, double max_x, double min_y,
    double max_y, pycu_array_i32_2d image);
PYCU_API int mandelbrot_mandelbrot(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, double min_x, double max_x, double min_y, double max_y,
    pycu_array_i32_2d image);

// The text of this thread's last error, and the entry that its last launch took.
PYCU_API const char* mandelbrot_last_error(void);
PYCU_API const char* mandelbrot_last_entry(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int mandelbrot_malloc(void** pointer, size_t bytes);
PYCU_API int mandelbrot_free(void* pointer);
PYCU_API int mandelbrot_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int mandelbrot_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYCU_MANDELBROT_H
