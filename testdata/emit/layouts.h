// Generated from layouts.py by pycu: edit layouts.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; layouts_last_error() says what was wrong.
#ifndef PYCU_LAYOUTS_H
#define PYCU_LAYOUTS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   add(a: float32[:, ::1], b: float32[::1, :], out: float32[:, :])
PYCU_API int layouts_add__a2f4c_a2f4f_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d a, pycu_array_f32_2d b, pycu_array_f32_2d out);
PYCU_API int layouts_add(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_2d a, pycu_array_f32_2d b, pycu_array_f32_2d out);

// The text of this thread's last error, and the entry that its last launch took.
PYCU_API const char* layouts_last_error(void);
PYCU_API const char* layouts_last_entry(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int layouts_malloc(void** pointer, size_t bytes);
PYCU_API int layouts_free(void* pointer);
PYCU_API int layouts_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int layouts_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYCU_LAYOUTS_H
