"""`numba.cuda.kernels.transpose` against NumPy."""

import numpy as np
import pytest
from harness import binary
from pycu import cuda
from pycu.cuda.kernels.transpose import transpose

RECORD = np.dtype([("i", np.int32), ("j", np.float32, (3, 2))])


@pytest.fixture(autouse=True)
def compiler(monkeypatch):
    monkeypatch.setenv("PYCU_BINARY", str(binary()))


@pytest.mark.parametrize("shape", [(2, 3), (17, 33), (0, 3)], ids=str)
@pytest.mark.parametrize("dtype", [np.float64, RECORD], ids=str)
def test_a_matrix_is_turned(shape, dtype):
    made = np.zeros(shape, dtype)
    if dtype is RECORD:
        made["i"] = np.arange(made.size).reshape(shape)
    else:
        made[...] = np.arange(made.size).reshape(shape) % 7
    on_device = cuda.to_device(made)
    np.testing.assert_array_equal(transpose(on_device).copy_to_host(), made.T)
    out = cuda.device_array(shape[::-1], dtype)
    assert transpose(made, out) is out
    np.testing.assert_array_equal(out.copy_to_host(), made.T)
