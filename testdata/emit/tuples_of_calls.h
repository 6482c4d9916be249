// Tuples that functions return, where they are stored item by item or converted; loops over the
// elements of arrays that have a known length; indices that a store has shown to be inside.
// Generated from tuples_of_calls.py by pycu: edit tuples_of_calls.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; tuples_of_calls_last_error() says what was wrong.
#ifndef PYCU_TUPLES_OF_CALLS_H
#define PYCU_TUPLES_OF_CALLS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   stores(x: float32[:, :], y: float32[:], out: float64[:, :])
PYCU_API int tuples_of_calls_stores__a2f4a_a1f4a_a2f8a(pycu_dim3 grid, pycu_dim3 block,
                                                       uint32_t shared_bytes, pycu_stream stream,
                                                       pycu_array_f32_2d x, pycu_array_f32_1d y,
                                                       pycu_array_f64_2d out);
PYCU_API int tuples_of_calls_stores(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                    pycu_stream stream, pycu_array_f32_2d x, pycu_array_f32_1d y,
                                    pycu_array_f64_2d out);

//   turn(a: float32[:, :])
PYCU_API int tuples_of_calls_turn__a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                         pycu_stream stream, pycu_array_f32_2d a);
PYCU_API int tuples_of_calls_turn(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                  pycu_stream stream, pycu_array_f32_2d a);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* tuples_of_calls_last_error(void);
PYCU_API const char* tuples_of_calls_last_entry(void);
PYCU_API const char* tuples_of_calls_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int tuples_of_calls_malloc(void** pointer, size_t bytes);
PYCU_API int tuples_of_calls_free(void* pointer);
PYCU_API int tuples_of_calls_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int tuples_of_calls_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace tuples_of_calls {

[[nodiscard]] inline int stores(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<float, 2> x, pycu::array<float, 1> y,
                                pycu::array<double, 2> out) noexcept
{
    return pycu::launch(tuples_of_calls_stores__a2f4a_a1f4a_a2f8a, launch, x, y, out);
}

inline void stores(const pycu::configuration& launch, pycu::array<float, 2> x,
                   pycu::array<float, 1> y, pycu::array<double, 2> out)
{
    pycu::check(stores(std::nothrow, launch, x, y, out), tuples_of_calls_last_error);
}

[[nodiscard]] inline int turn(const std::nothrow_t&, const pycu::configuration& launch,
                              pycu::array<float, 2> a) noexcept
{
    return pycu::launch(tuples_of_calls_turn__a2f4a, launch, a);
}

inline void turn(const pycu::configuration& launch, pycu::array<float, 2> a)
{
    pycu::check(turn(std::nothrow, launch, a), tuples_of_calls_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    tuples_of_calls_malloc, tuples_of_calls_free, tuples_of_calls_copy, tuples_of_calls_sync, tuples_of_calls_last_error,
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

}  // namespace tuples_of_calls
#endif

#endif  // PYCU_TUPLES_OF_CALLS_H
