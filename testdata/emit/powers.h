// Powers: squares are written out, integer exponents go by squaring, others through pow.
// Generated from powers.py by pycu: edit powers.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; powers_last_error() says what was wrong.
#ifndef PYCU_POWERS_H
#define PYCU_POWERS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   power(x: float32[:], y: float64[:], k: int64[:], n: int64, m: uint64, small: int8)
PYCU_API int powers_power__a1f4a_a1f8a_a1i8a_i8_u8_i1(pycu_dim3 grid, pycu_dim3 block,
                                                      uint32_t shared_bytes, pycu_stream stream,
                                                      pycu_array_f32_1d x, pycu_array_f64_1d y,
                                                      pycu_array_i64_1d k, int64_t n, uint64_t m,
                                                      int8_t small);
PYCU_API int powers_power(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                          pycu_stream stream, pycu_array_f32_1d x, pycu_array_f64_1d y,
                          pycu_array_i64_1d k, int64_t n, uint64_t m, int8_t small);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* powers_last_error(void);
PYCU_API const char* powers_last_entry(void);
PYCU_API const char* powers_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int powers_malloc(void** pointer, size_t bytes);
PYCU_API int powers_free(void* pointer);
PYCU_API int powers_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int powers_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace powers {

[[nodiscard]] inline int power_(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<float, 1> x, pycu::array<double, 1> y,
                                pycu::array<int64_t, 1> k, int64_t n, uint64_t m,
                                int8_t small) noexcept
{
    return pycu::launch(powers_power__a1f4a_a1f8a_a1i8a_i8_u8_i1, launch, x, y, k, n, m, small);
}

inline void power_(const pycu::configuration& launch, pycu::array<float, 1> x,
                   pycu::array<double, 1> y, pycu::array<int64_t, 1> k, int64_t n, uint64_t m,
                   int8_t small)
{
    pycu::check(power_(std::nothrow, launch, x, y, k, n, m, small), powers_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    powers_malloc, powers_free, powers_copy, powers_sync, powers_last_error,
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

}  // namespace powers
#endif

#endif  // PYCU_POWERS_H
