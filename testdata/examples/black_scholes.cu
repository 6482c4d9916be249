// Black-Scholes prices of European options.
// Generated from black_scholes.py by pycu: edit black_scholes.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(black_scholes)

static constexpr double A1 = 0.31938153;
static constexpr double A2 = -0.356563782;
static constexpr double A3 = 1.781477937;
static constexpr double A4 = -1.821255978;
static constexpr double A5 = 1.330274429;
static constexpr double RSQRT2PI = 0.3989422804014327;

/// Cumulative normal distribution, by a polynomial of degree five.
__device__ double cnd(double d)
{
    const double K = 1.0 / (1.0 + 0.2316419 * fabs(d));
    double ret_val = RSQRT2PI * exp(-0.5 * d * d)
        * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
    if (d > 0.0) {
        ret_val = 1.0 - ret_val;
    }
    return ret_val;
}

__device__ void black_scholes(pycu::array<double, 1, int> call_result,
                              pycu::array<double, 1, int> put_result,
                              pycu::array<const double, 1, int> stock_price,
                              pycu::array<const double, 1, int> option_strike,
                              pycu::array<const double, 1, int> option_years, double riskfree,
                              double volatility)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= stock_price.shape[0]) {
        return;
    }
    const double S = stock_price[i];
    const double X = option_strike[i];
    const double T = option_years[i];
    const double sqrt_t = sqrt(T);
    const double d1 = (log(S / X) + (riskfree + 0.5 * volatility * volatility) * T)
        / (volatility * sqrt_t);
    const double d2 = d1 - volatility * sqrt_t;
    const double cndd1 = cnd(d1);
    const double cndd2 = cnd(d2);
    const double expRT = exp(-riskfree * T);
    call_result[i] = S * cndd1 - X * expRT * cndd2;
    put_result[i] = X * expRT * (1.0 - cndd2) - S * (1.0 - cndd1);
}

PYCU_END(black_scholes)

// How the host launches the kernels above.
#include "black_scholes.h"
#include "black_scholes_wide.cuh"

PYCU_ENTRIES(black_scholes)

__global__ void black_scholes__contiguous(double* __restrict__ call_result, int call_result__0,
    double* __restrict__ put_result, int put_result__0, const double* __restrict__ stock_price,
    int stock_price__0, const double* __restrict__ option_strike, int option_strike__0,
    const double* __restrict__ option_years, int option_years__0, double riskfree,
    double volatility)
{
    black_scholes(pycu::packed(call_result, call_result__0),
        pycu::packed(put_result, put_result__0), pycu::packed(stock_price, stock_price__0),
        pycu::packed(option_strike, option_strike__0), pycu::packed(option_years, option_years__0),
        riskfree, volatility);
}

PYCU_ENTRIES_END(black_scholes)

PYCU_WRAPPERS(black_scholes)

int black_scholes_black_scholes__a1f8a_a1f8a_a1f8a_a1f8a_a1f8a_f8_f8(pycu_dim3 grid,
    pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream, pycu_array_f64_1d call_result,
    pycu_array_f64_1d put_result, pycu_array_f64_1d stock_price, pycu_array_f64_1d option_strike,
    pycu_array_f64_1d option_years, double riskfree, double volatility)
{
    pycu::Launch launch(black_scholes_report__, "black_scholes", grid, block, shared_bytes, stream);
    launch.writes("call_result", call_result);
    launch.writes("put_result", put_result);
    launch.reads("stock_price", stock_price);
    launch.reads("option_strike", option_strike);
    launch.reads("option_years", option_years);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(black_scholes, black_scholes, contiguous, loops),
            call_result.data, int(call_result.shape[0]), put_result.data, int(put_result.shape[0]),
            stock_price.data, int(stock_price.shape[0]), option_strike.data,
            int(option_strike.shape[0]), option_years.data, int(option_years.shape[0]), riskfree,
            volatility);
    }
    return launch.run(PYCU_WIDE_ENTRY(black_scholes, black_scholes, strided, loops),
        call_result.data, pycu::shape(call_result), pycu::strides(call_result), put_result.data,
        pycu::shape(put_result), pycu::strides(put_result), stock_price.data,
        pycu::shape(stock_price), pycu::strides(stock_price), option_strike.data,
        pycu::shape(option_strike), pycu::strides(option_strike), option_years.data,
        pycu::shape(option_years), pycu::strides(option_years), riskfree, volatility);
}

int black_scholes_black_scholes(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d call_result, pycu_array_f64_1d put_result,
    pycu_array_f64_1d stock_price, pycu_array_f64_1d option_strike, pycu_array_f64_1d option_years,
    double riskfree, double volatility)
{
    return black_scholes_black_scholes__a1f8a_a1f8a_a1f8a_a1f8a_a1f8a_f8_f8(grid, block,
        shared_bytes, stream, call_result, put_result, stock_price, option_strike, option_years,
        riskfree, volatility);
}
