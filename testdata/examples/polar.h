// Distances between points given in polar coordinates; device functions do the work.
// Generated from polar.py by pycu: edit polar.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; polar_last_error() says what was wrong.
#ifndef PYCU_POLAR_H
#define PYCU_POLAR_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// The lengths of the vectors (x[i], y[i]); none may be zero.
//   lengths(x: float64[:], y: float64[:], out: float64[:])
PYCU_API int polar_lengths__a1f8a_a1f8a_a1f8a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f64_1d x, pycu_array_f64_1d y,
    pycu_array_f64_1d out);
PYCU_API int polar_lengths(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d x, pycu_array_f64_1d y, pycu_array_f64_1d out);

//   polar_distance(rho1: float32[:], theta1: float32[:], rho2: float32[:], theta2: float32[:], out: float32[:])
PYCU_API int polar_polar_distance__a1f4a_a1f4a_a1f4a_a1f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d rho1, pycu_array_f32_1d theta1,
    pycu_array_f32_1d rho2, pycu_array_f32_1d theta2, pycu_array_f32_1d out);
PYCU_API int polar_polar_distance(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d rho1, pycu_array_f32_1d theta1, pycu_array_f32_1d rho2,
    pycu_array_f32_1d theta2, pycu_array_f32_1d out);

// The text of this thread's last error, and the entry that its last launch took.
PYCU_API const char* polar_last_error(void);
PYCU_API const char* polar_last_entry(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int polar_malloc(void** pointer, size_t bytes);
PYCU_API int polar_free(void* pointer);
PYCU_API int polar_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int polar_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYCU_POLAR_H
