"""`numba.config`: what Numba's environment variables say, and what of it pycu heeds.

What the host API reads stands in `pycu.cuda._config`: reading and setting it here is the same.
"""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import Any

from pycu.cuda import _config

# pycu is no simulator of Numba's: kernels are compiled, and have the types that Numba gives them.
ENABLE_CUDASIM = 0
DISABLE_CUDA = 0
DISABLE_JIT = int(os.environ.get("NUMBA_DISABLE_JIT", "0") or 0)
IS_WIN32 = sys.platform.startswith("win32")
IS_OSX = sys.platform.startswith("darwin")
MACHINE_BITS = tuple.__itemsize__ * 8
IS_32BITS = MACHINE_BITS == 32
PYVERSION = sys.version_info[:2]
NUMBA_NUM_THREADS = NUMBA_DEFAULT_NUM_THREADS = os.cpu_count() or 1
THREADING_LAYER = "default"
THREADING_LAYER_PRIORITY = ["tbb", "omp", "workqueue"]
CACHE_DIR = os.environ.get("NUMBA_CACHE_DIR", "")
BOUNDSCHECK = None
OPT = 3
DEBUG = DEBUG_JIT = DEBUG_CACHE = DEVELOPER_MODE = FULL_TRACEBACKS = SHOW_HELP = 0
DUMP_ASSEMBLY = DUMP_BYTECODE = DUMP_CFG = DUMP_IR = DUMP_LLVM = DUMP_OPTIMIZED = 0
DISABLE_PERFORMANCE_WARNINGS = 0
CAPTURED_ERRORS = "new_style"
COLOR_SCHEME = "no_color"
CUDA_DEFAULT_PTX_CC = (7, 5)
FORCE_CUDA_CC = None
CUDA_DEBUGINFO_DEFAULT = DEBUGINFO_DEFAULT = 0
CUDA_MEMORY_MANAGER = "default"
CUDA_PER_THREAD_DEFAULT_STREAM = 0
CUDA_LOG_LEVEL = CUDA_DRIVER = CUDA_INCLUDE_PATH = ""
CUDA_LOG_SIZE = 1024
CUDA_ENABLE_NRT = CUDA_NRT_STATS = CUDA_USE_NVIDIA_BINDING = 0
CUDA_ENABLE_MINOR_VERSION_COMPATIBILITY = 0
CUDA_DEBUG_POLY = CUDA_DEBUG_POLY_USE_TYPED_CONST = 0
HTML = None


class _Config(ModuleType):
    """This module, with what `pycu.cuda._config` has for its own."""

    def __getattr__(self, name: str) -> Any:
        if name.isupper() and hasattr(_config, name):
            return getattr(_config, name)
        raise AttributeError(f"module 'numba.core.config' has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name.isupper() and hasattr(_config, name):
            setattr(_config, name, value)
            return
        super().__setattr__(name, value)


def reload_config() -> None:
    """Does nothing: the environment is read once."""


# Names that both have are the host API's.
for _name in [one for one in globals() if one.isupper() and hasattr(_config, one)]:
    del globals()[_name]
sys.modules[__name__].__class__ = _Config
