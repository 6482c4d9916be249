"""Where a pattern stands in a text, by the algorithm of Rabin and Karp: a thread a window."""

import sys

import numpy as np
from numba import cuda, njit

BASE = 257
PRIME = 1_000_003


@njit
def advance(value, letter):
    return (value * BASE + letter) % PRIME


@cuda.jit(device=True)
def fold(step, letters, begin, count):
    """What `step` makes of some letters, one after the other."""
    value = 0
    for k in range(begin, begin + count):
        value = step(value, letters[k])
    return value


@cuda.jit("void(uint8[:], uint8[:], int64, int32[:], int64[:])")
def search(text, pattern, wanted, found, collisions):
    i = cuda.grid(1)
    if i + pattern.size > text.size:
        return

    def differs():
        for k in range(pattern.size):
            if text[i + k] != pattern[k]:
                return True
        return False

    if fold(advance, text, i, pattern.size) == wanted:
        if differs():
            cuda.atomic.add(collisions, 0, 1)
        else:
            found[i] = 1


def check(k) -> float:
    """Compares with Python's own search."""
    letters = np.random.default_rng(5).integers(97, 100, 5000).astype(np.uint8)
    pattern = letters[1234:1240]
    wanted = 0
    for letter in pattern.tolist():
        wanted = (wanted * BASE + letter) % PRIME
    found = np.zeros(letters.size, np.int32)
    collisions = np.zeros(1, np.int64)
    k.search[(letters.size + 127) // 128, 128](letters, pattern, wanted, found, collisions)
    text, word = letters.tobytes(), pattern.tobytes()
    places = [i for i in range(len(text)) if text.startswith(word, i)]
    assert found.nonzero()[0].tolist() == places
    assert collisions[0] == 0
    return 0.0


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
