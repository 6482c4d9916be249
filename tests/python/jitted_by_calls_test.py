"""Kernels that `cuda.jit(f)` makes where only the run knows what `f` is.

Python runs each program with a `cuda.jit` that notes what its kernels get, by the name of `f`.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import harness
import pytest
from numba.cuda.typing.typeof import typeof
from numba_types import spelled

HEAD = """
import numpy as np
from numba import cuda

x, y, z = np.zeros(3), np.zeros(3, np.float32), np.zeros((2, 2), np.int8)


def f(a):
    a[0] = 1


def g(a):
    a[0] = 2


@cuda.jit
def other(a):
    a[0] = 3
"""
PROGRAMS = {
    "parameter": "def run(func, a):\n    k = cuda.jit(func)\n    k[1, 1](a)\nrun(f, x)\nrun(g, y)",
    "one_alone": "def run(func):\n    cuda.jit(func)[1, 1](x)\nrun(f)",
    "twice": "def run(func, a):\n    cuda.jit(func)[1, 1](a)\nrun(f, x)\nrun(f, y)",
    "two_places": "def run(func):\n    cuda.jit(func)[1, 1](x)\n"
    "def go(func):\n    cuda.jit(func)[1, 1](y)\nrun(f)\ngo(f)",
    "options": "def run(func, **more):\n    cuda.jit(func, **more)[1, 1](x)\nrun(f, fastmath=True)",
    "dict": "ks = {'f': cuda.jit(f), 'g': cuda.jit(g)}\nks['f'][1, 1](x)\nks['g'][1, 1](y)",
    "list": "for k in [cuda.jit(one) for one in (f, g)]:\n    k[1, 1](z)",
    "returned": "def compiled(func):\n    return cuda.jit(func)\ncompiled(g)[1, 1](x)",
    "attribute": "class R:\n    def __init__(self, func):\n        self.k = cuda.jit(func)\n"
    "R(f).k[1, 1](x)\nR(g).k[1, 1](z)",
    "decorator": "jit = cuda.jit(fastmath=True)\ndef run(func):\n    jit(func)[1, 1](y)\nrun(g)",
    "signature": "def run(func, t):\n    cuda.jit(t)(func)[1, 1](y)\nrun(g, 'void(float32[::1])')",
    "beside_a_name": "k = cuda.jit(f)\nk[1, 1](x)\ndef run(func):\n"
    "    cuda.jit(func)[1, 1](y)\nrun(f)",
    "rebound": "def run(func):\n    cuda.jit(func)[1, 1](x)\nrun(f)\nf = cuda.jit(f)\nf[1, 1](y)",
    "defined_again": "def run(func):\n    cuda.jit(func)[1, 1](x)\nrun(f)\n"
    "@cuda.jit\ndef f(a):\n    a[0] = 5\nf[1, 1](z)",
    "decorated": "other[1, 1](x)\ndef run(func):\n    func[1, 1](y)\nrun(other)",
}


def launched(program: str) -> set[tuple[str, str]]:
    """The name of each function that was launched, and a signature."""
    seen: set[tuple[str, str]] = set()

    def jit(*args: Any, **_: Any) -> Any:
        if not args or not callable(args[0]):
            return jit

        def launch(*values: object) -> None:
            types = ", ".join(spelled(typeof(one)) for one in values)
            seen.add((args[0].__name__, f"void({types})"))

        return type("Kernel", (), {"__getitem__": lambda self, _: launch})()

    program = program.replace("from numba import cuda\n", "")
    exec(program, {"cuda": SimpleNamespace(jit=jit), "__name__": "__main__"})
    return seen


@pytest.mark.parametrize("name", PROGRAMS)
def test_all_are_found(name: str, tmp_path: Path) -> None:
    program = HEAD + PROGRAMS[name] + "\n"
    path = tmp_path / "program.py"
    path.write_text(program)
    command = [str(harness.binary()), "inspect", "--signatures", "--json", str(path)]
    result = subprocess.run(command, capture_output=True, text=True)
    found = json.loads(result.stdout)["signatures"]
    # `k = cuda.jit(f)` is called k; of one function there may be several kernels: f, f_2
    ours = {
        ("f" if kernel == "k" else re.sub(r"_\d+$", "", kernel), signature)
        for kernel, signatures in found.items()
        for signature in signatures
    }
    assert ours == launched(program), result.stderr
    assert "PYCU02" not in result.stderr.replace("PYCU0205", ""), result.stderr
