import math

from config import CFG, DT
from numba import cuda
from payoffs import payoff

SPOT = CFG["market"]["spot"]
STEPS = CFG["grid"]["steps"]


@cuda.jit
def price_paths(noise, strike, kind, out):
    i = cuda.grid(1)
    if i >= noise.shape[0]:
        return
    vol = CFG["market"]["vol"]
    rate = CFG["market"]["rate"]
    s = SPOT
    total = 0.0
    for t in range(STEPS):
        s *= math.exp((rate - 0.5 * vol**2) * DT + vol * math.sqrt(DT) * noise[i, t])
        total += s
    out[i] = math.exp(-rate) * payoff(kind, total / STEPS, strike)
