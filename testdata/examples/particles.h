// Records of particles: gravity, a step in time, and reflection at the walls of a box.
// Generated from particles.py by pycu: edit particles.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; particles_last_error() says what was wrong.
#ifndef PYCU_PARTICLES_H
#define PYCU_PARTICLES_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef particles_particle_defined
#define particles_particle_defined
typedef struct particles_particle {
    float position[3];
    float speed[3];
    float mass;
    int32_t bounces;
} particles_particle;
PYCU_ASSERT(sizeof(particles_particle) == 32);
PYCU_ASSERT(offsetof(particles_particle, position) == 0);
PYCU_ASSERT(offsetof(particles_particle, speed) == 12);
PYCU_ASSERT(offsetof(particles_particle, mass) == 24);
PYCU_ASSERT(offsetof(particles_particle, bounces) == 28);
#endif

#ifndef particles_array_particle_1d_defined
#define particles_array_particle_1d_defined
typedef struct particles_array_particle_1d {
    particles_particle* data;
    int64_t shape[1];
    int64_t strides[1];
} particles_array_particle_1d;
#endif

// Every particle is pulled by every other, a tile of them at a time.
//   accelerate(particles: particle[::1], dt: float32)
PYCU_API int particles_accelerate__a1rparticlec_f4(pycu_dim3 grid, pycu_dim3 block,
                                                   uint32_t shared_bytes, pycu_stream stream,
                                                   particles_array_particle_1d particles, float dt);
PYCU_API int particles_accelerate(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                  pycu_stream stream, particles_array_particle_1d particles,
                                  float dt);

// A step; a particle that leaves the box comes back.
//   move(particles: particle[:], dt: float32)
PYCU_API int particles_move__a1rparticlea_f4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                             pycu_stream stream,
                                             particles_array_particle_1d particles, float dt);
PYCU_API int particles_move(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                            pycu_stream stream, particles_array_particle_1d particles, float dt);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* particles_last_error(void);
PYCU_API const char* particles_last_entry(void);
PYCU_API const char* particles_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int particles_malloc(void** pointer, size_t bytes);
PYCU_API int particles_free(void* pointer);
PYCU_API int particles_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int particles_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace particles {

using particle = particles_particle;

[[nodiscard]] inline int accelerate(const std::nothrow_t&, const pycu::configuration& launch,
                                    pycu::array<particles_particle, 1> particles, float dt) noexcept
{
    return pycu::launch(particles_accelerate__a1rparticlec_f4, launch, particles, dt);
}

inline void accelerate(const pycu::configuration& launch,
                       pycu::array<particles_particle, 1> particles, float dt)
{
    pycu::check(accelerate(std::nothrow, launch, particles, dt), particles_last_error);
}

[[nodiscard]] inline int move(const std::nothrow_t&, const pycu::configuration& launch,
                              pycu::array<particles_particle, 1> particles, float dt) noexcept
{
    return pycu::launch(particles_move__a1rparticlea_f4, launch, particles, dt);
}

inline void move(const pycu::configuration& launch, pycu::array<particles_particle, 1> particles,
                 float dt)
{
    pycu::check(move(std::nothrow, launch, particles, dt), particles_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    particles_malloc, particles_free, particles_copy, particles_sync, particles_last_error,
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

}  // namespace particles
#endif

#endif  // PYCU_PARTICLES_H
