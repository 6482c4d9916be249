"""Functions that nobody calls: what annotations, defaults and their own lines say of arguments."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import harness
import pytest

HEAD = """
from typing import Annotated, Optional, Union
import numpy as np
import numpy.typing as npt
from numba import cuda


@cuda.jit
def k(x, n):
    i = cuda.grid(1)
    x[i] = n


@cuda.jit
def rows(x, n):
    i = cuda.grid(1)
    x[i] += n


@cuda.jit
def plane(x, n):
    i, j = cuda.grid(2)
    x[i, j] *= n


"""

OBJECT = """
class Solver:
    def __init__(self, n, dtype):
        self.x = np.zeros(n, dtype)
    def go(self):
        rows[1, 8](self.x, 1)
"""
FILL = """    def fill(self, x):
        self.x = x
"""

# The host code, the kernel that it launches, and its types; `?` for what is not certain.
CASES = {
    # ---- annotations
    "ndarray_of_a_dtype": (
        "def f(x: npt.NDArray[np.float32]):\n    rows[1, 8](x, 1)",
        "rows",
        "float32[:], int64",
    ),
    "ndarray_alone": ("def f(x: np.ndarray):\n    rows[1, 8](x, 1)", "rows", "?[:], int64"),
    "in_quotes": (
        'def f(x: "npt.NDArray[np.int16]", n: "float"):\n    rows[1, 8](x, n)',
        "rows",
        "int16[:], float64",
    ),
    "shape_and_dtype": (
        "def f(x: np.ndarray[tuple[int, int], np.dtype[np.float32]]):\n    k[1, 8](x, 1)",
        "k",
        "float32[:, :], int64",
    ),
    "annotated": (
        'def f(x: Annotated[npt.NDArray[np.float32], 2, "C"]):\n    k[1, 8](x, 1)',
        "k",
        "float32[:, ::1], int64",
    ),
    "numbers": (
        "def f(x: npt.NDArray[np.float32], n: np.float32):\n    rows[1, 8](x, n)",
        "rows",
        "float32[:], float32",
    ),
    "a_list": (
        "def f(n: list[float]):\n    k[1, 8](np.array(n), n[0])",
        "k",
        "float64[::1], float64",
    ),
    "a_tuple": (
        "def f(shape: tuple[int, int]):\n    k[1, 8](np.zeros(shape), shape[1])",
        "k",
        "float64[:, ::1], int64",
    ),
    "a_device_array": (
        "from numba.cuda.cudadrv.devicearray import DeviceNDArray\n\n\n"
        "def f(x: DeviceNDArray):\n    y = cuda.device_array(x.shape, np.float32)\n"
        "    rows[1, 8](y, 1)",
        "rows",
        "float32[::1], int64",
    ),
    "an_optional_array_that_is_there": (
        "def f(x: Optional[npt.NDArray[np.float32]]):\n    if x is None:\n        return\n"
        "    rows[1, 8](x, 1)",
        "rows",
        "float32[:], int64",
    ),
    "an_optional_number": (
        "def f(n: int | None):\n    k[1, 8](np.zeros(3), n)",
        "k",
        "float64[::1], ?",
    ),
    "one_of_two": (
        "def f(n: Union[int, float]):\n    k[1, 8](np.zeros(3), n)",
        "k",
        "float64[::1], ?",
    ),
    # ---- defaults
    "numbers_by_default": (
        "def f(n=1000, dt=0.1):\n    k[1, 8](np.zeros(n), dt)",
        "k",
        "float64[::1], float64",
    ),
    "a_dtype_by_default": (
        "def f(n, dtype=np.float32):\n    rows[1, 8](np.zeros(n, dtype), 1)",
        "rows",
        "float32[::1], int64",
    ),
    "another_call_has_another_default": (
        "def f(n, dtype=np.float32):\n    k[1, 8](np.zeros(4, dtype), 1)\n\n\n"
        "def g(t):\n    f(3, t)",
        "k",
        "?[::1], int64",
    ),
    "a_default_that_somebody_may_give": (
        "def f(n=3):\n    k[1, 8](np.zeros(4), n)\n\n\ncallbacks = [f]",
        "k",
        "float64[::1], ?",
    ),
    "the_annotation_comes_first": (
        "def f(n: float = 1.5):\n    k[1, 8](np.zeros(4), n)",
        "k",
        "float64[::1], float64",
    ),
    "an_annotation_that_lies": (
        "def f(n: float = 1):\n    k[1, 8](np.zeros(4), n)",
        "k",
        "float64[::1], ?",
    ),
    "none_by_default": (
        "def f(out=None):\n    if out is None:\n        out = np.zeros(8, np.float32)\n"
        "    k[1, 8](out, 1)",
        "k",
        "float32[::1], int64",
    ),
    "none_by_default_in_an_expression": (
        "def f(out=None):\n    out = np.zeros(8, np.float32) if out is None else out\n"
        "    k[1, 8](out, 1)",
        "k",
        "float32[::1], int64",
    ),
    "none_by_default_is_refused": (
        'def f(x=None):\n    if x is None:\n        raise ValueError("x")\n'
        "    rows[1, 8](np.asarray(x, dtype=np.float32), 1)",
        "rows",
        "float32[:], int64",
    ),
    "a_flag_decides": (
        "def f(n=8, double=False):\n    t = np.float64 if double else np.float32\n"
        "    k[1, 8](np.zeros(n, t), 1)",
        "k",
        "?[::1], int64",
    ),
    # ---- what the function does with it
    "contiguous": (
        "def f(x):\n    d = cuda.to_device(np.ascontiguousarray(x, dtype=np.float32))\n"
        "    h, w = x.shape\n    k[1, 8](d, h)",
        "k",
        "float32[:, ::1], int64",
    ),
    "perhaps_no_copy": (
        "def f(x):\n    rows[1, 8](np.asarray(x, dtype=np.int8), 1)",
        "rows",
        "int8[:], int64",
    ),
    "fortran": (
        "def f(x):\n    y = np.asfortranarray(x, dtype=np.float32)\n    h, w = y.shape\n"
        "    k[1, 8](y, 1)",
        "k",
        "float32[::1, :], int64",
    ),
    "astype": (
        "def f(x):\n    plane[1, 8](x.astype(np.float32), 1)",
        "plane",
        "float32[:, :], int64",
    ),
    "a_row_that_is_made": (
        "def f(x):\n    rows[1, 8](np.empty_like(x, dtype=np.int8), 1)",
        "rows",
        "int8[::1], int64",
    ),
    "a_shape_handed_on": (
        "def f(x):\n    y = np.zeros(x.shape, np.float32)\n    n, m, l = y.shape\n"
        "    k[1, 8](y, n)",
        "k",
        "float32[:, :, ::1], int64",
    ),
    "a_part": (
        "def f(x):\n    x = np.ascontiguousarray(x, dtype=np.float32)\n    n, m = x.shape\n"
        "    k[1, 8](x[0], 1)",
        "k",
        "float32[::1], int64",
    ),
    "a_sum": (
        "def f(x):\n    x = np.ascontiguousarray(x, dtype=np.float32)\n    k[1, 8](x * 2, x.sum())",
        "k",
        "float32[?], float32",
    ),
    "ndim_is_checked": (
        "def f(x):\n    x = np.ascontiguousarray(x, dtype=np.float32)\n"
        "    if x.ndim != 2:\n        raise ValueError\n    k[1, 8](x, 1)",
        "k",
        "float32[:, ::1], int64",
    ),
    "ndim_of_one_path": (
        "def f(x):\n    x = np.ascontiguousarray(x, dtype=np.float32)\n"
        "    if x.ndim == 2:\n        print(x)\n    k[1, 8](x, 1)",
        "k",
        "float32[?], int64",
    ),
    "the_dtype_is_checked": (
        "def f(x):\n    assert x.dtype == np.float32 and len(x.shape) == 1\n"
        "    k[1, 8](np.ascontiguousarray(x), 1)",
        "k",
        "float32[::1], int64",
    ),
    "a_dtype_handed_on": (
        "def f(x):\n    assert x.dtype == np.int16\n    k[1, 8](np.zeros(8, x.dtype), 1)",
        "k",
        "int16[::1], int64",
    ),
    "what_may_be_looked_at": (
        "def f(x: np.ndarray):\n    rows[1, 8](np.asarray(x, dtype=np.float64), 1)",
        "rows",
        "float64[:], int64",
    ),
    "a_list_perhaps": ("def f(x):\n    rows[1, 8](np.asarray(x), 1)", "rows", "?[:], int64"),
    "a_file": (
        'rows[1, 8](np.load("a.npy").astype(np.float32), 1)',
        "rows",
        "float32[::1], int64",
    ),
    **{
        f"read_by_{name}": (
            f"import cv2\nfrom PIL import Image\nx = {text}\nk[1, 8](x, 1)",
            "k",
            f"{x}, int64",
        )
        for name, text, x in [
            ("loadtxt", "np.loadtxt('a')", "float64[?]"),
            ("loadtxt_of_a_dtype", "np.loadtxt('a', dtype=np.float32, skiprows=1)", "float32[?]"),
            ("loadtxt_of_the_device", "cuda.to_device(np.loadtxt('a'))", "float64[?]"),
            ("genfromtxt", "np.genfromtxt('a', delimiter=',')", "float64[?]"),
            ("genfromtxt_of_what_there_is", "np.genfromtxt('a', dtype=None)", "?[:]"),
            ("genfromtxt_of_names", "np.genfromtxt('a', names=True)", "?[:]"),
            ("fromfile", "np.fromfile('a', dtype=np.float32)", "float32[::1]"),
            ("frombuffer", "np.frombuffer(open('a', 'rb').read(), np.uint8)", "?[:]"),
            (
                "frombuffer_and_reshaped",
                "np.frombuffer(open('a').read(), np.uint8).reshape(2, 2)",
                "?[:]",
            ),
            (
                "frombuffer_to_the_device",
                "cuda.to_device(np.frombuffer(open('a').read(), np.uint8))",
                "uint8[::1]",
            ),
            ("imread", "cv2.imread('a')", "uint8[:, :, ::1]"),
            ("imread_in_grey", "cv2.imread('a', cv2.IMREAD_GRAYSCALE)", "uint8[:, ::1]"),
            ("imread_in_0", "cv2.imread('a', 0).astype(np.float32) / 255", "float32[:, ::1]"),
            ("imread_unchanged", "cv2.imread('a', cv2.IMREAD_UNCHANGED)", "?[:]"),
            (
                "imread_made_grey",
                "cv2.cvtColor(cv2.imread('a'), cv2.COLOR_BGR2GRAY)",
                "uint8[:, ::1]",
            ),
            ("imread_of_a_file_nobody_knows", "cv2.imread(input())[:, :, 0]", "uint8[:, :]"),
            ("a_frame_made_grey", "cv2.cvtColor(input(), cv2.COLOR_BGR2GRAY)", "?[:, ::1]"),
            ("a_frame_made_bayer", "cv2.cvtColor(input(), cv2.COLOR_BAYER_BG2BGRA)", "?[:]"),
            ("imread_and_resized", "cv2.resize(cv2.imread('a', 0), (64, 64))", "uint8[:, ::1]"),
            (
                "imread_of_colours_resized",
                "cv2.resize(cv2.imread('a'), (64, 64))",
                "uint8[:, :, ::1]",
            ),
            ("imread_split", "cv2.split(cv2.imread('a'))[1]", "uint8[:, ::1]"),
            ("imread_flipped", "cv2.flip(cv2.imread('a', 0), 1)", "uint8[:, ::1]"),
            (
                "imread_threshold",
                "cv2.threshold(cv2.imread('a', 0), 9, 255, 0)[1]",
                "uint8[:, ::1]",
            ),
            ("imread_edges", "cv2.Canny(cv2.imread('a', 0), 9, 255)", "uint8[:, ::1]"),
            ("pillow", "np.array(Image.open('a'))", "?[:]"),
            ("pillow_in_grey", "np.array(Image.open('a').convert('L'))", "uint8[:, ::1]"),
            (
                "pillow_in_colours",
                "np.array(Image.open('a').resize((8, 8)).convert('RGB'), dtype=float)",
                "float64[:, :, ::1]",
            ),
            ("pillow_looked_at", "np.asarray(Image.open('a').convert('L'))", "?[:]"),
            (
                "pillow_looked_at_and_computed",
                "np.asarray(Image.open('a').convert('L')) / 255",
                "float64[:, ::1]",
            ),
        ]
    },
    "a_shape_of_a_file": (
        "import json\nshape = json.load(open('a'))\nk[1, 8](np.zeros(shape, np.float32), 1)",
        "k",
        "float32[?], int64",
    ),
    "arrays_of_two_dtypes": (
        "import sys\nx = np.zeros(3)\nif len(sys.argv) > 1:\n    x = np.zeros(3, np.int8)\n"
        "k[1, 8](x, 1)",
        "k",
        "?[::1], int64",
    ),
    # ---- the body
    "a_device_function_takes_elements": (
        "@cuda.jit(device=True)\ndef at(u, i, j):\n    return u[i, j] * 2\n\n\n"
        "@cuda.jit(device=True)\ndef deeper(u, i, j):\n    return at(u, i, j)\n\n\n"
        "@cuda.jit\ndef inner(x, n):\n    i, j = cuda.grid(2)\n    n + deeper(x, i, j)\n\n\n"
        "def f(x: npt.NDArray[np.float32], n: float):\n    inner[1, 8](x, n)",
        "inner",
        "float32[:, :], float64",
    ),
    "a_row_handed_on": (
        "@cuda.jit(device=True)\ndef total(p, n):\n    return p[0] + p[n]\n\n\n"
        "@cuda.jit\ndef inner(x, n):\n    total(x[cuda.grid(1)], n)\n\n\n"
        "def f(x: npt.NDArray[np.float32]):\n    inner[1, 8](x, 1)",
        "inner",
        "float32[:, :], int64",
    ),
    "random_states": (
        "from numba.cuda.random import xoroshiro128p_uniform_float32\n\n\n"
        "@cuda.jit\ndef inner(s, n):\n    i = cuda.grid(1)\n"
        "    n + xoroshiro128p_uniform_float32(s, i)\n\n\n"
        "def f(s, n: float):\n    inner[1, 8](s, n)",
        "inner",
        "xoroshiro128p_type[:], float64",
    ),
    **{
        f"{name}_of_the_body": (
            f"@cuda.jit\ndef inner(x, y):\n    i, j = cuda.grid(2)\n    {body}\n\n\n"
            "def f(x, y: npt.NDArray[np.float32]):\n"
            "    inner[1, 8](np.asarray(x, dtype=np.int32), np.zeros(8))",
            "inner",
            f"int32[{rank}], float64[::1]",
        )
        for name, body, rank in [
            ("an_index_by_index", "x[i][j] * 2", ":, :"),
            ("a_row_by_index", "v = x[i, :]\n    v[j] + 1", ":, :"),
            ("a_row_of_a_row", "v = x[i]\n    w = v[j]\n    y[0] = w[i] * 2", ":, :, :"),
            ("an_element_with_a_name", "v = x[i, j]\n    y[i] = v + 1", ":, :"),
            ("items_of_a_row", "a, b = x[i]\n    y[i] = a * b", ":, :"),
            ("an_element_is_an_index", "y[x[i, j]] = 1", ":, :"),
            ("an_index_with_a_name", "v = x[i, j]\n    y[v] = 1", ":, :"),
            ("an_argument_of_math", "import math\n    y[i] = math.sqrt(x[i])", ":"),
            ("an_argument_of_a_type", "y[i] = np.float32(x[i, j])", ":, :"),
            ("a_limit", "for k in range(x[i]):\n        y[k] = 1", ":"),
            (
                "what_a_shared_array_holds",
                "s = cuda.shared.array((2, 2), np.int32)\n    s[i, j] = x[i, j]",
                ":, :",
            ),
            ("a_tuple_as_an_index", "p = cuda.grid(2)\n    x[p] += 1", ":, :"),
            ("another_tuple_as_an_index", "p = (i, j, i)\n    x[p] += 1", ":, :, :"),
            ("a_parameter_named_anew", "x = x[0]\n    y[i] = x + 1", ":"),
            # What says nothing for certain.
            ("a_row_that_is_looked_at", "v = x[i]\n    w = v[j]", "?"),
            ("a_tuple_nobody_knows", "p = (i, j)\n    p = (i, j, i)\n    x[p] += 1", "?"),
            ("a_name_of_two_things", "v = x[i]\n    v = y[j]\n    y[i] = v + 1", "?"),
            (
                "a_row_of_a_shared_array",
                "s = cuda.shared.array((2, 2), np.int32)\n    s[i] = x[i]",
                "?",
            ),
            ("an_item_perhaps", "y[i] = i in x[i]", "?"),
            ("a_parameter_before_and_behind", "x = x[0]\n    y[i] = x[0] + 1", "?"),
        ]
    },
    "a_row_is_filled": (
        "def f(x: npt.NDArray[np.int8]):\n    k[1, 8](x, 1)",
        "k",
        "int8[?], int64",
    ),
    # ---- methods: of the objects that the program makes
    "of_a_made_object": (
        OBJECT + "Solver(5, np.float32)",
        "rows",
        "float32[::1], int64",
    ),
    "of_objects_alike": (
        OBJECT + "for n in range(3):\n    Solver(n, np.float32)",
        "rows",
        "float32[::1], int64",
    ),
    "of_objects_that_differ": (
        OBJECT + "Solver(5, np.float32)\nSolver(5, np.int8)",
        "rows",
        "?[::1], int64",
    ),
    "of_an_object_of_a_subclass": (
        OBJECT + "class Finer(Solver):\n    pass\nFiner(5, np.float32)",
        "rows",
        "float32[::1], int64",
    ),
    "of_a_method_that_a_subclass_has_too": (
        OBJECT + "class Finer(Solver):\n    def go(self):\n        pass\nFiner(5, np.float32)",
        "rows",
        "?[::1], int64",
    ),
    "behind_a_method_that_was_called": (
        OBJECT + FILL + "s = Solver(5, np.float32)\ns.fill(np.zeros(3, np.int8))",
        "rows",
        "int8[::1], int64",
    ),
    "behind_a_method_that_nobody_calls": (
        OBJECT + FILL + "Solver(5, np.float32)",
        "rows",
        "?[:], int64",
    ),
    "of_an_object_of_a_function_that_nobody_calls": (
        OBJECT + "def main():\n    Solver(5, np.float32)",
        "rows",
        "?[::1], int64",
    ),
}


def inspected(text: str, folder: Path) -> dict[str, Any]:
    path = folder / "m.py"
    path.write_text(text)
    command = [str(harness.binary()), "inspect", str(path), "--signatures", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout)


def types_of(found: dict[str, Any], kernel: str) -> list[str]:
    return [one["signature"] for one in found["kernels"] if one["name"] == kernel]


@pytest.mark.parametrize(("text", "kernel", "expected"), CASES.values(), ids=CASES)
def test_parameters_that_nobody_gives(
    text: str, kernel: str, expected: str, tmp_path: Path
) -> None:
    assert types_of(inspected(HEAD + text, tmp_path), kernel) == [f"void({expected})"]
