"""What nvcc made of a kernel: its PTX, which a library holds as text, and its machine code."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from pycu._cudart import nvcc

DISASSEMBLER = "cuobjdump"


def ptx(library: Path) -> str:
    """The PTX in a library that was linked with `-no-compress`."""
    found = re.findall(rb"\.version \d+\.\d+\n[^\0]*", library.read_bytes())
    return b"\n".join(found).decode("utf-8", "replace")


def sass(library: Path) -> str:
    """The machine code in a library, as CUDA's tool writes it.

    RuntimeError where the tool is missing: not every toolkit has it.
    """
    compiler = nvcc()
    beside = str(Path(compiler).resolve().parent) if compiler else ""
    tool = shutil.which(DISASSEMBLER) or shutil.which(DISASSEMBLER, path=beside)
    if tool is None:
        raise RuntimeError(
            f"{DISASSEMBLER} was not found, neither in PATH nor beside nvcc; it is a part of the "
            "CUDA toolkit"
        )
    command = [tool, "-sass", str(library)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
