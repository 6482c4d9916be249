"""Lets the Python tests import the package, the scripts and what tests share."""

import gc
import os
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent

for folder in ("python", "scripts", "tests/common"):
    sys.path.insert(0, str(REPOSITORY / folder))

gc.set_threshold(200_000, 20, 20)  # Numba makes many objects, and most of them stay

os.environ.setdefault("PYCU_TARGET", "cpu")  # also where there is a GPU
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads that spin, in each of many processes
# Numba's messages are compared as texts; MkDocs brings what gives them colours.
os.environ["NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"] = "1"
# What kernels of tests are compiled to stays here; it is found by content.
os.environ.setdefault("PYCU_CACHE_DIR", str(REPOSITORY / "build" / "test_cache"))


def pytest_configure(config):
    config.addinivalue_line("markers", "cpu_target(reason): is of the CPU target alone")
    if is_on_cuda():
        import cuda_target

        cuda_target.take_device()


def is_on_cuda():
    """Whether tests of running programs run on CUDA."""
    return os.environ["PYCU_TARGET"] == "cuda"


def pytest_runtest_setup(item):
    """On CUDA, passes over what does not hold there."""
    if is_on_cuda():
        import cuda_target

        cuda_target.needs_nvcc()
        mark = item.get_closest_marker("cpu_target")
        if mark:
            pytest.skip(mark.args[0])
