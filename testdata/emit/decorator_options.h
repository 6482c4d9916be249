// What the options of a decorator change in the text.
// Generated from decorator_options.py by pycu: edit decorator_options.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; decorator_options_last_error() says what was wrong.
#ifndef PYCU_DECORATOR_OPTIONS_H
#define PYCU_DECORATOR_OPTIONS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   fast(x: float32[:], y: float64[:])
PYCU_API int decorator_options_fast__a1f4a_a1f8a(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_f32_1d x, pycu_array_f64_1d y);
PYCU_API int decorator_options_fast(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f64_1d y);

//   bounded(x: float32[:])
PYCU_API int decorator_options_bounded__a1f4a(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_f32_1d x);
PYCU_API int decorator_options_bounded(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                       pycu_stream stream, pycu_array_f32_1d x);

//   few_registers(x: float32[:])
PYCU_API int decorator_options_few_registers__a1f4a(pycu_dim3 grid, pycu_dim3 block,
                                                    uint32_t shared_bytes, pycu_stream stream,
                                                    pycu_array_f32_1d x);
PYCU_API int decorator_options_few_registers(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                             pycu_stream stream, pycu_array_f32_1d x);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* decorator_options_last_error(void);
PYCU_API const char* decorator_options_last_entry(void);
PYCU_API const char* decorator_options_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int decorator_options_malloc(void** pointer, size_t bytes);
PYCU_API int decorator_options_free(void* pointer);
PYCU_API int decorator_options_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int decorator_options_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace decorator_options {

[[nodiscard]] inline int fast(const std::nothrow_t&, const pycu::configuration& launch,
                              pycu::array<float, 1> x, pycu::array<double, 1> y) noexcept
{
    return pycu::launch(decorator_options_fast__a1f4a_a1f8a, launch, x, y);
}

inline void fast(const pycu::configuration& launch, pycu::array<float, 1> x,
                 pycu::array<double, 1> y)
{
    pycu::check(fast(std::nothrow, launch, x, y), decorator_options_last_error);
}

[[nodiscard]] inline int bounded(const std::nothrow_t&, const pycu::configuration& launch,
                                 pycu::array<float, 1> x) noexcept
{
    return pycu::launch(decorator_options_bounded__a1f4a, launch, x);
}

inline void bounded(const pycu::configuration& launch, pycu::array<float, 1> x)
{
    pycu::check(bounded(std::nothrow, launch, x), decorator_options_last_error);
}

[[nodiscard]] inline int few_registers(const std::nothrow_t&, const pycu::configuration& launch,
                                       pycu::array<float, 1> x) noexcept
{
    return pycu::launch(decorator_options_few_registers__a1f4a, launch, x);
}

inline void few_registers(const pycu::configuration& launch, pycu::array<float, 1> x)
{
    pycu::check(few_registers(std::nothrow, launch, x), decorator_options_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    decorator_options_malloc, decorator_options_free, decorator_options_copy, decorator_options_sync, decorator_options_last_error,
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

}  // namespace decorator_options
#endif

#endif  // PYCU_DECORATOR_OPTIONS_H
