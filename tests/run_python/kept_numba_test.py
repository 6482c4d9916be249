"""`pycu run --keep-numba-cpu`: a real Numba for the CPU beside pycu's `numba.cuda`."""

import enum
import os
import subprocess
import sys
from collections import namedtuple

import numba
import numpy as np
import pytest
from harness import REPOSITORY, binary
from pycu import types

CACHE = None


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    global CACHE
    CACHE = tmp_path_factory.mktemp("cache")


def run(script, *options, **more):
    environment = {
        **os.environ,
        "PYCU_BINARY": str(binary()),
        "PYCU_PYTHON": sys.executable,
        "PYCU_CACHE_DIR": str(CACHE),
        **more,
    }
    command = [str(binary()), "run", *options, str(script)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)


def printed(tmp_path, text, **more):
    """The lines that a script prints with Numba kept."""
    script = tmp_path / "script.py"
    script.write_text(text)
    done = run(script, "--keep-numba-cpu", **more)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


HEAD = """
import warnings
import numba
import numpy as np
from numba import cuda, float32, from_dtype, guvectorize, int64, njit, prange, types, vectorize
"""


def test_all_but_cuda_is_numbas(tmp_path):
    text = """
from numba.typed import Dict, List
from numba.experimental import jitclass

@njit(parallel=True)
def total(a):
    s = 0.0
    for i in prange(a.size):
        s += np.sqrt(a[i])
    return s, str(a.size)

@vectorize
def half(x):
    return x / 2

@vectorize(["float64(float64)"], target="parallel")
def third(x):
    return x / 3

@guvectorize(["(int64[:], int64[:])"], "(n)->()")
def summed(a, r):
    r[0] = a.sum()

@jitclass([("x", float32)])
class Point:
    def __init__(self, x):
        self.x = x

d = Dict.empty(types.unicode_type, int64)
d["a"] = 3
print(total(np.ones(9)), half(3), third(3.0), summed(np.arange(5)), Point(2).x, d["a"], List([4]))
for one in (numba, type(total), type(half), Dict, List, np):
    print((getattr(one, "__module__", None) or one.__name__).partition(".")[0])
print(numba.cuda is cuda, cuda.__name__)
"""
    lines = printed(tmp_path, HEAD + text)
    assert lines[0] == "(9.0, '9') 1.5 1.0 10 2.0 3 [4]"
    assert lines[1:] == ["numba"] * 5 + ["numpy", "True pycu.cuda"]


def test_kernels_take_numbas_types_and_functions(tmp_path):
    text = """
REC = np.dtype([("a", "f4"), ("b", "i8", (3,))], align=True)
Rec = from_dtype(REC)
N = int64(3)

@njit
def square(x):
    return x * x

@njit("float64(float64)")
def cube(x):
    return x * square(x)

@cuda.jit(types.void(Rec[:], types.float64[::1], float32))
def of_records(r, out, f):
    i = cuda.grid(1)
    mine = cuda.local.array(2, Rec)
    some = cuda.shared.array(N, numba.float32)
    others = cuda.local.array(shape=3, dtype=types.int32)
    some[i] = float32(1.5) + numba.int32(2.75)
    others[0] = r[i].b[2]
    cuda.syncthreads()
    mine[0].a = cube(r[i].a)
    out[i] = mine[0].a + f + some[2] + others[0]

@cuda.jit([(types.Array(float32, 1, "C"),), (int64[:],)])
def squares(x):
    i = cuda.grid(1)
    x[i] = square(x[i])

@cuda.jit(float32(float32), device=True)
def scaled(x):
    return 2 * x

@cuda.jit
def scales(x):
    x[cuda.grid(1)] = scaled(x[cuda.grid(1)])

r, out = np.zeros(3, REC), np.zeros(3)
r["a"], r["b"] = [1, 2, 3], 10
of_records[1, 3](r, out, 1)
print(out.tolist())
for dtype in ("f4", "i8"):
    x = np.arange(3, dtype=dtype)
    squares[1, 3](x)
    print(x.tolist())
scales.compile((float32[::1],))
print(len(scales.overloads), square(3), cube(2.0))
x = np.ones(2, "f4")
scales.specialize(float32[::1])[1, 2](x)
scales[1, 2](x)
print(x.tolist(), len(scales.overloads))
"""
    assert printed(tmp_path, HEAD + text) == [
        "[15.5, 22.5, 41.5]",
        "[0.0, 1.0, 4.0]",
        "[0, 1, 4]",
        "1 9 8.0",
        "[4.0, 4.0] 1",
    ]


def test_ufuncs_for_cuda_are_pycus(tmp_path):
    text = """
@njit
def square(x):
    return x * x

@vectorize([float32(float32, float32), "float64(float64, float64)"], target="cuda")
def added(a, b):
    return a + square(b)

@vectorize(target="cuda")
def lazy(a, b):
    return a - b

@guvectorize([(float32[:], float32[:])], "(n)->()", target="cuda")
def summed(a, r):
    s = float32(0)
    for x in a:
        s += x
    r[0] = s

@cuda.reduce
def largest(a, b):
    return max(a, b)

one = np.ones((2, 3), "f4")
print(added(one, 2).dtype, added(one, 2)[0, 0], lazy(3, 1), summed(one).tolist(), largest(one[0]))
print(type(added(cuda.to_device(one), one)).__module__.partition(".")[0], added.types)
print({type(x).__module__.partition(".")[0] for x in (added, lazy, summed, largest)})
try:
    vectorize([float32(float32)], target="cuda", cache=True)(square)
except TypeError as error:
    print(error)
"""
    assert printed(tmp_path, HEAD + text) == [
        "float32 5.0 2 [3.0, 3.0] 1.0",
        "pycu ['ff->f', 'dd->d']",
        "{'pycu'}",
        "caching is not supported",
    ]


def test_errors_warnings_and_settings_are_numbas(tmp_path):
    text = """
from numba.core import config, errors

@cuda.jit
def wrong(x):
    x[0] = unknown

@cuda.jit
def right(x):
    x[0] = 1

try:
    wrong[1, 1](np.zeros(1))
except errors.TypingError as error:
    print(isinstance(error, errors.NumbaError), "`unknown` is not defined" in str(error))
    print(error.add_context("a test").contexts)
numba.config.CUDA_LOW_OCCUPANCY_WARNINGS = 1
with warnings.catch_warnings(record=True) as caught:
    right[1, 1](np.zeros(1))
    warnings.simplefilter("ignore", errors.NumbaPerformanceWarning)
    right[1, 1](np.zeros(1))
print(len(caught), issubclass(caught[0].category, errors.NumbaPerformanceWarning))
try:
    njit(lambda x: x + unknown)(1)
except errors.TypingError as error:
    print(type(error).__module__)
"""
    lines = ["True True", "['a test']", "1 True", "numba.core.errors"]
    assert printed(tmp_path, HEAD + text) == lines


def test_children_have_it_too(tmp_path):
    text = """
import multiprocessing
import subprocess
import sys

@njit
def twice(x):
    return 2 * x

@cuda.jit
def doubled(x):
    x[cuda.grid(1)] = twice(x[cuda.grid(1)])

def work(n):
    x = np.ones(n)
    doubled[1, n](x)
    return x.tolist(), type(twice).__module__.partition(".")[0], cuda.__name__

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.map(work, [2]))
    text = "from numba import cuda, njit; print(njit.__module__, cuda.__name__)"
    subprocess.run([sys.executable, "-c", text])
"""
    lines = printed(tmp_path, HEAD + text, PYTHONUNBUFFERED="1")
    assert lines == ["[([2.0, 2.0], 'numba', 'pycu.cuda')]", "numba.core.decorators pycu.cuda"]


def test_a_variable_says_it_too(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import numba\nprint(numba.njit.__module__)\n")
    said = {one: run(script, PYCU_KEEP_NUMBA_CPU=one).stdout.strip() for one in ("1", "0", "")}
    assert said == {"1": "numba.core.decorators", "0": "pycu._numba.cpu", "": "pycu._numba.cpu"}


def test_without_numba_it_is_a_message(tmp_path):
    packages = tmp_path / "packages"
    packages.mkdir()
    for one in os.scandir(os.path.dirname(os.path.dirname(np.__file__))):
        if one.name.startswith("numpy"):
            (packages / one.name).symlink_to(one.path)
    (tmp_path / "script.py").write_text("print('it ran')\n")
    paths = os.pathsep.join([str(REPOSITORY / "python"), str(packages)])
    command = [sys.executable, "-S", "-m", "pycu", "run", "--keep-numba-cpu", "script.py"]
    environment = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("pycu run --keep-numba-cpu: Numba, which is to be kept, is not")
    assert done.stderr.count("\n") == 1


Point = namedtuple("Point", "x y")


class Colour(enum.Enum):
    RED = 1


RECORD = np.dtype([("a", "f4"), ("b", "i8", (2, 3))], align=True)
VALUES = [
    *[np.zeros(2, one) for one in "?bhilBHILfdFDe"],
    *[np.zeros((2, 3), order=one) for one in "CF"],
    np.zeros((4, 4))[::2, ::2],
    np.broadcast_to(np.float32(1), (3,)),
    np.zeros(2, RECORD),
    np.zeros(2, RECORD)[0],
    np.zeros(2, "M8[s]"),
    np.zeros(2, "m8[ns]"),
    np.zeros(2, "S5"),
    np.zeros(2, "U5"),
    *(1, 2.5, True, 3j, None, "text", (1, 2), (1, 2.5), (np.float32(1), (1, np.zeros(1)))),
    *(Point(1, 2), Point(1, 2.5), Colour.RED, np.dtype("f4"), np.float32, [1, 2]),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda one: str(numba.typeof(one))[:60])
def test_types_of_numbas_become_pycus(value):
    made = types.own(numba.typeof(value))
    assert made == types.typeof(value)
    assert str(made) == str(types.typeof(value))


def test_what_stands_for_no_value_becomes_pycus():
    theirs = numba.types
    assert types.own(theirs.CPointer(theirs.float32)) == types.CPointer(types.float32)
    assert types.own(theirs.Optional(theirs.int32)) == types.Optional(types.int32)
    assert types.own(theirs.literal(3)) == types.literal(3)
    assert types.own(theirs.void) is types.void
    given = theirs.void(theirs.float32[:, ::1], theirs.Tuple((theirs.int8, theirs.complex64)))
    wanted = types.void(types.float32[:, ::1], types.Tuple((types.int8, types.complex64)))
    assert types.own(given) == wanted
    assert types.own([(theirs.int32,), "f4(f4)", 3]) == [(types.int32,), "f4(f4)", 3]


def test_a_type_of_a_programs_own_is_no_type_of_pycus():
    class Own(numba.types.Type):
        def __init__(self):
            super().__init__("Own")

    with pytest.raises(TypeError, match="expected a type instance, got Own"):
        types.normalize_signature((Own(),))
