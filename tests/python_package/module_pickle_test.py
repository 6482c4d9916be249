"""Loaded modules and what is in them: pickles, other processes, threads."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pycu
import pytest
from harness import REPOSITORY, build
from pycu import _content

SOURCE = """\
from numba import cuda, guvectorize, vectorize

FACTOR = 3.0

class Group:
    SIZE = 4

    @staticmethod
    @cuda.jit("void(float64[:])")
    def scale(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] *= FACTOR

@cuda.jit("void(int32[:])")
def wait(flag):
    while cuda.atomic.add(flag, 0, 0) == 0:
        pass
    flag[1] = 7

@vectorize(["float64(float64, float64)"], target="cuda")
def blend(a, b):
    return (a + b) / 2

@guvectorize(["void(float64[:], float64[:])"], "(n)->()", target="cuda")
def last(x, out):
    out[0] = x[x.shape[0] - 1]

@cuda.reduce
def total(a, b):
    return a + b

total([1.0])
"""

# What a process does that gets a pickle: it has nothing of this one but the package.
WORKER = """\
import pickle, sys
import numpy as np
x = np.arange(4.0)
pickle.load(open(sys.argv[1], "rb"))(x)
print(x.tolist())
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pickled")
    (folder / "many.py").write_text(SOURCE)
    build([folder / "many.py"], folder / "out", "--sig", "total=float64(float64, float64)")
    return folder / "out"


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "out"))


@pytest.fixture
def k(folder: Path) -> Any:
    return pycu.load(folder)


def things(k: Any) -> list[Any]:
    return [k, k.Group, k.Group.scale, k.wait, k.blend, k.last, k.total]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_process_has_one_object_of_all_pickles(k: Any, protocol: int) -> None:
    for one in things(k):
        again = pickle.loads(pickle.dumps(one, protocol))
        assert again is one or (type(again) is type(one) and list(again) == list(one) == ["scale"])
    # without the first object, what comes out is whole, and one object again
    data = pickle.dumps(things(k), protocol)
    _content._loaded.clear()
    first, second = pickle.loads(data), pickle.loads(data)
    assert first[0] is second[0]
    assert first[0] is not k
    assert first[0].blend is first[4]
    assert (first[0].FACTOR, first[1].SIZE) == (3.0, 4)


def test_configured_launches_keep_their_configuration(k: Any) -> None:
    _content._loaded.clear()
    made = pickle.loads(pickle.dumps(k.Group.scale[(2, 3), 4, 0, 16]))
    assert (made.griddim, made.blockdim, made.sharedmem) == ((2, 3, 1), (4, 1, 1), 16)
    x = np.ones(4)
    made(x)
    assert (x == 27).all(), "three rows of blocks"


def test_folders_pickle(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text(SOURCE)
    build([tmp_path / "other.py"], folder, "--sig", "total=float64(float64, float64)")
    again = pickle.loads(pickle.dumps(pycu.load(folder)))
    assert list(again) == ["many", "other"]
    assert again.other.total(np.ones(5)) == 5


def run_worker(data: bytes, tmp_path: Path) -> str:
    (tmp_path / "pickle").write_bytes(data)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", WORKER, str(tmp_path / "pickle")],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "python"), "TMPDIR": str(scratch)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert not list(scratch.iterdir()), "nothing is left"
    return done.stdout.strip()


def test_a_machine_without_the_files_gets_them_from_the_pickle(
    k: Any, folder: Path, tmp_path: Path
) -> None:
    data = pickle.dumps(k.Group.scale[1, 4])
    shutil.rmtree(folder)
    assert run_worker(data, tmp_path) == "[0.0, 3.0, 6.0, 9.0]"
    # what came out of a pickle goes on
    _content._loaded.clear()
    again = pickle.loads(data)
    (tmp_path / "again").mkdir()
    assert run_worker(pickle.dumps(again), tmp_path / "again") == "[0.0, 3.0, 6.0, 9.0]"


def test_a_machine_with_another_build_gets_that_of_the_pickle(
    k: Any, folder: Path, tmp_path: Path
) -> None:
    data = pickle.dumps(k.Group.scale[1, 4])
    (tmp_path / "many.py").write_text(SOURCE.replace("3.0", "5.0"))
    build([tmp_path / "many.py"], folder, "--sig", "total=float64(float64, float64)")
    assert run_worker(data, tmp_path) == "[0.0, 3.0, 6.0, 9.0]"


def test_what_was_built_anew_is_not_taken_for_what_was_loaded(
    k: Any, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "many.py").write_text(SOURCE.replace("3.0", "5.0"))
    build([tmp_path / "many.py"], folder, "--sig", "total=float64(float64, float64)")
    with pytest.raises(pickle.PicklingError, match="was built anew since it was loaded"):
        pickle.dumps(k.blend)
    shutil.rmtree(folder)
    with pytest.raises(pickle.PicklingError, match="No such file"):
        pickle.dumps(k.blend)


def work(launch: Any, blend: Any, last: Any, total: Any) -> list[Any]:
    x = np.arange(4.0)
    launch(x)
    return [x.tolist(), blend(x, 0.0).tolist(), float(last(x)), float(total(x))]


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_get_them_as_arguments(k: Any, method: str) -> None:
    arguments = (k.Group.scale[1, 4], k.blend, k.last, k.total)
    expected = work(*arguments)  # threads of this process have run
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = [pool.apply_async(work, arguments) for _ in range(4)]
        assert [one.get(60) for one in found] == [expected] * 4


def test_a_fork_in_the_middle_of_a_call_holds_nothing(k: Any) -> None:
    held, go = threading.Event(), threading.Event()

    def hold() -> None:
        with k.blend._lock:
            held.set()
            go.wait(60)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(60)
    child = os.fork()
    if child == 0:
        os._exit(0 if k.blend(1.0, 3.0) == 2 else 1)
    try:
        for _ in range(200):
            pid, status = os.waitpid(child, os.WNOHANG)
            if pid:
                break
            threading.Event().wait(0.1)
        assert (pid, status) == (child, 0)
    finally:
        go.set()
        thread.join()
        if not pid:
            os.kill(child, 9)
            os.waitpid(child, 0)


def test_other_threads_run_while_a_kernel_runs(built: Path) -> None:
    """The kernel ends when a thread of Python says so: in a process that may be killed."""
    script = f"""
import threading, time
import numpy as np, pycu
k = pycu.load({str(built)!r})
flag = np.zeros(2, np.int32)
def end():
    time.sleep(0.2)
    flag[0] = 1
threading.Thread(target=end).start()
k.wait[1, 1](flag)
print(flag[1])
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "python")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == "7\n", done.stderr
