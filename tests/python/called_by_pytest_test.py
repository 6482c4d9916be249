"""Launches in tests: pytest and unittest call them, with values of marks and what fixtures make.

pytest runs each program, with numba-cuda's own types at the launches (recorder.py); pycu reads the
files alone, and finds the same types.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from harness import REPOSITORY, binary

KERNELS = """
from numba import cuda

FACTOR = 1


@cuda.jit
def scale(a, factor):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= factor


def scaled(a, factor):
    device = cuda.to_device(a)
    scale[1, 32](device, factor)
    return device.copy_to_host()
"""
HEAD = """
import unittest
import numpy as np
import pytest
from kernels import scale, scaled
"""
RUN = """
import pytest

assert pytest.main(["-q", "-p", "no:cacheprovider", "."]) == 0
"""

# The text of test_scale.py behind HEAD, or the texts of several files.
PROGRAMS: dict[str, str | dict[str, str]] = {
    "values": """
@pytest.mark.parametrize("n", [3, 10])
def test_sizes(n):
    scaled(np.zeros(n, np.float32), 2.0)
""",
    "types": """
@pytest.mark.parametrize("dtype", [np.float32, np.float64, "int16"])
def test_types(dtype):
    scaled(np.zeros(3, dtype=dtype), 2)
""",
    "pairs": """
@pytest.mark.parametrize("dtype, factor", [(np.float32, 2), (np.float64, 2.5)])
@pytest.mark.parametrize(["n"], [(2,), (4,)])
def test_pairs(n, dtype, factor):
    scaled(np.zeros(n, dtype), factor)
""",
    "two_marks": """
@pytest.mark.parametrize("dtype", (np.float32, np.float64))
@pytest.mark.parametrize(("factor",), [(1,), (True,)])
def test_all(dtype, factor):
    scaled(np.zeros(4, dtype), factor)
""",
    "param": """
FACTORS = [pytest.param(1, id="one"), pytest.param(2.0, marks=pytest.mark.filterwarnings("error"))]

@pytest.mark.parametrize("factor", FACTORS)
def test_param(factor):
    scaled(np.zeros(4), factor)
""",
    "named_mark": """
needs = pytest.mark.skipif(False, reason="never")
each = pytest.mark.parametrize("dtype", [np.int32, np.int64], ids=str)

@needs
@each
def test_named(dtype):
    scaled(np.zeros(4, dtype), 1)
""",
    "of_the_module": """
dtypes = pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
pytestmark = [dtypes, pytest.mark.filterwarnings("error")]

def test_it(dtype):
    scaled(np.zeros(4, dtype), 1)
""",
    "of_a_class": """
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
class TestScale:
    factor = 2.0

    @pytest.mark.parametrize("n", range(1, 3))
    def test_it(self, n, dtype):
        scaled(np.zeros(n, dtype), self.factor)
""",
    "defaults": """
def test_it(n=4, factor=2.0):
    scaled(np.zeros(n), factor)
""",
    "fixture": """
@pytest.fixture
def array():
    return np.zeros(4, np.float32)

def test_it(array):
    scaled(array, 1)
""",
    "fixtures_of_fixtures": """
@pytest.fixture(scope="module")
def dtype():
    return np.float32

@pytest.fixture()
def array(dtype):
    return np.zeros(4, dtype=dtype)

def test_it(array):
    scaled(array, 1)
""",
    "fixtures_take_marks": """
@pytest.fixture
def array(size, dtype):
    return np.zeros(size, dtype=dtype)

@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize("dtype", [np.int32, np.float32])
def test_it(array):
    scaled(array, 1)
""",
    "params": """
@pytest.fixture(params=[np.float32, np.int8], ids=["f", "i"])
def dtype(request):
    return request.param

@pytest.fixture
def array(dtype):
    return np.zeros(4, dtype)

def test_it(array):
    scaled(array, 1)
""",
    "indirect": """
@pytest.fixture
def array(request):
    return np.zeros(4, request.param)

@pytest.mark.parametrize("array, factor", [(np.float32, 1), (np.int8, 2.0)], indirect=["array"])
def test_it(array, factor):
    scaled(array, factor)

@pytest.mark.parametrize("array", [np.uint64], indirect=True)
def test_other(array):
    scaled(array, 1)
""",
    "marks_before_fixtures": """
@pytest.fixture
def factor():
    return "not called"

@pytest.mark.parametrize("factor", [1, 2.0])
def test_it(factor):
    scaled(np.zeros(3), factor)
""",
    "yields": """
factor = 1

@pytest.fixture
def array():
    global factor
    factor = 2.5
    yield np.zeros(4, np.float32)
    factor = 3

def test_it(array):
    scaled(array, factor)
""",
    "yield_of_yield": """
@pytest.fixture
def dtype():
    yield np.int16

@pytest.fixture
def array(dtype):
    yield np.zeros(4, dtype)

@pytest.mark.parametrize("factor", [1, 1.5])
def test_it(factor, array):
    scaled(array, factor)
""",
    "another_name": """
@pytest.fixture(name="array")
def make_array():
    return np.zeros(4, np.float32)

def test_it(array):
    scaled(array, 1)
""",
    "autouse": """
class TestScale:
    @pytest.fixture(autouse=True)
    def prepare(self):
        self.array = np.zeros(4, np.float32)

    def test_it(self):
        scaled(self.array, 1)
""",
    "used": """
made = []

@pytest.fixture
def prepare():
    made.append(np.zeros(4, np.float32))

@pytest.mark.usefixtures("prepare")
@pytest.mark.parametrize("factor", [1])
def test_it(factor):
    scaled(made[-1], factor)
""",
    "a_factory": """
@pytest.fixture
def make():
    def array(n, dtype):
        return np.zeros(n, dtype)

    return array

def test_it(make):
    scaled(make(3, np.int8), 1)
    scaled(make(3, np.float32), 1)
""",
    "set_up": """
class ScaleTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.factor = 2.0

    def setUp(self):
        super().setUp()
        self.array = np.zeros(4, np.float32)

    def check(self, dtype):
        scaled(self.array.astype(dtype), self.factor)
        self.assertEqual(1, 1)

    def test_it(self):
        scaled(self.array, 1)

    @unittest.skipIf(False, "never")
    def test_more(self):
        self.check(np.int32)
""",
    "setup_method": """
class TestScale:
    def setup_method(self):
        self.array = np.zeros(4, np.float32)

    @pytest.mark.parametrize("factor", [1, 2.0])
    def test_it(self, factor):
        self.array = self.array + 1
        scaled(self.array, factor)
""",
    "tests_of_bases": """
class BaseTest(unittest.TestCase):
    dtype = np.float32

    def test_it(self):
        scaled(np.zeros(4, self.dtype), 1)


class OtherTest(BaseTest):
    dtype = np.int16

    def setUp(self):
        self.factor = 2.0

    def test_more(self):
        scaled(np.zeros(4, self.dtype), self.factor)


class Mixin:
    def test_mixed(self):
        scaled(np.zeros(4, self.dtype), self.factor)

    @pytest.fixture(autouse=True)
    def prepare(self):
        self.factor = True


class TestMixed(Mixin):
    dtype = np.uint8
""",
    "skipped": """
@pytest.mark.skip(reason="never")
def test_skipped(n=1):
    scaled(np.zeros(4, np.int8), n)

@pytest.mark.skipif(np.dtype(np.int8).itemsize == 1, reason="never")
@pytest.mark.parametrize("factor", [1])
def test_skipped_by_a_condition(factor):
    scaled(np.zeros(4, np.int16), factor)

LEFT_OUT = pytest.param(np.int32, marks=[pytest.mark.filterwarnings("error"), pytest.mark.skip])

@pytest.mark.parametrize("dtype", [np.float32, LEFT_OUT])
@pytest.mark.parametrize("factor", [1, pytest.param(2.0, marks=pytest.mark.xfail)])
def test_some(dtype, factor):
    scaled(np.zeros(4, dtype), factor)

@pytest.mark.parametrize("factor", [pytest.param(1, marks=pytest.mark.skip)])
def test_none(factor):
    scaled(np.zeros(4, np.uint64), factor)

class ScaleTest(unittest.TestCase):
    @unittest.skip("never")
    def test_skipped(self):
        scaled(np.zeros(4, np.uint8), 1)

    @unittest.skipUnless(True, "never")
    def test_it(self):
        scaled(np.zeros(4, np.uint16), 1)
""",
    "no_params": """
@pytest.fixture(params=[])
def none(request):
    return np.zeros(3, np.int8)

@pytest.fixture(params=[pytest.param(np.int16, marks=pytest.mark.skip)])
def skipped(request, none):
    return np.zeros(3, request.param)

def test_none(none):
    scaled(none, 1)

def test_skipped(skipped, none):
    scaled(skipped, 1)

def test_it():
    scaled(np.zeros(3), 1)
""",
    "values_at_the_def": """
dtypes, dtype = [np.float32], np.int16

@pytest.fixture(params=[dtype])
def array(request):
    return np.zeros(3, request.param)

@pytest.mark.parametrize("dtype", dtypes)
def test_first(dtype):
    scaled(np.zeros(3, dtype), 1)

dtypes, dtype = [np.float64], np.int32

@pytest.mark.parametrize("dtype", dtypes)
def test_second(dtype, array):
    scaled(np.zeros(3, dtype), 2.5)
    scaled(array, 1)
""",
    "keys_of_a_dict": """
@pytest.mark.parametrize("factor", {1: "a", 2.5: "b"})
def test_it(factor):
    scaled(np.zeros(3), factor)
""",
    "request": """
@pytest.fixture(scope="class")
def prepared(request):
    request.cls.array = np.zeros(3, np.float32)

@pytest.fixture(autouse=True)
def more(request):
    request.module.DTYPE = np.int16
    if request.instance is not None:
        request.instance.factor = 2.5

@pytest.mark.usefixtures("prepared")
class TestIt:
    array = None
    factor = 1

    def test_it(self):
        scaled(self.array, self.factor)

    def test_more(self):
        scaled(self.array.astype(DTYPE), 1)
""",
    "monkeypatch": """
import kernels

FACTOR = 1

class Settings:
    dtype = np.float32

def test_class(monkeypatch):
    monkeypatch.setattr(Settings, "dtype", np.float64)
    scaled(np.zeros(3, Settings.dtype), 1)

def test_module(monkeypatch):
    monkeypatch.setattr(kernels, "FACTOR", 2.5, raising=False)
    scaled(np.zeros(3, np.int8), kernels.FACTOR)

def test_neither():
    scaled(np.zeros(3, Settings.dtype), 1)
""",
    "no_test_class": """
class Solver:
    def __init__(self, n):
        self.x = np.zeros(n, np.float32)

    def test_convergence(self):
        scaled(self.x, 1)

def test_it():
    Solver(3).test_convergence()
""",
    "conftest": {
        "conftest.py": "import numpy as np\nimport pytest\n\n"
        "@pytest.fixture\ndef dtype():\n    return np.float32\n\n"
        "@pytest.fixture\ndef factor():\n    return 2\n",
        "tests/conftest.py": "import numpy as np\nimport pytest\n\n"
        "@pytest.fixture\ndef array(dtype):\n    return np.zeros(4, dtype)\n\n"
        "@pytest.fixture\ndef factor():\n    return 2.5\n",
        "tests/test_scale.py": "import sys\n\nsys.path.append('.')\n"
        "from kernels import scaled\n\n"
        "def test_it(array, factor):\n    scaled(array, factor)\n",
        "other/conftest.py": "import pytest\n\n@pytest.fixture\ndef factor():\n    return None\n",
        "pyproject.toml": "",
    },
    "a_folder_as_package": {
        "sizes/small.py": "N = 4\n",
        "test_scale.py": HEAD + "from sizes.small import N\n\n"
        '@pytest.mark.parametrize("dtype", ["int8", np.float32])\n'
        "def test_it(dtype):\n    scaled(np.zeros(N, dtype), 1)\n",
    },
    "imported_fixture": {
        "made.py": "import numpy as np\nimport pytest\n\n"
        "@pytest.fixture\ndef array():\n    return np.zeros(4, np.float32)\n",
        "test_scale.py": HEAD + "from made import array\n\n"
        "def test_it(array):\n    scaled(array, 1)\n",
    },
}

# What only a run decides, or what pycu does not follow: it asks.
ASKED = {
    "a_decorated_fixture": """
import functools

def doubled(function):
    @functools.wraps(function)
    def made():
        return function().astype(np.float64)
    return made

@pytest.fixture
@doubled
def array():
    return np.zeros(3, np.float32)

def test_it(array):
    scaled(array, 1)
""",
    "a_hook": """
@pytest.fixture
def factor():
    return 1

def pytest_generate_tests(metafunc):
    metafunc.parametrize("factor", [2.5])

def test_it(factor):
    scaled(np.zeros(3), factor)
""",
    "a_patch": """
from unittest import mock
import kernels

@mock.patch.object(kernels, "FACTOR", 2.5)
def test_it():
    scaled(np.zeros(3), kernels.FACTOR)
""",
    "a_file": """
@pytest.fixture
def array(tmp_path):
    return np.load(tmp_path / "a.npy")

def test_it(array):
    scaled(array, 1)
""",
    "no_fixture": """
def test_it(tmp_path_factory, array):
    scaled(array, 1)
""",
    "values_of_a_file": """
import json

with open("values.json") as file:
    VALUES = json.load(file)

@pytest.mark.parametrize("factor", VALUES)
def test_it(factor):
    scaled(np.zeros(3), factor)
""",
}

KEPT = TemporaryDirectory()


@cache
def folder() -> Path:
    """A folder with a folder for each program."""
    for name, text in {**PROGRAMS, **ASKED}.items():
        files = {"test_scale.py": HEAD + text} if isinstance(text, str) else text
        for path, content in {"kernels.py": KERNELS, "main.py": RUN, **files}.items():
            file = Path(KEPT.name) / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)
    return Path(KEPT.name)


@cache
def recorded() -> dict[str, list[str]]:
    """What pytest's run of each program launches the kernel with."""
    recorder = REPOSITORY / "tests" / "programs" / "recorder.py"
    folders = {name: str((folder() / name).resolve()) for name in PROGRAMS}
    done = subprocess.run(
        [sys.executable, str(recorder), *folders.values()], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    for one in folders.values():
        assert not said[one]["error"], said[one]["error"]
    return {
        name: sorted(said[one]["launches"]["kernels.py"]["scale"]) for name, one in folders.items()
    }


def inspected(name: str, path: str = "") -> tuple[list[str], str]:
    """The signatures that pycu finds for a program's kernel, and what it says."""
    command = [str(binary().resolve()), "inspect", "--signatures", "--json"]
    source = path or folder() / name / "kernels.py"
    done = subprocess.run([*command, str(source)], capture_output=True, text=True)
    found = json.loads(done.stdout)["signatures"] if done.stdout else {}
    return sorted(found.get("scale", [])), done.stderr


@pytest.mark.parametrize("name", PROGRAMS)
def test_types_are_those_of_pytests_run(name: str) -> None:
    found, said = inspected(name)
    assert found == recorded()[name], said
    assert "PYCU0216" not in said, said


def test_paths_from_the_folder_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder() / "conftest")
    expected = recorded()["conftest"]
    for source in ("kernels.py", "./kernels.py", "tests/../kernels.py"):
        assert inspected("", source)[0] == expected, source


@pytest.mark.parametrize("name", ASKED)
def test_what_only_a_run_decides_is_asked_for(name: str) -> None:
    found, said = inspected(name)
    assert found == [] and "PYCU0205" in said
