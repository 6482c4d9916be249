"""What people take from `numba.core.utils` and `numba.cuda.utils`."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from typing import Any

PYVERSION = sys.version_info[:2]
IS_PY3 = True
MACHINE_BITS = tuple.__itemsize__ * 8
pysignature = inspect.signature
pySignature = inspect.Signature
pyParameter = inspect.Parameter


def bit_length(intval: int) -> int:
    """The bits of an integer, without its sign; of a negative one, those of its complement."""
    return len(bin(intval if intval >= 0 else -intval - 1)) - 2


def _readenv(name: str, ctor: Callable[[Any], Any], default: Any) -> Any:
    value = os.environ.get(name)
    return (default() if callable(default) else default) if value is None else ctor(value)
