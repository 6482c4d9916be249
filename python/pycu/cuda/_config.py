"""What Numba's environment variables say, as attributes that code may change while it runs.

The names and defaults are those of `numba.core.config`.
"""

from __future__ import annotations

import os
from typing import Callable, TypeVar, Union

T = TypeVar("T", bound=Union[int, float])


def _read(name: str, convert: Callable[[str], T], default: T) -> T:
    text = os.environ.get(name)
    if text is None:
        return default
    try:
        return convert(text)
    except ValueError:
        return default


# How many freed allocations may wait for their release, and how much of the memory they may hold.
CUDA_DEALLOCS_COUNT = _read("NUMBA_CUDA_MAX_PENDING_DEALLOCS_COUNT", int, 10)
CUDA_DEALLOCS_RATIO = _read("NUMBA_CUDA_MAX_PENDING_DEALLOCS_RATIO", float, 0.2)
# Whether the stream in a `__cuda_array_interface__` is awaited when an array is imported.
CUDA_ARRAY_INTERFACE_SYNC = _read("NUMBA_CUDA_ARRAY_INTERFACE_SYNC", int, 1)
# Whether host arrays that are copied for a kernel are warned of, and grids that are too small for a
# GPU: not without being asked, as the CPU target copies nothing and has no blocks to fill.
CUDA_WARN_ON_IMPLICIT_COPY = _read("NUMBA_CUDA_WARN_ON_IMPLICIT_COPY", int, 0)
CUDA_LOW_OCCUPANCY_WARNINGS = _read("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", int, 0)
# Folders, with colons between them, in which linked sources look for headers.
CUDA_NVRTC_EXTRA_SEARCH_PATHS = os.environ.get("NUMBA_CUDA_NVRTC_EXTRA_SEARCH_PATHS", "")


def search_paths() -> list[str]:
    """Those folders, as they are now."""
    return [one for one in str(CUDA_NVRTC_EXTRA_SEARCH_PATHS or "").split(":") if one]
