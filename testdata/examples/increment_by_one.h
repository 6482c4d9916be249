// Adds one to every element of an array.
// Generated from increment_by_one.py by pycu: edit increment_by_one.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; increment_by_one_last_error() says what was wrong.
#ifndef PYCU_INCREMENT_BY_ONE_H
#define PYCU_INCREMENT_BY_ONE_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   increment_by_one(an_array: int64[:])
PYCU_API int increment_by_one_increment_by_one__a1i8a(pycu_dim3 grid, pycu_dim3 block,
                                                      uint32_t shared_bytes, pycu_stream stream,
                                                      pycu_array_i64_1d an_array);
PYCU_API int increment_by_one_increment_by_one(pycu_dim3 grid, pycu_dim3 block,
                                               uint32_t shared_bytes, pycu_stream stream,
                                               pycu_array_i64_1d an_array);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* increment_by_one_last_error(void);
PYCU_API const char* increment_by_one_last_entry(void);
PYCU_API const char* increment_by_one_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int increment_by_one_malloc(void** pointer, size_t bytes);
PYCU_API int increment_by_one_free(void* pointer);
PYCU_API int increment_by_one_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int increment_by_one_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace increment_by_one {

[[nodiscard]] inline int increment_by_one(const std::nothrow_t&, const pycu::configuration& launch,
                                          pycu::array<int64_t, 1> an_array) noexcept
{
    return pycu::launch(increment_by_one_increment_by_one__a1i8a, launch, an_array);
}

inline void increment_by_one(const pycu::configuration& launch, pycu::array<int64_t, 1> an_array)
{
    pycu::check(increment_by_one(std::nothrow, launch, an_array), increment_by_one_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    increment_by_one_malloc, increment_by_one_free, increment_by_one_copy, increment_by_one_sync, increment_by_one_last_error,
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

}  // namespace increment_by_one
#endif

#endif  // PYCU_INCREMENT_BY_ONE_H
