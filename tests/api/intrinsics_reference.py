"""What every row of the intrinsics tables must give, from NumPy, exact fractions and mpmath."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np

Arrays = list[np.ndarray]
Reference = Callable[..., Any]

INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1


def wrapped(value: int, dtype: np.dtype) -> Any:
    """A Python integer in an integer type, modulo its size."""
    bits = dtype.itemsize * 8
    value &= 2**bits - 1
    return dtype.type(value - 2**bits if dtype.kind == "i" and value >> (bits - 1) else value)


def each(function: Callable[..., Any]) -> Reference:
    """A reference that is computed element by element on Python numbers."""

    def compute(dtype: np.dtype, *args: np.ndarray) -> np.ndarray:
        rows = zip(*(a.tolist() for a in args), strict=True)
        return np.array([function(dtype, *row) for row in rows], dtype)

    return compute


def vector(function: Callable[..., Any]) -> Reference:
    """A reference that NumPy computes in the arguments' own type."""
    return lambda dtype, *args: np.asarray(function(*args)).astype(dtype, copy=False)


def bits_of(dtype: np.dtype) -> int:
    return dtype.itemsize * 8


def unsigned(value: int, bits: int) -> int:
    return value & (2**bits - 1)


def rounded(x: Any, dtype: np.dtype) -> Any:
    """An mpmath number in a float type, rounded once but for the last half of a unit."""
    if isinstance(x, mpmath.mpc):
        return dtype.type(math.nan)
    with np.errstate(over="ignore"):
        return dtype.type(float(x))


def special(function: Callable[..., Any]) -> Callable[..., Any]:
    """Python's own function where a C function would set errno."""

    def compute(*args: float) -> float:
        try:
            return function(*args)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan

    return compute


def approximate(exact: Callable[..., Any], at_special: Callable[..., Any]) -> Reference:
    """mpmath's value of ordinary numbers; `at_special` of zeros, infinities and NaNs."""

    def one(dtype: np.dtype, *args: float) -> Any:
        is_special = any(x == 0 or math.isinf(x) or math.isnan(x) for x in args)
        if not is_special:
            tiny = min(abs(x) for x in args) < 1e-30
            mpmath.mp.prec = 2400 if tiny else 300
            try:
                return rounded(exact(*(mpmath.mpf(x) for x in args)), dtype)
            except (ValueError, ZeroDivisionError, OverflowError):
                pass  # a pole, or a result beyond mpmath's patience
        with np.errstate(all="ignore"):
            return dtype.type(at_special(*args))

    return each(one)


def fused(dtype: np.dtype, x: float, y: float, z: float) -> Any:
    """x * y + z, rounded once."""
    product = x * y if math.isfinite(x) and math.isfinite(y) else np.float64(x) * y
    if not all(map(math.isfinite, (x, y, z))):
        # a product of numbers is no infinity here, however large
        is_number = math.isfinite(x) and math.isfinite(y)
        return dtype.type(z if is_number else product + z)
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    if exact == 0:
        sign = math.copysign(1.0, x) * math.copysign(1.0, y)
        is_zero = x == 0 or y == 0
        return dtype.type(math.copysign(0.0, sign) + z if is_zero else 0.0)
    return nearest(exact, dtype)


def nearest(exact: Fraction, dtype: np.dtype) -> Any:
    """A fraction as the nearest float, the even one of two."""
    info = np.finfo(dtype)
    digits, lowest = info.nmant + 1, info.minexp - info.nmant
    magnitude = abs(exact)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude < Fraction(2) ** exponent:
        exponent -= 1
    scale = max(exponent - digits + 1, lowest)
    mantissa = round(magnitude / Fraction(2) ** scale)
    if mantissa.bit_length() + scale > info.maxexp:
        return dtype.type(math.inf if exact > 0 else -math.inf)
    return dtype.type(math.ldexp(mantissa if exact > 0 else -mantissa, scale))


def nearest_integer(x: float) -> int:
    """round(x) on CUDA: to even, saturated; NaN gives the smallest int64."""
    if math.isnan(x):
        return INT64_MIN
    if math.isinf(x):
        return INT64_MAX if x > 0 else INT64_MIN
    return max(INT64_MIN, min(INT64_MAX, round(x)))


def power_of_ten(exponent: int) -> np.float64:
    """10.0 ** exponent by squaring, as Numba raises a float to an integer."""
    result, base = np.float64(1.0), np.float64(10.0)
    while exponent > 0:
        result = result * base if exponent & 1 else result
        exponent, base = exponent >> 1, base * base
    return result


def round_digits(dtype: np.dtype, x: float, digits: int) -> Any:
    """round(x, digits), as Numba's CUDA target computes it."""
    if not math.isfinite(x):
        return dtype.type(x)
    with np.errstate(all="ignore"):
        number = np.float64(x)
        if digits >= 0:
            scale = power_of_ten(digits - 22 if digits > 22 else digits)
            more = np.float64(1e22 if digits > 22 else 1.0)
            y = number * scale * more
            if np.isinf(y):
                return dtype.type(x)
        else:
            scale, more = power_of_ten(-digits), np.float64(1.0)
            y = number / scale
        z = np.float64(nearest_integer(float(y)))
        if abs(y - z) == 0.5:
            z = np.float64(2.0) * nearest_integer(float(y / 2.0))
        return dtype.type(z / more / scale if digits >= 0 else z * scale)


def floor_divided(dtype: np.dtype, x: Any, y: Any) -> tuple[Any, Any]:
    """divmod(x, y) of integers: a division by zero, and the smallest by -1, give 0."""
    if y == 0 or (y == -1 and x == np.iinfo(dtype).min):
        return 0, 0
    return divmod(x, y)


def python_choice(is_better: Callable[[Any, Any], bool]) -> Reference:
    """min or max of two or more as Python finds them."""

    def choose(dtype: np.dtype, *args: Any) -> Any:
        best = args[0]
        for arg in args[1:]:
            best = arg if is_better(arg, best) else best
        return best

    return each(choose)


def frexp(x: np.ndarray) -> Arrays:
    mantissa, exponent = np.frexp(x)
    return [mantissa, np.where(np.isfinite(x), exponent, 0).astype(np.int32)]


def modf(x: np.ndarray) -> Arrays:
    return list(np.modf(x))


# name: reference. Those of BIT_EXACT agree bit for bit, those of APPROXIMATE within 4 units.
APPROXIMATE: dict[str, Reference] = {}
BIT_EXACT: dict[str, Reference] = {}

UNARY = "acos acosh asin asinh atan atanh cos cosh exp expm1 log log10 sin sinh tan tanh log1p"
for name in UNARY.split():
    in_numpy = {"acos": "arccos", "asin": "arcsin", "atan": "arctan"}.get(name[:4], name[:4])
    in_numpy = in_numpy + name[4:] if name.startswith("a") else name
    APPROXIMATE["math." + name] = approximate(getattr(mpmath.mp, name), getattr(np, in_numpy))
    APPROXIMATE["numpy." + in_numpy] = APPROXIMATE["math." + name]

APPROXIMATE |= {
    "math.exp2": approximate(lambda x: mpmath.mp.power(2, x), np.exp2),
    "math.log2": approximate(lambda x: mpmath.mp.log(x, 2), np.log2),
    "math.erf": approximate(mpmath.mp.erf, special(math.erf)),
    "math.erfc": approximate(mpmath.mp.erfc, special(math.erfc)),
    "math.gamma": approximate(
        mpmath.mp.gamma, lambda x: math.copysign(math.inf, x) if x == 0 else special(math.gamma)(x)
    ),
    "math.lgamma": approximate(
        lambda x: mpmath.mp.log(abs(mpmath.mp.gamma(x))) if x < 0 else mpmath.mp.loggamma(x),
        lambda x: math.inf if x <= 0 and x == x else special(math.lgamma)(x),
    ),
    "math.atan2": approximate(mpmath.mp.atan2, np.arctan2),
    "math.hypot": approximate(mpmath.mp.hypot, np.hypot),
    "math.pow": approximate(mpmath.mp.power, np.power),
    "numba.cuda.cbrt": approximate(
        lambda x: mpmath.mp.cbrt(x) if x > 0 else -mpmath.mp.cbrt(-x), np.cbrt
    ),
}
APPROXIMATE |= {
    "numpy.exp2": APPROXIMATE["math.exp2"],
    "numpy.log2": APPROXIMATE["math.log2"],
    "numba.cuda.libdevice.hypot": APPROXIMATE["math.hypot"],
    "numpy.hypot": APPROXIMATE["math.hypot"],
    "numpy.arctan2": APPROXIMATE["math.atan2"],
    "numpy.cbrt": APPROXIMATE["numba.cuda.cbrt"],
}

for name in "ceil floor trunc fabs sqrt copysign fmod nextafter isnan isinf isfinite".split():
    BIT_EXACT["math." + name] = vector(getattr(np, name))
for name in (
    "sqrt fabs absolute ceil floor trunc rint positive copysign nextafter "
    "isnan isinf isfinite equal not_equal less less_equal greater greater_equal "
    "logical_and logical_or logical_xor logical_not conjugate divide "
    "bitwise_and bitwise_or bitwise_xor invert "
    "add subtract multiply floor_divide remainder fmod negative sign square signbit spacing "
    "gcd lcm left_shift right_shift heaviside "
    "isclose where"
).split():
    BIT_EXACT["numpy." + name] = vector(getattr(np, name))
for name, numpy_name in (("degrees", "rad2deg"), ("radians", "deg2rad")):
    factor = 180 / math.pi if name == "degrees" else math.pi / 180
    BIT_EXACT["math." + name] = BIT_EXACT["numpy." + numpy_name] = each(
        lambda dtype, x, factor=factor: dtype.type(x) * dtype.type(factor)
    )

BIT_EXACT |= {
    "builtins.abs": each(lambda dtype, x: wrapped(abs(x), dtype) if dtype.kind != "f" else abs(x)),
    "builtins.max": python_choice(lambda x, best: x > best),
    "builtins.min": python_choice(lambda x, best: x < best),
    "builtins.round": each(
        lambda dtype, x, *digits: round_digits(dtype, x, *digits) if digits else nearest_integer(x)
    ),
    "math.ldexp": lambda dtype, x, n: np.ldexp(x, n),
    "math.remainder": each(lambda dtype, x, y: dtype.type(special(math.remainder)(x, y))),
    "numba.cuda.brev": each(lambda dtype, x: int(f"{x:0{bits_of(dtype)}b}"[::-1], 2)),
    "numba.cuda.fma": each(fused),
    "numba.cuda.selp": vector(np.where),
    "numpy.maximum": each(lambda dtype, x, y: x if x != x or x >= y else y),
    "numpy.minimum": each(lambda dtype, x, y: x if x != x or x <= y else y),
    "numpy.fmax": each(lambda dtype, x, y: x if y != y or x >= y else y),
    "numpy.fmin": each(lambda dtype, x, y: x if y != y or x <= y else y),
}


def power(dtype: np.dtype, x: int, y: int) -> Any:
    """x ** y of integers, modulo their size; a negative exponent leaves 1, -1 or 0."""
    if y < 0:
        return wrapped(x**-y, dtype) if x in (1, -1) else wrapped(INT64_MIN, dtype) * (x == 0)
    return wrapped(pow(x, y, 2**64), dtype)


def by_kind(of_integers: Reference, of_floats: Reference) -> Reference:
    return lambda dtype, *args: (of_integers if dtype.kind in "iub" else of_floats)(dtype, *args)


APPROXIMATE["numpy.power"] = by_kind(each(power), APPROXIMATE["math.pow"])
APPROXIMATE |= {
    "numpy.float_power": APPROXIMATE["math.pow"],
    "numpy.logaddexp": vector(np.logaddexp),
    "numpy.logaddexp2": vector(np.logaddexp2),
}
BIT_EXACT |= {
    "numpy.reciprocal": by_kind(
        each(lambda dtype, x: x if x in (1, -1) else 0), vector(np.reciprocal)
    ),
    "numpy.ldexp": lambda dtype, x, n: np.ldexp(x, np.clip(n, -5000, 5000).astype(np.int32)),
    "numpy.clip": each(
        lambda dtype, x, low, high: (
            lambda y: y if y != y or y <= high else high  # noqa: PLR0124
        )(x if x != x or x >= low else low)  # noqa: PLR0124
    ),
}


@each
def range_size(dtype: np.dtype, start: int, stop: int, step: int) -> int:
    """len(range(...)); an unsigned step has a sign, too, and the size is as wide as the items."""
    signed_step = (step + 2**63) % 2**64 - 2**63
    size = max(0, -((start - stop) // signed_step)) if signed_step else 0  # rounded up
    return wrapped(size, dtype)


BIT_EXACT["builtins.range.size"] = range_size
for name in ("float32", "float64", "int32", "int64", "uint32", "uint64"):
    BIT_EXACT[f"numpy.generic.view.{name}"] = lambda dtype, x: x.view(dtype)


def bit_function(name: str, bits: int, x: int) -> int:
    """popc, clz and ffs of an integer of so many bits."""
    pattern = unsigned(x, bits)
    if name == "popc":
        return pattern.bit_count()
    if name == "clz":
        return bits - pattern.bit_length()
    return (pattern & -pattern).bit_length()


def float_divided(x: np.ndarray, y: np.ndarray) -> Arrays:
    """divmod of floats."""
    return list(np.divmod(x, y))


def expected(row: Any, args: Arrays) -> Arrays:
    """What a row gives for arrays of arguments."""
    dtype = np.dtype(row.results[0])
    short = row.name.removeprefix("numba.cuda.")
    with np.errstate(all="ignore"):
        if row.name in ("math.frexp", "math.modf"):
            return frexp(*args) if row.name == "math.frexp" else modf(*args)
        if row.name == "numpy.divmod":
            return list(np.divmod(*args))
        if row.name == "builtins.divmod":
            if dtype.kind == "f":
                return float_divided(*args)
            pairs = zip(*map(np.ndarray.tolist, args), strict=True)
            items = zip(*(floor_divided(dtype, x, y) for x, y in pairs), strict=True)
            return [np.array(item, dtype) for item in items]
        if short in ("popc", "clz", "ffs"):
            bits = bits_of(np.dtype(row.params[0]))
            found = [bit_function(short, bits, x) for x in args[0].tolist()]
            return [np.array(found).astype(dtype)]
        if row.text.startswith(("fmax", "fmin")):
            return [(np.fmax if row.name.endswith("max") else np.fmin)(*args)]
        reference = BIT_EXACT.get(row.name) or APPROXIMATE[row.name]
        return [reference(dtype, *args)]
