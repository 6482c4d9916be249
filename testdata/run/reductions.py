"""Reductions: sums and others, of arrays with any stride, with and without a beginning."""

import math

import numpy as np
import pytest
from case import integers, rng
from numba import cuda


@cuda.reduce
def total(a, b):
    """The sum of all elements."""
    return a + b


largest = cuda.Reduce(lambda a, b: max(a, b))


def check(k, n=300):
    values = integers(n, np.int64, -(2**40), 2**40)
    assert k.total(values) == values.sum()
    assert k.total(values, init=5) == values.sum() + 5
    assert k.total(values[::-3]) == values[::-3].sum()
    assert k.total(values, size=n // 2) == values[: n // 2].sum()
    res = np.zeros(2, np.int64)
    assert k.total(values, res=res) is None and res.tolist() == [values.sum(), 0]

    reals = rng().random(n) - 0.5
    assert abs(k.total(reals) - math.fsum(reals)) <= 1e-14 * n
    assert k.total(reals) == k.total(reals)
    assert k.total(reals[:0]) == 0 and k.total(reals[:0], init=2.5) == 2.5
    assert k.total(np.ones(1)) == 1 and type(k.total(np.ones(1))) is np.float64

    # Numba folds its default `init=0` in and finds 0 here
    below = -1 - rng(1).random(n + 1).astype(np.float32)
    assert k.largest(below) == below.max()
    assert k.largest(below, init=0) == 0

    for wrong, why in (
        (np.zeros((2, 3)), "only support 1D"),
        (np.zeros(3, np.int8), "no loop for"),
    ):
        with pytest.raises(TypeError, match=why):
            k.total(wrong)
