"""Ufuncs and reductions: where their results lie, and in which order with streams they run."""

import numpy as np
import pytest
from gate import delay
from harness import binary
from pycu import cuda, guvectorize, vectorize
from pycu.cuda._errors import CudaAPIError
from pycu.cuda.cudadrv import driver


@pytest.fixture(autouse=True, scope="module")
def compiler():
    """Kernels are compiled by the program under test."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYCU_BINARY", str(binary()))
        yield


@pytest.fixture(scope="module")
def add(compiler):
    @vectorize(["float64(float64, float64)"], target="cuda")
    def add(a, b):
        return a + b

    return add


@pytest.fixture(scope="module")
def scale(compiler):
    @guvectorize(["(float64[:], float64, float64[:])"], "(n),()->(n)", target="cuda")
    def scale(x, factor, out):
        for i in range(x.size):
            out[i] = x[i] * factor

    return scale


@cuda.reduce
def total(a, b):
    return a + b


class Foreign:
    def __init__(self, own):
        self.__cuda_array_interface__ = own.__cuda_array_interface__
        self.own = own


def test_results_lie_where_the_inputs_do(add, scale):
    host = np.arange(4.0)
    device = cuda.to_device(host)
    assert isinstance(add(host, 1.0), np.ndarray)
    for given in (device, Foreign(device), device[:], cuda.mapped_array_like(host)):
        if isinstance(given, np.ndarray):
            given[:] = host
        result = add(given, 1.0)
        assert driver.is_device_memory(result)
        assert list(result.copy_to_host()) == [1, 2, 3, 4]
    assert list(scale(device, 3.0).copy_to_host()) == [0, 3, 6, 9]


def test_outputs(add, scale):
    host, device = np.arange(4.0), cuda.device_array(4)
    assert add(host, 1.0, out=device) is device
    assert list(device.copy_to_host()) == [1, 2, 3, 4]
    returned = add(host, 2.0, out=Foreign(device))
    assert returned.gpu_data.device_pointer == device.gpu_data.device_pointer
    assert list(device.copy_to_host()) == [2, 3, 4, 5]
    out = np.empty(4)
    assert add(device, 1.0, out=out) is out
    assert list(out) == [3, 4, 5, 6]
    scale(device, 2.0, out=device)
    assert list(device.copy_to_host()) == [4, 6, 8, 10]


def test_nothing_is_copied_between_host_and_device(add, monkeypatch):
    def refuse(*args):
        raise CudaAPIError(999, "Transfer not allowed")

    device = cuda.to_device(np.arange(4.0))
    with monkeypatch.context() as patched:
        patched.setattr(driver.driver, "cuMemcpyHtoD", refuse)
        patched.setattr(driver.driver, "cuMemcpyDtoH", refuse)
        result = add(device, device)
        add(device, device, out=result)
    assert list(result.copy_to_host()) == [0, 2, 4, 6]


@pytest.mark.parametrize("own", [True, False])
def test_they_run_in_the_order_of_the_stream(add, own):
    stream = cuda.stream()
    device, later = cuda.to_device(np.zeros(3)), cuda.to_device(np.ones(3))
    delay(stream)
    device.copy_to_device(later, stream=stream)
    result = add(device, 1.0, stream=stream) if own else add(device, 1.0)
    assert list(result.copy_to_host()) == [2, 2, 2]
    delay(stream)
    device[:] = 0
    device.setitem(slice(None), 5, stream=stream)
    assert (total(device, stream=stream) if own else total(device)) == 15
