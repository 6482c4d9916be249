"""`pycu run --record` of factories: one kernel for each set of values, in a build without flags."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import harness
import numpy as np
import pycu
import pytest
from pycu._binary import binary

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def recorded(tmp_path, monkeypatch):
    """Runs a text with `--record`, with arguments; the lines of its `.sigs.toml` and stderr."""
    monkeypatch.setenv("PYCU_CACHE_DIR", str(harness.empty_cache(tmp_path / "cache")))
    monkeypatch.setenv("PYCU_PYTHON", sys.executable)

    def run(text: str, *arguments: object) -> tuple[list[str], str, str]:
        script = tmp_path / "work.py"
        script.write_text(text)
        command = [str(binary()), "run", "--record", str(script), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return written(tmp_path), done.stdout, done.stderr

    return run


def written(folder: Path) -> list[str]:
    path = folder / "work.sigs.toml"
    return path.read_text().splitlines()[1:] if path.exists() else []


def built(folder: Path) -> pycu.Module:
    """What `pycu build` makes, with no message."""
    out = folder / "out"
    command = [str(binary()), "build", str(folder / "work.py"), "-o", str(out), "--target", "cpu"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr, done.stderr
    return pycu.load(out / "work.json")


def values_of(module: pycu.Module, x: np.ndarray) -> dict[str, list[float]]:
    """What each kernel of one array makes of it."""
    found = {}
    for name in module:
        copy = x.copy()
        module[name][1, x.size](copy)
        found[name] = copy.tolist()
    return found


SEVERAL = """
import numpy as np
from numba import cuda

def make_op(c):
    @cuda.jit(device=True)
    def op(x):
        return x * c
    return op

def make(op, n):
    @cuda.jit
    def step(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = op(x[i]) + n
    return step

def main():
    for c in (1.5, -2):
        for n in (3, 4):
            for kind in (np.float32, np.float64):
                x = np.arange(3, dtype=kind)
                kernel = make(make_op(c), n)
                kernel[1, 3](x)
                print(*x.tolist())

main()
"""


def test_each_set_of_values_is_a_kernel(recorded, tmp_path):
    lines, output, stderr = recorded(SEVERAL)
    both = '["void(float32[::1])", "void(float64[::1])"]  # work.py:25'
    assert lines == [
        "[signatures]",
        f'"step_n3_op_c1p5" = {both}',
        f'"step_n3_op_cm2" = {both}',
        f'"step_n4_op_c1p5" = {both}',
        f'"step_n4_op_cm2" = {both}',
        "",
        "[closures]",
        '"op_c1p5" = {of = "make_op.op", values = {c = "1.5"}}  # work.py:25',
        '"op_cm2" = {of = "make_op.op", values = {c = "-2"}}  # work.py:25',
        *(
            f'"step_n{n}_{op}" = {{of = "make.step", values = {{n = "{n}", '
            f'op = {{name = "{op}"}}}}}}  # work.py:25'
            for n in (3, 4)
            for op in ("op_c1p5", "op_cm2")
        ),
    ]
    assert "several values" not in stderr
    module = built(tmp_path)
    assert sorted(module) == [f"step_n{n}_{op}" for n in (3, 4) for op in ("op_c1p5", "op_cm2")]
    rows = [list(map(float, line.split())) for line in output.splitlines()]
    for kind, seen in ((np.float32, rows[0::2]), (np.float64, rows[1::2])):
        made = values_of(module, np.arange(3, dtype=kind))
        order = ("step_n3_op_c1p5", "step_n4_op_c1p5", "step_n3_op_cm2", "step_n4_op_cm2")
        assert [made[name] for name in order] == seen


def test_a_second_run_changes_nothing(recorded):
    first = recorded(SEVERAL)[0]
    assert recorded(SEVERAL)[0] == first


VARIABLES = """
import sys
import numpy as np
from numba import cuda

def make(n):
    @cuda.jit
    def step(x):
        x[0] = x[0] * n
    return step

step3 = make(3)
given = make(int(sys.argv[1]))

def main():
    local = make(11)
    for kernel in (step3, given, local):
        x = np.ones(1)
        kernel[1, 1](x)
    local[1, 1](np.ones(1, np.int32))

main()
"""


def signatures(lines: list[str]) -> dict[str, str]:
    """The values of `n` by name, of kernels that have signatures."""
    names = {line.split('"')[1] for line in lines[1 : lines.index("")]}
    closures = lines[lines.index("[closures]") + 1 :]
    return {
        name: line.split('n = "')[1].split('"')[0]
        for line in closures
        for name in [line.split('"')[1]]
        if name in names
    }


def test_variables_name_kernels(recorded, tmp_path):
    lines, _, _ = recorded(VARIABLES, 5)
    assert signatures(lines) == {"step3": "3", "given": "5", "local": "11"}
    assert values_of(built(tmp_path), np.ones(1)) == {
        "step3": [3.0],
        "given": [5.0],
        "local": [11.0],
    }


def test_a_variable_is_what_it_was_in_the_last_run(recorded, tmp_path):
    recorded(VARIABLES, 5)
    lines, _, _ = recorded(VARIABLES, 7)
    assert signatures(lines) == {"step3": "3", "given": "7", "step_n5": "5", "local": "11"}
    lines, _, _ = recorded(VARIABLES, 5)
    assert signatures(lines) == {"step3": "3", "given": "5", "step_n7": "7", "local": "11"}
    assert values_of(built(tmp_path), np.ones(1))["step_n7"] == [7.0]


KINDS = """
import math
from collections import namedtuple
from enum import IntEnum

import numpy as np
from numba import cuda, float64, int64

class Color(IntEnum):
    RED = 1
    BLUE = 2

Pair = namedtuple("Pair", "a b")
LARGE = 2.0

@cuda.jit(device=True)
def outside(v):
    return v + 1

def outer(a, table):
    def make(mode, color, pair, f, g, dtype):
        scale = {"x": a}["x"]
        if mode == "up":
            @cuda.jit((dtype[:],), fastmath=False)
            def k(x):
                x[0] = f(g(x[0])) + table[1, 0] * scale + pair.b + LARGE
        else:
            @cuda.jit((dtype[:],))
            def k(x):
                x[0] = f(x[0]) - table[0, 1] + (1 if color == Color.RED else pair[0])
        return k
    return make

def plain(n, unused):
    def body(x):
        x[0] = n if unused is None else n + 1
    return cuda.jit(body)

def main():
    table = np.asfortranarray(np.array([[0.5, np.inf], [0.1, 3]], np.float32))
    square = cuda.jit(device=True)(lambda v: v * v)
    rows = [
        ("up", Color.RED, Pair(1, 2.5), math.sqrt, outside, float64),
        ("up", Color.RED, Pair(1, 2.5), square, square, float64),
        ("down", Color.BLUE, (4, 5), square, None, int64),
    ]
    for row in rows:
        x = np.full(1, 9.0 if row[-1] is float64 else 9, "f8" if row[-1] is float64 else "i8")
        made = outer(2, table if row[0] == "up" else np.arange(4).reshape(2, 2))
        made(*row)[1, 1](x)
        print(x[0])
    for n in (True, np.float32(0.1)):
        x = np.zeros(1)
        plain(n, None)[1, 1](x)
        print(x[0])

main()
"""


def test_what_closures_hold(recorded, tmp_path):
    _, output, _ = recorded(KINDS)
    module = built(tmp_path)
    seen = sorted(map(float, output.split()))
    made = []
    for name in module:
        kind = np.int64 if "int64" in module[name].signatures[0] else np.float64
        x = np.full(1, 9 if name.startswith("k") else 0, kind)
        module[name][1, 1](x)
        made.append(float(x[0]))
    assert len(seen) == 5
    assert sorted(made) == seen


REFUSED = """
import numpy as np
from numba import cuda

def make(table, n):
    @cuda.jit
    def step(x):
        x[0] = table[1] + n
    return step

def main():
    x = np.zeros(1)
    make(np.arange(1000.0), 1)[1, 1](x)
    make(cuda.to_device(np.arange(2.0)), 2)[1, 1](x)
    make(np.arange(2) * 1j, 3).py_func
    make(np.arange(3.0), 4)[1, 1](x)

main()
"""


def test_what_no_text_can_say_is_told(recorded, tmp_path):
    lines, _, stderr = recorded(REFUSED)
    assert "`table` is an array of 1000 elements: 256 fit" in stderr
    assert "`table` is an array of the device" in stderr
    assert len([line for line in lines if "make.step" in line]) == 1
    (name,) = built(tmp_path)
    assert values_of(built(tmp_path), np.zeros(1)) == {name: [5.0]}


def test_a_file_of_a_person_gets_what_it_lacks(recorded, tmp_path):
    own = (
        '[constants]\nN = 3\n\n[closures.mine]\nof = "make.step"\nvalues.n = 11\n\n'
        '[signatures]\nmine = "void(float64[:])"  # any\n'
    )
    text = VARIABLES.replace("make(11)", "make(12)")
    (tmp_path / "work.sigs.toml").write_text(own)
    recorded(text + "N = 4\n", 5)
    now = (tmp_path / "work.sigs.toml").read_text()
    assert now.startswith(own)
    made = values_of(built(tmp_path), np.ones(1))
    assert made == {"mine": [11.0], "step3": [3.0], "given": [5.0], "local": [12.0]}
    recorded(text + "N = 4\n", 5)
    assert (tmp_path / "work.sigs.toml").read_text() == now
