"""Functions that `exec` makes have a text under `pycu run`, and `exec` does what it does."""

import inspect
import traceback

import numpy as np
import pytest
from harness import binary
from pycu import _numba


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setenv("PYCU_BINARY", str(binary()))
    _numba.install()
    yield
    _numba.uninstall()


def test_a_kernel_of_a_text_is_compiled():
    names: dict = {}
    exec(
        "from numba import cuda\n"
        "@cuda.jit\n"
        "def kernel(a):\n"
        "    i = cuda.grid(1)\n"
        "    if i < a.size:\n"
        "        a[i] *= factor\n",
        names,
    )
    names["factor"] = 3
    a = np.arange(5, dtype=np.float32)
    names["kernel"][1, 32](a)
    np.testing.assert_array_equal(a, 3 * np.arange(5))


def test_sources_and_tracebacks():
    names: dict = {}
    exec("def fails():\n    return 1 / 0\n", names)
    assert inspect.getsource(names["fails"]) == "def fails():\n    return 1 / 0\n"
    try:
        names["fails"]()
    except ZeroDivisionError:
        assert "return 1 / 0" in traceback.format_exc()
    code = compile("f = lambda x: x + 1\n", "<string>", "exec")
    assert code.co_filename.startswith("<string ")
    assert compile("f = lambda x: x + 1\n", "<other>", "exec").co_filename == "<other>"


outside = 5


def test_exec_sees_the_names_of_its_caller():
    inside = 7
    names: dict = {"seen": []}
    exec("def f(): return 1\nseen.append((outside, inside))", {**globals(), **locals(), **names})
    assert names["seen"] == [(outside, inside)]
    exec("def g(): return 2\nassert outside == 5 and inside == 7")
    made: dict = {}
    exec("def h(): return 3\nhere = 1", {}, made)
    assert sorted(made) == ["h", "here"]
    exec("globals()['made_by_exec'] = (lambda: 4)()")
    assert globals().pop("made_by_exec") == 4
    with pytest.raises(SyntaxError):
        exec("def f(:")
    exec(compile("def f(): pass", "<x>", "exec"), made)
    assert made["f"]() is None


def test_exec_is_python_again_afterwards():
    _numba.uninstall()
    names: dict = {}
    exec("def f(): pass", names)
    assert names["f"].__code__.co_filename == "<string>"
