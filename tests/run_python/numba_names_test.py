"""Numba's modules under `pycu run`: one thing is one object under all its names."""

import importlib
import io
import subprocess
import sys
from pathlib import Path

import pycu
import pycu.errors
import pycu.types
import pytest
from pycu import _numba
from pycu._numba import _finder

ROOT = Path(pycu.__file__).parent.parent


@pytest.fixture
def installed():
    _numba.install()
    yield
    _numba.uninstall()


SAME = [
    ("numba.cuda", "pycu.cuda"),
    ("numba.types", "pycu.types"),
    ("numba.core.types", "pycu.types"),
    ("numba.cuda.types", "pycu.types"),
    ("numba.core.errors", "pycu.errors"),
    ("numba.errors", "pycu.errors"),
    ("numba.cuda.random", "pycu.cuda.random"),
    ("numba.cuda.libdevice", "pycu.cuda.libdevice"),
    ("numba.cuda.cg", "pycu.cuda.cg"),
    ("numba.cuda.cudadrv.devicearray", "pycu.cuda.cudadrv.devicearray"),
    ("numba.cuda.cudadrv.driver", "pycu.cuda.cudadrv.driver"),
    ("numba.cuda.args", "pycu.cuda._arguments"),
]


@pytest.mark.parametrize("theirs,ours", SAME)
def test_a_module_is_pycus_own(installed, theirs, ours):
    module = importlib.import_module(theirs)
    assert module is importlib.import_module(ours)
    assert module.__spec__ is None or module.__spec__.name == ours  # reload and pickle work


@pytest.mark.parametrize("name", sorted(_finder.SAME))
def test_every_name_of_the_table_is_imported(installed, name):
    assert importlib.import_module(name) is not None


def test_one_thing_is_one_object(installed):
    import numba
    import numba.core.errors
    import numba.np.numpy_support
    from numba import config, cuda, float32, from_dtype, njit, types, vectorize
    from numba.core import config as core_config
    from numba.core.types import float32 as core_float32
    from numba.cuda import config as cuda_config
    from numba.cuda.core import errors as cuda_errors
    from numba.cuda.types import float32 as cuda_float32

    assert float32 is types.float32 is core_float32 is cuda_float32 is cuda.float32
    assert float32 is numba.f4 is pycu.types.f4
    assert config is core_config is cuda_config
    assert cuda_errors.TypingError is numba.TypingError is numba.core.errors.TypingError
    assert numba.np.numpy_support.from_dtype is from_dtype
    assert cuda is pycu.cuda and cuda.jit is pycu.cuda.jit
    assert numba.njit is njit and numba.vectorize is vectorize
    assert cuda.In is importlib.import_module("numba.cuda.args").In


def test_kernels_know_the_modules_by_numbas_names(installed):
    import numba
    import numba.core
    from pycu._stubs import path_of

    assert path_of(numba) == "numba"
    assert path_of(numba.cuda) == "numba.cuda"
    assert path_of(numba.core) == "numba.core"
    assert path_of(numba.core.types) == "numba.types"
    # one object for both, so it has the name that kernels may call
    assert numba.literal_unroll is numba.cuda.literal_unroll
    assert path_of(numba.literal_unroll) == "numba.cuda.literal_unroll"


def test_star_imports_bring_what_numbas_do(installed):
    names: dict = {}
    exec("from numba import *", names)
    _numba.uninstall()
    numba = pytest.importorskip("numba", reason="the reference is Numba")
    missing = {name for name in numba.__all__ if name not in names}
    assert missing <= {"experimental"}, missing


def test_numba_alone_has_its_modules(installed):
    import numba

    assert numba.cuda is pycu.cuda
    assert numba.core.types is pycu.types
    assert numba.typed.List([1, 2]) == [1, 2]
    assert numba.version_info.short == (0, 68)
    with pytest.raises(AttributeError, match="no attribute 'nosuch'"):
        numba.nosuch()


@pytest.mark.parametrize("name", ["numba.parfors", "numba.core.compiler", "numba.cuda.nosuch"])
def test_other_modules_say_what_there_is(installed, name):
    with pytest.raises(ModuleNotFoundError, match=f"'{name}': pycu stands for Numba") as raised:
        importlib.import_module(name)
    assert raised.value.name == name


def test_private_modules_of_pycu_are_not_numbas(installed):
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("numba.cuda._dispatcher")


def test_an_installed_numba_is_there_before_and_after():
    numba = pytest.importorskip("numba", reason="an installed Numba is what is hidden")
    assert "site-packages" in numba.__file__
    _numba.install()
    try:
        import numba as standing

        assert standing is not numba and standing.cuda is pycu.cuda
        _numba.install()  # twice is once
    finally:
        _numba.uninstall()
    assert sys.modules["numba"] is numba
    assert not any(isinstance(one, _finder.Finder) for one in sys.meta_path)
    _numba.uninstall()


def test_settings_are_the_host_apis(installed):
    from numba.core import config
    from pycu.cuda import _config

    before = _config.CUDA_WARN_ON_IMPLICIT_COPY
    try:
        config.CUDA_WARN_ON_IMPLICIT_COPY = 7
        assert _config.CUDA_WARN_ON_IMPLICIT_COPY == 7 == config.CUDA_WARN_ON_IMPLICIT_COPY
    finally:
        _config.CUDA_WARN_ON_IMPLICIT_COPY = before
    assert not config.ENABLE_CUDASIM
    with pytest.raises(AttributeError):
        config.NOSUCH()


def test_numba_cudas_tests_are_found_where_asked_for():
    pytest.importorskip("numba_cuda", reason="its tests are looked for")
    code = (
        "from pycu import _numba; _numba.install(tests=True); import numba.cuda.tests as t; "
        "from numba.cuda.tests.support import TestCase; "
        "from numba.cuda.testing import CUDATestCase; "
        "assert issubclass(CUDATestCase, TestCase); print(t.__file__)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip().endswith("numba_cuda/numba/cuda/tests/__init__.py")


def test_insides_of_numba_fail_when_tests_use_them():
    pytest.importorskip("numba_cuda", reason="its tests are looked for")
    code = """
from pycu import _numba
_numba.install(tests=True)
from numba.cuda.core.compiler import CompilerBase, register
from numba.cuda.cudadrv.driver import _Linker
from numba import cuda
class Mine(CompilerBase):
    pass
@register(3, x=4)
def kept(): return 5
assert kept() == 5
def used(name, call):
    try:
        call()
    except cuda.errors.UnsupportedError as error:
        print(error)
used("call", lambda: _Linker(3))
used("call", lambda: CompilerBase.run(4))
used("base", Mine)
used("truth", lambda: bool(_Linker))
try:
    import numba.nosuch
except ModuleNotFoundError as error:
    print(error.name)
"""
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert ran.stdout.splitlines() == [
        "pycu has no numba.cuda.cudadrv.driver._Linker",
        "pycu has no numba.cuda.core.compiler.CompilerBase.run",
        "pycu has no base of Mine",
        "pycu has no numba.cuda.cudadrv.driver._Linker",
        "numba.nosuch",
    ], ran.stderr


def test_what_pycu_does_not_make_says_so():
    from pycu import cuda

    for name in ("compile", "compile_ptx", "compile_ptx_for_current_device"):
        with pytest.raises(NotImplementedError, match="pycu makes CUDA C"):
            getattr(cuda, name)(lambda x: x, "void(int32)")


def test_code_to_link_is_held(tmp_path):
    from pycu import cuda

    source = tmp_path / "extra.cu"
    source.write_text("int x;")
    made = cuda.LinkableCode.from_path(str(source))
    assert type(made) is cuda.CUSource and (made.name, made.data) == ("extra.cu", "int x;")
    (tmp_path / "one.ptx").write_bytes(b"ptx")
    assert cuda.LinkableCode.from_path(str(tmp_path / "one.ptx")).data == b"ptx"
    assert cuda.PTXSource(io.StringIO("text")).data == "text"
    assert cuda.Cubin(b"").name == "<unnamed-cubin>"
    with pytest.raises(TypeError, match="setup_callback must be callable"):
        cuda.CUSource("", setup_callback=3)
    with pytest.raises(RuntimeError, match="extension .txt"):
        cuda.LinkableCode.from_path("a.txt")


def test_test_cases_without_numba_cudas_tests():
    code = """
import unittest
from pycu import _numba
_numba.install()
from numba import config
from numba.cuda.testing import CUDATestCase, skip_on_cudasim, skip_unless_cudasim

class Test(CUDATestCase):
    def test_settings(self):
        self.assertEqual(config.CUDA_LOW_OCCUPANCY_WARNINGS, 0)
    @skip_on_cudasim("needs a compiler")
    def test_runs(self):
        pass
    @skip_unless_cudasim("only there")
    def test_skipped(self):
        raise AssertionError
unittest.main(argv=["x", "-v"])
"""
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert ran.returncode == 0 and "OK (skipped=1)" in ran.stderr, ran.stderr
    assert "test_runs (__main__.Test" in ran.stderr
