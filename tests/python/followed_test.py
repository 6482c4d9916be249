"""Decorators, factories, generators and partial functions of programs that host code runs.

numba-cuda's own types at the launches of a run in Python say what pycu must find (recorder.py).
"""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from harness import REPOSITORY, binary

HEAD = """
import contextlib
import functools
import numpy as np
from numba import cuda
"""
KERNEL = """
@cuda.jit
def k(x, s):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += s

"""
PROGRAMS = {
    # Decorators of the program.
    "wrapper": """
        def timed(f):
            @functools.wraps(f)
            def wrapper(*args, **kwargs):
                return f(*args, **kwargs)
            return wrapper
        @timed
        def run(n, dtype=np.float64):
            k[1, 32](np.zeros(n, dtype), 1)
        run(3)
        run(3, dtype=np.int8)
        """,
    "with_arguments": """
        def times(n):
            def decorate(f):
                def wrapper(*args):
                    for _ in range(n):
                        f(*args)
                return wrapper
            return decorate
        @times(3)
        @times(2)
        def run(dtype):
            k[1, 32](np.zeros(3, dtype), 1)
        run(np.int16)
        """,
    "of_methods": """
        def logged(f):
            def wrapper(self, *args):
                return f(self, *args)
            return wrapper
        class Sim:
            def __init__(self):
                self.x = np.zeros(3, np.uint8)
            @logged
            def step(self, s):
                k[1, 32](self.x, s)
        Sim().step(2.5)
        """,
    "registry": """
        TABLE = {}
        def register(name):
            def decorate(f):
                TABLE[name] = f
                return f
            return decorate
        @register("twice")
        @cuda.jit
        def twice(x):
            x[0] *= 2
        TABLE["twice"][1, 1](np.zeros(3, np.int64))
        """,
    "object_as_decorator": """
        class Launcher:
            def __init__(self, kernel):
                self.kernel = kernel
            def __call__(self, n, *args):
                self.kernel[n, 32](*args)
        @Launcher
        @cuda.jit
        def own(x):
            x[0] = 1
        own(2, np.zeros(3, np.int32))
        """,
    "jit_in_disguise": """
        def my_jit(function=None, **options):
            options = {"lineinfo": True, **options}
            return cuda.jit(**options)(function) if function else cuda.jit(**options)
        @my_jit
        def bare(x):
            x[0] = 1
        @my_jit(fastmath=True)
        def called(x):
            x[0] = 2
        bare[1, 1](np.zeros(3, np.float32))
        called[1, 1](np.zeros(3, np.float64))
        """,
    "jit_with_unpacked": """
        def my_jit(*args, **kwargs):
            return cuda.jit(*args, **kwargs)
        @my_jit("void(float32[:], int32)")
        def typed(x, n):
            x[n] = 1
        @my_jit(device=True)
        def helper(x):
            return x * 2
        @my_jit()
        def untyped(x):
            x[0] = helper(x[1])
        untyped[1, 1](np.zeros(3, np.int16))
        """,
    # Dicts that options come from.
    "dicts": """
        options = dict({"s": 1}, n=3)
        options.update(dtype=np.int8)
        extra = {**options, "n": 5}
        extra.setdefault("s", 2.5)
        extra.setdefault("t", 2)
        def run(n, s, dtype, **more):
            k[1, 32](np.zeros(n, dtype), more.pop("t", 1.5))
            k[1, 32](np.zeros((n,), dtype), more.pop("t", 1.5))
        run(**extra)
        """,
    # Partial functions.
    "partial": """
        def run(dtype, n, s=1):
            k[1, 32](np.zeros(n, dtype), s)
        half = functools.partial(run, np.float16, s=2.0)
        half(3)
        half(3, s=1)
        functools.partial(half, 4)()
        """,
    # Generators.
    "generator": """
        def sizes(limit):
            n = 1
            while n < limit:
                yield n, np.int32 if n < 4 else np.int64
                n *= 2
        for n, dtype in sizes(9):
            if n == 8:
                break
            k[1, 32](np.zeros(n, dtype), n)
        """,
    "generator_of_unknown_length": """
        def batches(x):
            for i in range(x.size):
                if x[i] > 0.5:
                    continue
                yield x[i:]
        s = 1
        np.random.seed(1)  # one of the three is less than half at least
        for part in batches(np.random.rand(3)):
            k[1, 32](part, s)
            s = 2
        """,
    "context_manager": """
        @contextlib.contextmanager
        def on_device(x):
            d = cuda.to_device(x)
            yield d
            d.copy_to_host(x)
        with on_device(np.zeros(3, np.complex64)) as d:
            k[1, 32](d, 1)
        """,
    # Factories whose kernels no name of the module holds.
    "made_and_launched": """
        def make(n, mode="fast"):
            @cuda.jit
            def step(x):
                x[0] = n
            return step
        make(3)[1, 1](np.zeros(3, np.int8))
        make(2.5, mode="exact")[1, 1](np.zeros(3, np.int16))
        kernels = {n: make(n) for n in (1, 2)}
        for n, kernel in kernels.items():
            kernel[1, 1](np.zeros(3, np.int32))
        """,
    "long_names": """
        def make(first_coefficient, second_coefficient, third_coefficient, n):
            @cuda.jit
            def stencil(x):
                x[n] = first_coefficient + second_coefficient + third_coefficient
            return stencil
        for n in (1, 2):
            make(1.5, 2.5, 3.5, n)[1, 32](np.zeros(4))
        """,
    "getattr_of_a_class": """
        class Table:
            fast = np.float32
            exact = np.float64
        for name in ("fast", "exact"):
            k[1, 32](np.zeros(3, getattr(Table, name)), 1)
        """,
    # Named tuples with properties, arrays of records.
    "named_tuple_methods": """
        from typing import NamedTuple
        class Size(NamedTuple):
            w: int
            h: int
            @property
            def area(self):
                return self.w * self.h
            def half(self):
                return Size(self.w // 2, self.h)
        k[1, 32](np.zeros(Size(4, 2).half().area), 1)
        """,
    "attributes_of_functions": """
        import sys
        def euler(x):
            return x
        def heun(x):
            return 2 * x
        euler.order, heun.order = np.int8(1), 2
        euler.dtype = np.float32
        heun.dtype = np.float64
        if len(sys.argv) > 0:
            euler.name = np.uint8(3)
        class Solver:
            def __init__(self, method):
                if not hasattr(method, "order"):
                    raise ValueError(method)
                self.method = method
                self.x = np.zeros(3, getattr(method, "dtype"))
            def go(self):
                k[1, 32](self.x, self.method.order)
        for method in (euler, heun):
            Solver(method).go()
        k[1, 32](np.zeros(3, np.int16), euler.name)
        """,
    # Loops.
    "long_loops_inside_short_ones": """
        def work(dtype, turns):
            x = np.zeros(4, dtype)
            total = 0
            for turn in range(turns):
                total += turn * 2 - 1
                if total > 5:
                    total = turn
            k[1, 32](x, total)
        for dtype in (np.int8, np.int16, np.float32):
            work(dtype, 3000)
        """,
    "iterators": """
        import itertools
        from itertools import product, combinations
        for n, dtype in product([2, 3], [np.int8, np.int16]):
            k[1, 32](np.zeros(n, dtype), n)
        for a, b in combinations((np.zeros(3), np.zeros(3, np.float32), 2.5), 2):
            if isinstance(b, np.ndarray):
                k[1, 32](a, 1)
                k[1, 32](b, True)
        for x in itertools.chain([np.zeros(3, np.uint8)], (np.zeros(4, np.uint16),)):
            k[1, 32](x, 1)
        for a, b in itertools.pairwise([1, 2.5, True]):
            k[1, 32](np.zeros(3, np.uint32), a)
        for x in itertools.repeat(np.zeros(3, np.uint64), 2):
            k[1, 32](x, 1)
        k[1, 32](np.array(list(itertools.permutations(range(3))))[0], 1)
        k[1, 32](np.array(list(combinations(range(5), 2))).T[0], 1)
        """,
    # Functions that libraries call.
    "threads": """
        import threading
        def work(gpu, n, out, scale=1):
            d = np.zeros(n, np.float32)
            k[1, 32](d, scale)
            out[gpu] = d
        out = [None] * 4
        threads = []
        for i in range(4):
            threads.append(threading.Thread(target=work, args=(i, 100, out)))
        threads.append(threading.Thread(None, work, "last", (3, 5, out), {"scale": 2.5}))
        threads.append(threading.Thread(target=lambda: k[1, 1](np.zeros(3, np.int8), 1)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        """,
    "methods_in_threads": """
        from threading import Thread, Timer
        class Worker:
            def __init__(self, dtype):
                self.x = np.zeros(3, dtype)
            def go(self, s):
                k[1, 1](self.x, s)
        all = [Thread(target=Worker(t).go, args=(1,)) for t in (np.int8, np.int16)]
        all.append(Timer(0.01, Worker(np.float32).go, [2.5]))
        for one in all:
            one.start()
            one.join()
        """,
    "executors": """
        import concurrent.futures
        from concurrent.futures import ThreadPoolExecutor
        def work(x, s=1):
            k[1, 1](x, s)
        with ThreadPoolExecutor(max_workers=2) as pool:
            pool.submit(work, np.zeros(3, np.int8)).result()
            pool.submit(work, np.zeros(3, np.int16), s=2.5).result()
            list(pool.map(work, [np.zeros(3, np.float32), np.zeros((3, 3))[:, 1]]))
        pool = concurrent.futures.ThreadPoolExecutor()
        futures = [pool.submit(work, np.zeros(n, np.uint8)) for n in range(1, 4)]
        for one in concurrent.futures.as_completed(futures):
            one.result()
        """,
    "pools": """
        from multiprocessing.pool import ThreadPool
        def work(x, s=1):
            k[1, 1](x, s)
        pool = ThreadPool(2)
        pool.map(work, [np.zeros(3, np.int8)] * 40)
        pool.starmap(work, [(np.zeros(3, np.int16), True), (np.zeros(3), 1.5)])
        pool.apply(work, (np.zeros(3, np.float32),), {"s": 2})
        pool.apply_async(work, args=(np.zeros(3, np.uint8),)).get()
        """,
    "timed": """
        import timeit
        x = np.zeros(3, np.float32)
        timeit.timeit(lambda: k[1, 1](x, 1), number=3)
        def step():
            k[1, 1](x, 2.5)
        min(timeit.repeat(step, repeat=2, number=2))
        timeit.Timer(lambda: k[1, 1](x, True)).timeit(2)
        """,
    "in_the_end": """
        import atexit
        def last(x, s=2):
            k[1, 1](x, s)
        atexit.register(last, np.zeros(3, np.int8), s=1.5)
        k[1, 1](np.zeros(3), 1)
        atexit._run_exitfuncs()
        """,
}


@cache
def launched() -> dict[str, list[str]]:
    """The types at the launches of each program, as numba-cuda's `typeof` has them."""
    recorder = REPOSITORY / "tests" / "programs" / "recorder.py"
    folders = {name: folder() / name for name in PROGRAMS}
    command = [sys.executable, str(recorder), *map(str, folders.values())]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    for name, one in folders.items():
        assert not said[str(one.resolve())]["error"], said[str(one.resolve())]["error"]
        assert said[str(one.resolve())]["launches"], name
    return {
        name: sorted(
            {
                text
                for kernels in said[str(one.resolve())]["launches"].values()
                for texts in kernels.values()
                for text in texts
            }
        )
        for name, one in folders.items()
    }


KEPT = TemporaryDirectory()


@cache
def folder() -> Path:
    """A folder with a folder for each program."""
    for name, text in PROGRAMS.items():
        one = Path(KEPT.name) / name
        one.mkdir()
        lines = [line[8:] for line in text.splitlines()]
        head = HEAD + KERNEL if "    k[" in text else HEAD
        (one / "main.py").write_text(head + "\n".join(lines) + "\n")
    return Path(KEPT.name)


@pytest.mark.parametrize("name", PROGRAMS)
def test_types_are_those_of_the_launches(name: str) -> None:
    command = [str(binary()), "inspect", "--signatures", "--json", f"{folder()}/{name}/main.py"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert "error" not in done.stderr, done.stderr
    found = json.loads(done.stdout)["signatures"]
    ours = {text for texts in found.values() for text in texts if text.startswith("void")}
    expected = set(launched()[name])
    assert ours - {"void(float32[:], int32)"} == expected, done.stderr


# Of libraries that are not there: a program, and its types.
CALLED = {
    "animation": (
        """
        import matplotlib.pyplot as plt
        import matplotlib.animation as animation
        def update(frame, images, xs, n):
            for i in range(n):
                k[1, 32](xs[i], n)
            return images
        fig, ax = plt.subplots()
        xs = [np.zeros(8, np.int32) for _ in range(3)]
        ani = animation.FuncAnimation(fig, update, fargs=([], xs, 3), interval=33, frames=100)
        """,
        ["void(int32[::1], int64)"],
    ),
    "minimised": (
        """
        from scipy.optimize import minimize
        def cost(p, x, s):
            k[1, 32](x, p[0])
            k[1, 32](cuda.to_device(p), s)
            return float(x.sum())
        minimize(cost, [1, 2], args=(np.zeros(8, np.float32), 3), method="BFGS")
        """,
        ["void(float32[::1], float64)", "void(float64[::1], int64)"],
    ),
    "integrated": (
        """
        from scipy.integrate import odeint
        def right(y, t, s):
            k[1, 32](y, s)
            return y
        odeint(right, np.zeros(3, np.float32), np.linspace(0, 1, 5), args=(2,))
        """,
        ["void(float64[::1], int64)"],
    ),
    # numba-cuda's rules for ufuncs (deviceufunc.py), which need a GPU to run.
    "ufuncs": (
        """
        from numba import vectorize
        @vectorize(["int8(float32)", "float64(float64)"], target="cuda")
        def sign(x):
            return 1 if x > 0 else -1
        @vectorize("float32(float32, float32)", target="cuda")
        def add(x, y):
            return x + y
        x = np.zeros((4, 3), np.float32)
        k[1, 32](sign(x), 1)
        k[1, 32](sign(cuda.to_device(x[:, 0])), 1)
        k[1, 32](sign(np.asfortranarray(x.astype(np.float64))), 1)
        k[1, 32](add(x, 2.5)[0], True)
        k[1, 32](add(x.T, np.zeros((2, 3, 1), np.float32)), 1)
        out = np.zeros((4, 3), np.float32, order="F")
        k[1, 32](add(x, x, out=out), 1)
        """,
        [
            "void(float32[:, :, ::1], int64)",
            "void(float32[::1, :], int64)",
            "void(float32[::1], bool)",
            "void(float64[:, ::1], int64)",
            "void(int8[:, ::1], int64)",
            "void(int8[::1], int64)",
        ],
    ),
    "ufuncs_of_numbers": (
        """
        from numba import vectorize
        @vectorize(["float32(float32)", "float64(float64)"], target="cuda")
        def half(x):
            return x / 2
        k[1, 32](half(2.5), 1)
        k[1, 32](half(np.float32(2)), 1)
        """,
        ["void(float32[::1], int64)", "void(float64[::1], int64)"],
    ),
}


@pytest.mark.parametrize("name", CALLED)
def test_libraries_that_are_not_there_call_functions(name: str, tmp_path: Path) -> None:
    text, expected = CALLED[name]
    lines = [line[8:] for line in text.splitlines()]
    (tmp_path / "main.py").write_text(HEAD + KERNEL + "\n".join(lines) + "\n")
    command = [str(binary()), "inspect", "--signatures", "--json", f"{tmp_path}/main.py"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert sorted(json.loads(done.stdout)["signatures"]["k"]) == expected, done.stderr
    assert not done.stderr


def test_kernels_of_factories_have_names_of_their_values() -> None:
    path = f"{folder()}/made_and_launched/main.py"
    command = [str(binary()), "inspect", "--signatures", "--json", path]
    done = subprocess.run(command, capture_output=True, text=True)
    found = json.loads(done.stdout)["signatures"]
    assert set(found) == {"step_n3", "step_n2p5", "step_n1", "step_n2"}


def test_long_names_keep_the_values_that_fit() -> None:
    command = [str(binary()), "inspect", "--signatures", "--json", f"{folder()}/long_names/main.py"]
    done = subprocess.run(command, capture_output=True, text=True)
    name = "stencil_first_coefficient1p5"
    assert set(json.loads(done.stdout)["signatures"]) == {f"{name}_n1", f"{name}_n2"}
