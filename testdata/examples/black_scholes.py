"""Black-Scholes prices of European options."""
import math
import sys

import numpy as np
from numba import cuda, float64

RISKFREE = 0.02
VOLATILITY = 0.30

A1 = 0.31938153
A2 = -0.356563782
A3 = 1.781477937
A4 = -1.821255978
A5 = 1.330274429
RSQRT2PI = 1 / math.sqrt(2 * math.pi)


@cuda.jit(device=True)
def cnd(d):
    """Cumulative normal distribution, by a polynomial of degree five."""
    K = 1.0 / (1.0 + 0.2316419 * math.fabs(d))
    ret_val = (
        RSQRT2PI
        * math.exp(-0.5 * d * d)
        * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))))
    )
    if d > 0:
        ret_val = 1.0 - ret_val
    return ret_val


@cuda.jit
def black_scholes(
    call_result: float64[:],
    put_result: float64[:],
    stock_price: float64[:],
    option_strike: float64[:],
    option_years: float64[:],
    riskfree: float64,
    volatility: float64,
):
    i = cuda.grid(1)
    if i >= stock_price.shape[0]:
        return
    S = stock_price[i]
    X = option_strike[i]
    T = option_years[i]
    sqrt_t = math.sqrt(T)
    d1 = (math.log(S / X) + (riskfree + 0.5 * volatility * volatility) * T) / (volatility * sqrt_t)
    d2 = d1 - volatility * sqrt_t
    cndd1 = cnd(d1)
    cndd2 = cnd(d2)
    expRT = math.exp(-riskfree * T)
    call_result[i] = S * cndd1 - X * expRT * cndd2
    put_result[i] = X * expRT * (1.0 - cndd2) - S * (1.0 - cndd1)


def normal_cdf(d):
    """The same polynomial in NumPy."""
    K = 1.0 / (1.0 + 0.2316419 * np.abs(d))
    tail = RSQRT2PI * np.exp(-0.5 * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))))
    return np.where(d > 0, 1.0 - tail, tail)


def check(k) -> float:
    """Compare with NumPy."""
    n = 1000
    rng = np.random.default_rng(8)
    S = rng.uniform(5.0, 30.0, n)
    X = rng.uniform(1.0, 100.0, n)
    T = rng.uniform(0.25, 10.0, n)
    call, put = np.zeros(n), np.zeros(n)
    k.black_scholes[4, 256](call, put, S, X, T, RISKFREE, VOLATILITY)

    sqrt_t = np.sqrt(T)
    d1 = (np.log(S / X) + (RISKFREE + 0.5 * VOLATILITY**2) * T) / (VOLATILITY * sqrt_t)
    d2 = d1 - VOLATILITY * sqrt_t
    discounted = X * np.exp(-RISKFREE * T)
    expected_call = S * normal_cdf(d1) - discounted * normal_cdf(d2)
    expected_put = discounted * (1.0 - normal_cdf(d2)) - S * (1.0 - normal_cdf(d1))
    error = max(np.abs(call - expected_call).max(), np.abs(put - expected_put).max())
    assert error < 1e-12
    return float(error)


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
