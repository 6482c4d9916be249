// The Ising model on a torus: checkerboard sweeps, one launch for all of them.
// Generated from ising.py by pycu: edit ising.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; ising_last_error() says what was wrong.
#ifndef PYCU_ISING_H
#define PYCU_ISING_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// Metropolis sweeps; sites of one colour have neighbours of the other only.
//
// accept[n] is the probability to turn a spin whose neighbours agree with it n times more than
// they disagree.
//   sweeps(spins: int8[:, ::1], accept: float64[::1], count: int32)
PYCU_API int ising_sweeps__a2i1c_a1f8c_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                          pycu_stream stream, pycu_array_i8_2d spins,
                                          pycu_array_f64_1d accept, int32_t count);
PYCU_API int ising_sweeps(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                          pycu_stream stream, pycu_array_i8_2d spins, pycu_array_f64_1d accept,
                          int32_t count);

// The sum of all spins; each warp has a place in dynamic shared memory.
//   magnetisation(spins: int8[:, ::1], total: int64[::1])
PYCU_API int ising_magnetisation__a2i1c_a1i8c(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_i8_2d spins, pycu_array_i64_1d total);
PYCU_API int ising_magnetisation(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_i8_2d spins,
                                 pycu_array_i64_1d total);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* ising_last_error(void);
PYCU_API const char* ising_last_entry(void);
PYCU_API const char* ising_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int ising_malloc(void** pointer, size_t bytes);
PYCU_API int ising_free(void* pointer);
PYCU_API int ising_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int ising_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace ising {

[[nodiscard]] inline int sweeps(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<int8_t, 2> spins, pycu::array<const double, 1> accept,
                                int32_t count) noexcept
{
    return pycu::launch(ising_sweeps__a2i1c_a1f8c_i4, launch, spins, accept, count);
}

inline void sweeps(const pycu::configuration& launch, pycu::array<int8_t, 2> spins,
                   pycu::array<const double, 1> accept, int32_t count)
{
    pycu::check(sweeps(std::nothrow, launch, spins, accept, count), ising_last_error);
}

[[nodiscard]] inline int magnetisation(const std::nothrow_t&, const pycu::configuration& launch,
                                       pycu::array<const int8_t, 2> spins,
                                       pycu::array<int64_t, 1> total) noexcept
{
    return pycu::launch(ising_magnetisation__a2i1c_a1i8c, launch, spins, total);
}

inline void magnetisation(const pycu::configuration& launch, pycu::array<const int8_t, 2> spins,
                          pycu::array<int64_t, 1> total)
{
    pycu::check(magnetisation(std::nothrow, launch, spins, total), ising_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    ising_malloc, ising_free, ising_copy, ising_sync, ising_last_error,
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

}  // namespace ising
#endif

#endif  // PYCU_ISING_H
