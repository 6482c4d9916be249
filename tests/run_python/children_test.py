"""Programs that a script under `pycu run` starts: they find pycu as `numba`, too."""

import os
import subprocess
import sys

from harness import REPOSITORY, binary
from pycu import _numba

KERNEL = """
from numba import cuda
@cuda.jit
def hello():
    print("thread", cuda.grid(1))
hello[1, 2]()
cuda.synchronize()
print(cuda.__name__)
"""
PARENT = f"""
import multiprocessing, subprocess, sys
from numba import cuda
import numpy as np

@cuda.jit
def double(a):
    a[cuda.grid(1)] *= 2

def work(n):
    from numba import cuda
    a = np.full(n, 3)
    double[1, n](a)
    return a.tolist(), cuda.__name__

if __name__ == "__main__":
    print(subprocess.run([sys.executable, "-c", {KERNEL!r}], capture_output=True, text=True))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.map(work, [2]))
"""


def environment(**more):
    return {
        **os.environ,
        "PYCU_BINARY": str(binary()),
        "PYCU_PYTHON": sys.executable,
        **more,
    }


def test_python_of_a_text_and_workers_find_pycu(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pycu", "run", str(script)],
        capture_output=True,
        text=True,
        env=environment(PYTHONPATH=str(REPOSITORY / "python")),
    )
    assert done.returncode == 0, done.stderr
    assert "thread 0\\nthread 1\\npycu.cuda\\n" in done.stdout, done.stdout
    assert "[([6, 6], 'pycu.cuda')]" in done.stdout


def test_the_folder_stands_in_the_path_once(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "one")
    monkeypatch.setattr(sys, "path", [*sys.path])
    _numba.share()
    _numba.share()
    first, rest = os.environ["PYTHONPATH"].split(os.pathsep)
    assert rest == "one" and sys.path.count(first) == 1
    assert os.listdir(first)[0].startswith(("numba", "__pycache__"))


def test_a_text_of_the_command_line_is_compiled_without_pycu_run():
    code = KERNEL.replace("from numba", "from pycu")
    done = subprocess.run(
        [sys.executable, "-Bc", code, "-c", "not this"],
        capture_output=True,
        text=True,
        env=environment(PYTHONPATH=str(REPOSITORY / "python")),
    )
    assert done.stdout == "thread 0\nthread 1\npycu.cuda\n", done.stderr
