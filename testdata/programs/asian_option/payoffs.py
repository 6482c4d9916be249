from config import Kind
from numba import cuda


@cuda.jit(device=True)
def payoff(kind, average, strike):
    if kind == Kind.CALL:
        return max(average - strike, 0.0)
    return max(strike - average, 0.0)
