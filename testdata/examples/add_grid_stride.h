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
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d y,
    pycu_array_f32_1d out);
PYCU_API int add_grid_stride_add_kernel(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d y, pycu_array_f32_1d out);

//   add_kernel_short(x: float32[:], y: float32[:], out: float32[:])
PYCU_API int add_grid_stride_add_kernel_short__a1f4a_a1f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d y,
    pycu_array_f32_1d out);
PYCU_API int add_grid_stride_add_kernel_short(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d y,
    pycu_array_f32_1d out);

// The text of this thread's last error, and the entry that its last launch took.
PYCU_API const char* add_grid_stride_last_error(void);
PYCU_API const char* add_grid_stride_last_entry(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int add_grid_stride_malloc(void** pointer, size_t bytes);
PYCU_API int add_grid_stride_free(void* pointer);
PYCU_API int add_grid_stride_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int add_grid_stride_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYCU_ADD_GRID_STRIDE_H
