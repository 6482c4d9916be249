// Black-Scholes prices of European options.
// Generated from black_scholes.py by pycu: edit black_scholes.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; black_scholes_last_error() says what was wrong.
#ifndef PYCU_BLACK_SCHOLES_H
#define PYCU_BLACK_SCHOLES_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

//   black_scholes(call_result: float64[:], put_result: float64[:], stock_price: float64[:], option_strike: float64[:], option_years: float64[:], riskfree: float64, volatility: float64)
PYCU_API int black_scholes_black_scholes__a1f8a_a1f8a_a1f8a_a1f8a_a1f8a_f8_f8(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d call_result, pycu_array_f64_1d put_result, pycu_array_f64_1d stock_price,
    pycu_array_f64_1d option_strike, pycu_array_f64_1d option_years, double riskfree,
    double volatility);
PYCU_API int black_scholes_black_scholes(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                         pycu_stream stream, pycu_array_f64_1d call_result,
                                         pycu_array_f64_1d put_result,
                                         pycu_array_f64_1d stock_price,
                                         pycu_array_f64_1d option_strike,
                                         pycu_array_f64_1d option_years, double riskfree,
                                         double volatility);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* black_scholes_last_error(void);
PYCU_API const char* black_scholes_last_entry(void);
PYCU_API const char* black_scholes_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int black_scholes_malloc(void** pointer, size_t bytes);
PYCU_API int black_scholes_free(void* pointer);
PYCU_API int black_scholes_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int black_scholes_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace black_scholes {

[[nodiscard]] inline int black_scholes(const std::nothrow_t&, const pycu::configuration& launch,
                                       pycu::array<double, 1> call_result,
                                       pycu::array<double, 1> put_result,
                                       pycu::array<const double, 1> stock_price,
                                       pycu::array<const double, 1> option_strike,
                                       pycu::array<const double, 1> option_years, double riskfree,
                                       double volatility) noexcept
{
    return pycu::launch(black_scholes_black_scholes__a1f8a_a1f8a_a1f8a_a1f8a_a1f8a_f8_f8, launch,
                        call_result, put_result, stock_price, option_strike, option_years, riskfree,
                        volatility);
}

inline void black_scholes(const pycu::configuration& launch, pycu::array<double, 1> call_result,
                          pycu::array<double, 1> put_result,
                          pycu::array<const double, 1> stock_price,
                          pycu::array<const double, 1> option_strike,
                          pycu::array<const double, 1> option_years, double riskfree,
                          double volatility)
{
    pycu::check(black_scholes(std::nothrow, launch, call_result, put_result, stock_price,
                              option_strike, option_years, riskfree, volatility),
                black_scholes_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    black_scholes_malloc, black_scholes_free, black_scholes_copy, black_scholes_sync, black_scholes_last_error,
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

}  // namespace black_scholes
#endif

#endif  // PYCU_BLACK_SCHOLES_H
