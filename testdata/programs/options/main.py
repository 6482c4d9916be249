import math

import numpy as np
from market import Market
from numba import cuda


@cuda.jit(device=True)
def cnd(d):
    return 0.5 * math.erfc(-d / math.sqrt(2.0))


@cuda.jit
def black_scholes(call, put, s, x, t, r, v):
    i = cuda.grid(1)
    if i < s.shape[0]:
        sq = math.sqrt(t[i])
        d1 = (math.log(s[i] / x[i]) + (r + 0.5 * v * v) * t[i]) / (v * sq)
        d2 = d1 - v * sq
        e = math.exp(-r * t[i])
        call[i] = s[i] * cnd(d1) - x[i] * e * cnd(d2)
        put[i] = x[i] * e * cnd(-d2) - s[i] * cnd(-d1)


def price(market):
    n = market.spot.shape[0]
    call, put = np.zeros(n), np.zeros(n)
    black_scholes[(n + 255) // 256, 256](
        call, put, market.spot, market.strike, market.years, market.RATE, Market.VOL
    )
    return call, put


if __name__ == "__main__":
    price(Market(1000))
