// Explicit heat equation on a plate.
// Generated from heat.py by pycu: edit heat.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; heat_last_error() says what was wrong.
#ifndef PYCU_HEAT_H
#define PYCU_HEAT_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// One explicit step; the border stays as it is.
//   step(u: float32[:, :], out: float32[:, :])
PYCU_API int heat_step__a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                                    pycu_array_f32_2d u, pycu_array_f32_2d out);
PYCU_API int heat_step(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                       pycu_array_f32_2d u, pycu_array_f32_2d out);

// The largest value of each block of u.
//   block_max(u: float32[::1], result: float32[::1])
PYCU_API int heat_block_max__a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                                         pycu_array_f32_1d u, pycu_array_f32_1d result);
PYCU_API int heat_block_max(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                            pycu_array_f32_1d u, pycu_array_f32_1d result);

// The text of this thread's last error, and the entry that its last launch took.
PYCU_API const char* heat_last_error(void);
PYCU_API const char* heat_last_entry(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int heat_malloc(void** pointer, size_t bytes);
PYCU_API int heat_free(void* pointer);
PYCU_API int heat_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int heat_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYCU_HEAT_H
