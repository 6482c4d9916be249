import numpy as np


def random_spins(n, seed=0):
    rng = np.random.RandomState(seed)
    return rng.choice([-1, 1], size=(n, n)).astype(np.int8)


def uniforms(shape):
    return np.random.random(shape)
