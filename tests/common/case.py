"""What the checks of testdata/run share: launch sizes, inputs and comparisons."""

from __future__ import annotations

from typing import Any

import numpy as np

THREADS = 64


def blocks(n: int, threads: int = THREADS) -> int:
    """How many blocks give at least `n` threads; one for an empty array, so that it is launched."""
    return max(1, -(-n // threads))


def rng(seed: int = 0) -> np.random.Generator:
    """Random numbers that are the same in every run."""
    return np.random.default_rng(seed)


def integers(n: int, dtype: Any, low: int, high: int, seed: int = 0) -> np.ndarray:
    """`n` integers from `low` to `high`, both included, which stand in it where there is room."""
    values = rng(seed).integers(low, high, n, dtype, endpoint=True)
    values[: min(n, 2)] = np.array([low, high], dtype)[: min(n, 2)]
    return values


def same(actual: np.ndarray, expected: Any) -> None:
    """Fails unless every element is `expected`, bit for bit but for the payload of a NaN."""
    expected = np.broadcast_to(np.asarray(expected), actual.shape).astype(actual.dtype)
    np.testing.assert_array_equal(actual, expected)
    if actual.dtype.kind == "f":
        finite = ~np.isnan(expected)
        np.testing.assert_array_equal(np.signbit(actual[finite]), np.signbit(expected[finite]))


def close(actual: np.ndarray, expected: Any, ulps: float = 4) -> None:
    """Fails unless every element is within `ulps` units in the last place of `expected`."""
    expected = np.broadcast_to(np.asarray(expected), actual.shape)
    rounded = expected.astype(actual.dtype)
    exact = (actual == rounded) | (np.isnan(actual) & np.isnan(rounded))
    with np.errstate(invalid="ignore"):
        error = np.abs(actual.astype(np.float64) - expected) / np.spacing(np.abs(rounded))
    bad = ~exact & ~(error <= ulps)
    assert not bad.any(), f"{actual[bad][:5]} instead of {rounded[bad][:5]}: {error[bad][:5]} ulp"
