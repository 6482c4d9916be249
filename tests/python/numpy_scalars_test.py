"""What NumPy's and Python's scalars give: attributes, methods, functions, operators.

Every expression is evaluated for a scalar of every type, known and not known while compiling, and
typed by numba-cuda; pycu reads the same text in front of a launch. A type that pycu says is the
one that Numba sees, or pycu says none.
"""

from __future__ import annotations

import json
import math
import subprocess
import warnings
from pathlib import Path
from typing import Any

import harness
import numpy as np
import pytest
from numba.cuda.typing.typeof import typeof
from numba_types import device, spelled

__all__ = ["device"]

TYPES = [
    "bool_",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
]

# How a scalar comes about; `T` is its type, and nobody knows how long sys.argv is.
SCALARS = {
    "known": [f"np.{name}(3)" for name in TYPES] + ["True", "3", "2.5", "2 + 1j"],
    "unknown": [f"np.array([3, 1 + len(sys.argv)], np.{name})[1]" for name in TYPES]
    + ["len(sys.argv) > 100", "len(sys.argv)", "float(len(sys.argv))"]
    + ["complex(len(sys.argv), 1)"],
}

ATTRIBUTES = """
    real imag T base data dtype flags flat itemsize nbytes ndim shape size strides device
    numerator denominator
""".split()

METHODS = """
    all any argmax argmin argsort astype(np.float32) astype(np.int8) astype(complex) byteswap
    bit_count bit_length choose clip(1,2) compress conj conjugate copy cumprod cumsum diagonal dot
    fill flatten getfield hex is_integer item max mean min nonzero prod ptp ravel repeat(2)
    reshape(1) reshape(-1) round round(1) searchsorted sort squeeze std sum
    sum(dtype=np.float32) mean(dtype=np.float32) swapaxes take tobytes tolist trace transpose
    tostring var view view(np.int32) view(np.float32) view(np.uint8) as_integer_ratio
    to_device to_bytes __abs__ __neg__ __add__(1) __radd__(1) __mul__(2.5) __truediv__(2)
    __int__ __float__ __bool__ __complex__ __index__ __len__ __round__ __floor__ __ceil__ __trunc__
    __pow__(2) __array__ __invert__ __and__(1) __eq__(1) __lt__(1) __divmod__(2)
""".split()

# Functions of one argument; those of NumPy come from its names.
BUILTINS = "abs bool complex divmod float hash int len list max min round sum tuple type".split()
MATH = [name for name in dir(math) if not name.startswith("_")]
# They read files, ask for a terminal, or give what no two runs have alike.
SKIPPED = "empty empty_like info show_config test lookfor source save savetxt load fromfile".split()

FORMS = """
    -s | +s | ~s | not s | s + 1 | 1 + s | s + 1.5 | 1.5 - s | s * 1j | s / 2 | 2 / s | s // 2
    7 // s | s % 2 | 7 % s | s ** 2 | 2 ** s | s ** 2.0 | s ** -1 | s ** 0.5 | 2.0 ** s | s << 1
    1 << s | s >> 1 | s & 1 | s | 1 | s ^ 1 | s & True | s < 2 | s == 2 | s != s | 1 < s < 4
    s and 1 | s or 1.5 | s and s | 1 if s else 2.5 | s is None | s in (1, 2, 3) | s @ s
    s + True | s - True | s * True | s / True | s // True | s % True | s ** True | True + s
    s + np.int8(1) | s * np.float32(2) | s / np.uint8(2) | s - np.int64(1) | s + np.float16(1)
    s + np.uint64(1) | s + np.complex64(1) | np.bool_(True) * s | s + np.bool_(True)
    s // np.int16(2) | s % np.uint32(2) | s ** np.int8(2) | s << np.uint8(1) | s | np.int16(4)
    s < np.float32(2) | s ^ np.bool_(True) | s - np.bool_(False)
    s + np.zeros(2, np.float32) | s * np.ones(2, np.int8) | np.ones(2, np.uint16) // s
    np.ones(2, bool) * s | np.ones(2, np.float16) + s | np.ones(2, np.complex64) - s
    np.ones(2, np.int64) ** s | s < np.ones(2, np.int8) | np.ones(2, np.uint8) << s
    abs(-s) | abs(s) | round(s) | round(s, 0) | round(s, 1) | round(s, None) | int(s) | float(s)
    bool(s) | complex(s) | complex(s, 1) | divmod(s, 2)[0] | divmod(s, 2)[1] | divmod(7, s)
    pow(s, 2) | pow(s, 2, 5) | pow(2, s) | sum([s, s]) | sum((s, s), 0.0) | sum([s], s) | max(s, 1)
    max(s, 7) | min(s, 1.5) | max([s, s]) | min(s, s) | max(1, s, 7) | max(s, s + 1)
    list(range(int(s)))[-1] | s.__class__(1) | type(s)(1) | type(s)(2.5) | s.dtype.type(1)
    s.dtype.itemsize | np.dtype(type(s)).itemsize | np.array(s) | np.array([s]) | np.array([s, 1])
    np.array([s, 1.5]) | np.array([1, s]) | np.asarray(s) | np.array([[s, s]]) | np.full(2, s)
    np.full((2, 2), s, np.int8) | np.full_like(s, 1) | np.zeros_like(s) | np.ones_like(s)
    np.arange(s) | np.arange(s, 5) | np.arange(0, s, 1) | np.arange(0, 7, s) | np.linspace(0, s, 3)
    np.linspace(s, s, 3) | np.linspace(s, 9, 3, dtype=np.float32) | np.repeat(s, 2) | np.tile(s, 2)
    np.geomspace(1, s, 3) | np.logspace(0, s, 3) | np.sum([s, s]) | np.mean([s, s]) | np.prod([s])
    np.std([s, s]) | np.var([s, s]) | np.median([s, s]) | np.max([s, s]) | np.ptp([s, s])
    np.cumsum([s, s]) | np.cumprod([s, s]) | np.dot(s, s) | np.vdot(s, s) | np.inner(s, s)
    np.outer(s, s) | np.where(True, s, 1) | np.where(s > 1, s, 1.5) | np.where([True, False], s, 0)
    np.where(np.ones(2, bool), s, s) | np.maximum(s, 1) | np.maximum(s, 1.5) | np.minimum(s, s)
    np.fmax(s, 1) | np.add(s, 1) | np.add(s, s) | np.subtract(s, 1.5) | np.multiply(s, True)
    np.divide(s, 2) | np.true_divide(s, s) | np.floor_divide(s, 2) | np.mod(s, 2) | np.fmod(s, 2)
    np.remainder(s, s) | np.power(s, 2) | np.float_power(s, 2) | np.hypot(s, 1) | np.arctan2(s, 1)
    np.copysign(s, 1) | np.nextafter(s, 1) | np.ldexp(s, 1) | np.logaddexp(s, 1) | np.gcd(s, 2)
    np.lcm(s, 2) | np.bitwise_and(s, 1) | np.left_shift(s, 1) | np.right_shift(s, 1)
    np.equal(s, 1)
    np.less(s, 1) | np.logical_and(s, 1) | np.logical_xor(s, 1) | np.heaviside(s, 0.5)
    np.clip(s, 0, 2) | np.clip(s, 0.5, 2) | np.clip(s, s, s) | np.round(s, 1) | np.around(s, 0)
    np.divmod(s, 2)[0] | np.modf(s)[0] | np.frexp(s)[0] | np.frexp(s)[1] | np.isclose(s, 1)
    np.allclose(s, 1) | np.array_equal(s, 1) | np.nan_to_num(s) | np.result_type(s).itemsize
    np.result_type(s, np.float32).type(1) | np.promote_types(type(s), np.int8).type(1)
    np.float32(s) | np.int8(s) | np.complex64(s) | np.bool_(s) | np.uint64(s) | np.float16(s)
    np.array(s).item() | np.array([s])[0] | np.array([s]).sum() | np.array([s]).mean()
    np.array([s]).astype(np.float32)[0] | np.float32(1) if s else np.float64(1) | (s, s) | (s, 1)
    np.zeros(int(s)) | np.zeros(s) | np.eye(s) | np.interp(s, [0, 1], [0, 1]) | np.trapezoid([s, s])
    np.polyval([1, 2], s) | np.polyval([s, s], 2) | np.cross([s, s, s], [1, 2, 3]) | np.diff([s, s])
    np.convolve([s], [1]) | np.sign(s) | np.angle(s) | np.real(s) | np.imag(s) | np.conj(s)
    np.real([s]) | np.imag([s]) | np.array([s]).real | np.array([s]).imag | np.abs([s])
    np.array(s).real | np.array(s).imag | abs(np.array([s])) | abs(np.array(s)) | abs(s + 1j)
    (s + 1j).real | (s * 2).real | (s + np.complex64(1)).imag | abs(s + np.complex64(1j))
    (-s).real | s.real.real | s.conjugate().imag | (s / 2).real | np.float32(s).real
    s.real + 1.5 | s.imag * 2 | abs(s) * 2.5 | abs(s) + np.float32(1) | s.real * np.float32(1)
    math.sqrt(s) | math.floor(s) | math.pow(s, 2) | math.hypot(s, 1) | math.fmod(s, 2)
    math.gcd(s, 2) | math.copysign(1, s) | math.log(s, 2) | math.isclose(s, 1) | math.fsum([s, s])
    math.prod([s, s]) | math.prod([s], start=1.5) | math.comb(s, 1) | math.dist([s], [s])
    any([s]) | all([s, 0]) | sorted([s, 1])[0] | sorted([s, s + 1])[-1] | list(reversed([s]))[0]
    [s][0] | (s,) * 2 | next(iter([s])) | list(map(abs, [s]))[0] | [abs(v) for v in [s]][0]
    functools.reduce(lambda a, b: a + b, [s, s]) | dict(a=s)["a"] | list(zip([s], [1]))[0]
    int(str(int(s))) | float(f"{float(s)}") | len(str(s)) | len(repr(s)) | ord("a") + s
    isinstance(s, int) | isinstance(s, np.floating) | isinstance(s, float)
    issubclass(type(s), int)
    np.isscalar(s) | np.ndim(s) | np.size(s) | np.shape(s) | np.iscomplexobj(s) | np.isrealobj(s)
    np.iinfo(type(s)).max | np.finfo(type(s)).eps | np.finfo(type(s)).max | np.iinfo(s.dtype).bits
    np.issubdtype(s.dtype, np.integer) | np.can_cast(type(s), np.int16)
    np.min_scalar_type(3).type(s)
    operator.add(s, 1) | operator.neg(s) | statistics.mean([s, s]) | fractions.Fraction(1, 2) * s
    decimal.Decimal(1) * s | cmath.sqrt(s) | cmath.exp(s) | cmath.phase(s) | abs(cmath.sqrt(s))
"""


def expressions() -> list[str]:
    made = [f"s.{name}" for name in ATTRIBUTES]
    made += [f"s.{name}" if name.endswith(")") else f"s.{name}()" for name in METHODS]
    made += [f"{name}(s)" for name in BUILTINS] + [f"math.{name}(s)" for name in MATH]
    functions = [name for name in dir(np) if callable(getattr(np, name)) and name not in SKIPPED]
    made += [f"np.{name}(s)" for name in functions if name[0].islower()]
    # `s | 1` is the one that holds what parts them.
    forms = FORMS.replace("s | 1 | s ^", "(s).__or__(1) | s ^").replace("s | np.int16(4)", "s ^ 4")
    lines = [line.strip() for line in forms.splitlines() if line.strip()]
    made += [one.strip() for line in lines for one in line.split(" | ")]
    return [*made, "s | 1", "s | np.int16(4)", "1 | s"]


HEAD = """
import cmath, decimal, fractions, functools, math, operator, statistics, sys
import numpy as np
from numba import cuda
"""


def seen_by_numba(scalar: str, names: dict[str, Any]) -> list[str | None]:
    found: list[str | None] = []
    for expression in expressions():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                names["s"] = eval(scalar, names)
                found.append(spelled(typeof(eval(expression, names))))
            except BaseException:  # it launches nothing
                found.append(None)
    return found


def seen_by_pycu(scalars: list[str], tmp_path: Path) -> list[list[str | None]]:
    made, lines = expressions(), [HEAD]
    for i, scalar in enumerate(scalars):
        for k, expression in enumerate(made):
            name = f"k{i}_{k}"
            lines += ["@cuda.jit", f"def {name}(x):", "    pass"]
            # What one does to the scalar's array, or raises, is nothing to the next.
            lines += [f"def f{i}_{k}():", f"    s = {scalar}", f"    {name}[1, 1]({expression})"]
            lines += [f"f{i}_{k}()"]
    source = tmp_path / "scalars.py"
    source.write_text("\n".join(lines) + "\n")
    command = [str(harness.binary()), "inspect", "--signatures", "--json", str(source)]
    result = subprocess.run(command, capture_output=True, text=True)
    signatures = json.loads(result.stdout)["signatures"]
    found: list[list[str | None]] = [[None] * len(made) for _ in scalars]
    for name, (signature, *more) in signatures.items():
        assert not more, f"{name} has several signatures"
        i, k = map(int, name[1:].split("_"))
        found[i][k] = signature.removeprefix("void(").removesuffix(")")
    return found


@pytest.mark.parametrize("kind", SCALARS)
def test_types_are_numpys_or_none(kind: str, tmp_path: Path, device: None) -> None:
    names: dict[str, Any] = {}
    exec(HEAD, names)
    wrong, right, unknown = [], 0, []
    for scalar, ours in zip(SCALARS[kind], seen_by_pycu(SCALARS[kind], tmp_path)):
        for expression, theirs, mine in zip(expressions(), seen_by_numba(scalar, names), ours):
            if theirs is None:
                continue  # nothing is launched
            right += mine == theirs
            if mine is None:
                unknown.append(f"{scalar}: {expression}")
            elif mine != theirs:
                wrong.append(f"{scalar}: {expression} is {theirs}, not {mine}")
    assert not wrong, "\n".join(wrong)
    # Most are known: a test that compares nothing would pass, too.
    assert right > len(unknown), "\n".join(unknown)
