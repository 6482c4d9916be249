// Tuples: returned, unpacked, indexed, swapped, and items that nobody reads.
// Generated from tuples.py by pycu: edit tuples.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; tuples_last_error() says what was wrong.
#ifndef PYCU_TUPLES_H
#define PYCU_TUPLES_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   use(out: float64[:], n: int64, m: int64)
PYCU_API int tuples_use__a1f8a_i8_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f64_1d out, int64_t n,
                                     int64_t m);
PYCU_API int tuples_use(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                        pycu_array_f64_1d out, int64_t n, int64_t m);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* tuples_last_error(void);
PYCU_API const char* tuples_last_entry(void);
PYCU_API const char* tuples_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int tuples_malloc(void** pointer, size_t bytes);
PYCU_API int tuples_free(void* pointer);
PYCU_API int tuples_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int tuples_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace tuples {

[[nodiscard]] inline int use(const std::nothrow_t&, const pycu::configuration& launch,
                             pycu::array<double, 1> out, int64_t n, int64_t m) noexcept
{
    return pycu::launch(tuples_use__a1f8a_i8_i8, launch, out, n, m);
}

inline void use(const pycu::configuration& launch, pycu::array<double, 1> out, int64_t n, int64_t m)
{
    pycu::check(use(std::nothrow, launch, out, n, m), tuples_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    tuples_malloc, tuples_free, tuples_copy, tuples_sync, tuples_last_error,
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

}  // namespace tuples
#endif

#endif  // PYCU_TUPLES_H
