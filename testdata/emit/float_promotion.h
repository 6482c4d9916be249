// Generated from float_promotion.py by pycu: edit float_promotion.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; float_promotion_last_error() says what was wrong.
#ifndef PYCU_FLOAT_PROMOTION_H
#define PYCU_FLOAT_PROMOTION_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   promote(x: float32[:], y: float64[:], small: int16[:], n: int64)
PYCU_API int float_promotion_promote__a1f4a_a1f8a_a1i2a_i8(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d x, pycu_array_f64_1d y,
    pycu_array_i16_1d small, int64_t n);
PYCU_API int float_promotion_promote(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f64_1d y, pycu_array_i16_1d small,
    int64_t n);

// The text of this thread's last error, and the entry that its last launch took.
PYCU_API const char* float_promotion_last_error(void);
PYCU_API const char* float_promotion_last_entry(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int float_promotion_malloc(void** pointer, size_t bytes);
PYCU_API int float_promotion_free(void* pointer);
PYCU_API int float_promotion_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int float_promotion_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYCU_FLOAT_PROMOTION_H
