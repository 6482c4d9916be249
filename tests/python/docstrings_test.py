"""--docstrings: what docstrings in NumPy's style say of the types of parameters."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import harness
import pytest

# The text behind `x :`, and what a launch with x gets; `?` where the text says nothing for certain.
TEXTS = {
    "ndarray of float32, shape (n, m)": "float32[:, :]",
    "(N, 3) float64 array": "float64[:, :]",
    "np.ndarray[float32]": "float32[?]",
    "np.ndarray[np.float32, ndim=2]": "float32[:, :]",
    "int": "int64",
    "float, optional": "float64",
    "float, default 0.5": "float64",
    "float (default=0.5)": "float64",
    "np.float32": "float32",
    "bool": "bool",
    "ndarray, shape (n,), dtype float64": "float64[:]",
    "ndarray, shape=(n,), dtype=int8": "int8[:]",
    "``float32[:, ::1]``": "float32[:, ::1]",
    "float32[::1, :]": "float32[::1, :]",
    "2-D array of uint8": "uint8[:, :]",
    "3D ndarray of type complex64": "complex64[:, :, :]",
    "2-dimensional array with shape (n, m) of int16.": "int16[:, :]",
    # An array, nothing more: what people call a float has many sizes.
    "array of float, shape (n, m)": "?[:, :]",
    "(n,) array of ints": "?[:]",
    # Not understood, or no type of a kernel's.
    "array_like": "?",
    "float or None": "?",
    "{0, 1}": "?",
    "list of int": "?",
    "ndarray of float32, shape (n, m) or (n,)": "?",
    "ndarray of float32, shape (..., 3)": "?",
    "ndarray of float32, shape (n[, m])": "?",
    "2D array of float32, shape (n,)": "?",
    "float32 or float64 array, shape (n,)": "?",
    "array of float32, shape (n": "?",
    "str": "?",
    "positive": "?",
}

HOST = '''
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    pass


def f(x):
    """Does it.

    Parameters
    ----------
    x : {}
        int, as people would think.

    Returns
    -------
    x : int
    """
    k[1, 8](x)
'''

KERNEL = '''
from numba import cuda


@cuda.jit
def k(x):
    """
    Parameters
    ----------
    x : {}
    """
'''


def inspected(text: str, folder: Path, *options: str) -> dict[str, Any]:
    path = folder / "m.py"
    path.write_text(text)
    command = [str(harness.binary()), "inspect", str(path), "--signatures", "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout)["kernels"][0]


@pytest.mark.parametrize("source", [HOST, KERNEL], ids=["host", "kernel"])
@pytest.mark.parametrize("text", TEXTS)
def test_types(source: str, text: str, tmp_path: Path) -> None:
    source = source.replace("{}", text)
    found = inspected(source, tmp_path, "--docstrings")
    assert found["signature"] == f"void({TEXTS[text]})"
    if "?" not in TEXTS[text]:
        lines = source.splitlines()
        (parameter,) = found["parameters"]
        assert parameter["source"] == "a docstring"
        assert parameter["line"] == lines.index(f"    x : {text}") + 1
    # Nothing of it unless it is asked for.
    assert inspected(source, tmp_path)["signature"] == "void(?)"


HEAD = """
import numpy as np
import numpy.typing as npt
from numba import cuda


@cuda.jit
def k(x, n):
    i = cuda.grid(1)
    x[i] += n


"""


def host(definition: str, doc: str, body: str) -> str:
    lines = "".join(f"    {line}\n" for line in doc.split("; "))
    return (
        f'{HEAD}{definition}\n    """\n    Parameters\n    ----------\n{lines}    """\n    {body}\n'
    )


PROGRAMS = {
    "several_names": (
        host("def f(a, b):", "a, b : ndarray of float32, shape (n,)", "k[1, 8](a, b[0])"),
        "float32[:], float32",
    ),
    "what_the_function_makes": (
        host("def f(x):", "x : array_like", "k[1, 8](np.ascontiguousarray(x, np.int8), 1)"),
        "int8[::1], int64",
    ),
    "the_body_says_the_rank": (
        host("def f(x):", "x : ndarray of int8", "k[1, 8](x, 1)"),
        "int8[:], int64",
    ),
    "an_annotation_without_a_dtype": (
        host("def f(x: np.ndarray):", "x : ndarray of int8", "k[1, 8](x, 1)"),
        "int8[:], int64",
    ),
    "an_annotation_comes_first": (
        host("def f(x: npt.NDArray[np.int16]):", "x : ndarray of int8", "k[1, 8](x, 1)"),
        "int16[:], int64",
    ),
    "a_default_that_differs": (
        host("def f(x, n=1):", "x : ndarray of int8; n : float", "k[1, 8](x, n)"),
        "int8[:], ?",
    ),
    "a_default_that_somebody_may_take": (
        host("def f(n=1):", "n : float", "k[1, 8](np.zeros(3), n)") + "\n\ncallbacks = [f]\n",
        "float64[::1], ?",
    ),
    "none_by_default": (
        host("def f(n=None):", "n : float, optional", "k[1, 8](np.zeros(3), n)"),
        "float64[::1], ?",
    ),
    "a_call_comes_first": (
        host("def f(x):", "x : ndarray of int8", "k[1, 8](x, 1)") + "\n\nf(np.zeros(3))\n",
        "float64[::1], int64",
    ),
    "said_twice": (
        host("def f(n):", "n : float; n : int", "k[1, 8](np.zeros(3), n)"),
        "float64[::1], ?",
    ),
    "a_launch_comes_before_the_kernels_own": (
        host("@cuda.jit\ndef k(x, n):", "x : int8[:]; n : float", "x[0] += n")
        + "\n\ndef f(n):\n    k[1, 8](np.zeros(3), n)\n",
        "float64[::1], float64",
    ),
    "an_annotation_of_the_kernel": (
        host(
            "@cuda.jit\ndef k(x: npt.NDArray[np.float32], n: float):",
            "x : array of int8, shape (n, m); n : int",
            "pass",
        ),
        "float32[:, :], float64",
    ),
    "two_launches_that_differ": (
        host("@cuda.jit\ndef k(x, n):", "x : int8[:]; n : float", "x[0] += n")
        + "\n\ndef f(n):\n    k[1, 8](np.zeros(3), n)\n    k[1, 8](np.zeros((3, 3)), n)\n",
        "?[:], float64",
    ),
}


@pytest.mark.parametrize(("text", "expected"), PROGRAMS.values(), ids=PROGRAMS)
def test_programs(text: str, expected: str, tmp_path: Path) -> None:
    assert inspected(text, tmp_path, "--docstrings")["signature"] == f"void({expected})"


def test_a_default_does_not_replace_what_is_said(tmp_path: Path) -> None:
    text = HEAD + "def f(x):\n    k[1, 8](np.asarray(x, dtype=np.int8), 1)\n"
    found = inspected(text, tmp_path, "--default-dtype", "float32")
    assert found["signature"] == "void(int8[:], int64)"
