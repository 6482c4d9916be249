// A Julia set: how many steps of z = z * z + c a point of the plane takes to escape.
// Generated from julia.py by pycu: edit julia.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; julia_last_error() says what was wrong.
#ifndef PYCU_JULIA_H
#define PYCU_JULIA_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   julia(image: int32[:, :])
PYCU_API int julia_julia__a2i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                pycu_stream stream, pycu_array_i32_2d image);
PYCU_API int julia_julia(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                         pycu_array_i32_2d image);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* julia_last_error(void);
PYCU_API const char* julia_last_entry(void);
PYCU_API const char* julia_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int julia_malloc(void** pointer, size_t bytes);
PYCU_API int julia_free(void* pointer);
PYCU_API int julia_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int julia_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace julia {

[[nodiscard]] inline int julia(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<int, 2> image) noexcept
{
    return pycu::launch(julia_julia__a2i4a, launch, image);
}

inline void julia(const pycu::configuration& launch, pycu::array<int, 2> image)
{
    pycu::check(julia(std::nothrow, launch, image), julia_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    julia_malloc, julia_free, julia_copy, julia_sync, julia_last_error,
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

}  // namespace julia
#endif

#endif  // PYCU_JULIA_H
