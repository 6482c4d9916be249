"""What holds for the whole process: the target, and whether everything is checked."""

from __future__ import annotations

import functools
import os
import sys

# `pycu run --debug`
debug = os.environ.get("PYCU_DEBUG", "") not in ("", "0")

DEVICE = "/dev/nvidia0"


@functools.lru_cache(maxsize=1)
def target() -> str:
    """Where kernels run: "cpu". Where there is a GPU it says once that the GPU is not used."""
    wanted = os.environ.get("PYCU_TARGET", "")
    if wanted == "cuda":
        raise RuntimeError("PYCU_TARGET=cuda: running programs have the CPU target only, so far")
    if wanted not in ("", "cpu"):
        raise ValueError(f"PYCU_TARGET is {wanted!r}: there is cpu")
    if not wanted and os.path.exists(DEVICE):
        print("pycu: kernels run on the CPU; `pycu build` compiles for a GPU", file=sys.stderr)
    return "cpu"
