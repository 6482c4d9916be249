"""`--keep-going` writes what is sound, and each broken kernel is worth one message."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import harness
import numpy as np
import pycu as runtime
import pytest

# As a notebook leaves it: magics, exercises with blanks, Python 2, kernels that work and some
# that do not. The numbers behind the broken ones are the lines of their names.
NOTEBOOK = """%matplotlib inline
!pip install numba
import math
import numpy as np
from numba import cuda, float32

TPB = 32


@cuda.jit("void(float32[:], float32)")
def scale(x, factor):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= factor


@cuda.jit("void(float32[:], float32[:])")
def add(x, y):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += helper(y[i])


@cuda.jit(device=True)
def helper(v):
    return v + 1


@cuda.jit
def untyped(x, y, n):
    i = cuda.grid(1)
    if i < n:
        x[i] = unknown_function(y[i]) + missing


@cuda.jit("void(float32[:])")
def fill(x):
    x[cuda.grid(1)] = TPB


@cuda.jit("void(float32[:])")
def typo(x):
    i = cuda.gird(1)
    if i < x.size:
        x[i] = only_here(i) + x[i]
        x[i] += i


@cuda.jit(device=True)
def only_here(v):
    return v * 2


# Exercise: fill in the blanks
answer =
print "the answer is", answer


@cuda.jit("void(float32[:])")
def exercise(x):
    i = 
    x[i] = 1


@cuda.jit("void(float32[:], int32)")
def shift(x, n):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += n


@cuda.jit("void(int32[:])")
def count(x):
    cuda.atomic.add(x, 0, 1)


@cuda.jit("void(float32[:], float32[:])")
def tile(x, y):
    s = cuda.shared.array(TPB, float32)
    t = cuda.threadIdx.x
    s[t] = x[t]
    cuda.syncthreads()
    y[t] = s[TPB - 1 - t]


@cuda.jit("void(float32[:])")
def roots(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = math.sqrt(x[i])


scale[1, 32](np.zeros(32, np.float32), 2)
"""
SOUND = ["add", "count", "fill", "roots", "scale", "shift", "tile"]
BROKEN = {"untyped": "PYCU0205", "typo": "PYCU0404", "exercise": "PYCU0101"}


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(harness.binary().absolute()), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def notebook(folder: Path) -> Path:
    path = folder / "notebook.py"
    path.write_text(NOTEBOOK)
    return path


def errors(text: str) -> list[str]:
    return re.findall(r"error\[(PYCU\d+)\]", text)


def test_without_it_nothing_is_written(tmp_path: Path) -> None:
    notebook(tmp_path)
    done = run(tmp_path, "transpile", "notebook.py", "-o", "out")
    assert done.returncode == 1
    assert not (tmp_path / "out").exists()


def test_what_is_sound_is_written_and_the_rest_listed(tmp_path: Path) -> None:
    lines = notebook(tmp_path).read_text().splitlines()
    done = run(tmp_path, "transpile", "notebook.py", "-o", "out", "--keep-going")
    assert done.returncode == 1
    # the body of `untyped` has two names that nothing binds
    expected = [*BROKEN.values(), "PYCU0302", "PYCU0302"]
    assert sorted(errors(done.stderr)) == sorted(expected), done.stderr
    manifest = json.loads((tmp_path / "out" / "notebook.json").read_text())
    assert sorted(kernel["name"] for kernel in manifest["kernels"]) == SOUND
    skipped = {one["name"]: (one["line"], one["code"]) for one in manifest["skipped"]}
    wanted = {
        name: (1 + next(i for i, line in enumerate(lines) if f"def {name}(" in line), code)
        for name, code in BROKEN.items()
    }
    assert skipped == wanted
    text = (tmp_path / "out" / "notebook.cu").read_text()
    assert "helper" in text
    assert "only_here" not in text  # nothing that only a broken kernel needs


def test_host_code_is_no_error(tmp_path: Path) -> None:
    notebook(tmp_path)
    done = run(tmp_path, "check", "notebook.py")
    host = [line for line in done.stderr.splitlines() if "PYCU0190" in line]
    assert len(host) >= 3
    assert all("warning" in line for line in host)
    places = {int(line.split(":")[1]) for line in host}
    lines = NOTEBOOK.splitlines()
    assert {1, 2, 1 + lines.index("answer =")} <= places


def test_the_messages_say_what_to_do(tmp_path: Path) -> None:
    notebook(tmp_path)
    done = run(tmp_path, "check", "notebook.py")
    assert '@cuda.jit("void(?[:], ?[:], ?)")' in done.stderr
    assert "notebook.py:" in done.stderr
    assert "`unknown_function` is not defined" in done.stderr  # whatever the types are
    assert "only_here" not in done.stderr


def test_the_sound_kernels_run(tmp_path: Path) -> None:
    notebook(tmp_path)
    done = run(tmp_path, "build", "notebook.py", "-o", "out", "--target", "cpu", "-k")
    assert done.returncode == 1, done.stderr
    module = runtime.load(tmp_path / "out" / "notebook.json")
    x = np.arange(32, dtype=np.float32)
    y = np.zeros(32, np.float32)
    module.tile[1, 32](x, y)
    assert (y == x[::-1]).all()
    module.add[1, 32](y, x)
    assert (y == x[::-1] + x + 1).all()
    with pytest.raises(AttributeError, match="'typo' was skipped"):
        _ = module.typo


def test_a_kernel_with_one_bad_signature_is_left_out_whole(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(
        "from numba import cuda\n\n\n"
        '@cuda.jit(["void(int32[:])", "void(float32[:])"])\n'
        "def shift(x):\n    x[0] = x[0] << 1\n\n\n"
        '@cuda.jit("void(int32[:])")\ndef clear(x):\n    x[0] = 0\n'
    )
    done = run(tmp_path, "transpile", "k.py", "-o", "out", "-k")
    manifest = json.loads((tmp_path / "out" / "k.json").read_text())
    assert [kernel["name"] for kernel in manifest["kernels"]] == ["clear"]
    assert manifest["skipped"] == [{"name": "shift", "line": 5, "code": errors(done.stderr)[0]}]


def test_a_file_without_a_sound_kernel(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(
        "from numba import cuda\n\n\n@cuda.jit\ndef k(x):\n    x[0] = 0\n"
    )
    done = run(tmp_path, "transpile", "k.py", "-o", "out", "-k")
    assert done.returncode == 1
    manifest = json.loads((tmp_path / "out" / "k.json").read_text())
    assert manifest["kernels"] == []
    assert [one["code"] for one in manifest["skipped"]] == ["PYCU0205"]
    assert "PYCU0009" not in done.stderr


def test_a_sound_file_is_written_as_without_it(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(
        'from numba import cuda\n\n\n@cuda.jit("void(float32[:])")\ndef k(x):\n    x[0] = 0\n'
    )
    assert run(tmp_path, "transpile", "k.py", "-o", "one").returncode == 0
    assert run(tmp_path, "transpile", "k.py", "-o", "two", "-k").returncode == 0
    for name in ("k.cu", "k.h", "k.json"):
        assert (tmp_path / "one" / name).read_text() == (tmp_path / "two" / name).read_text()


def test_what_never_runs_may_be_wrong_and_have_effects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sanitized = harness.REPOSITORY / "build" / "asan" / "bin" / "pycu"
    if sanitized.exists():  # it holds the IR to its rules, too
        monkeypatch.setenv("PYCU_BINARY", str(sanitized))
    (tmp_path / "k.py").write_text(
        "from numba import cuda\n\n\n"
        "@cuda.jit(device=True)\ndef stop(n):\n    raise ValueError('no')\n    return n\n\n\n"
        '@cuda.jit("void(int64[:])")\ndef k(x):\n'
        "    def differs():\n        if x[0, 1] != x[0]:\n            return True\n"
        "        return False\n\n    i = cuda.grid(1)\n    if stop(i) == 3:\n"
        "        if differs():\n            cuda.atomic.add(x, 0, 1)\n"
    )
    done = run(tmp_path, "transpile", "k.py", "-o", "out", "-k")
    assert errors(done.stderr) == ["PYCU0308"]
    assert done.returncode == 1
