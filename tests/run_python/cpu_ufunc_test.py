"""Ufuncs for the CPU: numbers, warnings and exceptions are those of Numba's, which runs beside."""

import inspect
import math
import subprocess
import warnings

import numpy as np
import pycu
import pytest
from harness import binary
from pycu import cuda, vectorize
from pycu.errors import TypingError

numba = pytest.importorskip("numba", reason="the reference is Numba")


@pytest.fixture(autouse=True)
def own_binary(monkeypatch):
    monkeypatch.setenv("PYCU_BINARY", str(binary()))


def floor(x):
    return math.floor(x)


def as_int32(x):
    return np.int32(x)


def rounded(x):
    return round(x)


def log(x):
    return math.log(x)


def root(x):
    return math.sqrt(x)


def mixed(x, y):
    return math.ceil(x / 3) + min(x, y) * 2


def quotient(x, y):
    return x / y


def floor_quotient(x, y):
    return x // y


def remainder(x, y):
    return x % y


def least(x, y):
    return min(x, y)


def greatest(x, y):
    return max(x, y)


def power(x, y):
    return x**y


UNARY = (floor, as_int32, rounded, log, root)
BINARY = (mixed, quotient, floor_quotient, remainder, least, greatest, power)
DTYPES = ("int32", "float32", "float64")


def edges(name, function):
    """Values at the edges of a dtype."""
    dtype = np.dtype(name)
    if dtype.kind == "f":
        large = 1e300 if dtype.itemsize == 8 else 1e38
        some = [0, -0.0, 1, -1, 0.5, 2.5, -2.5, 7, -7, 100.25, 1e10, large, -large]
        return np.array([*some, np.inf, -np.inf, np.nan], dtype)
    # Numba leaves exponents above 65536 to floating-point numbers
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    limits = [] if function is power else [low, low + 1, high - 1, high]
    return np.array([0, 1, 2, 3, 7, 100, -1, -2, -3, -7, -100, *limits], dtype)


def signature(function, dtype):
    return f"({dtype}, {dtype})" if function in BINARY else f"({dtype},)"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """All functions as `vectorize` compiles them, in one library."""
    folder = tmp_path_factory.mktemp("ufuncs")
    lines = ["import math", "import numpy as np", "from numba import vectorize"]
    for one in UNARY + BINARY:
        types = [signature(one, dtype) for dtype in DTYPES]
        lines += [inspect.getsource(one)]
        lines += [f"{one.__name__} = vectorize({types!r}, target='cuda')({one.__name__})"]
    (folder / "cpu.py").write_text("\n".join(lines))
    command = [binary(), "build", "cpu.py", "-o", "out", "--target", "cpu", "--host"]
    subprocess.run([*command, "--numpy-errors"], cwd=folder, check=True, capture_output=True)
    return pycu.load(folder / "out" / "cpu.json")


def answered(function, *args):
    """What a call returns or raises, and the kinds of the warnings of NumPy's."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = function(*args)
        except Exception as error:
            return type(error), error.args
    return result, {str(one.message).partition(" enc")[0] for one in caught}


# conversions of what is too large for an int, and the remainder of infinities, set flags by chance
BY_CHANCE = (floor, as_int32, rounded, mixed, floor_quotient)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("function", UNARY + BINARY)
def test_numbers_and_warnings_are_numbas(function, dtype, compiled):
    values = edges(dtype, function)
    args = (values,)
    if function in BINARY:
        args = [np.copy(one) for one in np.broadcast_arrays(values[:, None], values[None])]
    theirs, wanted = answered(numba.vectorize(function), *args)
    ours, found = answered(getattr(compiled, function.__name__), *args)
    assert ours.dtype == theirs.dtype
    np.testing.assert_array_equal(ours, theirs)
    np.testing.assert_array_equal(np.signbit(ours[ours == 0]), np.signbit(theirs[theirs == 0]))
    if function not in BY_CHANCE:
        assert found == wanted


def test_numpy_raises_what_errstate_says():
    own = vectorize(quotient)
    for size in (3, 3_000_000):  # the second one on several threads
        x, y = np.ones(size), np.ones(size)
        y[-1] = 0
        with np.errstate(divide="raise"), pytest.raises(FloatingPointError, match="divide by zero"):
            own(x, y)
        with np.errstate(divide="ignore"):
            assert own(x, y)[-1] == np.inf


def limited(x):
    if x > 2:
        raise ValueError("too large")
    if x == 2:
        raise ZeroDivisionError("two")
    return x


@pytest.mark.parametrize("value", [1, 2, 3, [0, 1, 2], np.arange(4), np.full(10_000, 3.0)])
@pytest.mark.parametrize("target", ["cpu", "parallel"])
def test_what_the_body_raises_ends_the_call(value, target):
    types = ["int64(int64)", "float64(float64)"]
    own, wanted = (module.vectorize(types, target=target)(limited) for module in (cuda, numba))
    found = answered(own, value)
    last = {ValueError: ("too large",), ZeroDivisionError: ("two",)}
    if np.max(value) < 2:
        assert found == answered(wanted, value)
    else:
        # Numba goes on with the other elements, and the last exception counts
        assert found[1] == last[found[0]]
    assert own(1) == 1, "a call that failed leaves nothing behind"


def test_complex_division_by_zero_is_an_error():
    own, wanted = vectorize(quotient), numba.vectorize(quotient)
    for args in ((1j, 0j), (1j, 2j)):
        assert answered(own, *args) == answered(wanted, *args)


def summed(x, y, out):
    total = 0.0
    for i in range(x.size):
        total += x[i] % y
        if x[i] < 0:
            raise ValueError("negative")
    out[0] = total


def test_generalised_ufuncs_do_the_same():
    made = [
        module.guvectorize(["void(float64[:], float64, float64[:])"], "(n),()->()", target="cpu")(
            summed
        )
        for module in (cuda, numba)
    ]
    for args in ((np.arange(4.0), 3.0), (np.arange(4.0), 0.0), (-np.ones((2, 3)), 1.0)):
        found, wanted = (answered(one, *args) for one in made)
        np.testing.assert_equal(found, wanted)


def test_one_that_makes_arrays_is_refused():
    @vectorize
    def makes(x):
        a = np.zeros(3)
        return a[0] + x

    with pytest.raises(TypingError, match="PYCU0275"):
        makes(1.0)
