// Unsigned arithmetic: 64 bits wide, mixed with signed it is signed; np.uint32(...) wraps.
// Generated from unsigned_integers.py by pycu: edit unsigned_integers.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; unsigned_integers_last_error() says what was wrong.
#ifndef PYCU_UNSIGNED_INTEGERS_H
#define PYCU_UNSIGNED_INTEGERS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   mixed(bytes_: uint8[:], words: uint32[:], longs: uint64[:], out: int64[:])
PYCU_API int unsigned_integers_mixed__a1u1a_a1u4a_a1u8a_a1i8a(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_u8_1d bytes_, pycu_array_u32_1d words, pycu_array_u64_1d longs,
    pycu_array_i64_1d out);
PYCU_API int unsigned_integers_mixed(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_u8_1d bytes_,
                                     pycu_array_u32_1d words, pycu_array_u64_1d longs,
                                     pycu_array_i64_1d out);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* unsigned_integers_last_error(void);
PYCU_API const char* unsigned_integers_last_entry(void);
PYCU_API const char* unsigned_integers_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int unsigned_integers_malloc(void** pointer, size_t bytes);
PYCU_API int unsigned_integers_free(void* pointer);
PYCU_API int unsigned_integers_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int unsigned_integers_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace unsigned_integers {

[[nodiscard]] inline int mixed(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<const uint8_t, 1> bytes_, pycu::array<uint32_t, 1> words,
                               pycu::array<uint64_t, 1> longs, pycu::array<int64_t, 1> out) noexcept
{
    return pycu::launch(unsigned_integers_mixed__a1u1a_a1u4a_a1u8a_a1i8a, launch, bytes_, words,
                        longs, out);
}

inline void mixed(const pycu::configuration& launch, pycu::array<const uint8_t, 1> bytes_,
                  pycu::array<uint32_t, 1> words, pycu::array<uint64_t, 1> longs,
                  pycu::array<int64_t, 1> out)
{
    pycu::check(mixed(std::nothrow, launch, bytes_, words, longs, out),
                unsigned_integers_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    unsigned_integers_malloc, unsigned_integers_free, unsigned_integers_copy, unsigned_integers_sync, unsigned_integers_last_error,
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

}  // namespace unsigned_integers
#endif

#endif  // PYCU_UNSIGNED_INTEGERS_H
