// Constant dicts: their items and `.get`, by keys that are known.
// Generated from constant_dicts.py by pycu: edit constant_dicts.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; constant_dicts_last_error() says what was wrong.
#ifndef PYCU_CONSTANT_DICTS_H
#define PYCU_CONSTANT_DICTS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   relax(x: float32[::1])
PYCU_API int constant_dicts_relax__a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                         pycu_stream stream, pycu_array_f32_1d x);
PYCU_API int constant_dicts_relax(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                  pycu_stream stream, pycu_array_f32_1d x);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* constant_dicts_last_error(void);
PYCU_API const char* constant_dicts_last_entry(void);
PYCU_API const char* constant_dicts_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int constant_dicts_malloc(void** pointer, size_t bytes);
PYCU_API int constant_dicts_free(void* pointer);
PYCU_API int constant_dicts_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int constant_dicts_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace constant_dicts {

[[nodiscard]] inline int relax(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<float, 1> x) noexcept
{
    return pycu::launch(constant_dicts_relax__a1f4c, launch, x);
}

inline void relax(const pycu::configuration& launch, pycu::array<float, 1> x)
{
    pycu::check(relax(std::nothrow, launch, x), constant_dicts_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    constant_dicts_malloc, constant_dicts_free, constant_dicts_copy, constant_dicts_sync, constant_dicts_last_error,
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

}  // namespace constant_dicts
#endif

#endif  // PYCU_CONSTANT_DICTS_H
