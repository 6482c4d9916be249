// Shared, local and constant arrays, passed on to device functions; atomics on each.
// Generated from memory.py by pycu: edit memory.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; memory_last_error() says what was wrong.
#ifndef PYCU_MEMORY_H
#define PYCU_MEMORY_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   memory(x: float32[:], counts: int32[:])
PYCU_API int memory_memory__a1f4a_a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_f32_1d x,
                                        pycu_array_i32_1d counts);
PYCU_API int memory_memory(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                           pycu_stream stream, pycu_array_f32_1d x, pycu_array_i32_1d counts);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* memory_last_error(void);
PYCU_API const char* memory_last_entry(void);
PYCU_API const char* memory_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int memory_malloc(void** pointer, size_t bytes);
PYCU_API int memory_free(void* pointer);
PYCU_API int memory_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int memory_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace memory {

[[nodiscard]] inline int memory(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<float, 1> x, pycu::array<int, 1> counts) noexcept
{
    return pycu::launch(memory_memory__a1f4a_a1i4a, launch, x, counts);
}

inline void memory(const pycu::configuration& launch, pycu::array<float, 1> x,
                   pycu::array<int, 1> counts)
{
    pycu::check(memory(std::nothrow, launch, x, counts), memory_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    memory_malloc, memory_free, memory_copy, memory_sync, memory_last_error,
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

}  // namespace memory
#endif

#endif  // PYCU_MEMORY_H
