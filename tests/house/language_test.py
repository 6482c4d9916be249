"""LANGUAGE.md says what pycu does: its blocks are checked, its names are those of the tables."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import harness
import language_names
import pytest
from harness import REPOSITORY

PAGE = (REPOSITORY / "LANGUAGE.md").read_text()
FENCE = re.compile(r"^```python(?P<mark>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [
    (PAGE.count("\n", 0, match.start()) + 1, match["mark"].split(), match["text"])
    for match in FENCE.finditer(PAGE)
]
PRELUDE = next(text for _, mark, text in BLOCKS if mark == ["prelude"])


@pytest.mark.parametrize(
    ("line", "mark", "text"),
    [block for block in BLOCKS if block[1] != ["prelude"]],
    ids=lambda value: f"line{value}" if isinstance(value, int) else "",
)
def test_block(line: int, mark: list[str], text: str, tmp_path: Path) -> None:
    """A block is taken, or refused at the lines that carry `# PYCUnnnn`, with these codes alone."""
    source = tmp_path / f"block_at_line_{line}.py"
    source.write_text(f"{PRELUDE}\n{text}")
    done = subprocess.run(
        [harness.binary(), "check", "--color", "never", source], capture_output=True, text=True
    )
    found = {
        (int(place), code)
        for place, code in re.findall(
            r"^[^\n]*?:(\d+):\d+: error\[(PYCU\d{4})\]", done.stderr, re.MULTILINE
        )
    }
    expected = {
        (number, code)
        for number, written in enumerate(source.read_text().splitlines(), 1)
        for code in re.findall(r"# (PYCU\d{4})", written)
    }
    assert bool(expected) == (mark == ["refused"]), "a refused block names its codes"
    assert found == expected, done.stderr
    assert done.returncode == (1 if expected else 0), done.stderr


def test_names() -> None:
    """The page lists every name of the tables and no other."""
    listed = PAGE.split("<!-- names: begin -->")[1].split("<!-- names: end -->")[0]
    rows = re.findall(r"^\| `([\w.]+)` \| (.*) \|$", listed, re.MULTILINE)
    named = {f"{module}.{name}" for module, row in rows for name in re.findall(r"`([^`]+)`", row)}
    assert named == language_names.table_names(), "scripts/language_names.py writes the list anew"
