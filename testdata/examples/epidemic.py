"""An epidemic on a grid: people infect their neighbours, are ill for days and become immune."""

import sys
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numba import cuda, float32, int32, uint8


class State(IntEnum):
    """What a person is today."""

    SUSCEPTIBLE = 0
    INFECTED = 1
    IMMUNE = 2


class Disease(NamedTuple):
    """The chance that one ill neighbour infects in a day, and how many days it lasts."""

    contagion: np.float32
    duration: np.int32


@cuda.jit(device=True)
def ill_neighbours(states, i, j):
    """How many of the four neighbours are ill; the grid ends at its border."""
    count = 0
    if i > 0 and states[i - 1, j] == State.INFECTED:
        count += 1
    if j > 0 and states[i, j - 1] == State.INFECTED:
        count += 1
    if i + 1 < states.shape[0] and states[i + 1, j] == State.INFECTED:
        count += 1
    if j + 1 < states.shape[1] and states[i, j + 1] == State.INFECTED:
        count += 1
    return count


@cuda.jit(device=True)
def onset(states, chance, disease, i, j):
    """For how many days someone falls ill today; None for the lucky ones."""
    healthy = np.float32(1)
    for _ in range(ill_neighbours(states, i, j)):
        healthy *= np.float32(1) - disease.contagion
    if chance >= healthy:
        return disease.duration
    return None


@cuda.jit
def step(
    states: uint8[:, :],
    days: int32[:, :],
    chances: float32[:, :],
    disease: Disease,
    tomorrow: uint8[:, :],
):
    """One day of every person."""
    i, j = cuda.grid(2)
    if i >= states.shape[0] or j >= states.shape[1]:
        return
    tomorrow[i, j] = states[i, j]
    if states[i, j] == State.SUSCEPTIBLE:
        ill_for = onset(states, chances[i, j], disease, i, j)
        if ill_for is not None:
            tomorrow[i, j] = State.INFECTED
            days[i, j] = ill_for
    elif states[i, j] == State.INFECTED:
        days[i, j] -= 1
        if days[i, j] == 0:
            tomorrow[i, j] = State.IMMUNE


def expected_step(states, days, chances, contagion, duration):
    """The same day with NumPy."""
    ill = np.pad(states == State.INFECTED, 1)
    count = ill[:-2, 1:-1].astype(int) + ill[2:, 1:-1] + ill[1:-1, :-2] + ill[1:-1, 2:]
    healthy = np.ones_like(chances)
    for k in range(4):
        healthy[count > k] *= np.float32(1) - contagion
    falls_ill = (states == State.SUSCEPTIBLE) & (chances >= healthy)
    is_ill = states == State.INFECTED
    days = np.where(falls_ill, duration, days - is_ill)
    tomorrow = states.copy()
    tomorrow[falls_ill] = State.INFECTED
    tomorrow[is_ill & (days == 0)] = State.IMMUNE
    return tomorrow, days


def check(k) -> float:
    """Let it spread from the middle for some days, and count the people of each kind."""
    rows, cols = 40, 60
    rng = np.random.default_rng(1)
    states = np.zeros((rows, cols), np.uint8)
    states[rows // 2, cols // 2] = State.INFECTED
    days = np.zeros((rows, cols), np.int32)
    days[rows // 2, cols // 2] = 4
    disease = Disease(np.float32(0.4), np.int32(4))
    expected, expected_days = states.copy(), days.copy()
    error = 0
    for _ in range(25):
        chances = rng.random((rows, cols), np.float32)
        tomorrow = np.empty_like(states)
        k.step[(5, 4), (8, 16)](states, days, chances, disease, tomorrow)
        expected, expected_days = expected_step(expected, expected_days, chances, *disease)
        states = tomorrow
        error = max(error, np.abs(states.astype(int) - expected).max())
        assert np.array_equal(days, expected_days)
    assert error == 0
    assert np.unique(states).tolist() == [State.SUSCEPTIBLE, State.INFECTED, State.IMMUNE]
    return float(error)


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
