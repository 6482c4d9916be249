"""A source that is edited while its program runs: what was imported runs, or an error says so."""

import ast
import importlib
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
from _pytest.assertion.rewrite import rewrite_asserts
from harness import REPOSITORY, binary
from pycu._jit.code import codes_of, holds
from pycu._jit.sources import SourceError

OLD = """
from pycu import cuda

def plain(a):
    return a + 1

@cuda.jit(device=True)
def helper(a):
    return plain(a) + 1

@cuda.jit
def kernel(x):
    x[0] = helper(x[0]) + 1
"""
NEW = OLD.replace("+ 1", "+ 2")


@pytest.fixture
def edited(tmp_path, monkeypatch):
    """An imported module whose file has been edited since: `edited(text)`."""
    monkeypatch.setenv("PYCU_BINARY", str(binary()))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    file = tmp_path / "edited_module.py"
    file.write_text(OLD)
    importlib.invalidate_caches()
    module = importlib.import_module("edited_module")

    def edit(text):
        file.write_text(text)
        return module

    yield edit
    del sys.modules["edited_module"]


def launched(kernel):
    x = np.zeros(1)
    kernel[1, 1](x)
    return x[0]


EDITS = {"same_lines": NEW, "moved": "#" + NEW, "broken": NEW + "def", "empty": ""}


@pytest.mark.parametrize("text", EDITS.values(), ids=EDITS)
def test_the_imported_functions_run(text, edited):
    assert launched(edited(text).kernel) == 3


def test_after_a_reload_the_new_ones_run(edited):
    assert launched(importlib.reload(edited(NEW)).kernel) == 6


def test_a_function_whose_text_is_gone_is_an_error(edited):
    module = edited(OLD)
    old = module.kernel
    importlib.reload(edited(NEW))
    assert launched(edited(NEW).kernel) == 6
    with pytest.raises(SourceError, match="edited_module.py:.*: the file has changed since"):
        launched(old)


def test_assertions_that_pytest_rewrites_are_no_edit():
    text = "def checked(x):\n    assert x > 1\n    return x\n"
    tree = ast.parse(text)
    rewrite_asserts(tree, text.encode())
    (rewritten,) = codes_of(tree, 0)[1]
    (plain,) = codes_of(text, 0)[1]
    assert rewritten.co_code != plain.co_code
    assert holds(text, rewritten) and holds(text, plain)
    assert not holds(text.replace("> 1", "> 2"), plain)


def test_another_process_gets_the_imported_ones(edited, tmp_path):
    module = edited(NEW)
    (tmp_path / "kernel").write_bytes(pickle.dumps(module.kernel))
    program = (
        "import pickle, sys, numpy as np\n"
        "kernel = pickle.load(open(sys.argv[1], 'rb'))\n"
        "x = np.zeros(1)\n"
        "kernel[1, 1](x)\n"
        "print(x[0])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "kernel")],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "python")},
    )
    assert done.stdout == "3.0\n", done.stderr
