"""What holds for the whole process: the target, and whether everything is checked."""

from __future__ import annotations

import functools
import os

# `pycu run --debug`
debug = os.environ.get("PYCU_DEBUG", "") not in ("", "0")


@functools.lru_cache(maxsize=1)
def target() -> str:
    """Where kernels run: "cpu", or what PYCU_TARGET says."""
    wanted = os.environ.get("PYCU_TARGET", "cpu")
    if wanted == "cpu":
        return wanted
    if wanted == "cuda":
        raise RuntimeError("PYCU_TARGET=cuda: programs run on the CPU target only, so far")
    raise ValueError(f"PYCU_TARGET is {wanted!r}: there is cpu")
