// Explicit heat equation on a plate.
// Generated from heat.py by pycu: edit heat.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; heat_last_error() says what was wrong.
#ifndef PYCU_HEAT_H
#define PYCU_HEAT_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// One explicit step; the border stays as it is.
//   step(u: float32[:, :], out: float32[:, :])
PYCU_API int heat_step__a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                                    pycu_array_f32_2d u, pycu_array_f32_2d out);
PYCU_API int heat_step(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                       pycu_array_f32_2d u, pycu_array_f32_2d out);

// The largest value of each block of u.
//   block_max(u: float32[::1], result: float32[::1])
PYCU_API int heat_block_max__a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                                         pycu_array_f32_1d u, pycu_array_f32_1d result);
PYCU_API int heat_block_max(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                            pycu_array_f32_1d u, pycu_array_f32_1d result);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* heat_last_error(void);
PYCU_API const char* heat_last_entry(void);
PYCU_API const char* heat_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int heat_malloc(void** pointer, size_t bytes);
PYCU_API int heat_free(void* pointer);
PYCU_API int heat_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int heat_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace heat {

[[nodiscard]] inline int step(const std::nothrow_t&, const pycu::configuration& launch,
    pycu::array<const float, 2> u, pycu::array<float, 2> out) noexcept
{
    return pycu::launch(heat_step__a2f4a_a2f4a, launch, u, out);
}

inline void step(const pycu::configuration& launch, pycu::array<const float, 2> u,
    pycu::array<float, 2> out)
{
    pycu::check(step(std::nothrow, launch, u, out), heat_last_error);
}

[[nodiscard]] inline int block_max(const std::nothrow_t&, const pycu::configuration& launch,
    pycu::array<const float, 1> u, pycu::array<float, 1> result) noexcept
{
    return pycu::launch(heat_block_max__a1f4c_a1f4c, launch, u, result);
}

inline void block_max(const pycu::configuration& launch, pycu::array<const float, 1> u,
    pycu::array<float, 1> result)
{
    pycu::check(block_max(std::nothrow, launch, u, result), heat_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    heat_malloc, heat_free, heat_copy, heat_sync, heat_last_error,
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

}  // namespace heat
#endif

#endif  // PYCU_HEAT_H
