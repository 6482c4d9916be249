"""What scalar operations give, written in Python: the names that a program's reference text uses.

Integers are Python's, wrapped to their type; a float32 is a Python float that a float32 can hold.
Where njit and the CUDA target differ the rule is PTX's: shift counts of 64 and more, floats that
no integer can hold, `min` and `max` of two floats.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from scalar_types import FLOATS, INTEGERS, bits, is_float, is_signed, limits

WORD = 2**64
LIBM = ctypes.CDLL(ctypes.util.find_library("m"))
for _name, _kind in (("pow", ctypes.c_double), ("powf", ctypes.c_float)):
    getattr(LIBM, _name).restype = _kind
    getattr(LIBM, _name).argtypes = [_kind, _kind]


def single(x: float) -> float:
    """The nearest float32."""
    return float(np.float32(x))


def same(x: float) -> float:
    return x


def integer_to_single(x: int) -> float:
    """Rounded once, which a float64 between them would not be."""
    return float(np.float32(np.uint64(x)) if x >= 2**63 else np.float32(np.int64(x)))


def wrapper(kind: str) -> Callable[[int], int]:
    width, low = 2 ** bits(kind), limits(kind)[0]
    return lambda x: (x - low) % width + low


def truncation(kind: str, source: str) -> Callable[[float], int]:
    """What PTX's cvt.rzi gives; an 8-bit type gets the low byte of the 16-bit result."""
    wide = kind.replace("int8", "int16") if bits(kind) == 8 else kind
    low, high = limits(wide)
    zero_for_nan = source == "float32" and bits(wide) < 64
    of_nan = 0 if zero_for_nan else (low if is_signed(wide) else 2 ** (bits(wide) - 1))
    wrap = wrapper(kind)

    def truncate(x: float) -> int:
        if x != x:
            return wrap(of_nan)
        if math.isinf(x):
            return wrap(high if x > 0 else low)
        return wrap(min(max(int(x), low), high))

    return truncate


def divide(x: float, y: float) -> float:
    if y == 0:
        if x == 0 or x != x:
            return math.nan
        return math.copysign(math.inf, x) * math.copysign(1.0, y)
    return x / y


def remainder(x: float, y: float) -> float:
    """C's fmod."""
    if math.isinf(x) or y == 0 or x != x or y != y:
        return math.nan
    return math.fmod(x, y)


def floor_divmod(x: float, y: float, rounded: Callable[[float], float]) -> tuple[float, float]:
    """CPython's float_divmod with every step rounded to the type."""
    mod = remainder(x, y)
    div = rounded(divide(rounded(x - mod), y))
    if mod != 0:
        if (y < 0) != (mod < 0):
            mod = rounded(mod + y)
            div = rounded(div - 1.0)
    else:
        mod = -0.0 if y < 0 else 0.0
    if div != 0:
        whole = div if math.isinf(div) or div != div else float(math.floor(div))
        if whole == 0:
            whole = math.copysign(0.0, div)
        if div - whole > 0.5:
            whole = rounded(whole + 1.0)
    else:
        whole = rounded(divide(rounded(div * div * x), y))
    return whole, mod


def float_floor_div(x: float, y: float, rounded: Callable[[float], float]) -> float:
    return rounded(divide(x, y)) if y == 0 else floor_divmod(x, y, rounded)[0]


def float_floor_mod(x: float, y: float, rounded: Callable[[float], float]) -> float:
    return math.nan if y == 0 else floor_divmod(x, y, rounded)[1]


def floor_div(x: int, y: int) -> int:
    return 0 if y == 0 or (y == -1 and x == -(2**63)) else x // y


def floor_mod(x: int, y: int) -> int:
    return 0 if y == 0 else x % y


def shift_left(x: int, n: int) -> int:
    return x << n if 0 <= n < 64 else 0


def shift_right(x: int, n: int) -> int:
    return x >> (n if 0 <= n < 64 else 64)


def power(x: int, y: int) -> int:
    """Exact modulo 2**64; a negative exponent gives 0 unless the base is 1 or -1."""
    if y >= 0:
        return pow(x, y, WORD)
    if x == 0:
        return -(2**63)
    return x ** (-y % 2) if x in (1, -1, WORD - 1) else 0


def multiply(x: float, y: float) -> float:
    return x * y


def float_to_integer(x: float, y: int, rounded: Callable[[float], float]) -> float:
    """By squaring, as in Numba."""
    if abs(y) > 0x10000:
        return rounded(LIBM.pow(x, float(y)))
    result, n = 1.0, abs(y)
    while n:
        if n & 1:
            result = rounded(result * x)
        n >>= 1
        x = rounded(x * x)
    return rounded(divide(1.0, result)) if y < 0 else result


def fewest(x: float, y: float) -> float:
    """fmin: a NaN is ignored."""
    return y if x != x else x if y != y else min(x, y)


def most(x: float, y: float) -> float:
    return y if x != x else x if y != y else max(x, y)


def root(x: float) -> float:
    return math.sqrt(x) if x >= 0 else math.nan


def whole(function: Callable[[float], int]) -> Callable[[float], float]:
    def rounded(x: float) -> float:
        return math.copysign(float(function(x)), x) if math.isfinite(x) else x

    return rounded


def nearest(x: float) -> int:
    if x != x:
        return -(2**63)
    return round(x) if abs(x) < 2**63 else (2**63 - 1 if x > 0 else -(2**63))


def namespace() -> dict[str, Any]:
    """The names of reference texts: plain ones, and those made for types."""
    names: dict[str, Any] = {
        one.__name__: one
        for one in (
            single, integer_to_single, divide, remainder, floor_div, floor_mod, shift_left,
            shift_right, power, fewest, most, root, nearest,
        )
    }  # fmt: skip
    names |= {"floor": whole(math.floor), "ceil": whole(math.ceil), "trunc": whole(math.trunc)}
    names |= {"math": math, "copysign": math.copysign, "inf": math.inf, "nan": math.nan}
    for kind in INTEGERS:
        names[f"wrap_{kind}"] = wrapper(kind)
        for source in FLOATS:
            names[f"{kind}_from_{source}"] = truncation(kind, source)
    for kind in FLOATS:
        names |= _of_floats(kind)
    return names


def _of_floats(kind: str) -> dict[str, Any]:
    rounded = single if kind == "float32" else same
    raised = LIBM.powf if kind == "float32" else LIBM.pow
    return {
        f"floor_div_{kind}": lambda x, y: float_floor_div(x, y, rounded),
        f"floor_mod_{kind}": lambda x, y: float_floor_mod(x, y, rounded),
        f"power_{kind}": lambda x, y: float_to_integer(x, y, rounded),
        f"raised_{kind}": lambda x, y: raised(x, y),
    }


def conversion(text: str, source: str, target: str) -> str:
    """The reference text of a conversion."""
    if source == target:
        return text
    if target == "bool":
        return f"({text} != 0)"
    if is_float(source):
        if not is_float(target):
            return f"{target}_from_{source}({text})"
        return f"single({text})" if target == "float32" else text
    if target == "float64":
        return f"float({text})"
    if target == "float32":
        return f"integer_to_single({text})"
    if source == "bool":
        return f"int({text})"
    low, high = limits(source)
    if limits(target)[0] <= low and high <= limits(target)[1]:
        return text
    return f"wrap_{target}({text})"
