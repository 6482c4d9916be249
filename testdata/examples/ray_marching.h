// Ray marching: a picture of a scene that is given by the distance to its nearest surface.
// Generated from ray_marching.py by pycu: edit ray_marching.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; ray_marching_last_error() says what was wrong.
#ifndef PYCU_RAY_MARCHING_H
#define PYCU_RAY_MARCHING_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// The brightness of every pixel; the eye looks down on the middle of the scene.
//   render(image: float64[:, ::1], eye: UniTuple(float64, 3), light: UniTuple(float64, 3))
PYCU_API int ray_marching_render__a2f8c_t3f8f8f8_t3f8f8f8(pycu_dim3 grid, pycu_dim3 block,
                                                          uint32_t shared_bytes, pycu_stream stream,
                                                          pycu_array_f64_2d image, double eye_0,
                                                          double eye_1, double eye_2,
                                                          double light_0, double light_1,
                                                          double light_2);
PYCU_API int ray_marching_render(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_f64_2d image, double eye_0,
                                 double eye_1, double eye_2, double light_0, double light_1,
                                 double light_2);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* ray_marching_last_error(void);
PYCU_API const char* ray_marching_last_entry(void);
PYCU_API const char* ray_marching_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int ray_marching_malloc(void** pointer, size_t bytes);
PYCU_API int ray_marching_free(void* pointer);
PYCU_API int ray_marching_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int ray_marching_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace ray_marching {

[[nodiscard]] inline int render(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<double, 2> image, double eye_0, double eye_1,
                                double eye_2, double light_0, double light_1,
                                double light_2) noexcept
{
    return pycu::launch(ray_marching_render__a2f8c_t3f8f8f8_t3f8f8f8, launch, image, eye_0, eye_1,
                        eye_2, light_0, light_1, light_2);
}

inline void render(const pycu::configuration& launch, pycu::array<double, 2> image, double eye_0,
                   double eye_1, double eye_2, double light_0, double light_1, double light_2)
{
    pycu::check(render(std::nothrow, launch, image, eye_0, eye_1, eye_2, light_0, light_1, light_2),
                ray_marching_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    ray_marching_malloc, ray_marching_free, ray_marching_copy, ray_marching_sync, ray_marching_last_error,
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

}  // namespace ray_marching
#endif

#endif  // PYCU_RAY_MARCHING_H
