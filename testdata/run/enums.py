"""Enum and IntEnum classes: members, values, comparisons, arithmetic, device functions."""

from enum import Enum, IntEnum, IntFlag, auto

import numpy as np
from case import THREADS, blocks, rng, same
from numba import cuda


class State(IntEnum):
    """What a cell is."""

    EMPTY = 0
    GRASS = 1
    TREE = auto()
    FIRE = TREE + 5


class Rule(Enum):
    GROW = 1
    BURN = 2
    ALSO_GROW = 1


class Weight(Enum):
    LIGHT = 0.25
    HEAVY = 4.5


class Access(IntFlag):
    READ = auto()
    WRITE = auto()
    RUN = auto()


STATES = len(State)
START = State.GRASS + 1
BOTH = Access.READ | Access.RUN


@cuda.jit("void(int32[:], float64[:, :])")
def members(cells, out):
    i = cuda.grid(1)
    if i < cells.size:
        out[0, i] = cells[i] == State.TREE
        out[1, i] = State.FIRE + cells[i]
        out[2, i] = State.TREE.value * 2
        out[3, i] = 1 if State.GRASS < State.TREE else 2
        out[4, i] = 1 if Rule.GROW is Rule.ALSO_GROW else 2
        out[5, i] = 1 if Rule.GROW == Rule.BURN else 2
        out[6, i] = Weight.HEAVY.value
        out[7, i] = cells[i] in (State.EMPTY, State.FIRE)
        out[8, i] = STATES + START
        out[9, i] = cells[i] & Access.WRITE
        out[10, i] = BOTH
        out[11, i] = -State.TREE


@cuda.jit(device=True)
def next_state(state, rule):
    """The type of an argument is the class of the member."""
    if rule == Rule.GROW:
        return State.TREE if state == State.GRASS else State.GRASS
    return State.FIRE


@cuda.jit("void(int32[:], int32[:], int32[:])")
def step(cells, grown, burned):
    i = cuda.grid(1)
    if i < cells.size:
        grown[i] = next_state(cells[i], Rule.GROW)
        state = next_state(cells[i], Rule.BURN)
        burned[i] = state.value
        if state is State.FIRE:
            burned[i] += 1


@cuda.jit("void(int64[:])")
def looped(out):
    """In a loop over members each is one of its class."""
    i = cuda.grid(1)
    if i < out.size:
        for rule in (Rule.GROW, Rule.BURN):
            if rule is Rule.GROW:
                out[i] += 1
            if rule == Rule.BURN:
                out[i] += 10
            out[i] += rule.value * 100


def check(k, n=150):
    cells = rng(1).integers(0, 8, n, np.int32)
    out = np.zeros((12, n))
    k.members[blocks(n), THREADS](cells, out)
    expected = [cells == 2, 7 + cells, 4, 1, 1, 2, 4.5, np.isin(cells, [0, 7]), 6, cells & 2, 5, -2]
    for row, value in zip(out, expected, strict=True):
        same(row, value)

    grown, burned = np.zeros((2, n), np.int32)
    k.step[blocks(n), THREADS](cells, grown, burned)
    same(grown, np.where(cells == 1, 2, 1))
    same(burned, 8)

    out = np.zeros(n, np.int64)
    k.looped[blocks(n), THREADS](out)
    same(out, 311)
