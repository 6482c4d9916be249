import numpy as np

from lib import add


def test_floats():
    a = np.ones(10, np.float32)
    add[1, 32](a, a, np.zeros_like(a))


def test_mixed():
    a = np.arange(10)
    add[1, 32](a, np.ones(10), np.zeros(10))
