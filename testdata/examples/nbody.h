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
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_2d position, pycu_array_f32_1d mass,
    pycu_array_f32_2d out);
PYCU_API int nbody_accelerations(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_2d position, pycu_array_f32_1d mass, pycu_array_f32_2d out);

// Advance velocities, then positions, by dt.
//   move(position: float32[:, ::1], velocity: float32[:, ::1], acceleration: float32[:, ::1], dt: float32)
PYCU_API int nbody_move__a2f4c_a2f4c_a2f4c_f4(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_2d position,
    pycu_array_f32_2d velocity, pycu_array_f32_2d acceleration, float dt);
PYCU_API int nbody_move(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_2d position, pycu_array_f32_2d velocity, pycu_array_f32_2d acceleration,
    float dt);

// The text of this thread's last error, and the entry that its last launch took.
PYCU_API const char* nbody_last_error(void);
PYCU_API const char* nbody_last_entry(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int nbody_malloc(void** pointer, size_t bytes);
PYCU_API int nbody_free(void* pointer);
PYCU_API int nbody_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int nbody_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYCU_NBODY_H
