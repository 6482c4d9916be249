// An index that may be negative counts from the end; the test is left out where it cannot be.
// Generated from negative_index.py by pycu: edit negative_index.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; negative_index_last_error() says what was wrong.
#ifndef PYCU_NEGATIVE_INDEX_H
#define PYCU_NEGATIVE_INDEX_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   border(u: float32[:, :], k: int64, w: uint32)
PYCU_API int negative_index_border__a2f4a_i8_u4(pycu_dim3 grid, pycu_dim3 block,
                                                uint32_t shared_bytes, pycu_stream stream,
                                                pycu_array_f32_2d u, int64_t k, uint32_t w);
PYCU_API int negative_index_border(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                   pycu_stream stream, pycu_array_f32_2d u, int64_t k, uint32_t w);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* negative_index_last_error(void);
PYCU_API const char* negative_index_last_entry(void);
PYCU_API const char* negative_index_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int negative_index_malloc(void** pointer, size_t bytes);
PYCU_API int negative_index_free(void* pointer);
PYCU_API int negative_index_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int negative_index_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace negative_index {

[[nodiscard]] inline int border(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<float, 2> u, int64_t k, uint32_t w) noexcept
{
    return pycu::launch(negative_index_border__a2f4a_i8_u4, launch, u, k, w);
}

inline void border(const pycu::configuration& launch, pycu::array<float, 2> u, int64_t k,
                   uint32_t w)
{
    pycu::check(border(std::nothrow, launch, u, k, w), negative_index_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    negative_index_malloc, negative_index_free, negative_index_copy, negative_index_sync, negative_index_last_error,
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

}  // namespace negative_index
#endif

#endif  // PYCU_NEGATIVE_INDEX_H
