"""Random numbers: xoroshiro128+ generators, whose states lie 2**64 numbers apart.

`create_xoroshiro128p_states(n, seed)` makes the states of n threads; kernels draw from them with
the functions here, which do the same on the host, for arrays of the host. The numbers are those of
`numba.cuda.random`, bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from pycu.types import from_dtype

xoroshiro128p_dtype = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)
xoroshiro128p_type = from_dtype(xoroshiro128p_dtype)

MASK = 2**64 - 1
JUMP = 0xBEAC0467EBA5FACB | 0xD86B048B86AA9922 << 64
F = TypeVar("F", bound=Callable[..., Any])


def _for_devices(function: F) -> F:
    """Gives a function the name by which kernels know it."""
    function._pycu_path_ = f"numba.cuda.random.{function.__name__}"  # type: ignore[attr-defined]
    return function


def _seeded(seed: int) -> tuple[int, int]:
    """The first state of a seed, by SplitMix64, so that small seeds are no small states."""
    z = (int(seed) + 0x9E3779B97F4A7C15) & MASK
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    z ^= z >> 31
    return z, z


def _rotated(x: int, k: int) -> int:
    return (x << k | x >> (64 - k)) & MASK


def _next(s0: int, s1: int) -> tuple[int, int]:
    s1 ^= s0
    return _rotated(s0, 55) ^ s1 ^ (s1 << 14 & MASK), _rotated(s1, 36)


def _jumped(s0: int, s1: int) -> tuple[int, int]:
    """The state 2**64 numbers later."""
    j0 = j1 = 0
    for bit in range(128):
        if JUMP >> bit & 1:
            j0, j1 = j0 ^ s0, j1 ^ s1
        s0, s1 = _next(s0, s1)
    return j0, j1


def _get(states: Any, index: int) -> tuple[int, int]:
    return int(states[index]["s0"]), int(states[index]["s1"])


def _set(states: Any, index: int, state: tuple[int, int]) -> None:
    states["s0"][index], states["s1"][index] = state


@_for_devices
def init_xoroshiro128p_state(states: Any, index: int, seed: int) -> None:
    """Sets one state by a seed of 64 bits."""
    _set(states, index, _seeded(seed))


@_for_devices
def xoroshiro128p_next(states: Any, index: int) -> np.uint64:
    """The next 64 bits of a generator."""
    s0, s1 = _get(states, index)
    _set(states, index, _next(s0, s1))
    return np.uint64((s0 + s1) & MASK)


@_for_devices
def xoroshiro128p_jump(states: Any, index: int) -> None:
    """Advances a generator by 2**64 numbers."""
    _set(states, index, _jumped(*_get(states, index)))


@_for_devices
def uint64_to_unit_float64(x: Any) -> float:
    """64 bits as a float64 of [0, 1)."""
    return (int(x) >> 11) * 2.0**-53


@_for_devices
def uint64_to_unit_float32(x: Any) -> np.float32:
    """64 bits as a float32 of [0, 1]."""
    return np.float32(uint64_to_unit_float64(x))


@_for_devices
def xoroshiro128p_uniform_float32(states: Any, index: int) -> np.float32:
    """A float32 of [0, 1)."""
    return uint64_to_unit_float32(xoroshiro128p_next(states, index))


@_for_devices
def xoroshiro128p_uniform_float64(states: Any, index: int) -> float:
    """A float64 of [0, 1)."""
    return uint64_to_unit_float64(xoroshiro128p_next(states, index))


def _normal(states: Any, index: int, kind: type) -> Any:
    """A number of a normal distribution, by Box and Muller, of two float32 as Numba has it."""
    u1 = xoroshiro128p_uniform_float32(states, index)
    u2 = xoroshiro128p_uniform_float32(states, index)
    with np.errstate(divide="ignore"):
        return kind(np.sqrt(kind(-2) * np.log(u1)) * np.cos(kind(2 * np.pi) * u2))


@_for_devices
def xoroshiro128p_normal_float32(states: Any, index: int) -> np.float32:
    """A float32 of a normal distribution of mean 0 and variance 1."""
    return _normal(states, index, np.float32)  # type: ignore[no-any-return]


@_for_devices
def xoroshiro128p_normal_float64(states: Any, index: int) -> float:
    """A float64 of a normal distribution of mean 0 and variance 1."""
    return float(_normal(states, index, np.float64))


def _tables(images: np.ndarray) -> np.ndarray:
    """For each byte of a state and each value of it, what that does to the two words of the next.

    A jump is linear over bits: `images[k]` is where it takes the state whose one bit is k.
    """
    table = np.zeros((16, 256, 2), np.uint64)
    values = np.arange(256)
    for bit in range(128):
        table[bit // 8, values >> bit % 8 & 1 == 1] ^= images[bit]
    return table


def _applied(table: np.ndarray, states: np.ndarray) -> np.ndarray:
    """The states (n, 2) after the jump of a table."""
    parts = np.ascontiguousarray(states, "<u8").view(np.uint8).reshape(-1, 16)
    made = np.zeros(states.shape, np.uint64)
    for place in range(16):
        made ^= table[place, parts[:, place]]
    return made


def _units() -> np.ndarray:
    words = [(1 << bit & MASK, 1 << bit >> 64) for bit in range(128)]
    return np.array(words, np.uint64)


def init_xoroshiro128p_states_cpu(states: Any, seed: int, subsequence_start: int = 0) -> None:
    """Sets the states of an array of the host; the first is `subsequence_start` jumps in."""
    count = states.shape[0]
    if count == 0:
        return
    made = np.array([_seeded(seed)], np.uint64)
    images = np.array([_jumped(*map(int, one)) for one in _units()], np.uint64)
    # Each turn the images are of twice as many jumps: the way to the first state is a sum of such,
    # and the states that are there give as many again.
    start, jumps = int(subsequence_start), 1
    table = first = _tables(images)
    while jumps <= start:
        made = _applied(table, made) if start & jumps else made
        images, jumps = _applied(table, images), 2 * jumps
        table = _tables(images)
    images, table = _applied(first, _units()), first
    while len(made) < count:
        made = np.concatenate([made, _applied(table, made)])
        images = _applied(table, images)
        table = _tables(images)
    states["s0"], states["s1"] = made[:count].T


def init_xoroshiro128p_states(
    states: Any, seed: int, subsequence_start: int = 0, stream: Any = 0
) -> None:
    """Sets the states of a device array of `xoroshiro128p_dtype`.

    They lie 2**64 numbers apart, in the order of the array, from `subsequence_start` times 2**64.
    """
    made = np.empty(states.shape, xoroshiro128p_dtype)
    init_xoroshiro128p_states_cpu(made, seed, subsequence_start)
    states.copy_to_device(made, stream=stream)


def create_xoroshiro128p_states(
    n: int, seed: int, subsequence_start: int = 0, stream: Any = 0
) -> Any:
    """A new device array of n states, as `init_xoroshiro128p_states` sets them."""
    from pycu.cuda._arrays import device_array

    states = device_array(n, dtype=xoroshiro128p_dtype, stream=stream)
    init_xoroshiro128p_states(states, seed, subsequence_start, stream)
    return states
