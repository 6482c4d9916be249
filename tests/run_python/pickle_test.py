"""Kernels, ufuncs and functions of the host in pickles: closures, other processes and folders."""

import importlib.util
import multiprocessing
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
from harness import REPOSITORY
from pycu import cuda, vectorize
from pycu._jit import pickled
from pycu._numba.cpu import jit

SCALE = 3


@cuda.jit(device=True)
def scaled(x):
    return x * SCALE


def factory(offset):
    def shifted(x):
        return scaled(x) + offset

    @cuda.jit
    def kernel(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = shifted(a[i])

    return kernel


@cuda.jit(device=True)
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_process_has_one_object_of_all_pickles_of_a_kernel(protocol):
    kernel = factory(1)
    data = pickle.dumps(kernel, protocol)
    assert pickle.loads(data) is kernel
    pickled._known.clear()
    other = pickle.loads(data)
    assert other is not kernel and pickle.loads(data) is other
    a = np.arange(3)
    other[1, 3](a)
    assert a.tolist() == [1, 4, 7]


def fresh(thing):
    """What a process gets that has not seen the pickle's things."""
    data = pickle.dumps(thing)
    pickled._known.clear()
    return pickle.loads(data)


def test_configured_launches_keep_their_configuration():
    made = fresh(factory(2)[(2, 3), 4, 0, 16])
    assert (made.griddim, made.blockdim, made.sharedmem) == ((2, 3, 1), (4, 1, 1), 16)
    made.pre_launch_callbacks.append(print)
    with pytest.raises(pickle.PicklingError, match="pre-launch callbacks"):
        pickle.dumps(made)


def test_functions_that_call_themselves_and_lambdas_pickle():
    other = fresh(factorial)
    assert other.py_func.__globals__["factorial"] is other

    twice = [lambda x: x + 1, lambda x: x * 2][1]
    made = fresh(jit(twice))
    assert made.py_func(4) == 8
    assert made.py_func.__code__.co_filename == __file__


def test_defaults_cells_and_modules_are_there():
    text = "a"

    def outer(x, factor=np.float32(2), *, more=5):
        return np.float64(x) * factor + more, text, math_of(x)

    def math_of(x):
        return importlib.util.MAGIC_NUMBER is not None and x > later

    made = fresh(jit(outer))
    later = 2
    other = fresh(jit(outer))
    with pytest.raises(NameError):
        made.py_func(3)
    assert other.py_func(3) == (11.0, "a", True)


def test_ufuncs_pickle():
    offset = 5

    @vectorize(["int64(int64)", "float64(float64)"], target="cuda")
    def shift(x):
        return x + offset

    assert fresh(shift)(np.arange(3)).tolist() == [5, 6, 7]
    assert fresh(shift).types == shift.types


def test_what_another_python_has_pickled_is_refused(monkeypatch):
    data = pickle.dumps(factory(3))
    pickled._known.clear()
    monkeypatch.setattr(importlib.util, "MAGIC_NUMBER", b"other")
    with pytest.raises(RuntimeError, match="`factory.<locals>.kernel` was pickled by another"):
        pickle.loads(data)


SCRIPT = """
from pycu import cuda

N = 7

@cuda.jit
def kernel(a):
    a[cuda.grid(1)] += N
"""


def test_a_process_without_the_file_compiles_and_names_it(tmp_path):
    file = tmp_path / "gone.py"
    file.write_text(SCRIPT, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("gone", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "kernel.pickle").write_bytes(pickle.dumps(module.kernel))
    file.unlink()
    code = (
        "import pickle, numpy as np\n"
        "kernel = pickle.load(open('kernel.pickle', 'rb'))\n"
        "a = np.zeros(2, np.int32); kernel[1, 2](a)\n"
        "print(a, kernel.py_func.__code__.co_filename)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "python")},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("[7 7] <pickle ")
    assert done.stdout.rstrip().endswith(">/gone.py")


def worker(kernel, count):
    a = np.arange(count)
    kernel[1, 32](a)
    return a


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_workers_of_multiprocessing_take_kernels(method):
    with multiprocessing.get_context(method).Pool(1) as pool:
        results = pool.starmap(worker, [(factory(1), 2), (factory(2), 3)])
    assert [one.tolist() for one in results] == [[1, 4], [2, 5, 8]]
