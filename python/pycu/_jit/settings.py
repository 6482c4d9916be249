"""What holds for the whole process: the target, and whether everything is checked."""

from __future__ import annotations

import functools
import os
import sys

# `pycu run --debug`
debug = os.environ.get("PYCU_DEBUG", "") not in ("", "0")

# What is there where a driver of NVIDIA's is, on Linux and in Windows' Linux.
DRIVERS = ("/dev/nvidiactl", "/dev/dxg")
TARGETS = ("cpu", "cuda")


@functools.lru_cache(maxsize=1)
def target() -> str:
    """Where kernels run, "cpu" or "cuda", which is chosen when it is first asked for.

    PYCU_TARGET says it; else it is CUDA where there is a device and nvcc, and nobody wants to
    debug, for it is the CPU target that checks. CudaSupportError where CUDA is wanted and cannot be
    used, ValueError for another word.
    """
    wanted = os.environ.get("PYCU_TARGET", "")
    if wanted not in ("", *TARGETS):
        raise ValueError(f"PYCU_TARGET is {wanted!r}: there are {' and '.join(TARGETS)}")
    if wanted == "cpu" or (debug and not wanted):
        return _told("cpu", "")
    from pycu import _cudart

    obstacle = _cudart.obstacle()
    if obstacle is None:
        return _told("cuda", "")
    if wanted == "cuda":
        from pycu.cuda._errors import CudaSupportError

        raise CudaSupportError(f"PYCU_TARGET=cuda: {obstacle}")
    return _told("cpu", obstacle)


def _told(chosen: str, obstacle: str) -> str:
    """The choice, of which a person is told; of a GPU that cannot be used in any case."""
    if obstacle and any(map(os.path.exists, DRIVERS)):
        print(f"pycu: kernels run on the CPU and not on the GPU: {obstacle}", file=sys.stderr)
    elif sys.stderr.isatty() or os.environ.get("PYCU_VERBOSE", "") not in ("", "0"):
        where = "a GPU" if chosen == "cuda" else "the CPU"
        print(f"pycu: kernels run on {where}", file=sys.stderr)
    return chosen
