from enum import Enum, IntEnum

from numba import cuda


class State(IntEnum):
    SUSCEPTIBLE = 0
    INFECTED = 1


class Rule(Enum):
    GROW = 1
    BURN = 2


@cuda.jit("void(int32[:], int32[:])")
def k(states, out):
    i = cuda.grid(1)
    state = State.INFECTED
    if state.name == "INFECTED":
        out[i] = 1
    out[State.INFECTED] = 2
    out[i] = Rule.BURN
    if Rule.GROW < Rule.BURN:
        out[i] = 3
    if State.INFECTED:
        out[i] = 4
    if Rule.GROW == states[i]:
        out[i] = 5
