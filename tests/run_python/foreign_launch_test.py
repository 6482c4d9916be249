"""Launches with arrays of other libraries, which the extension asks for their memory, do what
launches by Python do: results, errors, streams, lifetimes."""

from __future__ import annotations

import array
import ctypes
import gc
import mmap
import sys
import threading
from functools import reduce
from typing import Any, Callable

import numpy as np
import pytest
from dlpack_producer import Exchanging
from gate import delay
from pycu import _native, cuda
from pycu.cuda._transfers import host_memory_extents

needs_it = pytest.mark.skipif(_native.fast is None, reason="pycu._fast is not built")


@cuda.jit
def bump(a, by):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += by


@cuda.jit
def weigh(out, a):
    out[0] = 0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[0] = out[0] * 3 + a[i, j]


@cuda.jit
def turned(a, b):
    i = cuda.grid(1)
    if i < b.size:
        b[i] = a[a.size - 1 - i]


class Told:
    """An array of another library: `told` is all that is known of it."""

    def __init__(self, own: Any, **changes: Any) -> None:
        self.own = own
        self.asked = 0
        self.told = {**own.__cuda_array_interface__, **changes}
        self.error: type[BaseException] | None = None

    @property
    def __cuda_array_interface__(self) -> Any:
        self.asked += 1
        if self.error is not None:
            raise self.error("not now")
        return self.told


class HostTold:
    """The same of the host: `__array_interface__`."""

    def __init__(self, own: np.ndarray, **changes: Any) -> None:
        self.own = own
        self.__array_interface__ = {**own.__array_interface__, **changes}


class Tensor:
    """A tensor of the host: all that is known of it is DLPack, of the newest version."""

    device = (1, 0)

    def __init__(self, own: np.ndarray) -> None:
        self.own = own
        self.capsules: list[Any] = []

    def __dlpack__(self, **options: Any) -> Any:
        self.capsules = [self.own.__dlpack__(**options)]
        return self.capsules[0]

    def __dlpack_device__(self) -> Any:
        return self.device


class OldTensor(Tensor):
    """A tensor that knows nothing of versions."""

    def __dlpack__(self) -> Any:
        return super().__dlpack__()


def on_device(values: np.ndarray, **changes: Any) -> Told:
    if values.flags.forc:
        return Told(cuda.to_device(values), **changes)
    begin, end = host_memory_extents(values)
    memory = np.frombuffer(ctypes.string_at(begin, end - begin), np.uint8)
    one = Told(cuda.to_device(memory), shape=values.shape, strides=values.strides)
    address = one.told["data"][0] + values.ctypes.data - begin
    one.told.update(data=(address, False), typestr=values.dtype.str, **changes)
    return one


MAKERS: dict[str, Callable[[np.ndarray], Any]] = {
    "cuda": on_device,
    "host": HostTold,
    "dlpack": Tensor,
    "exchange": Exchanging,
    "memoryview": memoryview,
}
try:
    import torch

    MAKERS["torch"] = torch.from_numpy
    no_torch = None
except ImportError as error:
    no_torch = str(error)


def outcome(call: Callable[..., None], *values: Any) -> Any:
    """Nothing, or the exception that a launch raised."""
    try:
        call(*values)
    except Exception as error:
        return type(error), str(error)
    return None


def same_outcomes(launcher: Any, *values: Any) -> Any:
    """What Python says of values, and so does the extension, however often it is asked."""
    expected = outcome(launcher._called, *values)
    for _ in range(3):
        assert outcome(launcher, *values) == expected
    return expected


def test_torch_is_taken_where_it_is() -> None:
    if no_torch is not None:
        pytest.skip(f"tensors of PyTorch are not launched with: {no_torch}")
    assert "torch" in MAKERS


@needs_it
@pytest.mark.parametrize("kind", MAKERS)
def test_one_launch_is_pythons_and_all_others_are_not(kind) -> None:
    values = np.arange(8.0)
    one = MAKERS[kind](values)
    bump[1, 8](one, 1.0)
    before = bump._fast_launches
    for _ in range(50):
        bump[1, 8](one, 1.0)
    assert bump._fast_launches - before == 50
    seen = one.own.copy_to_host() if kind == "cuda" else values
    assert seen.tolist() == (np.arange(8.0) + 51).tolist()


SQUARE = np.arange(12.0).reshape(3, 4)
FORMS = {
    "C": SQUARE,
    "F": np.asfortranarray(SQUARE),
    "turned": SQUARE.T,
    "steps": np.arange(48.0).reshape(6, 8)[::2, 1::2],
    "backwards": np.arange(48.0).reshape(6, 8)[::-2, ::-2],
    "repeated": np.broadcast_to(np.arange(4.0), (3, 4)),
    "column": SQUARE[:, :1],
    "row": SQUARE[:1],
    "one": SQUARE[1:2, 2:3],
    "empty": SQUARE[:0],
    "float32": SQUARE.astype("f4"),
    "int16": SQUARE.astype("i2"),
    "bool": SQUARE > 3,
    "complex": SQUARE * (1 + 2j),
    "other order of bytes": SQUARE.astype(">f8"),
    "vector": SQUARE[0],
}


@pytest.mark.parametrize("kind", MAKERS)
def test_arrays_are_taken_as_python_takes_them(kind) -> None:
    launcher = weigh[1, 1]
    for forms in (FORMS, dict(reversed(FORMS.items()))):
        for name, values in forms.items():
            try:
                one = MAKERS[kind](values)
            except (ValueError, TypeError):  # PyTorch has no negative strides
                assert kind == "torch"
                continue
            outs = np.zeros(1, "c16"), np.zeros(1, "c16")
            expected = outcome(launcher._called, outs[0], one)
            for _ in range(3):
                assert outcome(launcher, outs[1], one) == expected, name
                assert outs[0] == outs[1], name


@pytest.mark.parametrize("kind", ["cuda", "host", "dlpack", "exchange", "memoryview"])
def test_read_only_memory_is_not_written(kind) -> None:
    launcher = bump[1, 4]
    may, must_not = np.zeros(4), np.zeros(4)
    must_not.flags.writeable = False
    arrays = [MAKERS[kind](may), MAKERS[kind](must_not)]
    if kind == "cuda":
        arrays[1].told["data"] = (arrays[1].told["data"][0], True)
    for _ in range(2):
        assert same_outcomes(launcher, arrays[0], 1.0) is None
        assert same_outcomes(launcher, arrays[1], 1.0) is not None
    assert must_not.tolist() == [0] * 4


def test_tensors_of_old_versions() -> None:
    """NumPy says whether they may be written."""
    for _ in range(3):
        same_outcomes(bump[1, 4], OldTensor(np.zeros(4)), 1.0)
        out = np.zeros(1)
        assert same_outcomes(weigh[1, 1], out, OldTensor(SQUARE)) is None
        assert out[0] == reduce(lambda total, one: total * 3 + one, SQUARE.flat)


BROKEN = {
    "shape": [[4], None, (4.0,), (-1,), (2**70,), 4, ("4",), (np.int64(4),), (True,), (4, 1)],
    "strides": [[8], (8, 8), (), 8, (2**70,), ("8",), (-8,), (0,), (2**62,)],
    "typestr": ["<f4", "f8", "=f8", ">f8", "|V8", "<i8", "", None, 8, "<f99", "<U2", "\u1234f8"],
    "data": [None, (16, False), (0, False), ("16", False), (16,), 16, (2**70, False), (-8, False)],
    "stream": [0, 1, 2, "1", 1.5, 0x7FFF0],
    "mask": [None, np.zeros(4, bool)],
    "version": [0, 2, 3],
    "offset": [0, 8],
    "descr": [None, [("", "<f8")]],
}


@pytest.mark.parametrize("key", BROKEN)
def test_interfaces_that_python_has_to_look_at(key) -> None:
    """After, before and between those that the extension takes."""
    launcher, good = bump[1, 4], on_device(np.zeros(4))
    for _ in range(2):
        assert same_outcomes(launcher, good, 1.0) is None
        for value in BROKEN[key]:
            one = on_device(np.zeros(16))
            middle = one.told["data"][0] + 64  # strides may lead to both sides
            one.told.update({"shape": (4,), "data": (middle, False), key: value})
            same_outcomes(launcher, one, 1.0)
            assert same_outcomes(launcher, good, 1.0) is None
    broken = on_device(np.zeros(4))
    broken.told.pop("shape")
    assert same_outcomes(launcher, broken, 1.0) is not None
    broken.told = None  # type: ignore[assignment]
    same_outcomes(launcher, broken, 1.0)


@pytest.mark.cpu_target("the memory is the host's")
def test_memory_that_cannot_be_read_is_no_crash() -> None:
    launcher, one = bump[1, 4], on_device(np.zeros(4))
    pages = mmap.mmap(-1, 2 * mmap.PAGESIZE)
    begin = ctypes.addressof(ctypes.c_char.from_buffer(pages))
    protect = ctypes.CDLL(None, use_errno=True).mprotect
    protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    for _ in range(3):
        launcher(one, 1.0)
    assert protect(begin + mmap.PAGESIZE, mmap.PAGESIZE, 0) == 0
    for address in (begin + mmap.PAGESIZE, begin + mmap.PAGESIZE - 8):
        one.told["data"] = (address, False)
        error, message = same_outcomes(launcher, one, 1.0)
        assert "cannot use it" in message, error
    one.told["data"] = (begin + mmap.PAGESIZE - 32, False)
    assert same_outcomes(launcher, one, 1.0) is None
    one.told.update(data=(begin + mmap.PAGESIZE + 24 - 32, False), strides=(-8,))
    assert same_outcomes(launcher, one, 1.0) is None
    one.told.update(data=(begin + mmap.PAGESIZE + 8, False))
    assert same_outcomes(launcher, one, 1.0) is not None


def test_errors_of_arrays_are_raised() -> None:
    launcher, one = bump[1, 4], on_device(np.zeros(4))
    for _ in range(2):
        assert same_outcomes(launcher, one, 1.0) is None
        for error in (ValueError, KeyError, BufferError):
            one.error = error
            assert same_outcomes(launcher, one, 1.0)[0] is error
        one.error = AttributeError
        assert same_outcomes(launcher, one, 1.0) is not None
        one.error = KeyboardInterrupt
        with pytest.raises(KeyboardInterrupt):
            launcher(one, 1.0)
        one.error = None


def test_tensors_on_a_device() -> None:
    tensor = Tensor(np.zeros(4))
    launcher = bump[1, 4]
    assert same_outcomes(launcher, tensor, 1.0) is None

    class Refusing(Tensor):
        refuses = False

        def __dlpack__(self, **options: Any) -> Any:
            if self.refuses:
                raise BufferError("not a tensor for others")
            return super().__dlpack__(**options)

    one = Refusing(np.zeros(4))
    for _ in range(2):
        one.refuses = False
        assert same_outcomes(launcher, one, 1.0) is None
        one.refuses = True
        assert same_outcomes(launcher, one, 1.0) == (BufferError, "not a tensor for others")


@needs_it
def test_an_array_is_asked_once() -> None:
    launcher = turned[1, 4]
    kinds = [on_device(np.zeros(4, dtype)) for dtype in ("f8", "f4", "i4", "i8")]
    for one in kinds * 2:
        launcher(one, one)
    for one in kinds:
        one.asked = 0
        launcher(one, one)
        assert one.asked == 1


def test_arrays_of_the_host_that_share_memory_are_apart() -> None:
    for kind in ("host", "dlpack", "memoryview"):
        for _ in range(3):
            x = np.arange(6.0)
            turned[1, 8](MAKERS[kind](x), x)
            assert x.tolist() == [5, 4, 3, 2, 1, 0], kind
            turned[1, 8](MAKERS[kind](x[:3]), MAKERS[kind](x[3:]))
            assert x.tolist() == [5, 4, 3, 3, 4, 5], kind


def test_arrays_of_the_device_that_share_memory_do() -> None:
    for _ in range(3):
        one = on_device(np.arange(6.0))
        turned[1, 1](Told(one.own[:3]), Told(one.own[2:]))
        assert one.own.copy_to_host().tolist() == [0, 1, 2, 3, 4, 5]


@cuda.jit
def sum_of(out, arrays):
    out[0] = 0
    for one in arrays:
        out[0] += one[1]


def test_more_arrays_than_are_imported_at_once() -> None:
    out = np.zeros(1)
    for count in (2, 16, 17, 3):
        arrays = tuple(on_device(np.arange(2.0) * i) for i in range(count))
        for _ in range(3):
            sum_of[1, 1](out, arrays)
            assert out[0] == sum(range(count))


@pytest.mark.cpu_target("what a stream runs there cannot be held up")
def test_the_stream_of_an_array_is_awaited() -> None:
    stream = cuda.stream()
    one = on_device(np.zeros(4), stream=stream.handle)
    for round_ in range(5):
        delay(stream)
        bump[1, 4, stream](one.own, 1.0)
        bump[1, 4](one, 1.0)
        assert one.own.copy_to_host().tolist() == [2 * round_ + 2.0] * 4


def test_nothing_is_kept_or_lost() -> None:
    host = np.zeros(4)
    one = on_device(np.zeros(4))
    numbers = array.array("d", [0] * 4)
    broken = on_device(np.zeros(4), shape="text")
    givers = [HostTold(host), Tensor(host), OldTensor(host), Exchanging(host), memoryview(host)]
    read = weigh[1, 1]

    def launch() -> None:
        for giver in (*givers, one, numbers):
            outcome(bump[1, 4], giver, 1.0)
            outcome(read, host, giver)
            assert outcome(bump[1, 4], giver, "text") is not None
        outcome(bump[1, 4], broken, 1.0)

    for _ in range(3):
        launch()
    watched = [host, one, one.told, one.own, numbers, broken, *givers]
    gc.collect()
    kept = [sys.getrefcount(it) for it in watched]
    for _ in range(50):
        launch()
    gc.collect()
    assert [sys.getrefcount(it) for it in watched] == kept
    numbers.append(1.0)  # nobody holds its buffer
    assert givers[3].given == givers[3].deleted


def test_a_capsule_is_used_up() -> None:
    for kind, name in ((Tensor, "used_dltensor"), (OldTensor, "used_dltensor")):
        one = kind(SQUARE.copy())
        for _ in range(3):
            weigh[1, 1](np.zeros(1), one)
            assert f'"{name}' in repr(one.capsules[0])


def test_a_tensor_that_records_is_left_to_its_library() -> None:
    one = Exchanging(np.zeros(4))
    launcher = bump[1, 4]
    for _ in range(2):
        assert same_outcomes(launcher, one, 1.0) is None
        one.requires_grad = True
        assert same_outcomes(launcher, one, 1.0) == (BufferError, "it requires a gradient")
        one.requires_grad = False


@needs_it
def test_a_class_below_has_its_own_dlpack() -> None:
    class Doubled(Exchanging):
        def __dlpack__(self, **options: Any) -> Any:
            return np.full(4, 7.0).__dlpack__(**options)

    one = Doubled(np.zeros(4))
    out = np.zeros(4)
    for _ in range(4):
        turned[1, 4](one, out)
        assert out.tolist() == [7] * 4
    assert one.given == 0


def test_threads_launch_at_once() -> None:
    arrays = [MAKERS[kind](np.zeros(4)) for kind in ("cuda", "host", "dlpack", "exchange")]
    bump[1, 4](arrays[0], 0.0)

    def many(one: Any) -> None:
        for _ in range(300):
            bump[1, 4](one, 1.0)

    threads = [threading.Thread(target=many, args=(one,)) for one in arrays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in arrays:
        seen = one.own.copy_to_host() if isinstance(one, Told) else one.own
        assert seen.tolist() == [300] * 4


@pytest.mark.skipif(no_torch is not None, reason=f"no PyTorch: {no_torch}")
def test_tensors_of_pytorch() -> None:
    launcher = bump[1, 4]
    plain = torch.zeros(4, dtype=torch.float64)
    recorded = torch.zeros(4, dtype=torch.float64, requires_grad=True)
    strange = [
        recorded,
        recorded * 2,
        torch.nn.Parameter(plain.clone()),
        torch.zeros(4, dtype=torch.bfloat16),
        torch.zeros(4, dtype=torch.complex64).conj(),
        torch.zeros(4, dtype=torch.float16),
        torch.zeros(4).to_sparse(),
        torch.zeros(4, device="meta"),
        torch.zeros(0),
        torch.zeros(4, 4, dtype=torch.float64)[:, 1],
    ]
    for _ in range(2):
        for one in strange:
            assert same_outcomes(launcher, plain, 1.0) is None
            same_outcomes(launcher, one, 1.0)
    before = launcher.dispatcher._fast_launches
    plain.zero_()
    for _ in range(10):
        launcher(plain, 1.0)
    assert plain.tolist() == [10] * 4
    assert launcher.dispatcher._fast_launches == before + 10 * (_native.fast is not None)
