// // and % round down as in Python; plain / and % stand where no operand can be negative.
// Generated from floor_division.py by pycu: edit floor_division.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; floor_division_last_error() says what was wrong.
#ifndef PYCU_FLOOR_DIVISION_H
#define PYCU_FLOOR_DIVISION_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   divide(out: int64[:], x: float32[:], a: int64, b: int64)
PYCU_API int floor_division_divide__a1i8a_a1f4a_i8_i8(pycu_dim3 grid, pycu_dim3 block,
                                                      uint32_t shared_bytes, pycu_stream stream,
                                                      pycu_array_i64_1d out, pycu_array_f32_1d x,
                                                      int64_t a, int64_t b);
PYCU_API int floor_division_divide(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                   pycu_stream stream, pycu_array_i64_1d out, pycu_array_f32_1d x,
                                   int64_t a, int64_t b);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* floor_division_last_error(void);
PYCU_API const char* floor_division_last_entry(void);
PYCU_API const char* floor_division_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int floor_division_malloc(void** pointer, size_t bytes);
PYCU_API int floor_division_free(void* pointer);
PYCU_API int floor_division_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int floor_division_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace floor_division {

[[nodiscard]] inline int divide(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<int64_t, 1> out, pycu::array<float, 1> x, int64_t a,
                                int64_t b) noexcept
{
    return pycu::launch(floor_division_divide__a1i8a_a1f4a_i8_i8, launch, out, x, a, b);
}

inline void divide(const pycu::configuration& launch, pycu::array<int64_t, 1> out,
                   pycu::array<float, 1> x, int64_t a, int64_t b)
{
    pycu::check(divide(std::nothrow, launch, out, x, a, b), floor_division_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    floor_division_malloc, floor_division_free, floor_division_copy, floor_division_sync, floor_division_last_error,
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

}  // namespace floor_division
#endif

#endif  // PYCU_FLOOR_DIVISION_H
