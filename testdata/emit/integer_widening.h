// pycu: --sig 'widen=void(int32[:], int32, int32, int64[:])'
// int32 operands are widened before they are added, and stay as they are where nothing could tell.
// Generated from integer_widening.py by pycu: edit integer_widening.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; integer_widening_last_error() says what was wrong.
#ifndef PYCU_INTEGER_WIDENING_H
#define PYCU_INTEGER_WIDENING_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   widen(a: int32[:], m: int32, n: int32, out: int64[:])
PYCU_API int integer_widening_widen__a1i4a_i4_i4_a1i8a(pycu_dim3 grid, pycu_dim3 block,
                                                       uint32_t shared_bytes, pycu_stream stream,
                                                       pycu_array_i32_1d a, int32_t m, int32_t n,
                                                       pycu_array_i64_1d out);
PYCU_API int integer_widening_widen(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                    pycu_stream stream, pycu_array_i32_1d a, int32_t m, int32_t n,
                                    pycu_array_i64_1d out);

// A counter of blocks, and what is a multiple of it, is an int where the blocks are few.
//   tiles(a: float32[::1], out: float32[::1])
PYCU_API int integer_widening_tiles__a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_f32_1d a, pycu_array_f32_1d out);
PYCU_API int integer_widening_tiles(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                    pycu_stream stream, pycu_array_f32_1d a, pycu_array_f32_1d out);

// What an int keeps of a sum is looked at behind a barrier, as a step's, and at once.
//   looked_at(x: int32[::1], y: int32[::1], out: int32[::1], sums: int64[::1])
PYCU_API int integer_widening_looked_at__a1i4c_a1i4c_a1i4c_a1i8c(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream, pycu_array_i32_1d x,
    pycu_array_i32_1d y, pycu_array_i32_1d out, pycu_array_i64_1d sums);
PYCU_API int integer_widening_looked_at(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_i32_1d x,
                                        pycu_array_i32_1d y, pycu_array_i32_1d out,
                                        pycu_array_i64_1d sums);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* integer_widening_last_error(void);
PYCU_API const char* integer_widening_last_entry(void);
PYCU_API const char* integer_widening_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int integer_widening_malloc(void** pointer, size_t bytes);
PYCU_API int integer_widening_free(void* pointer);
PYCU_API int integer_widening_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int integer_widening_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace integer_widening {

[[nodiscard]] inline int widen(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<int, 1> a, int32_t m, int32_t n,
                               pycu::array<int64_t, 1> out) noexcept
{
    return pycu::launch(integer_widening_widen__a1i4a_i4_i4_a1i8a, launch, a, m, n, out);
}

inline void widen(const pycu::configuration& launch, pycu::array<int, 1> a, int32_t m, int32_t n,
                  pycu::array<int64_t, 1> out)
{
    pycu::check(widen(std::nothrow, launch, a, m, n, out), integer_widening_last_error);
}

[[nodiscard]] inline int tiles(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<const float, 1> a, pycu::array<float, 1> out) noexcept
{
    return pycu::launch(integer_widening_tiles__a1f4c_a1f4c, launch, a, out);
}

inline void tiles(const pycu::configuration& launch, pycu::array<const float, 1> a,
                  pycu::array<float, 1> out)
{
    pycu::check(tiles(std::nothrow, launch, a, out), integer_widening_last_error);
}

[[nodiscard]] inline int looked_at(const std::nothrow_t&, const pycu::configuration& launch,
                                   pycu::array<const int, 1> x, pycu::array<int, 1> y,
                                   pycu::array<int, 1> out, pycu::array<int64_t, 1> sums) noexcept
{
    return pycu::launch(integer_widening_looked_at__a1i4c_a1i4c_a1i4c_a1i8c, launch, x, y, out,
                        sums);
}

inline void looked_at(const pycu::configuration& launch, pycu::array<const int, 1> x,
                      pycu::array<int, 1> y, pycu::array<int, 1> out, pycu::array<int64_t, 1> sums)
{
    pycu::check(looked_at(std::nothrow, launch, x, y, out, sums), integer_widening_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    integer_widening_malloc, integer_widening_free, integer_widening_copy, integer_widening_sync, integer_widening_last_error,
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

}  // namespace integer_widening
#endif

#endif  // PYCU_INTEGER_WIDENING_H
