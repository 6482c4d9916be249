"""Launches that the extension makes do what Python's do: results, errors, order, lifetimes."""

from __future__ import annotations

import copy
import enum
import gc
import os
import pickle
import platform
import subprocess
import sys
import threading
from collections import namedtuple
from typing import Any, Callable

import numpy as np
import pytest
from pycu import _native, cuda
from pycu.cuda import _config

Point = namedtuple("Point", "x y")


class Color(enum.IntEnum):
    RED = 3


class OwnInt(int):
    pass


class OwnFloat(float):
    pass


@cuda.jit
def store(out, value):
    out[0] = value


@cuda.jit
def store_items(out, pair):
    out[0] = pair[0]
    out[1] = pair[1]


@cuda.jit
def add(out, a, b):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


@cuda.jit
def total(out, a):
    out[0] = 0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[0] = out[0] * 3 + a[i, j]


@cuda.jit("void(int8[:], int8)")
def narrow(out, value):
    out[0] = value


@cuda.jit(["void(int64[:], int64)", "void(float64[:], float64)"])
def either(out, value):
    out[0] = value


@cuda.jit(debug=True, opt=False)
def at(out, i):
    out[0] = out[i]


def test_the_extension_is_there() -> None:
    if platform.machine() != "x86_64":
        pytest.skip(f"the extension is for x86-64, this is {platform.machine()}")
    assert _native.fast is not None


def outcome(call: Callable[..., None], out: np.ndarray, *values: Any) -> Any:
    """What a launch wrote, or the exception that it raised."""
    kept = out.copy()
    try:
        call(kept, *values)
    except Exception as error:
        return type(error), str(error)
    return kept.tolist()


SCALARS = [
    *(0, 1, -1, 127, 128, 255, 256, 2**31 - 1, 2**31, 2**32, -(2**31) - 1, 2**63 - 1, -(2**63)),
    *(2**63, 2**64 - 1, 2**64, -(2**63) - 1),
    *(True, False, 0.0, -0.0, 1.5, float("inf"), float("nan"), 1e300, 2 + 3j),
    *(kind(7) for kind in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32)),
    *(np.uint64(2**64 - 1), np.int64(-(2**63)), np.float16(1.5), np.float32(0.1), np.float64(0.1)),
    *(np.complex64(1 + 2j), np.complex128(1 - 2j), np.bool_(True)),
    *(Color.RED, OwnInt(5), OwnFloat(2.5), None, "text", [1], (1, 2), np.array(3), object()),
]


@pytest.mark.parametrize(
    ("kernel", "dtype"),
    [
        (store, "f8"),
        (store, "c16"),
        (narrow, "i1"),
        (narrow, "f4"),
        (either, "i8"),
        (either, "f8"),
        (either, "?"),
    ],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_numbers_are_taken_as_python_takes_them(kernel, dtype) -> None:
    """In every order: what one value left behind must not decide of the next."""
    launcher, out = kernel[1, 1], np.zeros(1, dtype)
    for values in (SCALARS, SCALARS[::-1], SCALARS):
        for value in values:
            expected = outcome(launcher._called, out, value)
            for _ in range(2):
                assert str(outcome(launcher, out, value)) == str(expected), repr(value)


PAIRS = [
    (1, 2),
    (1, 2.5),
    (2.5, 1),
    (np.float32(1.5), True),
    Point(1, 2),
    Point(1.5, 2),
    (1, 2, 3),
    (1,),
    ((1, 2), 3),
    [1, 2],
    None,
]


def test_tuples_are_taken_as_python_takes_them() -> None:
    launcher = store_items[1, 1]
    for _ in range(2):
        for pair in PAIRS:
            expected = outcome(launcher._called, np.zeros(2), pair)
            for _ in range(2):
                assert outcome(launcher, np.zeros(2), pair) == expected, pair


def frozen(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


SQUARE = np.arange(12.0).reshape(3, 4)
ARRAYS = [
    SQUARE,
    SQUARE.T,
    np.asfortranarray(SQUARE),
    np.arange(48.0).reshape(6, 8)[::2, ::-2],
    np.broadcast_to(np.arange(4.0), (3, 4)),
    frozen(SQUARE.copy()),
    SQUARE[:0],
    SQUARE[:, :1],
    SQUARE[:1],
    SQUARE.astype("f4"),
    SQUARE.astype("i2"),
    SQUARE.astype(">f8"),
    np.frombuffer(b"\0" + SQUARE.tobytes(), "f8", offset=1).reshape(3, 4),
    SQUARE.view(np.recarray),
    np.ma.masked_array(SQUARE, SQUARE > 3),
    np.matrix(SQUARE),
    SQUARE[0],
    memoryview(SQUARE),
    SQUARE.tolist(),
    "text",
]


def test_arrays_are_taken_as_python_takes_them() -> None:
    launcher = total[1, 1]
    device = [cuda.to_device(SQUARE), cuda.to_device(SQUARE).T, cuda.to_device(SQUARE)[:, 1:3]]
    for arrays in ([*ARRAYS, *device], [*device, *ARRAYS][::-1]):
        for array in arrays:
            expected = outcome(launcher._called, np.zeros(1), array)
            for _ in range(2):
                assert outcome(launcher, np.zeros(1), array) == expected


def test_a_read_only_array_is_not_written() -> None:
    launcher = store[1, 1]
    out = np.zeros(1)
    launcher(out, 1.0)
    launcher(out, 2.0)
    with pytest.raises(Exception, match="PYCU0320|read-only"):
        launcher(frozen(np.zeros(1)), 3.0)


def fast_launches(kernel: Any) -> int:
    return kernel._fast_launches


needs_it = pytest.mark.skipif(_native.fast is None, reason="pycu._fast is not built")


@needs_it
@pytest.mark.parametrize("where", ["host", "device"])
def test_one_launch_is_pythons_and_all_others_are_not(where) -> None:
    @cuda.jit
    def k(out, a, factor):
        out[0] += a[0] * factor

    place = cuda.to_device if where == "device" else (lambda array: array)
    out, a = place(np.zeros(1)), place(np.ones(1))
    for _ in range(50):
        k[1, 1](out, a, 2)
    configured = k[1, 32]
    before = fast_launches(k)
    configured(out, a, np.int64(1))
    for _ in range(49):
        configured(out, a, np.int64(1))
    assert before == 49
    assert fast_launches(k) == 49 + 49
    assert float(out[0]) > 100


@needs_it
def test_other_types_in_turn_are_all_fast() -> None:
    before = fast_launches(store)
    for _ in range(10):
        for value in (1, 2.5, np.float32(1), True, np.float16(1)):
            store[1, 1](np.zeros(1), value)
    assert fast_launches(store) - before >= 45


def test_numbers_of_two_bytes_keep_their_bits() -> None:
    out = np.zeros(1, "f2")
    for value in (1.5, -0.0, 6e-8, 65504, np.inf, np.nan):
        store[1, 1](out, np.float16(value))
        assert out.tobytes() == np.float16(value).tobytes()


def test_arrays_that_share_memory_are_apart() -> None:
    @cuda.jit
    def turned(a, b):
        i = cuda.grid(1)
        if i < b.size:
            b[i] = a[a.size - 1 - i]

    def numbers() -> np.ndarray:
        return np.arange(6.0)

    cases = {
        "the same": (lambda x: (x, x), [5, 4, 3, 2, 1, 0]),
        "apart": (lambda x: (x[:3], x[3:]), [0, 1, 2, 2, 1, 0]),
        "in part": (lambda x: (x[:4], x[2:]), [0, 1, 3, 2, 1, 0]),
        "interleaved": (lambda x: (x[::2], x[1::2]), [0, 4, 2, 2, 4, 0]),
        "backwards": (lambda x: (x[::-1], x), [0, 1, 2, 3, 4, 5]),
        "empty": (lambda x: (x[:0], x[:0]), [0, 1, 2, 3, 4, 5]),
    }
    for _ in range(3):
        for name, (arrays, expected) in cases.items():
            x = numbers()
            turned[1, 8](*arrays(x))
            assert x.tolist() == expected, name


def test_arrays_in_tuples_that_share_memory_are_apart() -> None:
    @cuda.jit
    def turned(pair):
        i = cuda.grid(1)
        if i < 3:
            pair[1][i] = pair[0][2 - i] * 10

    for make in (tuple, lambda items: Point(*items)):
        for _ in range(3):
            x = np.arange(3.0)
            turned[1, 4](make([x, x]))
            assert x.tolist() == [20, 10, 0]


def test_device_arrays_that_share_memory_do() -> None:
    @cuda.jit
    def both(a, b):
        a[0] = 5
        b[0] += 1

    for _ in range(3):
        x = cuda.to_device(np.zeros(2))
        both[1, 1](x, x)
        assert x.copy_to_host().tolist() == [6, 0]


def test_nothing_is_kept_or_lost() -> None:
    out, a, value = np.zeros(1), np.zeros((2, 2)), 3.5
    pair = (1.5, 2.5)
    items = np.zeros(2)
    for _ in range(3):
        total[1, 1](out, a)
        store[1, 1](out, value)
        store_items[1, 1](items, pair)
    kept = [sys.getrefcount(one) for one in (out, a, value, pair, items)]
    for _ in range(500):
        total[1, 1](out, a)
        store[1, 1](out, value)
        store_items[1, 1](items, pair)
        outcome(total[1, 1], out, "text")
    gc.collect()
    now = [sys.getrefcount(one) for one in (out, a, value, pair, items)]
    assert max(abs(after - before) for after, before in zip(now, kept)) <= 2


def test_errors_of_kernels_are_raised_each_time() -> None:
    out = np.zeros(3)
    for _ in range(3):
        at[1, 1](out, 2)
        with pytest.raises(IndexError, match="out"):
            at[1, 1](out, 3)


def test_what_is_set_later_is_seen(monkeypatch) -> None:
    @cuda.jit
    def k(out):
        out[0] += 1

    out = np.zeros(1)
    configured = k[1, 1]
    for _ in range(3):
        configured(out)
    called: list[Any] = []
    configured.pre_launch_callbacks.append(lambda *given: called.append(given))
    configured(out)
    configured.pre_launch_callbacks.clear()
    configured(out)
    assert len(called) == 1

    class Doubling:
        def prepare_args(self, ty: Any, value: Any, stream: Any, retr: Any) -> Any:
            called.append("prepared")
            return ty, value

    k.extensions.append(Doubling())
    configured(out)
    k.extensions.clear()
    assert called[-1] == "prepared"
    monkeypatch.setattr(_config, "CUDA_WARN_ON_IMPLICIT_COPY", 1)
    with pytest.warns(Warning, match="Host array"):
        configured(out)
    monkeypatch.setattr(_config, "CUDA_WARN_ON_IMPLICIT_COPY", 0)
    monkeypatch.setattr(_config, "CUDA_LOW_OCCUPANCY_WARNINGS", 1)
    with pytest.warns(Warning, match="Grid size 1"):
        k[1, 1](out)
    assert out[0] == 8


FACTOR = 2


def test_a_recompiled_kernel_is_launched(monkeypatch) -> None:
    @cuda.jit
    def k(out):
        out[0] = FACTOR

    out = np.zeros(1)
    configured = k[1, 1]
    for _ in range(3):
        configured(out)
    monkeypatch.setitem(globals(), "FACTOR", 3)
    configured(out)
    assert out[0] == 2
    k.recompile()
    configured(out)
    configured(out)
    assert out[0] == 3


def test_the_default_stream_waits_for_all_others() -> None:
    stream = cuda.stream()
    data = cuda.to_device(np.zeros(1))

    @cuda.jit
    def k(a, n):
        for _ in range(n):
            a[0] = a[0] * 0.5 + 1

    expected = 0.0
    k[1, 1](data, 1)
    k[1, 1](data, 1)
    for _ in range(2):
        expected = expected * 0.5 + 1
    for round_ in range(20):
        k[1, 1, stream](data, 2000)
        k[1, 1](data, 1)
        for _ in range(2001):
            expected = expected * 0.5 + 1
        if round_ % 5 == 0:
            stream.synchronize()
    assert data.copy_to_host()[0] == expected


def test_threads_launch_at_once() -> None:
    @cuda.jit
    def k(out, n):
        for i in range(n):
            out[0] += i % 3

    expected = sum(i % 3 for i in range(5000)) * 100
    outs = [np.zeros(1, np.int64) for _ in range(6)]

    def many(out: np.ndarray) -> None:
        for _ in range(100):
            k[1, 1](out, 5000)

    threads = [threading.Thread(target=many, args=(out,)) for out in outs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [int(out[0]) for out in outs] == [expected] * 6


def test_configured_launches_pickle_and_copy() -> None:
    out = np.zeros(1)
    configured = store[(2, 1), 4]
    configured(out, 1.0)
    configured(out, 2.0)
    for made in (pickle.loads(pickle.dumps(configured)), copy.copy(configured)):
        made(out, 5.0)
        made(out, 6.0)
        assert out[0] == 6
        assert made.griddim == (2, 1, 1)
        assert made.blockdim == (4, 1, 1)


CONFIGURATIONS = [
    (1, 1),
    (np.int64(1), np.int32(2)),
    ((1, 1), (2, 1, 1)),
    [1, 1],
    (True, 1),
    (0, 1),
    (1, 0),
    (-1, 1),
    (2**32, 1),
    (1.5, 1),
    ((1, 2, 3, 4), 1),
    ((), 1),
    (1,),
    1,
    (1, 1, 0, 0),
    (1, 1, None),
    (1, 1, 0, -1),
    (1, 1, 0, 1.5),
    (1, 1, "stream"),
    (1, 1, 0, 0, 0),
    (None, 1),
    ("a", 1),
    (1, 2000),
]


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=repr)
def test_configurations_are_taken_as_python_takes_them(configuration) -> None:
    def launched() -> Any:
        out = np.zeros(4)
        try:
            made = fill[configuration]
            made(out)
            return made.griddim, made.blockdim, out.tolist()
        except Exception as error:
            return type(error), str(error)

    def by_python() -> Any:
        out = np.zeros(4)
        try:
            if not isinstance(configuration, (tuple, list)) or not 2 <= len(configuration) <= 4:
                return launched()
            made = fill.configure(*configuration)
            made._called(out)
            return made.griddim, made.blockdim, out.tolist()
        except Exception as error:
            return type(error), str(error)

    expected = by_python()
    assert launched() == expected
    assert launched() == expected


@cuda.jit
def fill(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = i + 1


SCRIPT = """
import numpy as np
from pycu import cuda

@cuda.jit
def k(out, n):
    out[0] += n

out = np.zeros(1)
for i in range(10):
    k[1, 1](out, i)
print(out[0], k._fast_launches)
"""


@pytest.mark.parametrize("native", ["0", "1"])
def test_it_can_be_left_alone(tmp_path, native) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [os.environ["PYCU_BINARY"], "run", script],
        env={**os.environ, "PYCU_PYTHON": sys.executable, "PYCU_NATIVE": native},
        capture_output=True,
        text=True,
        check=True,
    )
    made = 0 if native == "0" or _native.fast is None else 9
    assert done.stdout == f"45.0 {made}\n"
