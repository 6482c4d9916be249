// Gravitation of n bodies, each on each, one tile of bodies at a time.
// Generated from nbody.py by pycu: edit nbody.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; nbody_last_error() says what was wrong.
#ifndef PYCU_NBODY_H
#define PYCU_NBODY_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// out[i] = sum over j of the attraction of body i by body j
//   accelerations(position: float32[:, ::1], mass: float32[::1], out: float32[:, ::1])
PYCU_API int nbody_accelerations__a2f4c_a1f4c_a2f4c(pycu_dim3 grid, pycu_dim3 block,
                                                    uint32_t shared_bytes, pycu_stream stream,
                                                    pycu_array_f32_2d position,
                                                    pycu_array_f32_1d mass, pycu_array_f32_2d out);
PYCU_API int nbody_accelerations(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_f32_2d position,
                                 pycu_array_f32_1d mass, pycu_array_f32_2d out);

// Advance velocities, then positions, by dt.
//   move(position: float32[:, ::1], velocity: float32[:, ::1], acceleration: float32[:, ::1], dt: float32)
PYCU_API int nbody_move__a2f4c_a2f4c_a2f4c_f4(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_f32_2d position,
                                              pycu_array_f32_2d velocity,
                                              pycu_array_f32_2d acceleration, float dt);
PYCU_API int nbody_move(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
                        pycu_array_f32_2d position, pycu_array_f32_2d velocity,
                        pycu_array_f32_2d acceleration, float dt);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* nbody_last_error(void);
PYCU_API const char* nbody_last_entry(void);
PYCU_API const char* nbody_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int nbody_malloc(void** pointer, size_t bytes);
PYCU_API int nbody_free(void* pointer);
PYCU_API int nbody_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int nbody_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace nbody {

[[nodiscard]] inline int accelerations(const std::nothrow_t&, const pycu::configuration& launch,
                                       pycu::array<const float, 2> position,
                                       pycu::array<const float, 1> mass,
                                       pycu::array<float, 2> out) noexcept
{
    return pycu::launch(nbody_accelerations__a2f4c_a1f4c_a2f4c, launch, position, mass, out);
}

inline void accelerations(const pycu::configuration& launch, pycu::array<const float, 2> position,
                          pycu::array<const float, 1> mass, pycu::array<float, 2> out)
{
    pycu::check(accelerations(std::nothrow, launch, position, mass, out), nbody_last_error);
}

[[nodiscard]] inline int move(const std::nothrow_t&, const pycu::configuration& launch,
                              pycu::array<float, 2> position, pycu::array<float, 2> velocity,
                              pycu::array<const float, 2> acceleration, float dt) noexcept
{
    return pycu::launch(nbody_move__a2f4c_a2f4c_a2f4c_f4, launch, position, velocity, acceleration,
                        dt);
}

inline void move(const pycu::configuration& launch, pycu::array<float, 2> position,
                 pycu::array<float, 2> velocity, pycu::array<const float, 2> acceleration, float dt)
{
    pycu::check(move(std::nothrow, launch, position, velocity, acceleration, dt), nbody_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    nbody_malloc, nbody_free, nbody_copy, nbody_sync, nbody_last_error,
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

}  // namespace nbody
#endif

#endif  // PYCU_NBODY_H
