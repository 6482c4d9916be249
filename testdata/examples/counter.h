// Counts threads, and what they see, with atomic operations.
// Generated from counter.py by pycu: edit counter.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; counter_last_error() says what was wrong.
#ifndef PYCU_COUNTER_H
#define PYCU_COUNTER_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   thread_counter_safe(global_counter: int32[:])
PYCU_API int counter_thread_counter_safe__a1i4a(pycu_dim3 grid, pycu_dim3 block,
                                                uint32_t shared_bytes, pycu_stream stream,
                                                pycu_array_i32_1d global_counter);
PYCU_API int counter_thread_counter_safe(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                         pycu_stream stream, pycu_array_i32_1d global_counter);

// Write into found[1:] where x is above the threshold, and into found[0] how often.
//   collect_above(x: float32[:], threshold: float32, found: int32[:])
PYCU_API int counter_collect_above__a1f4a_f4_a1i4a(pycu_dim3 grid, pycu_dim3 block,
                                                   uint32_t shared_bytes, pycu_stream stream,
                                                   pycu_array_f32_1d x, float threshold,
                                                   pycu_array_i32_1d found);
PYCU_API int counter_collect_above(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                   pycu_stream stream, pycu_array_f32_1d x, float threshold,
                                   pycu_array_i32_1d found);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* counter_last_error(void);
PYCU_API const char* counter_last_entry(void);
PYCU_API const char* counter_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int counter_malloc(void** pointer, size_t bytes);
PYCU_API int counter_free(void* pointer);
PYCU_API int counter_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int counter_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace counter {

[[nodiscard]] inline int thread_counter_safe(const std::nothrow_t&,
                                             const pycu::configuration& launch,
                                             pycu::array<int, 1> global_counter) noexcept
{
    return pycu::launch(counter_thread_counter_safe__a1i4a, launch, global_counter);
}

inline void thread_counter_safe(const pycu::configuration& launch,
                                pycu::array<int, 1> global_counter)
{
    pycu::check(thread_counter_safe(std::nothrow, launch, global_counter), counter_last_error);
}

[[nodiscard]] inline int collect_above(const std::nothrow_t&, const pycu::configuration& launch,
                                       pycu::array<const float, 1> x, float threshold,
                                       pycu::array<int, 1> found) noexcept
{
    return pycu::launch(counter_collect_above__a1f4a_f4_a1i4a, launch, x, threshold, found);
}

inline void collect_above(const pycu::configuration& launch, pycu::array<const float, 1> x,
                          float threshold, pycu::array<int, 1> found)
{
    pycu::check(collect_above(std::nothrow, launch, x, threshold, found), counter_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    counter_malloc, counter_free, counter_copy, counter_sync, counter_last_error,
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

}  // namespace counter
#endif

#endif  // PYCU_COUNTER_H
