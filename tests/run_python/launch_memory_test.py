"""Launches: which memory a kernel uses, and in which order with copies, streams and events."""

import array

import numpy as np
import pytest
from gate import Gate, delay
from harness import binary
from pycu import cuda


@pytest.fixture(autouse=True, scope="module")
def compiler():
    """Kernels are compiled by the program under test."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYCU_BINARY", str(binary()))
        yield


@cuda.jit
def fill(x, value):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = value


@cuda.jit
def add(x, value):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += value


@cuda.jit
def add_pair(pair, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = pair[0][i] + pair[1][i]


@cuda.jit
def set_field(records, value):
    records[0]["b"] = value


class Foreign:
    def __init__(self, own):
        self.__cuda_array_interface__ = own.__cuda_array_interface__
        self.own = own


class Tensor:
    def __init__(self, values):
        self.values = values

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


def test_every_kind_of_array_is_written_in_its_memory():
    host = np.zeros(6)
    device, mapped, managed = cuda.to_device(host), cuda.mapped_array(6), cuda.managed_array(6)
    mapped[:] = managed[:] = 0
    bytes_of = bytearray(48)
    python_array = array.array("d", [0] * 6)
    tensor = Tensor(np.zeros(6))
    for given in (host, device, mapped, managed, Foreign(device), tensor, python_array):
        add[1, 32](given, 1.0)
    assert list(host) == list(mapped) == list(managed) == list(tensor.values) == [1] * 6
    assert list(python_array) == [1] * 6
    assert list(device.copy_to_host()) == [2] * 6
    add[1, 64](bytes_of, 3)
    assert bytes(bytes_of) == b"\3" * 48


def test_parts_of_arrays():
    device = cuda.to_device(np.zeros((4, 4)))
    add[1, 32](device[1], 1.0)
    add[1, 32](device[:, 2], 2.0)
    add[1, 32](device[::-1][0][::2], 4.0)
    expected = np.zeros((4, 4))
    expected[1] += 1
    expected[:, 2] += 2
    expected[3, ::2] += 4
    np.testing.assert_array_equal(device.copy_to_host(), expected)
    mapped = cuda.mapped_array(6)
    mapped[:] = 0
    add[1, 32](mapped[::2], 1.0)
    cuda.synchronize()
    assert list(mapped) == [1, 0, 1, 0, 1, 0]


def test_elements_that_are_not_aligned():
    host = np.zeros(9 * 8, np.uint8)
    slanted = np.ndarray(8, np.float64, buffer=host[4:-4])

    @cuda.jit("void(float64[:])")
    def numbered(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = i

    numbered[1, 32](slanted)
    assert list(slanted) == list(range(8))


def test_in_out_and_inout():
    for hint, expected in ((cuda.In, 0), (cuda.InOut, 5)):
        host = np.zeros(3)
        add[1, 32](hint(host), 5.0)
        assert list(host) == [expected] * 3
    records = np.zeros(3, [("b", np.int32), ("c", np.int32)])
    for given, expected in ((np.zeros(4), [7] * 4), (records["c"], [7] * 3)):
        fill[1, 32](cuda.Out(given), 7)
        assert list(given) == expected
    assert list(records["b"]) == [0] * 3
    device = cuda.to_device(np.zeros(3))
    add[1, 32](cuda.InOut(device), 5.0)
    assert list(device.copy_to_host()) == [5] * 3
    records = np.zeros(1, [("b", np.int32)])
    set_field[1, 1](cuda.In(records), 3)
    assert records[0]["b"] == 0
    set_field[1, 1](records, 3)
    assert records[0]["b"] == 3


def test_tuples_of_arrays():
    host = np.arange(3.0)
    for pair in ((host, host), (cuda.to_device(host), host), (host, cuda.to_device(host))):
        out = cuda.device_array(3)
        add_pair[1, 32](pair, out)
        assert list(out.copy_to_host()) == [0, 2, 4]


def test_read_only_memory_is_refused():
    device = cuda.to_device(np.zeros(3))
    told = {**device.__cuda_array_interface__, "data": (device.gpu_data.device_pointer, True)}
    with pytest.raises(Exception, match="read-?only"):
        add[1, 32](cuda.from_cuda_array_interface(told), 1.0)
    assert list(device.copy_to_host()) == [0, 0, 0]


def test_launches_in_a_stream_go_on_beside_the_host():
    add[1, 32](cuda.to_device(np.zeros(3)), 1.0)
    stream = cuda.stream()
    device, pinned = cuda.to_device(np.zeros(3)), cuda.pinned_array(3)
    pinned[:] = -1
    gate = Gate(stream)
    add[1, 32, stream](device, 1.0)
    device.copy_to_host(pinned, stream=stream)
    event = cuda.event()
    event.record(stream)
    assert list(pinned) == [-1, -1, -1]
    assert not event.query()
    gate.opened.set()
    event.synchronize()
    assert list(pinned) == [1, 1, 1]


def test_a_launch_with_an_array_of_the_host_waits():
    stream, host = cuda.stream(), np.zeros(3)
    delay(stream)
    add[1, 32, stream](host, 1.0)
    assert list(host) == [1, 1, 1]


@pytest.mark.cpu_target("on CUDA a launch waits for all arrays of the host")
def test_a_launch_with_a_pinned_array_does_not_wait():
    stream, host = cuda.stream(), np.zeros(3)
    delay(stream)
    with cuda.pinned(host):
        add[1, 32, stream](host, 1.0)
        assert list(host) == [0, 0, 0]
        stream.synchronize()
    assert list(host) == [1, 1, 1]


def test_a_launch_in_the_default_stream_waits_for_the_others():
    stream, device = cuda.stream(), cuda.to_device(np.zeros(3))
    delay(stream)
    add[1, 32, stream](device, 1.0)
    add[1, 32](device, 2.0)
    add[1, 32, cuda.default_stream()](device, 4.0)
    assert list(device.copy_to_host()) == [7, 7, 7]


def test_the_stream_of_a_foreign_array_is_awaited():
    stream = cuda.stream()
    device = cuda.to_device(np.zeros(3), stream=stream)
    delay(stream)
    add[1, 32, stream](device, 1.0)
    other = cuda.stream()
    add[1, 32, other](Foreign(device), 2.0)
    other.synchronize()
    assert list(device.copy_to_host()) == [3, 3, 3]


def test_streams_by_their_handles():
    stream, device = cuda.stream(), cuda.to_device(np.zeros(3))
    add[1, 32, stream.handle](device, 1.0)
    add[1, 32, cuda.external_stream(stream.handle)](device, 1.0)
    stream.synchronize()
    assert list(device.copy_to_host()) == [2, 2, 2]
