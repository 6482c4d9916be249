"""Ufuncs and generalised ufuncs on the CPU target, beside NumPy's and those of Numba's CPU target.

Shapes, strides, dtypes and broadcasts come from hypothesis; results, their dtypes and shapes, and
what is refused in which words must agree.
"""

from __future__ import annotations

import ast
import ctypes
import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import harness
import numpy as np
import pycu
import pytest
from abi_arrays import NdArray
from harness import REPOSITORY
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

SOURCE = REPOSITORY / "testdata" / "run" / "ufuncs.py"
COMMON = settings(max_examples=25, deadline=None, derandomize=True)
UFUNCS = ["add", "scaled", "less", "negative"]
GUFUNCS = ["inner", "shifted", "sums"]  # Numba has no sizes in a layout
DTYPES = ["bool", "int8", "int32", "int64", "uint8", "float32", "float64", "complex64"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("ufuncs")
    harness.build([SOURCE], out)
    return out / "ufuncs.json"


@pytest.fixture(scope="module")
def k(built: Path) -> Any:
    return pycu.load(built)


@pytest.fixture(scope="module")
def theirs() -> dict[str, Any]:
    """Some of the functions under Numba's CPU decorators, which make NumPy ufuncs as well."""
    tree = ast.parse(SOURCE.read_text(encoding="utf-8").replace('target="cuda"', 'target="cpu"'))
    tree.body = [
        one
        for one in tree.body
        if not isinstance(one, ast.FunctionDef) or one.name in UFUNCS + GUFUNCS
    ]
    names: dict[str, Any] = {}
    exec(compile(tree, str(SOURCE), "exec"), names)
    return names


# ---- against Numba's and NumPy's


def elements(dtype: str) -> Any:
    if dtype.startswith(("float", "complex")):
        return st.integers(-8, 8).map(lambda n: n / 2)
    return st.booleans() if dtype == "bool" else st.integers(0, 20)


@st.composite
def arrays(draw: Any, shape: tuple[int, ...], dtypes: list[str]) -> np.ndarray:
    """An array with any strides: transposed, reversed, every second, broadcast."""
    dtype = draw(st.sampled_from(dtypes))
    steps = [draw(st.sampled_from([1, 1, 2, -1, -2, 0])) for _ in shape]
    base_shape = [1 if step == 0 else n * abs(step) for n, step in zip(shape, steps)]
    order = draw(st.sampled_from("CF"))
    base = np.asarray(draw(hnp.arrays(dtype, base_shape, elements=elements(dtype))), order=order)
    index = tuple(slice(None, None, step or 1) for step in steps)
    return np.broadcast_to(base[index], shape)


@st.composite
def broadcast_arrays(draw: Any, count: int, dtypes: list[str]) -> list[np.ndarray]:
    shapes = draw(hnp.mutually_broadcastable_shapes(num_shapes=count, max_dims=4, max_side=4))
    return [draw(arrays(shape, dtypes)) for shape in shapes.input_shapes]


def outcome(call: Callable[..., Any], *values: Any, **options: Any) -> Any:
    """A result, or an exception's type and text."""
    try:
        return call(*values, **options)
    except (TypeError, ValueError) as error:
        return type(error), str(error)


def assert_same(ours: Any, theirs: Any) -> None:
    """One result, or the several of a generalised ufunc; or one exception."""
    assert type(ours) is type(theirs)
    if isinstance(theirs, tuple) and isinstance(theirs[0], type):
        assert ours == theirs
        return
    pairs = zip(ours, theirs) if isinstance(theirs, tuple) else [(ours, theirs)]
    for one, other in pairs:
        assert np.asarray(one).dtype == np.asarray(other).dtype
        assert np.asarray(one).shape == np.asarray(other).shape
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", UFUNCS)
def test_results_dtypes_and_refusals_are_those_of_numba_on_the_cpu(
    name: str, k: Any, theirs: dict[str, Any]
) -> None:
    ours = k[name]

    @COMMON
    @given(st.data())
    def check(data: Any) -> None:
        values = data.draw(broadcast_arrays(ours.nin, DTYPES))
        assert_same(outcome(ours, *values), outcome(theirs[name], *values))

    check()


def test_outputs_are_checked_and_cast_as_numpy_does_it(k: Any) -> None:
    @COMMON
    @given(st.data())
    def check(data: Any) -> None:
        values = data.draw(broadcast_arrays(2, ["int32", "float32", "float64"]))
        shape = data.draw(
            st.sampled_from([np.broadcast_shapes(*(v.shape for v in values)), (2, 3), ()])
        )
        outs = [np.zeros(shape, data.draw(st.sampled_from(DTYPES)))] * 2
        results = []
        for one, out in zip((k.add, np.add), outs):
            out = out.copy()
            result = outcome(one, *values, out=out)
            results.append(out if result is out else result)
        assert_same(*results)

    check()


def test_an_output_may_overlap_an_input_and_stays_what_numpy_makes_of_it(k: Any) -> None:
    for ours, numpys in ((k.add, np.add),):
        for first, second, to in ((0, 1, 1), (1, 0, 0), (0, 0, 0), (0, 0, 1)):
            results = []
            for one in (ours, numpys):
                a = np.arange(50.0)
                one(a[first : first + 40], a[second : second + 40][::-1], out=a[to : to + 40])
                results.append(a)
            np.testing.assert_array_equal(*results)


def test_methods_are_those_of_a_numpy_ufunc(k: Any) -> None:
    @COMMON
    @given(st.data())
    def check(data: Any) -> None:
        a = data.draw(arrays((3, 4, 2), ["int64", "float64"]))
        axis = data.draw(st.sampled_from([0, 1, 2, -1, None, (0, 2)]))
        assert_same(k.add.reduce(a, axis=axis), np.add.reduce(a, axis=axis))
        axis = data.draw(st.sampled_from([0, 1, 2]))
        assert_same(k.add.accumulate(a, axis=axis), np.add.accumulate(a, axis=axis))
        assert_same(k.add.outer(a[0], a[1, :2]), np.add.outer(a[0], a[1, :2]))
        assert_same(k.add.reduceat(a, [0, 1], axis=1), np.add.reduceat(a, [0, 1], axis=1))

    check()
    a = np.arange(6)
    k.add.at(a, [0, 0, 2], 10)
    assert a.tolist() == [20, 1, 12, 3, 4, 5]
    before = np.arange(1000)
    assert k.add.reduce(before) == 499500 and np.array_equal(before, np.arange(1000))


@pytest.mark.parametrize("name", GUFUNCS)
def test_generalised_ufuncs_are_those_of_numba_on_the_cpu(
    name: str, k: Any, theirs: dict[str, Any]
) -> None:
    ours = k[name]
    sizes = st.integers(0, 4)

    @COMMON
    @given(st.data())
    def check(data: Any) -> None:
        loops = data.draw(hnp.mutually_broadcastable_shapes(num_shapes=ours.nin, max_dims=3))
        values = []
        core = {"m": data.draw(sizes), "n": data.draw(sizes), "3": 3}
        spoiled = data.draw(st.sampled_from([0, 0, 1]))
        layouts = ours.signature.split("->")[0][1:-1].split("),(")
        for loop, layout in zip(loops.input_shapes, layouts):
            extents = [core[one] + spoiled * data.draw(sizes) for one in layout.split(",") if one]
            values.append(data.draw(arrays((*loop, *extents), ["int64", "float64"])))
        assert_same(outcome(ours, *values), outcome(theirs[name], *values))

    check()


def test_attributes_are_those_of_a_numpy_ufunc(k: Any, theirs: dict[str, Any]) -> None:
    for name in UFUNCS + GUFUNCS:
        for attribute in ("nin", "nout", "nargs", "ntypes", "types", "signature"):
            assert getattr(k[name], attribute) == getattr(theirs[name], attribute), name
        assert k[name].__name__ == name
    assert k.add.identity == 0 and k.less.identity is None
    assert k.add.__doc__.startswith("add(x1, x2, /, out=None")
    assert k.add.__doc__.endswith("\n\nThe sum of x and y.")
    assert k.scaled.signatures == ["float32(float32, int8)", "float64(float64, int64)"]


# ---- the C functions

SHAPE, OVERLAP, NULL = 5, 11, 4  # codes of pycu_abi.h


class Wrapper:
    """A function of the library, called with arrays as a C program calls it."""

    def __init__(self, library: ctypes.CDLL, name: str) -> None:
        self.function = library[name]
        self.library = library
        library.ufuncs_last_error.restype = library.ufuncs_last_entry.restype = ctypes.c_char_p

    def __call__(self, *arrays: np.ndarray) -> tuple[int, str]:
        given = [NdArray(a) for a in arrays]
        self.function.argtypes = [ctypes.c_void_p, *[NdArray] * len(given)]
        code = self.function(None, *given)
        return code, (self.library.ufuncs_last_error() or b"").decode()

    @property
    def entry(self) -> str:
        return self.library.ufuncs_last_entry().decode()


@pytest.fixture(scope="module")
def library(built: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(built.parent / "libufuncs.so"))


def test_the_wrapper_broadcasts_arrays_of_any_strides(library: ctypes.CDLL) -> None:
    add = Wrapper(library, "ufuncs_add__f8_f8")
    entries = set()

    @settings(max_examples=80, deadline=None, derandomize=True)
    @given(st.data())
    def check(data: Any) -> None:
        x, y = data.draw(broadcast_arrays(2, ["float64"]))
        shape = np.broadcast_shapes(x.shape, y.shape)
        step = data.draw(st.sampled_from([1, 2, -1]))
        order = data.draw(st.sampled_from("CF"))
        base = np.full([n * abs(step) for n in shape], 99.0, order=order)
        out = base[(slice(None, None, step),) * len(shape)] if shape else base
        assert add(x, y, out) == (0, "")
        np.testing.assert_array_equal(out, x + y)
        if step == 2:
            assert (base == 99).sum() >= base.size - out.size
        entries.add(add.entry)

    check()
    assert entries == {"contiguous", "strided"}


def test_axes_that_are_one_are_taken_as_one(library: ctypes.CDLL) -> None:
    add = Wrapper(library, "ufuncs_add__f8_f8")
    x = np.arange(120.0).reshape(2, 3, 4, 5)
    out = np.zeros_like(x)
    for a, b, to, entry in (
        (x, x, out, "contiguous"),
        (x.T, x.T, out.T, "contiguous"),
        (
            x[::-1, ::-1, ::-1, ::-1],
            x[::-1, ::-1, ::-1, ::-1],
            out[::-1, ::-1, ::-1, ::-1],
            "contiguous",
        ),
        (x, np.float64(3), out, "contiguous"),
        (x, x[:, :, :1], out, "strided"),
        (x[:, 1:], x[:, 1:], out[:, 1:], "strided"),
    ):
        b = np.asarray(b)
        assert add(a, b, to) == (0, "") and add.entry == entry
        np.testing.assert_array_equal(to, a + b)


def test_64_bit_offsets_are_used_where_32_do_not_reach(library: ctypes.CDLL) -> None:
    add = Wrapper(library, "ufuncs_add__f8_f8")
    far = np.zeros((2, 2**28 + 8))[:, :3]  # nothing but its ends is ever touched
    far[:] = [[1, 2, 3], [4, 5, 6]]
    assert add(far, far, far) == (0, "") and add.entry == "wide"
    assert far.tolist() == [[2, 4, 6], [8, 10, 12]]


def test_what_is_wrong_is_said_and_nothing_is_written(library: ctypes.CDLL) -> None:
    add, inner = Wrapper(library, "ufuncs_add__f8_f8"), Wrapper(library, "ufuncs_inner")
    a, out = np.ones((2, 3)), np.full((2, 3), 7.0)
    line = np.arange(10.0)
    cases = [
        (
            add,
            (a, np.ones(4), out),
            SHAPE,
            "add: operands could not be broadcast together with shapes (2,3) (4,) ",
        ),
        (
            add,
            (a, a, out[:1]),
            SHAPE,
            "add: non-broadcastable output operand with shape (1,3) "
            "doesn't match the broadcast shape (2,3)",
        ),
        (
            add,
            (a, a, out[0]),
            SHAPE,
            "add: non-broadcastable output operand with shape (3,) "
            "doesn't match the broadcast shape (2,3)",
        ),
        (
            add,
            (line[1:], line[:-1], line[1:]),
            OVERLAP,
            "add: `out` and `y` overlap, and are not the same elements",
        ),
        (
            add,
            (line, line, np.broadcast_to(line[:1], 10)),
            OVERLAP,
            "add: elements of `out` share their memory",
        ),
        (
            inner,
            (np.ones(3), np.ones(4), out[0, 0:1].reshape(())),
            SHAPE,
            "inner: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "(n),(n)->() (size 4 is different from 3)",
        ),
        (
            inner,
            (np.array(1.0), np.ones(4), out[0, 0:1].reshape(())),
            SHAPE,
            "inner: Input operand 0 does not have enough dimensions (has 0, gufunc core with "
            "signature (n),(n)->() requires 1)",
        ),
    ]
    for call, arrays_, code, text in cases:
        assert call(*arrays_) == (code, text)
    assert (out == 7).all() and np.array_equal(line, np.arange(10.0))
    # interleaved elements share no memory
    assert add(line[::2], line[::2], line[1::2]) == (0, "")
    assert line[1::2].tolist() == [0, 4, 8, 12, 16]


def test_a_null_pointer_is_fine_where_nothing_is_behind_it(library: ctypes.CDLL) -> None:
    function = library["ufuncs_add__f8_f8"]
    function.argtypes = [ctypes.c_void_p, NdArray, NdArray, NdArray]
    full, none = NdArray(np.ones(3)), NdArray(np.ones((3,)))
    none.data = None
    assert function(None, full, full, none) == NULL
    empty = NdArray(np.ones((0,)))
    empty.data = None
    assert function(None, empty, empty, empty) == 0


def test_outputs_whose_elements_share_memory_are_refused(library: ctypes.CDLL) -> None:
    add = Wrapper(library, "ufuncs_add__f8_f8")
    x, line = np.ones((3, 3)), np.zeros(20)
    for strides in ((8, 8), (8, 16), (4, 24), (-8, 8)):
        out = np.lib.stride_tricks.as_strided(line[8:], (3, 3), strides)
        assert add(x, x, out) == (OVERLAP, "add: elements of `out` share their memory"), strides
    assert (line == 0).all()
    for strides in ((24, 8), (8, 24), (-24, 8), (32, 8)):
        out = np.lib.stride_tricks.as_strided(line[8:], (3, 3), strides)
        assert add(x, x, out) == (0, ""), strides


def test_a_loop_needs_no_place_for_its_errors(library: ctypes.CDLL) -> None:
    """PyUFunc_FromFuncAndData takes null for the data of a loop."""
    x, out = np.arange(5.0), np.zeros(5)
    args = (ctypes.c_void_p * 3)(x.ctypes.data, x.ctypes.data, out.ctypes.data)
    library["ufuncs_add__f8_f8_loop"](
        args, (ctypes.c_ssize_t * 1)(5), (ctypes.c_ssize_t * 3)(8, 8, 8), None
    )
    assert out.tolist() == (x + x).tolist()


def test_many_long_shapes_fit_into_a_message(library: ctypes.CDLL) -> None:
    add = Wrapper(library, "ufuncs_add__f8_f8")
    far = np.broadcast_to(np.ones(1), (1_000_000_007,) + (1,) * 31)
    other = np.broadcast_to(np.ones(1), (1_000_000_009,) + (1,) * 31)
    code, text = add(far, other, far)
    assert code == SHAPE and text.startswith("add: operands could not be broadcast together")


def test_numpy_sees_no_flags_of_a_loop(k: Any) -> None:
    """Workers have flags of their own, so that a warning would come by chance."""
    x = np.ones(300_000)
    x[-1] = 0
    with np.errstate(all="raise"):
        for values in (x, x[-10:]):
            assert k.inverse(values)[-1] == np.inf


def test_errors_are_those_of_the_calling_thread(k: Any) -> None:
    """NumPy's own exceptions leave nothing behind, and ten threads have each their own."""

    class Refuses(np.ndarray):
        def __array_wrap__(self, *values: Any) -> Any:
            raise RuntimeError("not wrapped")

    with pytest.raises(RuntimeError, match="not wrapped"):
        k.inverse(np.ones(3).view(Refuses))
    assert k.inverse(np.ones(3)).tolist() == [1, 1, 1]

    def work(number: int) -> bool:
        x = np.full(1000, number + 1.0)
        return all((k.add(x, x) == 2 * x).all() for _ in range(20))

    with ThreadPoolExecutor(10) as pool:
        assert all(pool.map(work, range(10)))


def test_a_numpy_ufunc_outlives_its_module(built: Path) -> None:
    kept = pycu.load(built).add._ufunc
    gc.collect()
    assert repr(kept) == "<ufunc 'add'>" and kept.types == ["ii->i", "ll->l", "ff->f", "dd->d"]
    assert kept(1, 2) == 3
