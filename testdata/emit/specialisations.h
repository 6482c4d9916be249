// Generated from specialisations.py by pycu: edit specialisations.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; specialisations_last_error() says what was wrong.
#ifndef PYCU_SPECIALISATIONS_H
#define PYCU_SPECIALISATIONS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   use(x: float32[:], y: float64[:], k: int64[::1], m: int64[:])
PYCU_API int specialisations_use__a1f4a_a1f8a_a1i8c_a1i8a(pycu_dim3 grid, pycu_dim3 block,
                                                          uint32_t shared_bytes, pycu_stream stream,
                                                          pycu_array_f32_1d x, pycu_array_f64_1d y,
                                                          pycu_array_i64_1d k, pycu_array_i64_1d m);
PYCU_API int specialisations_use(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_f32_1d x, pycu_array_f64_1d y,
                                 pycu_array_i64_1d k, pycu_array_i64_1d m);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* specialisations_last_error(void);
PYCU_API const char* specialisations_last_entry(void);
PYCU_API const char* specialisations_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int specialisations_malloc(void** pointer, size_t bytes);
PYCU_API int specialisations_free(void* pointer);
PYCU_API int specialisations_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int specialisations_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace specialisations {

[[nodiscard]] inline int use(const std::nothrow_t&, const pycu::configuration& launch,
                             pycu::array<float, 1> x, pycu::array<double, 1> y,
                             pycu::array<int64_t, 1> k, pycu::array<int64_t, 1> m) noexcept
{
    return pycu::launch(specialisations_use__a1f4a_a1f8a_a1i8c_a1i8a, launch, x, y, k, m);
}

inline void use(const pycu::configuration& launch, pycu::array<float, 1> x,
                pycu::array<double, 1> y, pycu::array<int64_t, 1> k, pycu::array<int64_t, 1> m)
{
    pycu::check(use(std::nothrow, launch, x, y, k, m), specialisations_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    specialisations_malloc, specialisations_free, specialisations_copy, specialisations_sync, specialisations_last_error,
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

}  // namespace specialisations
#endif

#endif  // PYCU_SPECIALISATIONS_H
