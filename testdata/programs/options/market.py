import numpy as np


class Market:
    RATE = 0.02
    VOL = 0.3

    def __init__(self, n, seed=1):
        rng = np.random.default_rng(seed)
        self.spot = rng.uniform(5, 30, n)
        self.strike = rng.uniform(1, 100, n)
        self.years = rng.uniform(0.25, 10, n)
