// An epidemic on a grid: people infect their neighbours, are ill for days and become immune.
// Generated from epidemic.py by pycu: edit epidemic.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; epidemic_last_error() says what was wrong.
#ifndef PYCU_EPIDEMIC_H
#define PYCU_EPIDEMIC_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

enum epidemic_State {
    epidemic_State_SUSCEPTIBLE = 0,
    epidemic_State_INFECTED = 1,
    epidemic_State_IMMUNE = 2,
};

// One day of every person.
//   step(states: uint8[:, :], days: int32[:, :], chances: float32[:, :], disease: Disease(float32, int32), tomorrow: uint8[:, :])
PYCU_API int epidemic_step__a2u1a_a2i4a_a2f4a_t2f4i4_a2u1a(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_u8_2d states, pycu_array_i32_2d days, pycu_array_f32_2d chances,
    float disease_contagion, int32_t disease_duration, pycu_array_u8_2d tomorrow);
PYCU_API int epidemic_step(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                           pycu_stream stream, pycu_array_u8_2d states, pycu_array_i32_2d days,
                           pycu_array_f32_2d chances, float disease_contagion,
                           int32_t disease_duration, pycu_array_u8_2d tomorrow);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* epidemic_last_error(void);
PYCU_API const char* epidemic_last_entry(void);
PYCU_API const char* epidemic_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int epidemic_malloc(void** pointer, size_t bytes);
PYCU_API int epidemic_free(void* pointer);
PYCU_API int epidemic_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int epidemic_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace epidemic {

[[nodiscard]] inline int step(const std::nothrow_t&, const pycu::configuration& launch,
                              pycu::array<const uint8_t, 2> states, pycu::array<int, 2> days,
                              pycu::array<const float, 2> chances, float disease_contagion,
                              int32_t disease_duration, pycu::array<uint8_t, 2> tomorrow) noexcept
{
    return pycu::launch(epidemic_step__a2u1a_a2i4a_a2f4a_t2f4i4_a2u1a, launch, states, days,
                        chances, disease_contagion, disease_duration, tomorrow);
}

inline void step(const pycu::configuration& launch, pycu::array<const uint8_t, 2> states,
                 pycu::array<int, 2> days, pycu::array<const float, 2> chances,
                 float disease_contagion, int32_t disease_duration,
                 pycu::array<uint8_t, 2> tomorrow)
{
    pycu::check(step(std::nothrow, launch, states, days, chances, disease_contagion,
                     disease_duration, tomorrow),
                epidemic_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    epidemic_malloc, epidemic_free, epidemic_copy, epidemic_sync, epidemic_last_error,
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

}  // namespace epidemic
#endif

#endif  // PYCU_EPIDEMIC_H
