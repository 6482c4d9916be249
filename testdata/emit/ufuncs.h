// Ufuncs and generalised ufuncs.
// Generated from ufuncs.py by pycu: edit ufuncs.py and run pycu again.
//
// A function takes the stream and its arrays, of any strides; a ufunc's `_loop` is for NumPy,
// with an int for the first error or null behind it. It returns 0 or a code of
// pycu_abi.h; ufuncs_last_error() says what was wrong.
#ifndef PYCU_UFUNCS_H
#define PYCU_UFUNCS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// The density of a normal distribution.
//   gaussian_pdf(x: float32, mean: float32, sigma: float32) -> float32
PYCU_API int ufuncs_gaussian_pdf__f4_f4_f4(pycu_stream stream, pycu_array_f32_nd x,
                                           pycu_array_f32_nd mean, pycu_array_f32_nd sigma,
                                           pycu_array_f32_nd out);
PYCU_API int ufuncs_gaussian_pdf(pycu_stream stream, pycu_array_f32_nd x, pycu_array_f32_nd mean,
                                 pycu_array_f32_nd sigma, pycu_array_f32_nd out);
PYCU_API void ufuncs_gaussian_pdf__f4_f4_f4_loop(char** args, const intptr_t* extents,
                                                 const intptr_t* steps, void* status);

//   add(x: int64, out: int64) -> int64
PYCU_API int ufuncs_add__i8_i8(pycu_stream stream, pycu_array_i64_nd x, pycu_array_i64_nd out,
                               pycu_array_i64_nd out_);
PYCU_API int ufuncs_add(pycu_stream stream, pycu_array_i64_nd x, pycu_array_i64_nd out,
                        pycu_array_i64_nd out_);
PYCU_API void ufuncs_add__i8_i8_loop(char** args, const intptr_t* extents, const intptr_t* steps,
                                     void* status);

//   add(x: float64, out: float64) -> float64
PYCU_API int ufuncs_add__f8_f8(pycu_stream stream, pycu_array_f64_nd x, pycu_array_f64_nd out,
                               pycu_array_f64_nd out_);
PYCU_API void ufuncs_add__f8_f8_loop(char** args, const intptr_t* extents, const intptr_t* steps,
                                     void* status);

//   doubled(arr: float32) -> float32
PYCU_API int ufuncs_doubled__f4(pycu_stream stream, pycu_array_f32_nd arr, pycu_array_f32_nd out);
PYCU_API int ufuncs_doubled(pycu_stream stream, pycu_array_f32_nd arr, pycu_array_f32_nd out);
PYCU_API void ufuncs_doubled__f4_loop(char** args, const intptr_t* extents, const intptr_t* steps,
                                      void* status);

//   conjugate_square(z: complex64) -> complex64
PYCU_API int ufuncs_conjugate_square__c8(pycu_stream stream, pycu_array_c64_nd z,
                                         pycu_array_c64_nd out);
PYCU_API int ufuncs_conjugate_square(pycu_stream stream, pycu_array_c64_nd z,
                                     pycu_array_c64_nd out);
PYCU_API void ufuncs_conjugate_square__c8_loop(char** args, const intptr_t* extents,
                                               const intptr_t* steps, void* status);

//   doubled_gufunc(arr: float32[:, :], out: float32[:, :]), (m,n)->(m,n)
PYCU_API int ufuncs_doubled_gufunc__a2f4a_a2f4a(pycu_stream stream, pycu_array_f32_nd arr,
                                                pycu_array_f32_nd out);
PYCU_API int ufuncs_doubled_gufunc(pycu_stream stream, pycu_array_f32_nd arr,
                                   pycu_array_f32_nd out);
PYCU_API void ufuncs_doubled_gufunc__a2f4a_a2f4a_loop(char** args, const intptr_t* extents,
                                                      const intptr_t* steps, void* status);

//   add_scalar(x: int64[:], y: int64, out: int64[::1], total: int64[:]), (n),()->(n),()
PYCU_API int ufuncs_add_scalar__a1i8a_i8_a1i8c_a1i8a(pycu_stream stream, pycu_array_i64_nd x,
                                                     pycu_array_i64_nd y, pycu_array_i64_nd out,
                                                     pycu_array_i64_nd total);
PYCU_API int ufuncs_add_scalar(pycu_stream stream, pycu_array_i64_nd x, pycu_array_i64_nd y,
                               pycu_array_i64_nd out, pycu_array_i64_nd total);
PYCU_API void ufuncs_add_scalar__a1i8a_i8_a1i8c_a1i8a_loop(char** args, const intptr_t* extents,
                                                           const intptr_t* steps, void* status);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* ufuncs_last_error(void);
PYCU_API const char* ufuncs_last_entry(void);
PYCU_API const char* ufuncs_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int ufuncs_malloc(void** pointer, size_t bytes);
PYCU_API int ufuncs_free(void* pointer);
PYCU_API int ufuncs_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int ufuncs_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include <complex>

#include "pycu_call.h"

namespace ufuncs {

[[nodiscard]] inline int gaussian_pdf(const std::nothrow_t&, const pycu::operand<const float>& x,
                                      const pycu::operand<const float>& mean,
                                      const pycu::operand<const float>& sigma,
                                      const pycu::operand<float>& out,
                                      pycu_stream stream = nullptr) noexcept
{
    return pycu::apply(ufuncs_gaussian_pdf__f4_f4_f4, stream, x, mean, sigma, out);
}

inline void gaussian_pdf(const pycu::operand<const float>& x,
                         const pycu::operand<const float>& mean,
                         const pycu::operand<const float>& sigma, const pycu::operand<float>& out,
                         pycu_stream stream = nullptr)
{
    pycu::check(gaussian_pdf(std::nothrow, x, mean, sigma, out, stream), ufuncs_last_error);
}

[[nodiscard]] inline int add(const std::nothrow_t&, const pycu::operand<const int64_t>& x,
                             const pycu::operand<const int64_t>& out,
                             const pycu::operand<int64_t>& out_,
                             pycu_stream stream = nullptr) noexcept
{
    return pycu::apply(ufuncs_add__i8_i8, stream, x, out, out_);
}

inline void add(const pycu::operand<const int64_t>& x, const pycu::operand<const int64_t>& out,
                const pycu::operand<int64_t>& out_, pycu_stream stream = nullptr)
{
    pycu::check(add(std::nothrow, x, out, out_, stream), ufuncs_last_error);
}

[[nodiscard]] inline int add(const std::nothrow_t&, const pycu::operand<const double>& x,
                             const pycu::operand<const double>& out,
                             const pycu::operand<double>& out_,
                             pycu_stream stream = nullptr) noexcept
{
    return pycu::apply(ufuncs_add__f8_f8, stream, x, out, out_);
}

inline void add(const pycu::operand<const double>& x, const pycu::operand<const double>& out,
                const pycu::operand<double>& out_, pycu_stream stream = nullptr)
{
    pycu::check(add(std::nothrow, x, out, out_, stream), ufuncs_last_error);
}

[[nodiscard]] inline int doubled(const std::nothrow_t&, const pycu::operand<const float>& arr,
                                 const pycu::operand<float>& out,
                                 pycu_stream stream = nullptr) noexcept
{
    return pycu::apply(ufuncs_doubled__f4, stream, arr, out);
}

inline void doubled(const pycu::operand<const float>& arr, const pycu::operand<float>& out,
                    pycu_stream stream = nullptr)
{
    pycu::check(doubled(std::nothrow, arr, out, stream), ufuncs_last_error);
}

[[nodiscard]] inline int conjugate_square(const std::nothrow_t&,
                                          const pycu::operand<const std::complex<float>>& z,
                                          const pycu::operand<std::complex<float>>& out,
                                          pycu_stream stream = nullptr) noexcept
{
    return pycu::apply(ufuncs_conjugate_square__c8, stream, z, out);
}

inline void conjugate_square(const pycu::operand<const std::complex<float>>& z,
                             const pycu::operand<std::complex<float>>& out,
                             pycu_stream stream = nullptr)
{
    pycu::check(conjugate_square(std::nothrow, z, out, stream), ufuncs_last_error);
}

[[nodiscard]] inline int doubled_gufunc(const std::nothrow_t&,
                                        const pycu::operand<const float>& arr,
                                        const pycu::operand<float>& out,
                                        pycu_stream stream = nullptr) noexcept
{
    return pycu::apply(ufuncs_doubled_gufunc__a2f4a_a2f4a, stream, arr, out);
}

inline void doubled_gufunc(const pycu::operand<const float>& arr, const pycu::operand<float>& out,
                           pycu_stream stream = nullptr)
{
    pycu::check(doubled_gufunc(std::nothrow, arr, out, stream), ufuncs_last_error);
}

[[nodiscard]] inline int add_scalar(const std::nothrow_t&, const pycu::operand<const int64_t>& x,
                                    const pycu::operand<const int64_t>& y,
                                    const pycu::operand<int64_t>& out,
                                    const pycu::operand<int64_t>& total,
                                    pycu_stream stream = nullptr) noexcept
{
    return pycu::apply(ufuncs_add_scalar__a1i8a_i8_a1i8c_a1i8a, stream, x, y, out, total);
}

inline void add_scalar(const pycu::operand<const int64_t>& x, const pycu::operand<const int64_t>& y,
                       const pycu::operand<int64_t>& out, const pycu::operand<int64_t>& total,
                       pycu_stream stream = nullptr)
{
    pycu::check(add_scalar(std::nothrow, x, y, out, total, stream), ufuncs_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    ufuncs_malloc, ufuncs_free, ufuncs_copy, ufuncs_sync, ufuncs_last_error,
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

}  // namespace ufuncs
#endif

#endif  // PYCU_UFUNCS_H
