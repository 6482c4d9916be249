"""`numba.cuda.testing`: the bases of test cases, and decorators that skip tests.

pycu is no simulator: what Numba's simulator cannot do is tested, and what only it does is skipped.
On the CPU target there is no driver, no PTX and no toolkit, so tests of those are skipped.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pycu._numba import config


def _base() -> type[unittest.TestCase]:
    """numba-cuda's TestCase where its tests are there, or Python's."""
    try:
        from numba.cuda.tests.support import TestCase
    except ImportError:
        return unittest.TestCase
    return TestCase  # type: ignore[no-any-return]


TestCase: Any = _base()
NO_TOOLKIT = "pycu has no LLVM, no NVVM and no linker of CUDA's"


def _folder_of_data() -> Path:
    """The data of numba-cuda's tests, or a folder that is not there."""
    found = sys.modules.get("numba.cuda.tests")
    return Path(getattr(found, "__file__", None) or os.devnull).parent / "data"


test_data_dir = _folder_of_data()


# warnings that tests do not want
OFF = ("CUDA_LOW_OCCUPANCY_WARNINGS", "CUDA_WARN_ON_IMPLICIT_COPY")


class CUDATestCase(TestCase):
    """A test that launches kernels; warnings of small grids and of copies are off."""

    FLOAT16_RTOL = np.finfo(np.float16).eps

    def setUp(self) -> None:
        self._before = {name: getattr(config, name) for name in OFF}
        for name in OFF:
            setattr(config, name, 0)

    def tearDown(self) -> None:
        for name, value in self._before.items():
            setattr(config, name, value)

    def _no_text(self, *args: Any, **kwargs: Any) -> None:
        self.skipTest(NO_TOOLKIT)

    assertFileCheckAsm = assertFileCheckLLVM = assertFileCheckMatches = _no_text  # noqa: N815


class ContextResettingTestCase(CUDATestCase):
    """A test that leaves no context behind."""

    def tearDown(self) -> None:
        super().tearDown()
        from pycu import cuda

        cuda.close()


class SerialMixin:
    """Tests that do not run beside others."""

    _numba_parallel_test_ = False


class ForeignArray:
    """A device array that only shows its `__cuda_array_interface__`."""

    def __init__(self, arr: Any) -> None:
        self._arr = arr
        self.__cuda_array_interface__ = arr.__cuda_array_interface__


def _skip_if(condition: bool) -> Callable[[str], Any]:
    def decorator(reason: str) -> Any:
        assert isinstance(reason, str)
        return unittest.skipIf(condition, reason)

    return decorator


_never, _always = _skip_if(False), _skip_if(True)
skip_on_cudasim = _never
skip_unless_cudasim = _always
skip_if_external_memmgr = _never
skip_unless_conda_cudatoolkit = _always
skip_if_nvjitlink_missing = _always
skip_if_mvc_enabled = _never
skip_if_mvc_libraries_unavailable = unittest.skip(NO_TOOLKIT)
skip_with_cuda_python = _never
skip_under_cuda_memcheck = _skip_if("CUDA_MEMCHECK" in os.environ)
skip_on_nvjitlink_13_1_sm_120 = _never
skip_without_nvdisasm = _skip_if(shutil.which("nvdisasm") is None)
skip_with_nvdisasm = _skip_if(shutil.which("nvdisasm") is not None)
skip_on_arm = _skip_if(platform.machine().startswith(("arm", "aarch")))
skip_on_wsl2 = _skip_if("wsl2" in platform.release().lower())
skip_on_standalone_numba_cuda = unittest.skipIf(False, "requires base numba install")
skip_if_cudadevrt_missing = unittest.skipIf(False, "grids meet without that library")
skip_if_cuda_includes_missing = unittest.skip(NO_TOOLKIT)
skip_if_curand_kernel_missing = unittest.skip(NO_TOOLKIT)
xfail_unless_cudasim = unittest.expectedFailure


def cc_X_or_above(major: int, minor: int) -> bool:  # noqa: N802
    """Whether the device has a compute capability; what runs on the CPU has all of them."""
    from pycu import cuda

    found = getattr(cuda.get_current_device(), "compute_capability", None)
    return found is None or tuple(found) >= (major, minor)


def _unless_cc(major: int, minor: int) -> Callable[[Any], Any]:
    def decorator(function: Any) -> Any:
        reason = f"requires cc >= {major}.{minor}"
        return unittest.skipUnless(cc_X_or_above(major, minor), reason)(function)

    return decorator


skip_unless_cc_50 = _unless_cc(5, 0)
skip_unless_cc_53 = _unless_cc(5, 3)
skip_unless_cc_60 = _unless_cc(6, 0)
skip_unless_cc_75 = _unless_cc(7, 5)
skip_unless_cc_90 = _unless_cc(9, 0)
