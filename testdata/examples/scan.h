// Running sums: shuffles within a warp, shared memory between the warps of a block.
// Generated from scan.py by pycu: edit scan.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; scan_last_error() says what was wrong.
#ifndef PYCU_SCAN_H
#define PYCU_SCAN_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// Running sums within each block; totals[b] is the sum of block b.
//   scan_blocks(x: float32[::1], out: float32[::1], totals: float32[::1])
PYCU_API int scan_scan_blocks__a1f4c_a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_f32_1d x, pycu_array_f32_1d out,
                                                 pycu_array_f32_1d totals);
PYCU_API int scan_scan_blocks(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                              pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d out,
                              pycu_array_f32_1d totals);

// Adds to each block the sums of all blocks before it.
//   add_before(out: float32[::1], totals: float32[::1])
PYCU_API int scan_add_before__a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                          pycu_stream stream, pycu_array_f32_1d out,
                                          pycu_array_f32_1d totals);
PYCU_API int scan_add_before(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                             pycu_stream stream, pycu_array_f32_1d out, pycu_array_f32_1d totals);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* scan_last_error(void);
PYCU_API const char* scan_last_entry(void);
PYCU_API const char* scan_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int scan_malloc(void** pointer, size_t bytes);
PYCU_API int scan_free(void* pointer);
PYCU_API int scan_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int scan_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace scan {

[[nodiscard]] inline int scan_blocks(const std::nothrow_t&, const pycu::configuration& launch,
                                     pycu::array<const float, 1> x, pycu::array<float, 1> out,
                                     pycu::array<float, 1> totals) noexcept
{
    return pycu::launch(scan_scan_blocks__a1f4c_a1f4c_a1f4c, launch, x, out, totals);
}

inline void scan_blocks(const pycu::configuration& launch, pycu::array<const float, 1> x,
                        pycu::array<float, 1> out, pycu::array<float, 1> totals)
{
    pycu::check(scan_blocks(std::nothrow, launch, x, out, totals), scan_last_error);
}

[[nodiscard]] inline int add_before(const std::nothrow_t&, const pycu::configuration& launch,
                                    pycu::array<float, 1> out,
                                    pycu::array<const float, 1> totals) noexcept
{
    return pycu::launch(scan_add_before__a1f4c_a1f4c, launch, out, totals);
}

inline void add_before(const pycu::configuration& launch, pycu::array<float, 1> out,
                       pycu::array<const float, 1> totals)
{
    pycu::check(add_before(std::nothrow, launch, out, totals), scan_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    scan_malloc, scan_free, scan_copy, scan_sync, scan_last_error,
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

}  // namespace scan
#endif

#endif  // PYCU_SCAN_H
