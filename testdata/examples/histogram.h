// Histograms: counted in global memory, and counted by each block in shared memory first.
// Generated from histogram.py by pycu: edit histogram.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; histogram_last_error() says what was wrong.
#ifndef PYCU_HISTOGRAM_H
#define PYCU_HISTOGRAM_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   histogram(x: float32[:], xmin: float32, xmax: float32, histogram_out: int32[:])
PYCU_API int histogram_histogram__a1f4a_f4_f4_a1i4a(pycu_dim3 grid, pycu_dim3 block,
                                                    uint32_t shared_bytes, pycu_stream stream,
                                                    pycu_array_f32_1d x, float xmin, float xmax,
                                                    pycu_array_i32_1d histogram_out);
PYCU_API int histogram_histogram(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_f32_1d x, float xmin, float xmax,
                                 pycu_array_i32_1d histogram_out);

// Count the upper six bits of every byte.
//   byte_histogram(data: uint8[::1], counts: uint32[::1])
PYCU_API int histogram_byte_histogram__a1u1c_a1u4c(pycu_dim3 grid, pycu_dim3 block,
                                                   uint32_t shared_bytes, pycu_stream stream,
                                                   pycu_array_u8_1d data, pycu_array_u32_1d counts);
PYCU_API int histogram_byte_histogram(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                      pycu_stream stream, pycu_array_u8_1d data,
                                      pycu_array_u32_1d counts);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* histogram_last_error(void);
PYCU_API const char* histogram_last_entry(void);
PYCU_API const char* histogram_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int histogram_malloc(void** pointer, size_t bytes);
PYCU_API int histogram_free(void* pointer);
PYCU_API int histogram_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int histogram_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace histogram {

[[nodiscard]] inline int histogram(const std::nothrow_t&, const pycu::configuration& launch,
                                   pycu::array<const float, 1> x, float xmin, float xmax,
                                   pycu::array<int, 1> histogram_out) noexcept
{
    return pycu::launch(histogram_histogram__a1f4a_f4_f4_a1i4a, launch, x, xmin, xmax,
                        histogram_out);
}

inline void histogram(const pycu::configuration& launch, pycu::array<const float, 1> x, float xmin,
                      float xmax, pycu::array<int, 1> histogram_out)
{
    pycu::check(histogram(std::nothrow, launch, x, xmin, xmax, histogram_out),
                histogram_last_error);
}

[[nodiscard]] inline int byte_histogram(const std::nothrow_t&, const pycu::configuration& launch,
                                        pycu::array<const uint8_t, 1> data,
                                        pycu::array<uint32_t, 1> counts) noexcept
{
    return pycu::launch(histogram_byte_histogram__a1u1c_a1u4c, launch, data, counts);
}

inline void byte_histogram(const pycu::configuration& launch, pycu::array<const uint8_t, 1> data,
                           pycu::array<uint32_t, 1> counts)
{
    pycu::check(byte_histogram(std::nothrow, launch, data, counts), histogram_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    histogram_malloc, histogram_free, histogram_copy, histogram_sync, histogram_last_error,
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

}  // namespace histogram
#endif

#endif  // PYCU_HISTOGRAM_H
