// Fast Fourier transforms of many signals, a block each: butterflies on views of shared memory.
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

// In place; signals[s] has N rows (re, im).
//   fft(signals: float32[:, :, ::1])
PYCU_API int fft_fft__a3f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_3d signals);
PYCU_API int fft_fft(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_3d signals);

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
#include "pycu_call.h"

namespace fft {

[[nodiscard]] inline int fft(const std::nothrow_t&, const pycu::configuration& launch,
    pycu::array<float, 3> signals) noexcept
{
    return pycu::launch(fft_fft__a3f4c, launch, signals);
}

inline void fft(const pycu::configuration& launch, pycu::array<float, 3> signals)
{
    pycu::check(fft(std::nothrow, launch, signals), fft_last_error);
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

}  // namespace fft
#endif

#endif  // PYCU_FFT_H
