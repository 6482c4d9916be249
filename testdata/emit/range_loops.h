// Every form of range: plain loops where the step's sign is known, pycu::range elsewhere.
// Generated from range_loops.py by pycu: edit range_loops.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; range_loops_last_error() says what was wrong.
#ifndef PYCU_RANGE_LOOPS_H
#define PYCU_RANGE_LOOPS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   loops(out: int64[:], n: int64, step: int64, first: int32, last: int32)
PYCU_API int range_loops_loops__a1i8a_i8_i8_i4_i4(pycu_dim3 grid, pycu_dim3 block,
                                                  uint32_t shared_bytes, pycu_stream stream,
                                                  pycu_array_i64_1d out, int64_t n, int64_t step,
                                                  int32_t first, int32_t last);
PYCU_API int range_loops_loops(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                               pycu_stream stream, pycu_array_i64_1d out, int64_t n, int64_t step,
                               int32_t first, int32_t last);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* range_loops_last_error(void);
PYCU_API const char* range_loops_last_entry(void);
PYCU_API const char* range_loops_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int range_loops_malloc(void** pointer, size_t bytes);
PYCU_API int range_loops_free(void* pointer);
PYCU_API int range_loops_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int range_loops_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace range_loops {

[[nodiscard]] inline int loops(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<int64_t, 1> out, int64_t n, int64_t step, int32_t first,
                               int32_t last) noexcept
{
    return pycu::launch(range_loops_loops__a1i8a_i8_i8_i4_i4, launch, out, n, step, first, last);
}

inline void loops(const pycu::configuration& launch, pycu::array<int64_t, 1> out, int64_t n,
                  int64_t step, int32_t first, int32_t last)
{
    pycu::check(loops(std::nothrow, launch, out, n, step, first, last), range_loops_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    range_loops_malloc, range_loops_free, range_loops_copy, range_loops_sync, range_loops_last_error,
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

}  // namespace range_loops
#endif

#endif  // PYCU_RANGE_LOOPS_H
