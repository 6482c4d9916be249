// Connected components of a graph: a forest of parents, which edges join.
// Generated from union_find.py by pycu: edit union_find.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; union_find_last_error() says what was wrong.
#ifndef PYCU_UNION_FIND_H
#define PYCU_UNION_FIND_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// Every node is a tree of its own.
//   plant(parent: int32[::1])
PYCU_API int union_find_plant__a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_i32_1d parent);
PYCU_API int union_find_plant(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                              pycu_stream stream, pycu_array_i32_1d parent);

// Hangs the root with the larger number under the other, unless another edge was faster.
//   join(parent: int32[::1], sources: int32[::1], targets: int32[::1])
PYCU_API int union_find_join__a1i4c_a1i4c_a1i4c(pycu_dim3 grid, pycu_dim3 block,
                                                uint32_t shared_bytes, pycu_stream stream,
                                                pycu_array_i32_1d parent, pycu_array_i32_1d sources,
                                                pycu_array_i32_1d targets);
PYCU_API int union_find_join(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                             pycu_stream stream, pycu_array_i32_1d parent,
                             pycu_array_i32_1d sources, pycu_array_i32_1d targets);

// The root of every node, and how many nodes each root has.
//   label(parent: int32[::1], labels: int32[::1], sizes: int32[::1])
PYCU_API int union_find_label__a1i4c_a1i4c_a1i4c(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_i32_1d parent, pycu_array_i32_1d labels,
                                                 pycu_array_i32_1d sizes);
PYCU_API int union_find_label(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                              pycu_stream stream, pycu_array_i32_1d parent,
                              pycu_array_i32_1d labels, pycu_array_i32_1d sizes);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* union_find_last_error(void);
PYCU_API const char* union_find_last_entry(void);
PYCU_API const char* union_find_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int union_find_malloc(void** pointer, size_t bytes);
PYCU_API int union_find_free(void* pointer);
PYCU_API int union_find_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int union_find_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace union_find {

[[nodiscard]] inline int plant(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<int, 1> parent) noexcept
{
    return pycu::launch(union_find_plant__a1i4c, launch, parent);
}

inline void plant(const pycu::configuration& launch, pycu::array<int, 1> parent)
{
    pycu::check(plant(std::nothrow, launch, parent), union_find_last_error);
}

[[nodiscard]] inline int join(const std::nothrow_t&, const pycu::configuration& launch,
                              pycu::array<int, 1> parent, pycu::array<const int, 1> sources,
                              pycu::array<const int, 1> targets) noexcept
{
    return pycu::launch(union_find_join__a1i4c_a1i4c_a1i4c, launch, parent, sources, targets);
}

inline void join(const pycu::configuration& launch, pycu::array<int, 1> parent,
                 pycu::array<const int, 1> sources, pycu::array<const int, 1> targets)
{
    pycu::check(join(std::nothrow, launch, parent, sources, targets), union_find_last_error);
}

[[nodiscard]] inline int label(const std::nothrow_t&, const pycu::configuration& launch,
                               pycu::array<int, 1> parent, pycu::array<int, 1> labels,
                               pycu::array<int, 1> sizes) noexcept
{
    return pycu::launch(union_find_label__a1i4c_a1i4c_a1i4c, launch, parent, labels, sizes);
}

inline void label(const pycu::configuration& launch, pycu::array<int, 1> parent,
                  pycu::array<int, 1> labels, pycu::array<int, 1> sizes)
{
    pycu::check(label(std::nothrow, launch, parent, labels, sizes), union_find_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    union_find_malloc, union_find_free, union_find_copy, union_find_sync, union_find_last_error,
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

}  // namespace union_find
#endif

#endif  // PYCU_UNION_FIND_H
