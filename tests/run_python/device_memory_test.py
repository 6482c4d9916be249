"""Devices, contexts and memory: who owns what, when it is released, and memory of the host."""

import contextlib
import ctypes
import io
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from pycu import cuda
from pycu.cuda import _config, _shapes
from pycu.cuda._errors import CudaAPIError
from pycu.cuda._host.memory import ALIGNMENT, SMALL_BYTES, HostMemory, PinnedRanges
from pycu.cuda.cudadrv import devices, driver, dummyarray


def test_there_is_one_device():
    assert cuda.is_available()
    assert cuda.is_supported_version()
    assert len(cuda.gpus) == len(cuda.list_devices()) == 1
    assert [gpu.id for gpu in cuda.gpus] == [0]
    assert str(cuda.gpus) == "<Managed Device 0>"
    device = cuda.get_current_device()
    assert device == cuda.gpus[0].device == cuda.select_device(0)
    assert device.compute_capability >= (7, 0)
    assert device.MULTIPROCESSOR_COUNT >= 1
    assert (device.WARP_SIZE, device.MAX_THREADS_PER_BLOCK) == (32, 1024)
    assert repr(device) == f"<CUDA device 0 '{device.name}'>"
    with pytest.raises(IndexError):
        cuda.select_device(7)
    with pytest.raises(AttributeError, match="no device attribute NO_SUCH_THING"):
        device.NO_SUCH_THING  # noqa: B018


@pytest.mark.cpu_target("it is about the processor")
def test_workers_are_the_multiprocessors(monkeypatch):
    monkeypatch.setenv("PYCU_WORKERS", "3")
    assert cuda.get_current_device().MULTIPROCESSOR_COUNT == 3


def test_detect_prints_the_device():
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert cuda.detect()
    assert "Found 1 CUDA devices" in out.getvalue()
    assert "[SUPPORTED]" in out.getvalue()
    assert "1/1 devices are supported" in out.getvalue()


def test_contexts_are_a_stack_of_each_thread():
    found = []

    def on_a_thread():
        found.append(cuda.gpus.current)
        with cuda.gpus[0]:
            found.append(cuda.gpus.current)
        found.append(cuda.gpus.current)
        found.append(cuda.current_context())
        found.append(driver.driver.pop_active_context())
        found.append(driver.driver.pop_active_context())
        cuda.select_device(0)
        cuda.close()
        found.append(cuda.gpus.current)

    thread = threading.Thread(target=on_a_thread)
    thread.start()
    thread.join()
    own = cuda.current_context()
    assert found == [None, cuda.gpus[0], None, own, own.handle, None, None]
    with driver.driver.get_active_context() as active:
        assert active
        assert (active.devnum, active.context_handle) == (0, own.handle)


def test_reset_keeps_what_is_in_use():
    device = cuda.to_device(np.arange(5))
    cuda.current_context().reset()
    cuda.close()
    assert list(device.copy_to_host()) == [0, 1, 2, 3, 4]
    assert cuda.to_device(np.arange(3))[2] == 2


def test_require_context():
    @devices.require_context
    def use(a, b=2):
        return cuda.gpus.current.id, a, b

    results = []
    thread = threading.Thread(target=lambda: results.append(use(1, b=3)))
    thread.start()
    thread.join()
    assert results == [(0, 1, 3)]
    assert use.__name__ == "use"


def test_memory_figures(pending):
    before = cuda.current_context().get_memory_info()
    assert 0 < before.free <= before.total
    assert (before.free, before.total) == tuple(before)
    block = cuda.device_array(before.total // 16, np.uint8)
    after = cuda.current_context().get_memory_info()
    assert after.free <= after.total - block.nbytes


def test_device_memory_is_aligned():
    for size in (1, 7, 256, 1000):
        assert cuda.device_array(size, np.uint8).gpu_data.device_pointer % ALIGNMENT == 0


def test_freed_blocks_are_used_again_up_to_a_limit(monkeypatch):
    memory = HostMemory()
    first = memory.allocate(SMALL_BYTES)
    memory.free(first)
    assert memory.allocated == 0
    again = memory.allocate(SMALL_BYTES)
    assert again == first
    assert memory.allocate(SMALL_BYTES) != first
    memory.free(again)
    memory.trim()
    monkeypatch.setattr("pycu.cuda._host.memory.SPARE_BYTES", 3 * SMALL_BYTES)
    for _ in range(3):
        addresses = [memory.allocate(SMALL_BYTES) for _ in range(5)]
        for address in addresses:
            memory.free(address)
        assert memory._spare_bytes <= 3 * SMALL_BYTES
        assert memory._spare_bytes == sum(
            size * len(blocks) for size, blocks in memory._spare.items()
        )


def test_memory_that_is_not_there():
    with pytest.raises(CudaAPIError, match=r"\[2\].*CUDA_ERROR_OUT_OF_MEMORY"):
        cuda.device_array(2**46, np.uint8)
    assert cuda.to_device(np.arange(3))[1] == 1


def test_releases_come_in_batches(pending):
    for number in range(_config.CUDA_DEALLOCS_COUNT):
        cuda.to_device(np.arange(1))
        assert len(pending) == number + 1
    cuda.to_device(np.arange(1))
    assert len(pending) == 0


def test_releases_wait_for_a_part_of_the_memory_only(pending, monkeypatch):
    total = cuda.current_context().get_memory_info().total
    monkeypatch.setattr(_config, "CUDA_DEALLOCS_RATIO", 10**6 / total)
    limit = pending._max_pending_bytes
    assert abs(limit - 10**6) <= 1
    cuda.device_array(500_000, np.int8)
    assert len(pending) == 1
    cuda.device_array(limit - 500_000, np.int8)
    assert len(pending) == 2
    cuda.device_array(1, np.int8)
    assert len(pending) == 0


def test_deferred_cleanup_nests_and_ends_with_an_error(pending):
    with pytest.raises(KeyError), cuda.defer_cleanup():
        with cuda.defer_cleanup():
            for number in range(20):
                cuda.to_device(np.arange(5))
                assert len(pending) == number + 1
        pending.clear()
        assert len(pending) == 20
        raise KeyError
    pending.clear()
    assert len(pending) == 0


def test_pieces_of_memory():
    piece = cuda.current_context().memalloc(1024)
    assert driver.is_device_memory(piece)
    assert isinstance(piece.device_ctypes_pointer, ctypes.c_size_t)
    assert (piece.size, piece.refct, piece.owner) == (1024, 1, piece)
    view = piece.view(10)
    further = view.view(5, 100)
    assert (further.handle - piece.handle, further.size) == (15, 95)
    assert further.owner is piece
    assert piece.refct == 3
    del further
    assert piece.refct == 2
    with pytest.raises(RuntimeError, match="size cannot be negative"):
        piece.view(10, 5)
    nothing = driver.MemoryPointer(cuda.current_context(), 0, 0)
    assert nothing.view(0, 0).size == 0
    with pytest.raises(RuntimeError, match="non-empty slice into empty slice"):
        nothing.view(0, 5)
    piece.free()
    with pytest.raises(RuntimeError, match="Freeing dead memory"):
        view.free()
    with pytest.raises(Exception, match="Not a CUDA memory object"):
        driver.require_device_memory(np.zeros(3))


def test_finalizers_run_when_nobody_holds_the_memory():
    calls = []

    def make():
        return driver.MemoryPointer(
            cuda.current_context(),
            ctypes.c_void_p(0xDEADBEEF),
            40,
            finalizer=lambda: calls.append(1),
        )

    pointer = make()
    assert pointer.device_pointer_value == 0xDEADBEEF
    owned, view = pointer.own(), pointer.view(8)
    del owned, pointer
    assert calls == []
    del view
    assert calls == [1]


def test_copies_of_pieces():
    context = cuda.current_context()
    host, back = np.arange(100, dtype=np.uint32), np.zeros(100, np.uint32)
    first, second = context.memalloc(400), context.memalloc(400)
    driver.host_to_device(first, host, 400)
    driver.device_to_device(second, first, 400)
    driver.device_to_host(back, second, 400)
    np.testing.assert_array_equal(back, host)
    driver.device_memset(second.view(4, 8), 0x1AB, 4)
    driver.device_to_host(back, second, 400)
    assert (back[0], back[1], back[2]) == (0, 0xABABABAB, 2)
    first.memset(7, 4)
    driver.device_to_host(back, first, 400)
    assert (back[0], back[1]) == (0x07070707, 1)


def test_the_extents_of_host_memory():
    bounds = np.lib.array_utils.byte_bounds if hasattr(np.lib, "array_utils") else np.byte_bounds
    matrix = np.arange(24, dtype=np.int16).reshape(4, 6)
    for array in (matrix, matrix.T, matrix[1:3, ::2], matrix[::-1], matrix[:, ::-2], matrix[:0]):
        begin, end = driver.host_memory_extents(array)
        assert (begin, end) == bounds(array) or array.size == 0
        assert driver.host_memory_size(array) == (end - begin if array.size else 0)

    class Pair(ctypes.Structure):
        _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_int)]

    assert driver.host_memory_size(Pair(1, 2)) == 8
    assert driver.host_memory_size(ctypes.c_double(1.5)) == 8
    assert driver.host_memory_size(np.zeros(2, "i4,f8")[1]) == 12
    assert driver.memory_size_from_info((2, 3), (24, 8), 8) == 48


def test_mapped_and_managed_arrays_are_the_hosts_and_the_devices():
    for make in (cuda.mapped_array, cuda.managed_array):
        array = make((3, 4), np.int32, order="F")
        assert array.flags.f_contiguous
        assert driver.is_device_memory(array)
        array.fill(5)
        driver.device_memset(array, 0, driver.device_memory_size(array))
        assert (array == 0).all()
        array[1] = [1, 2, 3, 4]
        np.testing.assert_array_equal(array.copy_to_host(), np.asarray(array))
        array.copy_to_device(np.asfortranarray(np.arange(12, dtype=np.int32).reshape(3, 4)))
        assert array[2, 3] == 11
        part = array[1:, 2]
        assert part.__cuda_array_interface__["data"][0] == part.ctypes.data
        assert cuda.as_cuda_array(part)[1] == 10
        assert ((array + 1) * 2 - 1).sum() == 144
        assert cuda.to_device(array) is array
        device = cuda.to_device(np.zeros(4, np.int32))
        device[:] = array[0]
        assert list(device.copy_to_host()) == [0, 1, 2, 3]
        stream = cuda.stream()
        assert array.bind(stream).__cuda_array_interface__["stream"] == stream.handle


def test_pinned_and_mapped_blocks():
    host, other = np.arange(6.0), np.arange(4)[::-1]
    memory = cuda.current_context().memory
    for _ in range(2):
        with pytest.raises(KeyError), cuda.pinned(host, other):
            assert memory.is_pinned(host.ctypes.data, host.nbytes)
            with pytest.raises(CudaAPIError, match="HOST_MEMORY_ALREADY_REGISTERED"):
                with cuda.pinned(host[2:4]):
                    pass
            raise KeyError
        assert not memory.is_pinned(host.ctypes.data, 1)
    with cuda.defer_cleanup(), cuda.mapped(host) as device:
        device[1] = 7
        assert host[1] == 7
        host[2] = 9
        assert device[2] == 9
    with cuda.mapped(host, other, stream=cuda.stream()) as (first, second):
        assert first.shape == (6,)
        assert second[0] == 3
    assert not memory.is_pinned(host.ctypes.data, 1)


def test_pinned_ranges():
    ranges = PinnedRanges()
    ranges.add(100, 50)
    ranges.add(200, 50)
    ranges.add(150, 50)
    ranges.add(90, 0)
    for begin, size in [(100, 1), (149, 1), (50, 51), (249, 10), (0, 1000)]:
        with pytest.raises(CudaAPIError):
            ranges.add(begin, size)
    assert ranges.contains(110, 40)
    assert not ranges.contains(110, 41)
    assert not ranges.contains(99, 2)
    ranges.remove(150)
    ranges.remove(151)
    assert not ranges.contains(150, 1)
    assert ranges.contains(249, 1)


class Plugin(cuda.HostOnlyCUDAMemoryManager):
    """A manager whose memory is none."""

    interface_version = 1

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.initialized = False
        self.sizes = {}

    def initialize(self):
        self.initialized = True

    def memalloc(self, size):
        assert self.initialized
        number = len(self.sizes) + 1
        self.sizes[number] = size
        pointer = ctypes.c_void_p(number)
        return driver.AutoFreePointer(
            self.context, pointer, size, finalizer=lambda: self.sizes.pop(number)
        )

    def get_memory_info(self):
        return cuda.MemoryInfo(free=32, total=64)

    def get_ipc_handle(self, memory):
        return f"handle of {memory.device_pointer_value}"


def test_a_program_brings_its_own_memory_manager():
    context = cuda.current_context()
    own = context.memory_manager
    context.memory_manager = Plugin(context=context)
    try:
        array = cuda.device_array(10, np.int32)
        assert context.memory_manager.sizes == {1: 40}
        assert array.get_ipc_handle()._ipc_handle == "handle of 1"
        assert context.get_memory_info() == (32, 64)
        del array
        assert context.memory_manager.sizes == {}
    finally:
        context.memory_manager = own

    class Other(Plugin):
        interface_version = 2

    with pytest.raises(RuntimeError, match="version 1 required"):
        cuda.set_memory_manager(Other)
    with pytest.raises(RuntimeError, match="requires a context"):
        Plugin()


def test_what_the_cpu_target_has_not():
    array = cuda.to_device(np.arange(3))
    with pytest.raises(OSError, match="does not support CUDA IPC"):
        array.get_ipc_handle()
    with pytest.raises(OSError, match="does not support CUDA IPC"):
        with cuda.open_ipc_array(b"", (3,), np.int32):
            pass
    with pytest.raises(driver.CudaDriverError, match="Driver missing function: cuStreamCreate"):
        driver.driver.cuStreamCreate(0)
    with cuda.profiling():
        cuda.profile_stop()


@pytest.mark.parametrize("order", ["C", "F"])
def test_flags_are_numpys(order):
    for shape in [(), (1,), (0, 3), (1, 4), (4, 1), (2, 1, 3), (2, 3, 4)]:
        host = np.zeros(shape, order=order)
        for array in (host, host.T, host[..., ::2] if shape else host):
            flags = _shapes.contiguity(array.shape, array.strides, array.itemsize)
            assert flags == (array.flags.c_contiguous, array.flags.f_contiguous)


def script(text, **environment):
    """What a script prints."""
    python = str(Path(cuda.__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", text],
        env={**os.environ, "PYTHONPATH": python, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_devices_may_be_disabled():
    text = (
        "from pycu import cuda\n"
        "print(cuda.is_available())\n"
        "try: cuda.device_array(1)\n"
        "except cuda.CudaSupportError as error: print(error.msg == cuda.cuda_error(), error.msg)\n"
    )
    said = script(text, NUMBA_DISABLE_CUDA="1")
    assert said.startswith("False\nTrue CUDA is disabled due to setting NUMBA_DISABLE_CUDA=1")
    assert script(text, NUMBA_DISABLE_CUDA="0") == "True\n"
    assert cuda.cuda_error() is None


def test_the_first_use_initialises_the_driver():
    text = (
        "from pycu import cuda\n"
        "def refuse(flags): raise cuda.driver.CudaAPIError(999, 'CUDA_ERROR_UNKNOWN')\n"
        "cuda.driver.driver.cuInit = refuse\n"
        "try: cuda.device_array(1)\n"
        "except cuda.CudaSupportError as error: print(error, '|', cuda.cuda_error())\n"
    )
    said = script(text)
    assert said == ("Error at driver init: CUDA_ERROR_UNKNOWN (999) | CUDA_ERROR_UNKNOWN (999)\n")


def test_copies_can_be_watched(monkeypatch):
    def refuse(*args):
        raise CudaAPIError(999, "Transfer not allowed")

    device = cuda.to_device(np.arange(3))
    monkeypatch.setattr(driver.driver, "cuMemcpyHtoD", refuse)
    monkeypatch.setattr(driver.driver, "cuMemcpyDtoH", refuse)
    for copy in (lambda: cuda.to_device(np.arange(3)), device.copy_to_host, lambda: device[1]):
        with pytest.raises(CudaAPIError, match="Transfer not allowed"):
            copy()
    cuda.device_array(3, int).copy_to_device(device)


def test_shapes_without_memory():
    """Numba's own arrays of shapes and strides, against NumPy."""
    host = np.empty((4, 5, 6))
    whole = dummyarray.Array.from_desc(8, host.shape, host.strides, host.itemsize)
    assert (whole.extent, whole.size, whole.flags["C_CONTIGUOUS"]) == ((8, 968), 120, True)
    part, expected = whole[1:3, ::2, 4], host[1:3, ::2, 4]
    assert (part.shape, part.strides) == (expected.shape, expected.strides)
    assert part.extent[0] == 8 + 240 + 32
    assert [one.end - one.begin for one in whole[::2].iter_contiguous_extent()] == [48] * 10
    assert len(list(whole[::2, 0, ::5].iter_contiguous_extent())) == 4
    assert whole[1, 2, 3].extent == (8 + 8 * 45, 8 + 8 * 46)
    assert whole.reshape(-1, 6)[0].shape == (20, 6)
    assert whole.reshape(4, 5, 6)[0] is whole
    assert whole.ravel()[0].strides == (8,)
    with pytest.raises(NotImplementedError):
        whole[::2].ravel()
    assert whole[:1].squeeze()[0].shape == (5, 6)
    assert len(list(whole)) == 4
