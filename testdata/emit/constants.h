// Generated from constants.py by pycu: edit constants.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; constants_last_error() says what was wrong.
#ifndef PYCU_CONSTANTS_H
#define PYCU_CONSTANTS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   read(out: float64[:], i: int64)
PYCU_API int constants_read__a1f8a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d out, int64_t i);
PYCU_API int constants_read(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d out, int64_t i);

// The text of this thread's last error, and the entry that its last launch took.
PYCU_API const char* constants_last_error(void);
PYCU_API const char* constants_last_entry(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int constants_malloc(void** pointer, size_t bytes);
PYCU_API int constants_free(void* pointer);
PYCU_API int constants_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int constants_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYCU_CONSTANTS_H
