// Adds two vectors.
// Generated from add_vectors.py by pycu: edit add_vectors.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; add_vectors_last_error() says what was wrong.
#ifndef PYCU_ADD_VECTORS_H
#define PYCU_ADD_VECTORS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   add_vectors(a: int64[:], b: int64[:], result: int64[:])
PYCU_API int add_vectors_add_vectors__a1i8a_a1i8a_a1i8a(pycu_dim3 grid, pycu_dim3 block,
                                                        uint32_t shared_bytes, pycu_stream stream,
                                                        pycu_array_i64_1d a, pycu_array_i64_1d b,
                                                        pycu_array_i64_1d result);
PYCU_API int add_vectors_add_vectors(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_i64_1d a, pycu_array_i64_1d b,
                                     pycu_array_i64_1d result);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* add_vectors_last_error(void);
PYCU_API const char* add_vectors_last_entry(void);
PYCU_API const char* add_vectors_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int add_vectors_malloc(void** pointer, size_t bytes);
PYCU_API int add_vectors_free(void* pointer);
PYCU_API int add_vectors_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int add_vectors_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace add_vectors {

[[nodiscard]] inline int add_vectors(const std::nothrow_t&, const pycu::configuration& launch,
                                     pycu::array<const int64_t, 1> a,
                                     pycu::array<const int64_t, 1> b,
                                     pycu::array<int64_t, 1> result) noexcept
{
    return pycu::launch(add_vectors_add_vectors__a1i8a_a1i8a_a1i8a, launch, a, b, result);
}

inline void add_vectors(const pycu::configuration& launch, pycu::array<const int64_t, 1> a,
                        pycu::array<const int64_t, 1> b, pycu::array<int64_t, 1> result)
{
    pycu::check(add_vectors(std::nothrow, launch, a, b, result), add_vectors_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    add_vectors_malloc, add_vectors_free, add_vectors_copy, add_vectors_sync, add_vectors_last_error,
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

}  // namespace add_vectors
#endif

#endif  // PYCU_ADD_VECTORS_H
