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
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_2d arr);
PYCU_API int doubling_doubled_auto_grid(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d arr);

//   doubled_man_copy(arr: float32[:, :], out: float32[:, :])
PYCU_API int doubling_doubled_man_copy__a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_2d arr, pycu_array_f32_2d out);
PYCU_API int doubling_doubled_man_copy(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d arr, pycu_array_f32_2d out);

// The text of this thread's last error, and the entry that its last launch took.
PYCU_API const char* doubling_last_error(void);
PYCU_API const char* doubling_last_entry(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int doubling_malloc(void** pointer, size_t bytes);
PYCU_API int doubling_free(void* pointer);
PYCU_API int doubling_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int doubling_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYCU_DOUBLING_H
