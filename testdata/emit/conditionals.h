// if, elif, else, conditional expressions, early returns and long conditions.
// Generated from conditionals.py by pycu: edit conditionals.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; conditionals_last_error() says what was wrong.
#ifndef PYCU_CONDITIONALS_H
#define PYCU_CONDITIONALS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   branch(out: float32[:], first_value: int64, second_value: int64, third_value: int64)
PYCU_API int conditionals_branch__a1f4a_i8_i8_i8(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_f32_1d out, int64_t first_value,
                                                 int64_t second_value, int64_t third_value);
PYCU_API int conditionals_branch(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_f32_1d out, int64_t first_value,
                                 int64_t second_value, int64_t third_value);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* conditionals_last_error(void);
PYCU_API const char* conditionals_last_entry(void);
PYCU_API const char* conditionals_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int conditionals_malloc(void** pointer, size_t bytes);
PYCU_API int conditionals_free(void* pointer);
PYCU_API int conditionals_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int conditionals_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace conditionals {

[[nodiscard]] inline int branch(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<float, 1> out, int64_t first_value,
                                int64_t second_value, int64_t third_value) noexcept
{
    return pycu::launch(conditionals_branch__a1f4a_i8_i8_i8, launch, out, first_value, second_value,
                        third_value);
}

inline void branch(const pycu::configuration& launch, pycu::array<float, 1> out,
                   int64_t first_value, int64_t second_value, int64_t third_value)
{
    pycu::check(branch(std::nothrow, launch, out, first_value, second_value, third_value),
                conditionals_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    conditionals_malloc, conditionals_free, conditionals_copy, conditionals_sync, conditionals_last_error,
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

}  // namespace conditionals
#endif

#endif  // PYCU_CONDITIONALS_H
