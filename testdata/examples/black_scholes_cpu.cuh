// Black-Scholes prices of European options.
// Generated from black_scholes.py by pycu: edit black_scholes.py and run pycu again.
//
// Kernels of black_scholes.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(black_scholes)

PYCU_KERNEL void black_scholes(pycu::array<double, 1, int> call_result,
                               pycu::array<double, 1, int> put_result,
                               pycu::array<const double, 1, int> stock_price,
                               pycu::array<const double, 1, int> option_strike,
                               pycu::array<const double, 1, int> option_years, double riskfree,
                               double volatility)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_BELOW(stock_price.shape[0]);
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);
            const double S = stock_price[i];
            const double X = option_strike[i];
            const double T = option_years[i];
            const double sqrt_t = sqrt(T);
            const double d1 = (log(S / X) + (riskfree + 0.5 * volatility * volatility) * T) /
                              (volatility * sqrt_t);
            const double d2 = d1 - volatility * sqrt_t;
            const double cndd1 = cnd(d1);
            const double cndd2 = cnd(d2);
            const double expRT = exp(-riskfree * T);
            call_result[i] = S * cndd1 - X * expRT * cndd2;
            put_result[i] = X * expRT * (1.0 - cndd2) - S * (1.0 - cndd1);
        }
    }
}

PYCU_REGIONS_END(black_scholes)
