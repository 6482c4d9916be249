// Transposes a matrix through tiles in shared memory: reads and writes are both coalesced.
// Generated from transpose_tiled.py by pycu: edit transpose_tiled.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; transpose_tiled_last_error() says what was wrong.
#ifndef PYCU_TRANSPOSE_TILED_H
#define PYCU_TRANSPOSE_TILED_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   tile_transpose(a_in: int32[:, ::1], a_out: int32[:, ::1])
PYCU_API int transpose_tiled_tile_transpose__a2i4c_a2i4c(pycu_dim3 grid, pycu_dim3 block,
                                                         uint32_t shared_bytes, pycu_stream stream,
                                                         pycu_array_i32_2d a_in,
                                                         pycu_array_i32_2d a_out);
PYCU_API int transpose_tiled_tile_transpose(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                            pycu_stream stream, pycu_array_i32_2d a_in,
                                            pycu_array_i32_2d a_out);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* transpose_tiled_last_error(void);
PYCU_API const char* transpose_tiled_last_entry(void);
PYCU_API const char* transpose_tiled_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int transpose_tiled_malloc(void** pointer, size_t bytes);
PYCU_API int transpose_tiled_free(void* pointer);
PYCU_API int transpose_tiled_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int transpose_tiled_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace transpose_tiled {

[[nodiscard]] inline int tile_transpose(const std::nothrow_t&, const pycu::configuration& launch,
                                        pycu::array<const int, 2> a_in,
                                        pycu::array<int, 2> a_out) noexcept
{
    return pycu::launch(transpose_tiled_tile_transpose__a2i4c_a2i4c, launch, a_in, a_out);
}

inline void tile_transpose(const pycu::configuration& launch, pycu::array<const int, 2> a_in,
                           pycu::array<int, 2> a_out)
{
    pycu::check(tile_transpose(std::nothrow, launch, a_in, a_out), transpose_tiled_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    transpose_tiled_malloc, transpose_tiled_free, transpose_tiled_copy, transpose_tiled_sync, transpose_tiled_last_error,
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

}  // namespace transpose_tiled
#endif

#endif  // PYCU_TRANSPOSE_TILED_H
