// Monte Carlo with random generators: pi, and the price of a call option.
// Generated from monte_carlo.py by pycu: edit monte_carlo.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; monte_carlo_last_error() says what was wrong.
#ifndef PYCU_MONTE_CARLO_H
#define PYCU_MONTE_CARLO_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// A generator of its own for every thread.
//   seed_generators(states: xoroshiro128p_type[::1], first: int64)
PYCU_API int monte_carlo_seed_generators__a1rxoroshiro128pc_i8(pycu_dim3 grid, pycu_dim3 block,
                                                               uint32_t shared_bytes,
                                                               pycu_stream stream,
                                                               pycu_array_xoroshiro128p_1d states,
                                                               int64_t first);
PYCU_API int monte_carlo_seed_generators(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                         pycu_stream stream, pycu_array_xoroshiro128p_1d states,
                                         int64_t first);

// How many of the points in the unit square lie in the circle.
//   estimate_pi(states: xoroshiro128p_type[::1], draws: int64, out: float64[::1])
PYCU_API int monte_carlo_estimate_pi__a1rxoroshiro128pc_i8_a1f8c(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_xoroshiro128p_1d states, int64_t draws, pycu_array_f64_1d out);
PYCU_API int monte_carlo_estimate_pi(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_xoroshiro128p_1d states,
                                     int64_t draws, pycu_array_f64_1d out);

// The mean payoff of a European call after one year, discounted.
//   call_option(states: xoroshiro128p_type[::1], draws: int64, spot: float64, strike: float64, rate: float64, volatility: float64, out: float64[::1])
PYCU_API int monte_carlo_call_option__a1rxoroshiro128pc_i8_f8_f8_f8_f8_a1f8c(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_xoroshiro128p_1d states, int64_t draws, double spot, double strike, double rate,
    double volatility, pycu_array_f64_1d out);
PYCU_API int monte_carlo_call_option(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_xoroshiro128p_1d states,
                                     int64_t draws, double spot, double strike, double rate,
                                     double volatility, pycu_array_f64_1d out);

// Fills the states of generators as create_xoroshiro128p_states does: one seed, and a
// subsequence for each, the first of them number `subsequence_start`.
PYCU_API int monte_carlo_init_xoroshiro128p_states(pycu_xoroshiro128p* states, int64_t count,
                                                   uint64_t seed, uint64_t subsequence_start);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* monte_carlo_last_error(void);
PYCU_API const char* monte_carlo_last_entry(void);
PYCU_API const char* monte_carlo_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int monte_carlo_malloc(void** pointer, size_t bytes);
PYCU_API int monte_carlo_free(void* pointer);
PYCU_API int monte_carlo_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int monte_carlo_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace monte_carlo {

[[nodiscard]] inline int seed_generators(const std::nothrow_t&, const pycu::configuration& launch,
                                         pycu::array<pycu_xoroshiro128p, 1> states,
                                         int64_t first) noexcept
{
    return pycu::launch(monte_carlo_seed_generators__a1rxoroshiro128pc_i8, launch, states, first);
}

inline void seed_generators(const pycu::configuration& launch,
                            pycu::array<pycu_xoroshiro128p, 1> states, int64_t first)
{
    pycu::check(seed_generators(std::nothrow, launch, states, first), monte_carlo_last_error);
}

[[nodiscard]] inline int estimate_pi(const std::nothrow_t&, const pycu::configuration& launch,
                                     pycu::array<pycu_xoroshiro128p, 1> states, int64_t draws,
                                     pycu::array<double, 1> out) noexcept
{
    return pycu::launch(monte_carlo_estimate_pi__a1rxoroshiro128pc_i8_a1f8c, launch, states, draws,
                        out);
}

inline void estimate_pi(const pycu::configuration& launch,
                        pycu::array<pycu_xoroshiro128p, 1> states, int64_t draws,
                        pycu::array<double, 1> out)
{
    pycu::check(estimate_pi(std::nothrow, launch, states, draws, out), monte_carlo_last_error);
}

[[nodiscard]] inline int call_option(const std::nothrow_t&, const pycu::configuration& launch,
                                     pycu::array<pycu_xoroshiro128p, 1> states, int64_t draws,
                                     double spot, double strike, double rate, double volatility,
                                     pycu::array<double, 1> out) noexcept
{
    return pycu::launch(monte_carlo_call_option__a1rxoroshiro128pc_i8_f8_f8_f8_f8_a1f8c, launch,
                        states, draws, spot, strike, rate, volatility, out);
}

inline void call_option(const pycu::configuration& launch,
                        pycu::array<pycu_xoroshiro128p, 1> states, int64_t draws, double spot,
                        double strike, double rate, double volatility, pycu::array<double, 1> out)
{
    pycu::check(
        call_option(std::nothrow, launch, states, draws, spot, strike, rate, volatility, out),
        monte_carlo_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    monte_carlo_malloc, monte_carlo_free, monte_carlo_copy, monte_carlo_sync, monte_carlo_last_error,
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

}  // namespace monte_carlo
#endif

#endif  // PYCU_MONTE_CARLO_H
