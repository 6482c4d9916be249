// Black-Scholes prices of European options.
// Generated from black_scholes.py by pycu: edit black_scholes.py and run pycu again.
//
// The kernels of black_scholes.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(black_scholes)

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

__device__ void black_scholes(pycu::array<double, 1> call_result, pycu::array<double, 1> put_result,
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
    const double d1 = (log(S / X) + (riskfree + 0.5 * volatility * volatility) * T)
        / (volatility * sqrt_t);
    const double d2 = d1 - volatility * sqrt_t;
    const double cndd1 = pycu_wide::cnd(d1);
    const double cndd2 = pycu_wide::cnd(d2);
    const double expRT = exp(-riskfree * T);
    call_result[i] = S * cndd1 - X * expRT * cndd2;
    put_result[i] = X * expRT * (1.0 - cndd2) - S * (1.0 - cndd1);
}

__global__ void black_scholes__strided(double* call_result, pycu::extents<1> call_result__shape,
    pycu::extents<1> call_result__strides, double* put_result, pycu::extents<1> put_result__shape,
    pycu::extents<1> put_result__strides, const double* stock_price,
    pycu::extents<1> stock_price__shape, pycu::extents<1> stock_price__strides,
    const double* option_strike, pycu::extents<1> option_strike__shape,
    pycu::extents<1> option_strike__strides, const double* option_years,
    pycu::extents<1> option_years__shape, pycu::extents<1> option_years__strides, double riskfree,
    double volatility)
{
    pycu_wide::black_scholes(pycu::view_a(call_result, call_result__shape, call_result__strides),
        pycu::view_a(put_result, put_result__shape, put_result__strides),
        pycu::view_a(stock_price, stock_price__shape, stock_price__strides),
        pycu::view_a(option_strike, option_strike__shape, option_strike__strides),
        pycu::view_a(option_years, option_years__shape, option_years__strides), riskfree,
        volatility);
}

PYCU_WIDE_END(black_scholes)
