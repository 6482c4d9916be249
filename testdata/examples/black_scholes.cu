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
    double ret_val =
        RSQRT2PI * exp(-0.5 * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
    if (d > 0.0) {
        ret_val = 1.0 - ret_val;
    }
    return ret_val;
}

PYCU_KERNEL void black_scholes(pycu::array<double, 1, int> call_result,
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
    const double d1 =
        (log(S / X) + (riskfree + 0.5 * volatility * volatility) * T) / (volatility * sqrt_t);
    const double d2 = d1 - volatility * sqrt_t;
    const double cndd1 = cnd(d1);
    const double cndd2 = cnd(d2);
    const double expRT = exp(-riskfree * T);
    call_result[i] = S * cndd1 - X * expRT * cndd2;
    put_result[i] = X * expRT * (1.0 - cndd2) - S * (1.0 - cndd1);
}

PYCU_END(black_scholes)

#include "black_scholes_launch.cuh"
