// A function for several types is a template where the texts differ in types alone, and overloaded
// otherwise; what C++ cannot tell apart gets names.
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

//   norms(a: float32[:, :], out: float32[:])
PYCU_API int specialisations_norms__a2f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block,
                                                uint32_t shared_bytes, pycu_stream stream,
                                                pycu_array_f32_2d a, pycu_array_f32_1d out);
PYCU_API int specialisations_norms(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                   pycu_stream stream, pycu_array_f32_2d a, pycu_array_f32_1d out);

//   norms(a: float64[:, :], out: float64[:])
PYCU_API int specialisations_norms__a2f8a_a1f8a(pycu_dim3 grid, pycu_dim3 block,
                                                uint32_t shared_bytes, pycu_stream stream,
                                                pycu_array_f64_2d a, pycu_array_f64_1d out);

//   divide(a: int32[:], by: int32)
PYCU_API int specialisations_divide__a1i4a_i4(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_i32_1d a, int32_t by);
PYCU_API int specialisations_divide(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                    pycu_stream stream, pycu_array_i32_1d a, int32_t by);

//   divide(a: float32[:], by: float32)
PYCU_API int specialisations_divide__a1f4a_f4(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_f32_1d a, float by);

//   divide(a: float64[:], by: float64)
PYCU_API int specialisations_divide__a1f8a_f8(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_f64_1d a, double by);

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

[[nodiscard]] inline int norms(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<const float, 2> a, pycu::array<float, 1> out) noexcept
{
    return pycu::launch(specialisations_norms__a2f4a_a1f4a, launch, a, out);
}

inline void norms(const pycu::configuration& launch, pycu::array<const float, 2> a,
                  pycu::array<float, 1> out)
{
    pycu::check(norms(std::nothrow, launch, a, out), specialisations_last_error);
}

[[nodiscard]] inline int norms(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<const double, 2> a, pycu::array<double, 1> out) noexcept
{
    return pycu::launch(specialisations_norms__a2f8a_a1f8a, launch, a, out);
}

inline void norms(const pycu::configuration& launch, pycu::array<const double, 2> a,
                  pycu::array<double, 1> out)
{
    pycu::check(norms(std::nothrow, launch, a, out), specialisations_last_error);
}

[[nodiscard]] inline int divide(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<int, 1> a, int32_t by) noexcept
{
    return pycu::launch(specialisations_divide__a1i4a_i4, launch, a, by);
}

inline void divide(const pycu::configuration& launch, pycu::array<int, 1> a, int32_t by)
{
    pycu::check(divide(std::nothrow, launch, a, by), specialisations_last_error);
}

[[nodiscard]] inline int divide(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<float, 1> a, float by) noexcept
{
    return pycu::launch(specialisations_divide__a1f4a_f4, launch, a, by);
}

inline void divide(const pycu::configuration& launch, pycu::array<float, 1> a, float by)
{
    pycu::check(divide(std::nothrow, launch, a, by), specialisations_last_error);
}

[[nodiscard]] inline int divide(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<double, 1> a, double by) noexcept
{
    return pycu::launch(specialisations_divide__a1f8a_f8, launch, a, by);
}

inline void divide(const pycu::configuration& launch, pycu::array<double, 1> a, double by)
{
    pycu::check(divide(std::nothrow, launch, a, by), specialisations_last_error);
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

template <class T>
[[nodiscard]] pycu::buffer<T> make_buffer(size_t elements, int& code) noexcept
{
    return {pycu_memory, elements, code};
}

}  // namespace specialisations
#endif

#endif  // PYCU_SPECIALISATIONS_H
