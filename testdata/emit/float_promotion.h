// A float literal is float64; float32 with itself and with small integers stays float32.
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
                                                           uint32_t shared_bytes,
                                                           pycu_stream stream, pycu_array_f32_1d x,
                                                           pycu_array_f64_1d y,
                                                           pycu_array_i16_1d small, int64_t n);
PYCU_API int float_promotion_promote(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f32_1d x, pycu_array_f64_1d y,
                                     pycu_array_i16_1d small, int64_t n);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* float_promotion_last_error(void);
PYCU_API const char* float_promotion_last_entry(void);
PYCU_API const char* float_promotion_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int float_promotion_malloc(void** pointer, size_t bytes);
PYCU_API int float_promotion_free(void* pointer);
PYCU_API int float_promotion_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int float_promotion_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace float_promotion {

[[nodiscard]] inline int promote(const std::nothrow_t&, const pycu::configuration& launch,
                                 pycu::array<float, 1> x, pycu::array<double, 1> y,
                                 pycu::array<const int16_t, 1> small, int64_t n) noexcept
{
    return pycu::launch(float_promotion_promote__a1f4a_a1f8a_a1i2a_i8, launch, x, y, small, n);
}

inline void promote(const pycu::configuration& launch, pycu::array<float, 1> x,
                    pycu::array<double, 1> y, pycu::array<const int16_t, 1> small, int64_t n)
{
    pycu::check(promote(std::nothrow, launch, x, y, small, n), float_promotion_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    float_promotion_malloc, float_promotion_free, float_promotion_copy, float_promotion_sync, float_promotion_last_error,
};

template <class T>
[[nodiscard]] T* malloc(size_t elements)
{
    return pycu_memory.allocate<T>(elements);
}

inline void free(void* pointer)
{
    pycu_memory.release(pointer);
}

template <class T>
void copy(T* to, const T* from, size_t elements, pycu_stream stream = nullptr)
{
    pycu_memory.move(to, from, elements, stream);
}

inline void sync(pycu_stream stream = nullptr)
{
    pycu_memory.wait(stream);
}

template <class T>
[[nodiscard]] pycu::buffer<T> make_buffer(size_t elements)
{
    return {pycu_memory, elements};
}

template <class T>
[[nodiscard]] pycu::buffer<T> make_buffer(size_t elements, int& code) noexcept
{
    return {pycu_memory, elements, code};
}

}  // namespace float_promotion
#endif

#endif  // PYCU_FLOAT_PROMOTION_H
