"""Arrays of other libraries: `__cuda_array_interface__`, DLPack, `__array_interface__`, buffers."""

import array
import ctypes
import mmap
import threading

import numpy as np
import pytest
from gate import delay
from pycu import cuda
from pycu.cuda import _config, _interface
from pycu.cuda._errors import CudaDriverError

RECORD = np.dtype([("x", np.int8), ("y", np.float64), ("z", np.int16, 3)], align=True)


class Foreign:
    """An array of another library: all that is known of it is its interface."""

    def __init__(self, own, **changes):
        self.own = own
        self.changes = changes

    @property
    def __cuda_array_interface__(self):
        return {**self.own.__cuda_array_interface__, **self.changes}


class Tensor:
    """A tensor of another library on the host: all that is known of it is DLPack."""

    def __init__(self, values):
        self.values = np.array(values, np.float32)

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


def test_what_a_device_array_says_of_itself():
    device = cuda.to_device(np.zeros((2, 3, 4), np.float32))
    told = device.__cuda_array_interface__
    assert told == {
        "shape": (2, 3, 4),
        "strides": None,
        "data": (device.gpu_data.device_pointer, False),
        "typestr": "<f4",
        "stream": None,
        "version": 3,
    }
    assert device[:, 1].__cuda_array_interface__["strides"] == (48, 4)
    stream = cuda.stream()
    assert device.bind(stream).__cuda_array_interface__["stream"] == stream.handle
    assert device.bind(cuda.default_stream()).__cuda_array_interface__["stream"] == 1
    repeated = cuda.to_device(np.broadcast_to(np.zeros(1), (5,)))
    assert repeated.__cuda_array_interface__["strides"] == (0,)
    assert cuda.is_cuda_array(device)
    assert not cuda.is_cuda_array(np.zeros(3))


def test_a_foreign_array_is_taken_without_a_copy():
    device = cuda.to_device(np.arange(10.0))
    taken = cuda.as_cuda_array(Foreign(device))
    assert taken.gpu_data.device_pointer == device.gpu_data.device_pointer
    taken[::2] = -1
    np.testing.assert_array_equal(device.copy_to_host(), [-1, 1, -1, 3, -1, 5, -1, 7, -1, 9])
    assert cuda.to_device(Foreign(device[2:]))[1] == 3
    assert list(cuda.as_cuda_array(Foreign(device[::3])).copy_to_host()) == [-1, 3, -1, 9]
    turned = cuda.as_cuda_array(Foreign(device[::-1]))
    assert (turned[0], turned[9]) == (9, -1)
    with pytest.raises(TypeError, match="doesn't implement the cuda array interface"):
        cuda.as_cuda_array(np.zeros(3))


def test_the_owner_lives_as_long_as_the_array(pending):
    device = cuda.to_device(np.arange(100))
    taken = cuda.as_cuda_array(Foreign(device))[50:]
    del device
    assert len(pending) == 0
    assert taken[0] == 50
    del taken
    assert len(pending) == 1


def test_records_keep_their_fields():
    host = np.zeros(3, RECORD)
    host["y"] = [1, 2, 3]
    taken = cuda.as_cuda_array(Foreign(cuda.to_device(host)))
    assert taken.dtype.itemsize == RECORD.itemsize
    assert taken[2]["y"] == 3
    assert {name: taken.dtype.fields[name][1] for name in "xyz"} == {
        name: RECORD.fields[name][1] for name in "xyz"
    }


def test_read_only_memory_is_not_written():
    device = cuda.to_device(np.arange(4))
    readonly = Foreign(device, data=(device.gpu_data.device_pointer, True))
    taken = cuda.as_cuda_array(readonly)
    for one in (taken, taken[1:], taken.reshape(2, 2), taken.squeeze()):
        assert not one._host_view().flags.writeable
        assert one.__cuda_array_interface__["data"][1]
    with pytest.raises(ValueError, match="read-only"):
        taken[0] = 1
    assert device._host_view().flags.writeable


def test_descriptions_that_are_refused():
    device = cuda.to_device(np.arange(4))
    told = device.__cuda_array_interface__
    with pytest.raises(NotImplementedError, match="Masked arrays are not supported"):
        cuda.from_cuda_array_interface({**told, "mask": device})
    with pytest.raises(CudaDriverError, match="memory at 0x10 .* cannot use it"):
        cuda.from_cuda_array_interface({**told, "data": (16, False)})
    empty = cuda.from_cuda_array_interface({**told, "shape": (0,), "data": (0, False)})
    assert empty.size == 0


@pytest.mark.cpu_target("the memory is the host's")
def test_memory_at_the_end_of_a_page():
    told = cuda.to_device(np.arange(4)).__cuda_array_interface__
    page = mmap.mmap(-1, mmap.PAGESIZE)
    end = ctypes.addressof(ctypes.c_char.from_buffer(page)) + mmap.PAGESIZE
    assert cuda.from_cuda_array_interface({**told, "data": (end - 32, False)}).size == 4


@pytest.mark.cpu_target("what a stream runs there cannot be held up")
@pytest.mark.parametrize("awaited", [True, False, "configured"])
def test_the_stream_of_an_array_is_awaited(awaited, monkeypatch):
    stream, opened = cuda.stream(), threading.Event()
    device = cuda.to_device(np.zeros(3), stream=stream)
    stream.synchronize()
    monkeypatch.setattr(_config, "CUDA_ARRAY_INTERFACE_SYNC", awaited != "configured")
    finished = []
    stream.submit(lambda: finished.append(opened.wait(10)))
    if awaited is True:
        threading.Timer(0.05, opened.set).start()
    taken = cuda.as_cuda_array(Foreign(device), sync=bool(awaited))
    assert finished == ([True] if awaited is True else [])
    opened.set()
    assert taken.stream.external
    assert taken.stream.handle == stream.handle
    stream.synchronize()


@pytest.mark.cpu_target("the memory is the host's")
def test_dlpack_out():
    device = cuda.to_device(np.arange(6.0).reshape(2, 3))
    assert device.__dlpack_device__() == (1, 0)
    seen = np.from_dlpack(device[:, 1:])
    device[1, 2] = 99
    assert seen[1, 1] == 99
    del device
    np.testing.assert_array_equal(seen, [[1, 2], [4, 99]])


@pytest.mark.cpu_target("the memory is the host's")
def test_dlpack_out_waits_for_the_arrays_stream():
    stream = cuda.stream()
    device = cuda.to_device(np.zeros(3), stream=stream)
    delay(stream)
    device[:] = 5
    assert list(np.from_dlpack(device)) == [5, 5, 5]


def test_dlpack_in():
    tensor = Tensor([1, 2, 3])
    taken = _interface.imported(tensor)
    taken[1] = 9
    assert list(tensor.values) == [1, 9, 3]
    assert list(cuda.to_device(tensor).copy_to_host()) == [1, 9, 3]
    device = cuda.to_device(np.zeros(3, np.float32))
    device[:] = tensor
    assert list(device.copy_to_host()) == [1, 9, 3]


@pytest.mark.cpu_target("CUDA takes what has its kind of memory")
def test_dlpack_of_a_device():
    tensor = Tensor([1, 2, 3])
    tensor.__class__ = type("OnAGpu", (Tensor,), {"__dlpack_device__": lambda self: (2, 1)})
    with pytest.raises(CudaDriverError, match="memory of OnAGpu is that of device 1"):
        _interface.imported(tensor)


def test_host_memory_of_others_is_taken_without_a_copy():
    class Holder:
        def __init__(self, values):
            self.values = values
            self.__array_interface__ = values.__array_interface__

    numbers = array.array("d", [1, 2, 3])
    raw = bytearray(8)
    c_array = (ctypes.c_int * 3)(1, 2, 3)
    host = np.arange(3)
    for given, change, dtype in [
        (numbers, lambda: numbers[1], np.float64),
        (memoryview(numbers), lambda: numbers[1], np.float64),
        (raw, lambda: raw[1], np.uint8),
        (c_array, lambda: c_array[1], np.int32),
        (Holder(host), lambda: host[1], np.int64),
    ]:
        taken = _interface.imported(given)
        assert taken.dtype == dtype
        taken[1] = 77
        assert change() == 77
    assert not _interface.imported(memoryview(b"abc")).flags.writeable
    device = cuda.to_device(host)
    assert _interface.imported(device) is device
    assert _interface.imported(host) is host
    assert _interface.imported(Foreign(device)).gpu_data.owner.own is device


@pytest.mark.parametrize("value", [None, 1, 2.5, "text", b"text", np.float32(1), (1, 2), [1], {}])
def test_values_that_are_no_arrays(value):
    assert _interface.imported(value) is None
