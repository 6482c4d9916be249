"""Host code that uses PyTorch, which is not there: what pycu knows of it is what PyTorch does.

torch_snippets.txt has expressions and what Numba sees of each, as record_torch.py has recorded it
with PyTorch; a `?` before a type stands where pycu asks.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from uncalled_test import inspected, types_of

HERE = Path(__file__).parent
SETUP = (HERE / "torch_setup.txt").read_text()
LINES = (HERE / "torch_snippets.txt").read_text().splitlines()
SNIPPETS = [tuple(line.split(" => ")) for line in LINES]
AT_ONCE = 25
HEAD = "import numpy as np\nimport torch\nfrom numba import cuda\n\n\n"


@pytest.mark.parametrize("first", range(0, len(SNIPPETS), AT_ONCE))
def test_tensors_are_what_pytorch_makes(first: int, tmp_path: Path) -> None:
    chunk = SNIPPETS[first : first + AT_ONCE]
    kernels = "".join(f"@cuda.jit\ndef k{at}(x):\n    pass\n\n\n" for at in range(len(chunk)))
    # Each expression by itself: what one changes, another does not see.
    launches = "".join(
        f"def run{at}():\n{indented(SETUP)}    k{at}[1, 1]({snippet})\n\n\nrun{at}()\n"
        for at, (snippet, _) in enumerate(chunk)
    )
    found = inspected(HEAD + kernels + launches, tmp_path)
    wrong = []
    for at, (snippet, expected) in enumerate(chunk):
        types = types_of(found, f"k{at}")
        said = types[0][len("void(") : -1] if len(types) == 1 else str(types)
        if ("?" in said) != expected.startswith("?") or (said != expected and "?" not in said):
            wrong.append(f"{snippet}: {said} and not {expected}")
    assert not wrong, "\n".join(wrong)


def indented(text: str) -> str:
    return "".join(f"    {line}" if line.strip() else line for line in text.splitlines(True))
