"""Records in torch_snippets.txt what Numba would see of each snippet.

It runs the snippets with the PyTorch that is installed where it is run, on the CPU, which no test
does: `snippet` becomes `snippet => type`. Layouts of tensors are told by their strides, as Numba
tells them of what is on the device. A `?` before the type, which is written by hand, stays: pycu
asks there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

SETUP = Path(__file__).with_name("torch_setup.txt")
SNIPPETS = Path(__file__).with_name("torch_snippets.txt")


def layout(tensor: torch.Tensor) -> str:
    pairs = list(zip(tensor.shape, tensor.stride()))
    if not any(size == 0 for size, _ in pairs) and any(step == 0 for _, step in pairs):
        return "A"
    if tensor.is_contiguous():
        return "C"
    return "F" if tensor.permute(*reversed(range(tensor.dim()))).is_contiguous() else "A"


def type_of(value: Any) -> str:
    if isinstance(value, torch.Tensor):
        if value.dim() == 0:
            return f'Array({str(value.dtype).replace("torch.", "")}, 0, "C")'
        axes = [":"] * value.dim()
        kind = layout(value)
        if kind != "A":
            axes[-1 if kind == "C" else 0] = "::1"
        return str(value.dtype).replace("torch.", "") + f"[{', '.join(axes)}]"
    if isinstance(value, bool):
        return "bool"
    return {int: "int64", float: "float64"}[type(value)]


def main() -> None:
    lines = []
    for line in SNIPPETS.read_text().splitlines():
        snippet, _, before = line.partition(" => ")
        names: dict[str, Any] = {"np": np, "torch": torch}
        exec(SETUP.read_text(), names)
        asked = "? " if before.startswith("?") else ""
        lines.append(f"{snippet} => {asked}{type_of(eval(snippet, names))}\n")
    SNIPPETS.write_text("".join(lines))


if __name__ == "__main__":
    main()
