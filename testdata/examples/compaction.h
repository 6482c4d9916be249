// Keeping the elements that pass a test: votes and one atomic a warp instead of one a thread.
// Generated from compaction.py by pycu: edit compaction.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; compaction_last_error() says what was wrong.
#ifndef PYCU_COMPACTION_H
#define PYCU_COMPACTION_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// Moves the elements above limit to the front of out; their order is that of the warps.
//   keep_above(x: float32[::1], limit: float32, out: float32[::1], count: int32[::1])
PYCU_API int compaction_keep_above__a1f4c_f4_a1f4c_a1i4c(pycu_dim3 grid, pycu_dim3 block,
                                                         uint32_t shared_bytes, pycu_stream stream,
                                                         pycu_array_f32_1d x, float limit,
                                                         pycu_array_f32_1d out,
                                                         pycu_array_i32_1d count);
PYCU_API int compaction_keep_above(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                   pycu_stream stream, pycu_array_f32_1d x, float limit,
                                   pycu_array_f32_1d out, pycu_array_i32_1d count);

// Counts values; lanes with the same value add their number at once.
//   histogram(pixels: uint8[::1], bins: int32[::1])
PYCU_API int compaction_histogram__a1u1c_a1i4c(pycu_dim3 grid, pycu_dim3 block,
                                               uint32_t shared_bytes, pycu_stream stream,
                                               pycu_array_u8_1d pixels, pycu_array_i32_1d bins);
PYCU_API int compaction_histogram(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                  pycu_stream stream, pycu_array_u8_1d pixels,
                                  pycu_array_i32_1d bins);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* compaction_last_error(void);
PYCU_API const char* compaction_last_entry(void);
PYCU_API const char* compaction_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int compaction_malloc(void** pointer, size_t bytes);
PYCU_API int compaction_free(void* pointer);
PYCU_API int compaction_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int compaction_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace compaction {

[[nodiscard]] inline int keep_above(const std::nothrow_t&, const pycu::configuration& launch,
                                    pycu::array<const float, 1> x, float limit,
                                    pycu::array<float, 1> out, pycu::array<int, 1> count) noexcept
{
    return pycu::launch(compaction_keep_above__a1f4c_f4_a1f4c_a1i4c, launch, x, limit, out, count);
}

inline void keep_above(const pycu::configuration& launch, pycu::array<const float, 1> x,
                       float limit, pycu::array<float, 1> out, pycu::array<int, 1> count)
{
    pycu::check(keep_above(std::nothrow, launch, x, limit, out, count), compaction_last_error);
}

[[nodiscard]] inline int histogram(const std::nothrow_t&, const pycu::configuration& launch,
                                   pycu::array<const uint8_t, 1> pixels,
                                   pycu::array<int, 1> bins) noexcept
{
    return pycu::launch(compaction_histogram__a1u1c_a1i4c, launch, pixels, bins);
}

inline void histogram(const pycu::configuration& launch, pycu::array<const uint8_t, 1> pixels,
                      pycu::array<int, 1> bins)
{
    pycu::check(histogram(std::nothrow, launch, pixels, bins), compaction_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    compaction_malloc, compaction_free, compaction_copy, compaction_sync, compaction_last_error,
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

}  // namespace compaction
#endif

#endif  // PYCU_COMPACTION_H
