// Generated from integer_widening.py by pycu: edit integer_widening.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; integer_widening_last_error() says what was wrong.
#ifndef PYCU_INTEGER_WIDENING_H
#define PYCU_INTEGER_WIDENING_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   widen(a: int32[:], m: int32, n: int32, out: int64[:])
PYCU_API int integer_widening_widen__a1i4a_i4_i4_a1i8a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_i32_1d a, int32_t m, int32_t n,
    pycu_array_i64_1d out);
PYCU_API int integer_widening_widen(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d a, int32_t m, int32_t n, pycu_array_i64_1d out);

// The text of this thread's last error, and the entry that its last launch took.
PYCU_API const char* integer_widening_last_error(void);
PYCU_API const char* integer_widening_last_entry(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int integer_widening_malloc(void** pointer, size_t bytes);
PYCU_API int integer_widening_free(void* pointer);
PYCU_API int integer_widening_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int integer_widening_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYCU_INTEGER_WIDENING_H
