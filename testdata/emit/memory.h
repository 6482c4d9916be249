// Generated from memory.py by pycu: edit memory.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; memory_last_error() says what was wrong.
#ifndef PYCU_MEMORY_H
#define PYCU_MEMORY_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   memory(x: float32[:], counts: int32[:])
PYCU_API int memory_memory__a1f4a_a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_i32_1d counts);
PYCU_API int memory_memory(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_i32_1d counts);

// The text of this thread's last error, and the entry that its last launch took.
PYCU_API const char* memory_last_error(void);
PYCU_API const char* memory_last_entry(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int memory_malloc(void** pointer, size_t bytes);
PYCU_API int memory_free(void* pointer);
PYCU_API int memory_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int memory_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYCU_MEMORY_H
