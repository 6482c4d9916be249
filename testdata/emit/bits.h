// Shifts and bit operations: in parentheses beside other operators, helpers for unknown counts.
// Generated from bits.py by pycu: edit bits.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; bits_last_error() says what was wrong.
#ifndef PYCU_BITS_H
#define PYCU_BITS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   bits(out: int64[:], words: int32[:], n: int64)
PYCU_API int bits_bits__a1i8a_a1i4a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                       pycu_stream stream, pycu_array_i64_1d out,
                                       pycu_array_i32_1d words, int64_t n);
PYCU_API int bits_bits(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                       pycu_array_i64_1d out, pycu_array_i32_1d words, int64_t n);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* bits_last_error(void);
PYCU_API const char* bits_last_entry(void);
PYCU_API const char* bits_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int bits_malloc(void** pointer, size_t bytes);
PYCU_API int bits_free(void* pointer);
PYCU_API int bits_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int bits_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace bits {

[[nodiscard]] inline int bits(const std::nothrow_t&, const pycu::configuration& launch,
                              pycu::array<int64_t, 1> out, pycu::array<int, 1> words,
                              int64_t n) noexcept
{
    return pycu::launch(bits_bits__a1i8a_a1i4a_i8, launch, out, words, n);
}

inline void bits(const pycu::configuration& launch, pycu::array<int64_t, 1> out,
                 pycu::array<int, 1> words, int64_t n)
{
    pycu::check(bits(std::nothrow, launch, out, words, n), bits_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    bits_malloc, bits_free, bits_copy, bits_sync, bits_last_error,
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

}  // namespace bits
#endif

#endif  // PYCU_BITS_H
