// A radix-2 fast Fourier transform of many short signals, one block each, in shared memory.
// Generated from fft.py by pycu: edit fft.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; fft_last_error() says what was wrong.
#ifndef PYCU_FFT_H
#define PYCU_FFT_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// Each block transforms a row of `signals` in place; each thread has one butterfly a stage.
//   fft(signals: complex128[:, :], inverse: bool)
PYCU_API int fft_fft__a2c16a_b1(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                pycu_stream stream, pycu_array_c128_2d signals, bool inverse);
PYCU_API int fft_fft(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                     pycu_array_c128_2d signals, bool inverse);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* fft_last_error(void);
PYCU_API const char* fft_last_entry(void);
PYCU_API const char* fft_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int fft_malloc(void** pointer, size_t bytes);
PYCU_API int fft_free(void* pointer);
PYCU_API int fft_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int fft_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include <complex>

#include "pycu_call.h"

namespace fft {

[[nodiscard]] inline int fft(const std::nothrow_t&, const pycu::configuration& launch,
                             pycu::array<std::complex<double>, 2> signals, bool inverse) noexcept
{
    return pycu::launch(fft_fft__a2c16a_b1, launch, signals, inverse);
}

inline void fft(const pycu::configuration& launch, pycu::array<std::complex<double>, 2> signals,
                bool inverse)
{
    pycu::check(fft(std::nothrow, launch, signals, inverse), fft_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    fft_malloc, fft_free, fft_copy, fft_sync, fft_last_error,
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

}  // namespace fft
#endif

#endif  // PYCU_FFT_H
