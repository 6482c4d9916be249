"""Where types come from: strings, type objects under every import, annotations, lists, bindings."""
from typing import Annotated

import numba
import numba as nb
import numba.cuda as gpu
import numba.types
import numpy as np
import numpy.typing as npt
from case import THREADS, blocks, integers, rng, same
from numba import boolean, cuda, float32, int32, types, void
from numba import float64 as f8
from numba.cuda import grid
from numba.cuda import jit as kernel
from numba.types import Tuple, UniTuple

VECTOR = float32[:]
SIGNATURE = void(float32[:], float32[:])
TEXT = "void(float32[:], float32[:])"


@cuda.jit(void(float32[:], float32[:]))
def type_objects(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] + a[i]


@nb.cuda.jit(nb.void(nb.float32[:], nb.types.float32[:]))
def through_aliases(a, out):
    i = nb.cuda.grid(1)
    if i < a.size:
        out[i] = a[i] + a[i]


@gpu.jit((VECTOR, float32[:]))
def tuple_of_types(a, out):
    i = gpu.grid(1)
    if i < a.size:
        out[i] = a[i] + a[i]


@kernel(SIGNATURE)
def bound_signature(a, out):
    i = grid(1)
    if i < a.size:
        out[i] = a[i] + a[i]


@numba.cuda.jit(TEXT, fastmath=False)
def bound_text(a, out):
    i = numba.cuda.grid(1)
    if i < a.size:
        out[i] = a[i] + a[i]


@cuda.jit("(float32[:], float32[:])")
def bare_tuple(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] + a[i]


@cuda.jit("f4[:], f4[:]")
def short_names(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] + a[i]


@cuda.jit
def annotated(a: float32[:], out: "float32[:]"):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] + a[i]


@cuda.jit()
def numpy_annotated(
    a: Annotated[npt.NDArray[np.float32], 1], out: Annotated[npt.NDArray[np.float32], 1]
) -> None:
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] + a[i]


@cuda.jit
def python_annotated(n: int, x: float, flag: bool, out: f8[:]):
    """`int` is int64, `float` is float64."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = n * 0.5 + x if flag else -1


@cuda.jit([void(int32[:], int32[:]), "void(float64[:], float64[:])", (types.uint8[:], types.uint8[:])])
def several(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] // 2


@cuda.jit(void(UniTuple(int32, 2), Tuple((f8, boolean)), cuda.types.float64[:]))
def tuples(pair, mixed, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = pair[0] + 10 * pair[1] + mixed[0] if mixed[1] else 0


@cuda.jit
def from_file(a, n, out):
    """Its types stand in signatures.sigs.toml."""
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] * n


@cuda.jit
def polymorphic(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] * a[i]


@cuda.jit("void(int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64, b1, f8[:])")
def scalars(a, b, c, d, e, f, g, h, x, y, p, out):
    if cuda.grid(1) == 0:
        out[0] = a
        out[1] = b
        out[2] = c
        out[3] = d
        out[4] = e
        out[5] = f
        out[6] = g
        out[7] = h
        out[8] = x
        out[9] = y
        out[10] = p


class Group:
    """A static method is found under its class."""

    @staticmethod
    @cuda.jit("void(float32[:], float32[:])")
    def method(a, out):
        i = cuda.grid(1)
        if i < a.size:
            out[i] = a[i] + a[i]


DOUBLING = (
    "type_objects", "through_aliases", "tuple_of_types", "bound_signature", "bound_text",
    "bare_tuple", "short_names", "annotated", "numpy_annotated", "Group.method",
)  # fmt: skip


def check(k, n=90):
    x = rng(1).uniform(-1, 1, n).astype(np.float32)
    for name in DOUBLING:
        out = np.zeros(n, np.float32)
        k[name][blocks(n), THREADS](x, out)
        same(out, x + x)

    out = np.zeros(n)
    k.python_annotated[blocks(n), THREADS](3, 0.25, True, out)
    same(out, 1.75)
    k.python_annotated[blocks(n), THREADS](3, 0.25, False, out)
    same(out, -1)

    for dtype in (np.int32, np.float64, np.uint8):
        a = integers(n, np.uint8, 0, 200, 2).astype(dtype)
        out = np.zeros(n, dtype)
        k.several[blocks(n), THREADS](a, out)
        same(out, a // 2)

    out = np.zeros(n)
    k.tuples[blocks(n), THREADS]((1, 2), (0.5, True), out)
    same(out, 21.5)

    a, out = integers(n, np.int32, -99, 99, 3), np.zeros(n, np.int64)
    k.from_file[blocks(n), THREADS](a, 7, out)
    same(out, a.astype(np.int64) * 7)

    for dtype in (np.int32, np.float64):
        b, out = a.astype(dtype), np.zeros(n, dtype)
        k.polymorphic[blocks(n), THREADS](b, out)
        same(out, b * b)

    values = [-5, 5, -300, 300, -70000, 70000, -(2**40), 2**40, 0.5, 0.25, True]
    out = np.zeros(11)
    k.scalars[1, 32](*values, out)
    same(out, values)
