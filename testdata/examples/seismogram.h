// A seismogram: wavelets of many shots, smoothed, and the peak of each: ufuncs and a reduction.
// Generated from seismogram.py by pycu: edit seismogram.py and run pycu again.
//
// A function takes the stream and its arrays, of any strides; a ufunc's `_loop` is for NumPy,
// with an int for the first error or null behind it. It returns 0 or a code of
// pycu_abi.h; seismogram_last_error() says what was wrong.
#ifndef PYCU_SEISMOGRAM_H
#define PYCU_SEISMOGRAM_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// The wavelet of an explosion, `t` seconds after it.
//   ricker(t: float32, frequency: float32) -> float32
PYCU_API int seismogram_ricker__f4_f4(pycu_stream stream, pycu_array_f32_nd t,
                                      pycu_array_f32_nd frequency, pycu_array_f32_nd out);
PYCU_API int seismogram_ricker(pycu_stream stream, pycu_array_f32_nd t, pycu_array_f32_nd frequency,
                               pycu_array_f32_nd out);
PYCU_API void seismogram_ricker__f4_f4_loop(char** args, const intptr_t* extents,
                                            const intptr_t* steps, void* status);

// The wavelet of an explosion, `t` seconds after it.
//   ricker(t: float64, frequency: float64) -> float64
PYCU_API int seismogram_ricker__f8_f8(pycu_stream stream, pycu_array_f64_nd t,
                                      pycu_array_f64_nd frequency, pycu_array_f64_nd out);
PYCU_API void seismogram_ricker__f8_f8_loop(char** args, const intptr_t* extents,
                                            const intptr_t* steps, void* status);

// The mean over `reach` samples on either side, as many as there are.
//   smoothed(trace: float64[:], reach: int64, out: float64[:]), (n),()->(n)
PYCU_API int seismogram_smoothed__a1f8a_i8_a1f8a(pycu_stream stream, pycu_array_f64_nd trace,
                                                 pycu_array_i64_nd reach, pycu_array_f64_nd out);
PYCU_API int seismogram_smoothed(pycu_stream stream, pycu_array_f64_nd trace,
                                 pycu_array_i64_nd reach, pycu_array_f64_nd out);
PYCU_API void seismogram_smoothed__a1f8a_i8_a1f8a_loop(char** args, const intptr_t* extents,
                                                       const intptr_t* steps, void* status);

// The sample that is farthest from 0.
//   peak(array: float64[:]) -> float64
// With a null storage it says in storage_bytes how much memory the work needs.
// init may be null; result and storage are memory of the library's target.
PYCU_API int seismogram_peak__f8_f8(pycu_stream stream, void* storage, size_t* storage_bytes,
                                    pycu_array_f64_nd array, const double* init, double* result);
PYCU_API int seismogram_peak(pycu_stream stream, void* storage, size_t* storage_bytes,
                             pycu_array_f64_nd array, const double* init, double* result);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* seismogram_last_error(void);
PYCU_API const char* seismogram_last_entry(void);
PYCU_API const char* seismogram_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int seismogram_malloc(void** pointer, size_t bytes);
PYCU_API int seismogram_free(void* pointer);
PYCU_API int seismogram_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int seismogram_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace seismogram {

[[nodiscard]] inline int ricker(const std::nothrow_t&, const pycu::operand<const float>& t,
                                const pycu::operand<const float>& frequency,
                                const pycu::operand<float>& out,
                                pycu_stream stream = nullptr) noexcept
{
    return pycu::apply(seismogram_ricker__f4_f4, stream, t, frequency, out);
}

inline void ricker(const pycu::operand<const float>& t, const pycu::operand<const float>& frequency,
                   const pycu::operand<float>& out, pycu_stream stream = nullptr)
{
    pycu::check(ricker(std::nothrow, t, frequency, out, stream), seismogram_last_error);
}

[[nodiscard]] inline int ricker(const std::nothrow_t&, const pycu::operand<const double>& t,
                                const pycu::operand<const double>& frequency,
                                const pycu::operand<double>& out,
                                pycu_stream stream = nullptr) noexcept
{
    return pycu::apply(seismogram_ricker__f8_f8, stream, t, frequency, out);
}

inline void ricker(const pycu::operand<const double>& t,
                   const pycu::operand<const double>& frequency, const pycu::operand<double>& out,
                   pycu_stream stream = nullptr)
{
    pycu::check(ricker(std::nothrow, t, frequency, out, stream), seismogram_last_error);
}

[[nodiscard]] inline int smoothed(const std::nothrow_t&, const pycu::operand<const double>& trace,
                                  const pycu::operand<const int64_t>& reach,
                                  const pycu::operand<double>& out,
                                  pycu_stream stream = nullptr) noexcept
{
    return pycu::apply(seismogram_smoothed__a1f8a_i8_a1f8a, stream, trace, reach, out);
}

inline void smoothed(const pycu::operand<const double>& trace,
                     const pycu::operand<const int64_t>& reach, const pycu::operand<double>& out,
                     pycu_stream stream = nullptr)
{
    pycu::check(smoothed(std::nothrow, trace, reach, out, stream), seismogram_last_error);
}

[[nodiscard]] inline int peak(const std::nothrow_t&, void* storage, size_t& storage_bytes,
                              const pycu::operand<const double>& array, const double* init,
                              double* result, pycu_stream stream = nullptr) noexcept
{
    return pycu::reduce(seismogram_peak__f8_f8, stream, storage, storage_bytes, array, init,
                        result);
}

inline void peak(void* storage, size_t& storage_bytes, const pycu::operand<const double>& array,
                 const double* init, double* result, pycu_stream stream = nullptr)
{
    pycu::check(peak(std::nothrow, storage, storage_bytes, array, init, result, stream),
                seismogram_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    seismogram_malloc, seismogram_free, seismogram_copy, seismogram_sync, seismogram_last_error,
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

}  // namespace seismogram
#endif

#endif  // PYCU_SEISMOGRAM_H
