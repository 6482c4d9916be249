// Reductions, beside a kernel that uses one of their functions.
// Generated from reductions.py by pycu: edit reductions.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; reductions_last_error() says what was wrong.
#ifndef PYCU_REDUCTIONS_H
#define PYCU_REDUCTIONS_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   round_all(a: float64[:])
PYCU_API int reductions_round_all__a1f8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                         pycu_stream stream, pycu_array_f64_1d a);
PYCU_API int reductions_round_all(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                  pycu_stream stream, pycu_array_f64_1d a);

// The sum of rounded numbers.
//   total(array: float64[:]) -> float64
// With a null storage it says in storage_bytes how much memory the work needs.
// init may be null; result and storage are memory of the library's target.
PYCU_API int reductions_total__f8_f8(pycu_stream stream, void* storage, size_t* storage_bytes,
                                     pycu_array_f64_nd array, const double* init, double* result);
PYCU_API int reductions_total(pycu_stream stream, void* storage, size_t* storage_bytes,
                              pycu_array_f64_nd array, const double* init, double* result);

//   largest(array: int32[:]) -> int32
PYCU_API int reductions_largest__i4_i4(pycu_stream stream, void* storage, size_t* storage_bytes,
                                       pycu_array_i32_nd array, const int32_t* init,
                                       int32_t* result);
PYCU_API int reductions_largest(pycu_stream stream, void* storage, size_t* storage_bytes,
                                pycu_array_i32_nd array, const int32_t* init, int32_t* result);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* reductions_last_error(void);
PYCU_API const char* reductions_last_entry(void);
PYCU_API const char* reductions_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int reductions_malloc(void** pointer, size_t bytes);
PYCU_API int reductions_free(void* pointer);
PYCU_API int reductions_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int reductions_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace reductions {

[[nodiscard]] inline int round_all(const std::nothrow_t&, const pycu::configuration& launch,
                                   pycu::array<double, 1> a) noexcept
{
    return pycu::launch(reductions_round_all__a1f8a, launch, a);
}

inline void round_all(const pycu::configuration& launch, pycu::array<double, 1> a)
{
    pycu::check(round_all(std::nothrow, launch, a), reductions_last_error);
}

[[nodiscard]] inline int total(const std::nothrow_t&, void* storage, size_t& storage_bytes,
                               const pycu::operand<const double>& array, const double* init,
                               double* result, pycu_stream stream = nullptr) noexcept
{
    return pycu::reduce(reductions_total__f8_f8, stream, storage, storage_bytes, array, init,
                        result);
}

inline void total(void* storage, size_t& storage_bytes, const pycu::operand<const double>& array,
                  const double* init, double* result, pycu_stream stream = nullptr)
{
    pycu::check(total(std::nothrow, storage, storage_bytes, array, init, result, stream),
                reductions_last_error);
}

[[nodiscard]] inline int largest(const std::nothrow_t&, void* storage, size_t& storage_bytes,
                                 const pycu::operand<const int>& array, const int* init,
                                 int* result, pycu_stream stream = nullptr) noexcept
{
    return pycu::reduce(reductions_largest__i4_i4, stream, storage, storage_bytes, array, init,
                        result);
}

inline void largest(void* storage, size_t& storage_bytes, const pycu::operand<const int>& array,
                    const int* init, int* result, pycu_stream stream = nullptr)
{
    pycu::check(largest(std::nothrow, storage, storage_bytes, array, init, result, stream),
                reductions_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    reductions_malloc, reductions_free, reductions_copy, reductions_sync, reductions_last_error,
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

}  // namespace reductions
#endif

#endif  // PYCU_REDUCTIONS_H
