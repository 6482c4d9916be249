// `print`: one call of printf for each.
// Generated from prints.py by pycu: edit prints.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; prints_last_error() says what was wrong.
#ifndef PYCU_PRINTS_H
#define PYCU_PRINTS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   scalars(a: int8, b: int32, c: int64, d: uint64, x: float32, y: float64, flag: bool)
PYCU_API int prints_scalars__i1_i4_i8_u8_f4_f8_b1(pycu_dim3 grid, pycu_dim3 block,
                                                  uint32_t shared_bytes, pycu_stream stream,
                                                  int8_t a, int32_t b, int64_t c, uint64_t d,
                                                  float x, double y, bool flag);
PYCU_API int prints_scalars(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                            pycu_stream stream, int8_t a, int32_t b, int64_t c, uint64_t d, float x,
                            double y, bool flag);

//   structured(n: int32, a: float32[:, :])
PYCU_API int prints_structured__i4_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                         pycu_stream stream, int32_t n, pycu_array_f32_2d a);
PYCU_API int prints_structured(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                               pycu_stream stream, int32_t n, pycu_array_f32_2d a);

//   where(a: float32[:])
PYCU_API int prints_where__a1f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_f32_1d a);
PYCU_API int prints_where(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                          pycu_stream stream, pycu_array_f32_1d a);

//   long_line(n: int64)
PYCU_API int prints_long_line__i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                  pycu_stream stream, int64_t n);
PYCU_API int prints_long_line(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                              pycu_stream stream, int64_t n);

//   flushed(a: int32[:])
PYCU_API int prints_flushed__a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                   pycu_stream stream, pycu_array_i32_1d a);
PYCU_API int prints_flushed(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                            pycu_stream stream, pycu_array_i32_1d a);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* prints_last_error(void);
PYCU_API const char* prints_last_entry(void);
PYCU_API const char* prints_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int prints_malloc(void** pointer, size_t bytes);
PYCU_API int prints_free(void* pointer);
PYCU_API int prints_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int prints_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace prints {

[[nodiscard]] inline int scalars(const std::nothrow_t&, const pycu::configuration& launch, int8_t a,
                                 int32_t b, int64_t c, uint64_t d, float x, double y,
                                 bool flag) noexcept
{
    return pycu::launch(prints_scalars__i1_i4_i8_u8_f4_f8_b1, launch, a, b, c, d, x, y, flag);
}

inline void scalars(const pycu::configuration& launch, int8_t a, int32_t b, int64_t c, uint64_t d,
                    float x, double y, bool flag)
{
    pycu::check(scalars(std::nothrow, launch, a, b, c, d, x, y, flag), prints_last_error);
}

[[nodiscard]] inline int structured(const std::nothrow_t&, const pycu::configuration& launch,
                                    int32_t n, pycu::array<const float, 2> a) noexcept
{
    return pycu::launch(prints_structured__i4_a2f4a, launch, n, a);
}

inline void structured(const pycu::configuration& launch, int32_t n, pycu::array<const float, 2> a)
{
    pycu::check(structured(std::nothrow, launch, n, a), prints_last_error);
}

[[nodiscard]] inline int where(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<const float, 1> a) noexcept
{
    return pycu::launch(prints_where__a1f4a, launch, a);
}

inline void where(const pycu::configuration& launch, pycu::array<const float, 1> a)
{
    pycu::check(where(std::nothrow, launch, a), prints_last_error);
}

[[nodiscard]] inline int long_line(const std::nothrow_t&, const pycu::configuration& launch,
                                   int64_t n) noexcept
{
    return pycu::launch(prints_long_line__i8, launch, n);
}

inline void long_line(const pycu::configuration& launch, int64_t n)
{
    pycu::check(long_line(std::nothrow, launch, n), prints_last_error);
}

[[nodiscard]] inline int flushed(const std::nothrow_t&, const pycu::configuration& launch,
                                 pycu::array<int, 1> a) noexcept
{
    return pycu::launch(prints_flushed__a1i4a, launch, a);
}

inline void flushed(const pycu::configuration& launch, pycu::array<int, 1> a)
{
    pycu::check(flushed(std::nothrow, launch, a), prints_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    prints_malloc, prints_free, prints_copy, prints_sync, prints_last_error,
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

}  // namespace prints
#endif

#endif  // PYCU_PRINTS_H
