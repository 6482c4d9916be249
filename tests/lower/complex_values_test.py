"""Complex arithmetic and `cmath` against Numba for the CPU, on every pair of special parts.

Operators agree bit for bit, functions in zeros' signs, infinities and NaNs and to a few units
otherwise. `**` is compared with the formula of Numba's CUDA target, which has one of its own.
"""

from __future__ import annotations

import cmath
import itertools
import math
from pathlib import Path
from typing import Any

import harness
import numba
import numpy as np
import pycu
import pytest

PARTS = [0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 1e-30, 4.0e18, 2.5e38, math.inf, -math.inf, math.nan]
UNARY = [
    "exp", "log", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "asinh", "atanh", "sinh",
    "cosh", "tanh", "acosh", "log10",
]  # fmt: skip
OPERATORS = ["z + w", "z - w", "z * w", "-z", "+z", "z.conjugate()", "x - z", "z * x", "2 * z"]
TRUTHS = ["z == w", "z != w", "not z", "cmath.isnan(z)", "cmath.isinf(z)", "cmath.isfinite(z)"]
# what Numba computes in double precision whatever it is given
ACCURACY = {"complex64": 2e-6, "complex128": 4e-15}


def body(results: list[str], out: str, at: str) -> str:
    return "".join(f"        {out}[{k}, {at}] = {text}\n" for k, text in enumerate(results))


def source() -> str:
    """The functions twice: as kernels, and as loops for njit."""
    functions = [f"cmath.{name}(z)" for name in UNARY]
    text = "import cmath\n\nfrom numba import cuda, njit\n\n"
    parts = [("operators", OPERATORS), ("functions", functions), ("truths", TRUTHS)]
    parts.append(("quotients", ["z / w", "x / w"]))
    for name, results in parts:
        setup = "        z = a[i]\n        w = b[i]\n        x = r[i]\n"
        signatures = [
            f"void({c}[:], {c}[:], {f}[:], {'bool' if name == 'truths' else 'complex128'}[:, :])"
            for c, f in (("complex64", "float32"), ("complex128", "float64"))
        ]
        text += f"@cuda.jit({signatures})\ndef {name}(a, b, r, out):\n    i = cuda.grid(1)\n"
        text += "    if i < a.size:\n" + setup + body(results, "out", "i") + "\n\n"
        text += f"@njit\ndef numba_{name}(a, b, r, out):\n    for i in range(a.size):\n"
        text += setup + body(results, "out", "i") + "\n\n"
    text += '@cuda.jit("void(complex128[:], complex128[:], complex128[:])")\n'
    text += "def powers(a, b, out):\n    i = cuda.grid(1)\n    if i < a.size:\n"
    text += "        out[i] = a[i] ** b[i]\n\n\n"
    text += '@cuda.jit("void(float64[:], float64[:], complex128[:])")\n'
    text += "def rectangular(a, b, out):\n    i = cuda.grid(1)\n    if i < a.size:\n"
    text += "        out[i] = cmath.rect(a[i], b[i])\n\n\n"
    text += "@njit\ndef numba_rectangular(a, b, out):\n    for i in range(a.size):\n"
    text += "        out[i] = cmath.rect(a[i], b[i])\n"
    return text


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("complex")
    script = folder / "special.py"
    script.write_text(source())
    harness.build([script], folder / "out")
    return pycu.load(folder / "out" / "special.json"), load_njit(folder)


def load_njit(folder: Path) -> dict[str, Any]:
    """The njit functions of the script, without the kernels."""
    blocks = source().split("\n\n\n")
    kept = [block for block in blocks if "@njit" in block]
    text = "import cmath\nfrom numba import njit\n\n\n" + "\n\n\n".join(
        block[block.index("@njit") :] for block in kept
    )
    path = folder / "reference.py"
    path.write_text(text)
    names: dict[str, Any] = {}
    exec(compile(text, str(path), "exec"), names)
    return names


def operands(dtype: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Every number of two of the parts, beside others in another order."""
    numbers = np.array([complex(re, im) for re, im in itertools.product(PARTS, PARTS)], dtype)
    shifts = [1, 5, 13, 37, 71, 100]
    a = np.concatenate([numbers for _ in shifts])
    b = np.concatenate([np.roll(numbers, shift) for shift in shifts])
    real = np.float32 if dtype == "complex64" else np.float64
    return a, b, np.resize(np.array(PARTS, real), a.size)


def same_bits(found: np.ndarray, expected: np.ndarray, what: str, a: Any, b: Any) -> None:
    for part in ("real", "imag"):
        f, e = getattr(found, part), getattr(expected, part)
        wrong = ~((f == e) & (np.signbit(f) == np.signbit(e)) | (np.isnan(f) & np.isnan(e)))
        at = np.flatnonzero(wrong)[:3]
        assert not at.size, f"{what}: {found[at]} and not {expected[at]} of {a[at]}, {b[at]}"


def nearly(found: np.ndarray, expected: np.ndarray, accuracy: float, what: str, a: Any) -> None:
    """Special values agree, the others nearly, measured at the larger part."""
    size = np.maximum(abs(expected.real), abs(expected.imag))
    for part in ("real", "imag"):
        f, e = getattr(found, part), getattr(expected, part)
        special = ~np.isfinite(e) | (e == 0)
        exact = (f == e) & (np.signbit(f) == np.signbit(e)) | (np.isnan(f) & np.isnan(e))
        with np.errstate(invalid="ignore"):
            near = abs(f - e) <= accuracy * np.where(np.isfinite(size), size, abs(e))
        at = np.flatnonzero(~np.where(special, exact, near))[:3]
        assert not at.size, f"{what}: {found[at]} and not {expected[at]} of {a[at]}"


def run(built: Any, name: str, dtype: str, rows: int, out: Any) -> tuple[Any, ...]:
    module, reference = built
    a, b, r = operands(dtype)
    if name == "quotients":
        b[b == 0] = 1
    found = np.zeros((rows, a.size), out)
    expected = np.zeros((rows, a.size), out)
    module[name][-(-a.size // 64), 64](a, b, r, found)
    reference[f"numba_{name}"](a, b, r, expected)
    return a, b, found, expected


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_operators(built: Any, dtype: str) -> None:
    a, b, found, expected = run(built, "operators", dtype, len(OPERATORS), np.complex128)
    for row, text in enumerate(OPERATORS):
        same_bits(found[row], expected[row], text, a, b)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_quotients(built: Any, dtype: str) -> None:
    a, b, found, expected = run(built, "quotients", dtype, 2, np.complex128)
    same_bits(found[0], expected[0], "z / w", a, b)
    same_bits(found[1], expected[1], "x / w", a, b)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_truths(built: Any, dtype: str) -> None:
    _, _, found, expected = run(built, "truths", dtype, len(TRUTHS), np.bool_)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_functions(built: Any, dtype: str) -> None:
    a, _, found, expected = run(built, "functions", dtype, len(UNARY), np.complex128)
    for row, text in enumerate(UNARY):
        nearly(found[row], expected[row], ACCURACY[dtype], f"cmath.{text} of {dtype}", a)


def test_rect(built: Any) -> None:
    module, reference = built
    pairs = np.array(list(itertools.product(PARTS, PARTS)))
    a, b = pairs[:, 0].copy(), pairs[:, 1].copy()
    found, expected = np.zeros(a.size, np.complex128), np.zeros(a.size, np.complex128)
    module["rectangular"][-(-a.size // 64), 64](a, b, found)
    reference["numba_rectangular"](a, b, expected)
    same_bits(found, expected, "cmath.rect", a, b)


def cuda_power(z: complex, w: complex) -> complex:
    """`**` as Numba's CUDA target computes it, but for its 0 of two imaginary numbers."""
    with np.errstate(all="ignore"):
        if w == 0:
            return 1 + 0j
        if z == 0 and w.real == 0:
            return 0j
        size, angle = np.hypot(z.real, z.imag), np.arctan2(z.imag, z.real)
        length, phase = np.power(size, w.real), angle * w.real
        if w.imag != 0:
            length = length / np.exp(angle * w.imag)
            phase = phase + w.imag * np.log(size)
        c, s = np.cos(phase), np.sin(phase)
        real, imag = c + (s * 0.0 - 0.0 * 1.0), 0.0 + (s * 1.0 + 0.0 * 0.0)
        return complex(length * real - 0.0 * imag, length * imag + 0.0 * real)


def test_powers(built: Any) -> None:
    a, b, _ = operands("complex128")
    found = np.zeros(a.size, np.complex128)
    built[0]["powers"][-(-a.size // 64), 64](a, b, found)
    expected = np.array([cuda_power(z, w) for z, w in zip(a, b)])
    nearly(found, expected, 1e-12, "z ** w", a)


def test_numba_is_the_reference() -> None:
    """The loops above are compiled: Python itself raises where Numba has values."""
    assert numba.njit(lambda z: cmath.sqrt(z))(complex(math.inf, math.nan)).real == math.inf
