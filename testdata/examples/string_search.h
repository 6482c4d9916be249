// Where a pattern stands in a text, by the algorithm of Rabin and Karp: a thread a window.
// Generated from string_search.py by pycu: edit string_search.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; string_search_last_error() says what was wrong.
#ifndef PYCU_STRING_SEARCH_H
#define PYCU_STRING_SEARCH_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   search(text: uint8[:], pattern: uint8[:], wanted: int64, found: int32[:], collisions: int64[:])
PYCU_API int string_search_search__a1u1a_a1u1a_i8_a1i4a_a1i8a(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_u8_1d text, pycu_array_u8_1d pattern, int64_t wanted, pycu_array_i32_1d found,
    pycu_array_i64_1d collisions);
PYCU_API int string_search_search(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                  pycu_stream stream, pycu_array_u8_1d text,
                                  pycu_array_u8_1d pattern, int64_t wanted, pycu_array_i32_1d found,
                                  pycu_array_i64_1d collisions);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* string_search_last_error(void);
PYCU_API const char* string_search_last_entry(void);
PYCU_API const char* string_search_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int string_search_malloc(void** pointer, size_t bytes);
PYCU_API int string_search_free(void* pointer);
PYCU_API int string_search_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int string_search_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace string_search {

[[nodiscard]] inline int search(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<const uint8_t, 1> text,
                                pycu::array<const uint8_t, 1> pattern, int64_t wanted,
                                pycu::array<int, 1> found,
                                pycu::array<int64_t, 1> collisions) noexcept
{
    return pycu::launch(string_search_search__a1u1a_a1u1a_i8_a1i4a_a1i8a, launch, text, pattern,
                        wanted, found, collisions);
}

inline void search(const pycu::configuration& launch, pycu::array<const uint8_t, 1> text,
                   pycu::array<const uint8_t, 1> pattern, int64_t wanted, pycu::array<int, 1> found,
                   pycu::array<int64_t, 1> collisions)
{
    pycu::check(search(std::nothrow, launch, text, pattern, wanted, found, collisions),
                string_search_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    string_search_malloc, string_search_free, string_search_copy, string_search_sync, string_search_last_error,
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

}  // namespace string_search
#endif

#endif  // PYCU_STRING_SEARCH_H
