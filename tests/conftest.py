"""Lets the Python tests import the package, the scripts and what tests share."""

import os
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent

for folder in ("python", "scripts", "tests/common"):
    sys.path.insert(0, str(REPOSITORY / folder))

os.environ.setdefault("PYCU_TARGET", "cpu")  # also where there is a GPU
# What kernels of tests are compiled to stays here; it is found by content.
os.environ.setdefault("PYCU_CACHE_DIR", str(REPOSITORY / "build" / "test_cache"))


def pytest_configure(config):
    config.addinivalue_line("markers", "cpu_target(reason): is of the CPU target alone")


def pytest_runtest_setup(item):
    """Passes over what does not hold on CUDA, which PYCU_TARGET=cuda runs."""
    mark = item.get_closest_marker("cpu_target")
    if mark and os.environ["PYCU_TARGET"] == "cuda":
        pytest.skip(mark.args[0])
