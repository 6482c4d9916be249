// Transposes a matrix, straight through global memory.
// Generated from transpose.py by pycu: edit transpose.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; transpose_last_error() says what was wrong.
#ifndef PYCU_TRANSPOSE_H
#define PYCU_TRANSPOSE_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   transpose(a_in: int32[:, :], a_out: int32[:, :])
PYCU_API int transpose_transpose__a2i4a_a2i4a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_i32_2d a_in, pycu_array_i32_2d a_out);
PYCU_API int transpose_transpose(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_2d a_in, pycu_array_i32_2d a_out);

// The text of this thread's last error, and the entry that its last launch took.
PYCU_API const char* transpose_last_error(void);
PYCU_API const char* transpose_last_entry(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int transpose_malloc(void** pointer, size_t bytes);
PYCU_API int transpose_free(void* pointer);
PYCU_API int transpose_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int transpose_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYCU_TRANSPOSE_H
