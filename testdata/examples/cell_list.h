// Lennard-Jones particles in a periodic box: neighbours from the cells around, steps in time.
// Generated from cell_list.py by pycu: edit cell_list.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; cell_list_last_error() says what was wrong.
#ifndef PYCU_CELL_LIST_H
#define PYCU_CELL_LIST_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// Enters each particle in the list of its cell.
//   fill_cells(position: float64[:, ::1], box: float64, count: int32[:, ::1], members: int32[:, :, ::1])
PYCU_API int cell_list_fill_cells__a2f8c_f8_a2i4c_a3i4c(pycu_dim3 grid, pycu_dim3 block,
                                                        uint32_t shared_bytes, pycu_stream stream,
                                                        pycu_array_f64_2d position, double box,
                                                        pycu_array_i32_2d count,
                                                        pycu_array_i32_3d members);
PYCU_API int cell_list_fill_cells(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                  pycu_stream stream, pycu_array_f64_2d position, double box,
                                  pycu_array_i32_2d count, pycu_array_i32_3d members);

// The pull of all particles within the cutoff, which are in the nine cells around.
//   forces(position: float64[:, ::1], box: float64, count: int32[:, ::1], members: int32[:, :, ::1], force: float64[:, ::1])
PYCU_API int cell_list_forces__a2f8c_f8_a2i4c_a3i4c_a2f8c(pycu_dim3 grid, pycu_dim3 block,
                                                          uint32_t shared_bytes, pycu_stream stream,
                                                          pycu_array_f64_2d position, double box,
                                                          pycu_array_i32_2d count,
                                                          pycu_array_i32_3d members,
                                                          pycu_array_f64_2d force);
PYCU_API int cell_list_forces(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                              pycu_stream stream, pycu_array_f64_2d position, double box,
                              pycu_array_i32_2d count, pycu_array_i32_3d members,
                              pycu_array_f64_2d force);

// A step of the leapfrog; who leaves the box comes in on the other side.
//   move(position: float64[:, ::1], velocity: float64[:, ::1], force: float64[:, ::1], box: float64, dt: float64)
PYCU_API int cell_list_move__a2f8c_a2f8c_a2f8c_f8_f8(pycu_dim3 grid, pycu_dim3 block,
                                                     uint32_t shared_bytes, pycu_stream stream,
                                                     pycu_array_f64_2d position,
                                                     pycu_array_f64_2d velocity,
                                                     pycu_array_f64_2d force, double box,
                                                     double dt);
PYCU_API int cell_list_move(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                            pycu_stream stream, pycu_array_f64_2d position,
                            pycu_array_f64_2d velocity, pycu_array_f64_2d force, double box,
                            double dt);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* cell_list_last_error(void);
PYCU_API const char* cell_list_last_entry(void);
PYCU_API const char* cell_list_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int cell_list_malloc(void** pointer, size_t bytes);
PYCU_API int cell_list_free(void* pointer);
PYCU_API int cell_list_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int cell_list_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace cell_list {

[[nodiscard]] inline int fill_cells(const std::nothrow_t&, const pycu::configuration& launch,
                                    pycu::array<const double, 2> position, double box,
                                    pycu::array<int, 2> count, pycu::array<int, 3> members) noexcept
{
    return pycu::launch(cell_list_fill_cells__a2f8c_f8_a2i4c_a3i4c, launch, position, box, count,
                        members);
}

inline void fill_cells(const pycu::configuration& launch, pycu::array<const double, 2> position,
                       double box, pycu::array<int, 2> count, pycu::array<int, 3> members)
{
    pycu::check(fill_cells(std::nothrow, launch, position, box, count, members),
                cell_list_last_error);
}

[[nodiscard]] inline int forces(const std::nothrow_t&, const pycu::configuration& launch,
                                pycu::array<const double, 2> position, double box,
                                pycu::array<const int, 2> count, pycu::array<const int, 3> members,
                                pycu::array<double, 2> force) noexcept
{
    return pycu::launch(cell_list_forces__a2f8c_f8_a2i4c_a3i4c_a2f8c, launch, position, box, count,
                        members, force);
}

inline void forces(const pycu::configuration& launch, pycu::array<const double, 2> position,
                   double box, pycu::array<const int, 2> count, pycu::array<const int, 3> members,
                   pycu::array<double, 2> force)
{
    pycu::check(forces(std::nothrow, launch, position, box, count, members, force),
                cell_list_last_error);
}

[[nodiscard]] inline int move(const std::nothrow_t&, const pycu::configuration& launch,
                              pycu::array<double, 2> position, pycu::array<double, 2> velocity,
                              pycu::array<const double, 2> force, double box, double dt) noexcept
{
    return pycu::launch(cell_list_move__a2f8c_a2f8c_a2f8c_f8_f8, launch, position, velocity, force,
                        box, dt);
}

inline void move(const pycu::configuration& launch, pycu::array<double, 2> position,
                 pycu::array<double, 2> velocity, pycu::array<const double, 2> force, double box,
                 double dt)
{
    pycu::check(move(std::nothrow, launch, position, velocity, force, box, dt),
                cell_list_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    cell_list_malloc, cell_list_free, cell_list_copy, cell_list_sync, cell_list_last_error,
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

}  // namespace cell_list
#endif

#endif  // PYCU_CELL_LIST_H
