"""Counts threads, and what they see, with atomic operations."""
import sys

import numpy as np
from numba import cuda, int32, void


@cuda.jit(void(int32[:]))
def thread_counter_safe(global_counter):
    cuda.atomic.add(global_counter, 0, 1)  # Safely add 1 to offset 0 in global_counter array


@cuda.jit("void(float32[:], float32, int32[:])")
def collect_above(x, threshold, found):
    """Write into found[1:] where x is above the threshold, and into found[0] how often."""
    i = cuda.grid(1)
    if i < x.size and x[i] > threshold:
        slot = cuda.atomic.add(found, 0, 1)
        found[slot + 1] = i


def check(k) -> float:
    """Compare with a count and with np.flatnonzero; the order of the positions is any."""
    global_counter = np.array([0], dtype=np.int32)
    k.thread_counter_safe[64, 64](global_counter)
    assert global_counter[0] == 64 * 64

    x = np.random.default_rng(1).standard_normal(1000).astype(np.float32)
    found = np.zeros(1 + x.size, np.int32)
    k.collect_above[8, 128](x, np.float32(1.5), found)
    expected = np.flatnonzero(x > np.float32(1.5))
    assert found[0] == expected.size
    assert np.array_equal(np.sort(found[1 : 1 + expected.size]), expected)
    return 0.0


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
