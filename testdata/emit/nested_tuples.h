// Named tuples in named tuples as arguments of a kernel, and a field with its type's name.
// Generated from nested_tuples.py by pycu: edit nested_tuples.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; nested_tuples_last_error() says what was wrong.
#ifndef PYCU_NESTED_TUPLES_H
#define PYCU_NESTED_TUPLES_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   spread(box: Box(point(float64, float64), point(float64, float64)), out: float64[:])
PYCU_API int nested_tuples_spread__t2t2f8f8t2f8f8_a1f8a(pycu_dim3 grid, pycu_dim3 block,
                                                        uint32_t shared_bytes, pycu_stream stream,
                                                        double box_low_x, double box_low_y,
                                                        double box_high_x, double box_high_y,
                                                        pycu_array_f64_1d out);
PYCU_API int nested_tuples_spread(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                  pycu_stream stream, double box_low_x, double box_low_y,
                                  double box_high_x, double box_high_y, pycu_array_f64_1d out);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* nested_tuples_last_error(void);
PYCU_API const char* nested_tuples_last_entry(void);
PYCU_API const char* nested_tuples_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int nested_tuples_malloc(void** pointer, size_t bytes);
PYCU_API int nested_tuples_free(void* pointer);
PYCU_API int nested_tuples_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int nested_tuples_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace nested_tuples {

[[nodiscard]] inline int spread(const std::nothrow_t&, const pycu::configuration& launch,
                                double box_low_x, double box_low_y, double box_high_x,
                                double box_high_y, pycu::array<double, 1> out) noexcept
{
    return pycu::launch(nested_tuples_spread__t2t2f8f8t2f8f8_a1f8a, launch, box_low_x, box_low_y,
                        box_high_x, box_high_y, out);
}

inline void spread(const pycu::configuration& launch, double box_low_x, double box_low_y,
                   double box_high_x, double box_high_y, pycu::array<double, 1> out)
{
    pycu::check(spread(std::nothrow, launch, box_low_x, box_low_y, box_high_x, box_high_y, out),
                nested_tuples_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    nested_tuples_malloc, nested_tuples_free, nested_tuples_copy, nested_tuples_sync, nested_tuples_last_error,
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

}  // namespace nested_tuples
#endif

#endif  // PYCU_NESTED_TUPLES_H
