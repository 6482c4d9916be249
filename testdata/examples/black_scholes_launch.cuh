// Black-Scholes prices of European options.
// Generated from black_scholes.py by pycu: edit black_scholes.py and run pycu again.
//
// How the host launches what black_scholes.cu has.
#include "black_scholes.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(black_scholes)

PYCU_KERNEL void black_scholes(pycu::array<double, 1> call_result,
                               pycu::array<double, 1> put_result,
                               pycu::array<const double, 1> stock_price,
                               pycu::array<const double, 1> option_strike,
                               pycu::array<const double, 1> option_years, double riskfree,
                               double volatility)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= stock_price.shape[0]) {
        return;
    }
    const double S = stock_price[i];
    const double X = option_strike[i];
    const double T = option_years[i];
    const double sqrt_t = sqrt(T);
    const double d1 =
        (log(S / X) + (riskfree + 0.5 * volatility * volatility) * T) / (volatility * sqrt_t);
    const double d2 = d1 - volatility * sqrt_t;
    const double cndd1 = cnd(d1);
    const double cndd2 = cnd(d2);
    const double expRT = exp(-riskfree * T);
    call_result[i] = S * cndd1 - X * expRT * cndd2;
    put_result[i] = X * expRT * (1.0 - cndd2) - S * (1.0 - cndd1);
}

PYCU_WIDE_END(black_scholes)

#if PYCU_HOST
#include "black_scholes_cpu.cuh"
#endif

PYCU_WRAPPERS(black_scholes)

PYCU_INT_ENTRIES(black_scholes, black_scholes)
PYCU_LONG_ROWS_OF(black_scholes, black_scholes, x)

int black_scholes_black_scholes__a1f8a_a1f8a_a1f8a_a1f8a_a1f8a_f8_f8(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d call_result, pycu_array_f64_1d put_result, pycu_array_f64_1d stock_price,
    pycu_array_f64_1d option_strike, pycu_array_f64_1d option_years, double riskfree,
    double volatility)
{
    return PYCU_LAUNCH(
        black_scholes, black_scholes, loops,
        (call_result, put_result, stock_price, option_strike, option_years, riskfree, volatility));
}

PYCU_ALIAS(black_scholes_black_scholes,
           black_scholes_black_scholes__a1f8a_a1f8a_a1f8a_a1f8a_a1f8a_f8_f8)
