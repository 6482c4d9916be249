from numba import cuda


def make_payoff(kind, strike):
    if kind == "call":

        @cuda.jit(device=True)
        def payoff(s):
            return max(s - strike, 0.0)

    elif kind == "put":

        @cuda.jit(device=True)
        def payoff(s):
            return max(strike - s, 0.0)

    else:
        raise ValueError(kind)
    return payoff


def make_barrier(payoff, level):
    """The payoff of paths that stay below a level."""

    @cuda.jit(device=True)
    def knocked(s, highest):
        return 0.0 if highest >= level else payoff(s)

    return knocked
