"""The names of device code on the host: Numba's are all there, know their paths and do nothing."""

import cmath
import math
import operator
import pickle

import numpy as np
import pytest
from pycu import _stubs, types
from pycu._stubs import NAMES, path_of, stub
from pycu.cuda import cg, fp16, libdevice

theirs = pytest.importorskip("numba.cuda.stubs", reason="the reference is numba-cuda")
import numba.cuda.fp16 as their_fp16  # noqa: E402
import numba.cuda.libdevice as their_libdevice  # noqa: E402

THREADS = (
    "grid gridsize syncthreads syncthreads_and syncthreads_count syncthreads_or shfl_sync "
    "shfl_up_sync shfl_down_sync shfl_xor_sync all_sync any_sync eq_sync ballot_sync "
    "ldca ldcg ldcs ldlu ldcv stcg stcs stwb stwt"
).split()


def test_every_stub_of_numba_is_there():
    classes = {
        name
        for name, one in vars(theirs).items()
        if isinstance(one, type) and issubclass(one, theirs.Stub) and name not in ("Stub", "Dim3")
    }
    aliases = {one for made in theirs._vector_type_stubs for one in (made.__name__, *made.aliases)}
    assert classes | aliases | set(THREADS) == set(NAMES)
    for name in classes:
        inner = {key for key in vars(getattr(theirs, name)) if not key.startswith("_")}
        assert inner <= set(dir(NAMES[name])) | {"aliases"}, name


def test_vector_types_have_cudas_names():
    for made in theirs._vector_type_stubs:
        for alias in made.aliases:
            assert NAMES[alias] is NAMES[made.__name__]
    assert path_of(NAMES["float3"]) == "numba.cuda.float32x3"


@pytest.mark.parametrize(
    "ours,other", [(libdevice, their_libdevice), (fp16, their_fp16)], ids=["libdevice", "fp16"]
)
def test_modules_of_functions(ours, other):
    is_function = other is their_libdevice
    public = {name for name in dir(other) if is_function and name[0] != "_"}
    public |= {name for name in dir(other) if not is_function and name[0] == "h"}
    assert public <= set(ours.__all__)
    assert set(ours.__all__) <= set(dir(other)) | {"hsub", "hadd"}


@pytest.mark.parametrize(
    "path", ["numba.cuda.atomic.add", "numba.cuda.grid", "numba.cuda.float32x2"]
)
def test_a_call_from_the_host_says_so(path):
    with pytest.raises(NotImplementedError, match=f"{path} cannot be called from host code"):
        stub(path)(1)


def test_stubs_are_one_object_a_name():
    add = stub("numba.cuda.atomic.add")
    assert add is NAMES["atomic"].add
    assert pickle.loads(pickle.dumps(add)) is add
    assert (add.__name__, repr(add), add.path) == (
        "add",
        "<numba.cuda.atomic.add>",
    ) + (add.path,)
    assert "block share" in NAMES["shared"].__doc__
    assert cg.this_grid.path == "numba.cuda.cg.this_grid"


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="'numba.cuda.atomic' has no attribute 'mul'"):
        NAMES["atomic"].mul()
    with pytest.raises(KeyError):
        stub("numba.cuda.nosuch")


def own():
    return 1


OWN = type("Own", (), {"_pycu_path_": "numba.cuda.random.f"})()
PATHS = [
    (NAMES["threadIdx"].x, "numba.cuda.threadIdx.x"),
    (NAMES["shared"].array, "numba.cuda.shared.array"),
    (libdevice.sinf, "numba.cuda.libdevice.sinf"),
    (libdevice, "numba.cuda.libdevice"),
    (math, "math"),
    (np, "numpy"),
    (types, "numba.types"),
    (math.sin, "math.sin"),
    (cmath.sin, "cmath.sin"),
    (np.sqrt, "numpy.sqrt"),
    (np.float32, "numpy.float32"),
    (np.sum, "numpy.sum"),
    (operator.add, "operator.add"),
    (abs, "builtins.abs"),
    (int, "builtins.int"),
    (types.float32, "numba.types.float32"),
    (types.int_, "numba.types.int64"),
    (types.void, "numba.types.none"),
    (types.float32[:], None),
    (OWN, "numba.cuda.random.f"),
    (own, None),
    (pytest, None),
    (math.pi, None),
    (3, None),
    (np.zeros(3), None),
    (dict(a=1), None),
]


@pytest.mark.parametrize("value,path", PATHS, ids=lambda one: str(one)[:30])
def test_paths(value, path):
    assert path_of(value) == path


def test_families_of_names_are_spelled_out():
    assert _stubs.expanded("a{b,c}{,d} e") == ["ab", "abd", "ac", "acd", "e"]
