"""What a loaded module has beside kernels: constants, dtypes, docstrings; folders of modules."""

from __future__ import annotations

import importlib
import json
import pickle
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pycu
import pytest
from harness import build

VALUES = """\
import sys
from enum import IntEnum
from math import pi

import numpy as np
from numpy import int8
from settings import REACH, WEIGHT as weight, real

BLOCK = 256
HALF = BLOCK // 2
RATE = np.float32(0.1)
BYTE = np.uint8(200)
WIDE = np.int64(-7)
TURN = 2 * pi
NOTHING = -float("inf")
PHASE = 0.5 - 1j
SMALL = np.complex64(1 + 2j)
FLAG = BLOCK > 3
TILE = (16, (2.5, RATE))
WEIGHTS = np.array([[0.25, 0.5], [1.0, 2.0]], np.float32)
COLUMNS = np.asfortranarray(np.arange(6, dtype=np.int16).reshape(2, 3))
LONG = np.arange(1001.0)
UNUSED = np.arange(4)
TEXT = "no number"
SIZES = [1, 2]
ARGUMENT = len(sys.argv)
TYPE = np.float64
particle = np.dtype([("x", np.float32, 3), ("mass", np.float64)], align=True)
alias = particle
other = np.dtype([("unused", np.int8)])
counter = 0
counter += 1
for loop in range(3):
    pass


class Config:
    SIZE = 4


class Color(IntEnum):
    RED = 1
    BLUE = 2


"""

SETTINGS = """\
import numpy as np

REACH = 3
WEIGHT = np.float32(0.25)
UNUSED = 4
real = np.float32
"""

FUNCTIONS = '''\
from numba import cuda, float32, vectorize

@cuda.jit("void(particle[:], complex128[:])")
def move(p, z):
    """Moves particles.

    By one.
    """
    i = cuda.grid(1)
    if i < p.size:
        p[i].mass += WEIGHTS[0, 1] + COLUMNS[1, 2] + LONG[1000]
        z[i] = PHASE


@cuda.jit(["void(float32[:])", "void(float64[:])"])
def plain(x):
    x[0] = Config.SIZE


@vectorize(["float64(float64, float64)"], target="cuda")
def blend(a, b):
    """Halfway."""
    return (a + b) / 2


@cuda.reduce
def total(a, b):
    """The sum."""
    return a + b


if __name__ == "__main__":
    STEPS = 5
    print(total(np.ones(3)))
'''

SOURCE = VALUES + FUNCTIONS
NAMES = """BLOCK HALF RATE BYTE TURN NOTHING PHASE SMALL FLAG TILE WEIGHTS COLUMNS TYPE
Config.SIZE Color.RED Color.BLUE WIDE pi REACH weight real""".split()
KERNELS = ["move", "plain", "blend", "total"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("named")
    (folder / "named.py").write_text(SOURCE)
    (folder / "settings.py").write_text(SETTINGS)
    build([folder / "named.py"], folder / "out")
    return folder


@pytest.fixture
def k(folder: Path) -> Any:
    return pycu.load(folder / "out/named.json")


@pytest.fixture(scope="module")
def imported() -> dict[str, Any]:
    """The same names as Python has them that imports the source."""
    names: dict[str, Any] = {"__name__": "named"}
    settings = ModuleType("settings")
    exec(SETTINGS, settings.__dict__)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "settings", settings)
        exec(VALUES, names)
    return names


def attribute(of: Any, name: str) -> Any:
    for part in name.split("."):
        of = getattr(of, part)
    return of


@pytest.mark.parametrize("name", NAMES)
def test_constants_are_those_of_python(k: Any, imported: dict[str, Any], name: str) -> None:
    first, _, rest = name.partition(".")
    expected = imported[first] if not rest else attribute(imported[first], rest)
    found = attribute(k, name)
    if isinstance(expected, np.ndarray):
        assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
        assert np.array_equal(found, expected)
        assert not found.flags.writeable
        assert found.flags.f_contiguous == expected.flags.f_contiguous
    elif name in ("TYPE", "real"):
        assert found == np.dtype(expected)
    else:
        assert found == expected
        assert first == "Color" or type(found) is type(expected)
        assert repr(found) == repr(expected) or first == "Color"


def test_tuples_keep_their_types(k: Any) -> None:
    assert [type(one) for one in (*k.TILE, *k.TILE[1])] == [int, tuple, float, np.float32]


def test_dtypes_make_arrays_that_kernels_take(k: Any, imported: dict[str, Any]) -> None:
    for name in ("particle", "alias"):
        made = getattr(k, name)
        assert isinstance(made, np.dtype)
        assert made.fields == imported["particle"].fields
        assert made.itemsize == imported["particle"].itemsize
    p, z = np.zeros(4, k.particle), np.zeros(4, complex)
    k.move[1, k.BLOCK](p, z)
    assert (p["mass"] == 0.5 + 5 + 1000).all()


@pytest.mark.parametrize(
    "name",
    "LONG UNUSED TEXT SIZES ARGUMENT other counter loop STEPS np int8 float32 Config.WIDTH".split(),
)
def test_what_is_no_constant_is_no_attribute(k: Any, name: str) -> None:
    with pytest.raises(AttributeError, match=f"no kernel '{name}' in this module; it has"):
        attribute(k, name)


def test_a_module_maps_kernels_alone(k: Any) -> None:
    assert sorted(k) == sorted(KERNELS)
    assert "BLOCK" not in k
    assert "BLOCK" in dir(k)
    assert dir(k.Config) == ["SIZE"]
    with pytest.raises(KeyError):
        k["BLOCK"]


def test_docstrings_begin_with_how_a_thing_is_called(k: Any) -> None:
    head = "[griddim, blockdim, stream=0, sharedmem=0]"
    assert k.move.__doc__ == (
        f"move{head}(p: particle[:], z: complex128[:])\n\nMoves particles.\n\nBy one."
    )
    assert k.plain.__doc__ == f"plain{head}(x: float32[:])\nplain{head}(x: float64[:])"
    assert k.blend.__doc__.startswith("blend(x1, x2, /, out=None")
    assert k.blend.__doc__.endswith("\n\nHalfway.")
    call = "total(arr, size=None, res=None, init=None, stream=0)"
    assert k.total.__doc__ == f"{call}\n\nThe sum."
    assert [k[name].__name__ for name in KERNELS] == KERNELS


WRONG: list[tuple[str, Callable[[dict], Any], str]] = [
    ("BLOCK", lambda one: one.update(value="2e"), "'2e' is no int"),
    ("BLOCK", lambda one: one.update(value="__import__('os')"), "is no int"),
    ("BLOCK", lambda one: one.update(value=256), "is 256, not str"),
    ("BLOCK", lambda one: one.update(type="object"), "`type` is 'object', not tuple or"),
    ("BYTE", lambda one: one.update(value="300"), "'300' is no uint8"),
    ("FLAG", lambda one: one.update(value="yes"), "'yes' is no bool"),
    ("WEIGHTS", lambda one: one.update(shape=[5]), "no array"),
    ("WEIGHTS", lambda one: one.update(shape=[-1]), "an array has the shape"),
    ("WEIGHTS", lambda one: one.update(values=["x"]), "'x' is no float32"),
    ("alias", lambda one: one.update(value="nobody"), "`value` is 'nobody'"),
    ("TILE", lambda one: one.pop("items"), "it has no `items`"),
]


@pytest.mark.parametrize(("name", "change", "text"), WRONG)
def test_manifests_are_not_believed(
    folder: Path, tmp_path: Path, name: str, change: Callable[[dict], Any], text: str
) -> None:
    out = Path(shutil.copytree(folder / "out", tmp_path / "out"))
    manifest = json.loads((out / "named.json").read_text())
    change(next(one for one in manifest["globals"] if one["name"] == name))
    (out / "named.json").write_text(json.dumps(manifest))
    with pytest.raises(pycu.ManifestError, match=text):
        pycu.load(out / "named.json")


def test_a_folder_with_one_manifest_is_that_module(folder: Path, tmp_path: Path) -> None:
    out = Path(shutil.copytree(folder / "out", tmp_path / "out"))
    (out / "compile_commands.json").write_text("[]")
    (out / "package.json").write_text('{"schema": 1, "name": "x"}')
    (out / "notes.json").write_text("not JSON")
    assert isinstance(pycu.load(out), pycu.Module)
    assert pycu.load(str(out)).BLOCK == 256


def test_a_folder_with_several_has_them_by_name(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "my-k.py").write_text(SOURCE.replace("256", "64"))
    sources = [folder / "named.py", tmp_path / "my-k.py"]
    build(sources, tmp_path / "apart")
    build(sources, tmp_path / "one", "--lib", "all")
    for out in (tmp_path / "apart", tmp_path / "one"):
        found = pycu.load(out)
        assert isinstance(found, pycu.Modules)
        assert (list(found), dir(found), len(found)) == (["my_k", "named"], ["my_k", "named"], 2)
        assert (found.named.BLOCK, found.my_k.BLOCK, found["my_k"].HALF) == (256, 64, 32)
        x = np.zeros(1)
        found.my_k.plain[1, 1](x)
        assert x[0] == 4
        with pytest.raises(AttributeError, match="no module 'other' in .*; it has my_k, named"):
            found.other  # noqa: B018


def test_what_was_built_anew_is_what_is_loaded(tmp_path: Path) -> None:
    loaded = []
    for size in (4, 5, 4):
        (tmp_path / "anew.py").write_text(SOURCE.replace("SIZE = 4", f"SIZE = {size}"))
        build([tmp_path / "anew.py"], tmp_path / "out")
        loaded.append((size, pycu.load(tmp_path / "out")))
    for size, k in loaded:  # those of before go on
        x = np.zeros(1)
        k.plain[1, 1](x)
        assert x[0] == k.Config.SIZE == size


def test_a_folder_without_a_manifest_says_so(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(pycu.ManifestError, match="no manifest in this folder"):
        pycu.load(tmp_path)
    (tmp_path / "x.build.json").write_text("{}")
    (tmp_path / "x.json").write_text("{")
    with pytest.raises(pycu.ManifestError, match="x.json: not a manifest"):
        pycu.load(tmp_path)


def test_a_module_of_a_package_is_a_loaded_one(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, k: Any
) -> None:
    (tmp_path / "kernels_of_a_package.py").write_text(
        '"""A page."""\n\nimport pycu\n\nOWN = 1\npycu.load_as(__name__, "files/named.json")\n'
    )
    shutil.copytree(folder / "out", tmp_path / "files")
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("kernels_of_a_package")
    assert isinstance(module, ModuleType) and module.__doc__ == "A page." and module.OWN == 1
    assert list(module) == KERNELS and len(module) == len(KERNELS) and module["total"].__doc__
    assert set(dir(module)) == {*dir(k), *(name for name in vars(module) if name[:2] == "__")}
    assert module.__all__ == [name for name in dir(k) if name[0] != "_"]
    assert vars(module)["move"] is module.move is module["move"] and "move" in module
    assert pickle.loads(pickle.dumps(module)) is module
    assert pickle.loads(pickle.dumps(module.Config)).SIZE == module.Config.SIZE == k.Config.SIZE
    with pytest.raises(AttributeError, match="no kernel 'missing' in this module; it has "):
        _ = module.missing
    (tmp_path / "files/libnamed.so").unlink()
    with pytest.raises(pycu.ManifestError, match="no such library"):
        importlib.reload(module)


def test_the_package_says_its_version_and_that_it_is_typed() -> None:
    package = Path(sys.modules["pycu"].__file__ or "").parent
    assert (package / "py.typed").exists()
    assert [int(part) for part in pycu.__version__.split(".")]
