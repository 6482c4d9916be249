"""Writes the list of names at the end of LANGUAGE.md anew, from the tables of intrinsics."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

DEVICE_ROW = r'^PYCU_(?:INTRINSIC\(|FUNCTION\((?=(?:[^"]*"){5}[^"]))"([^"]+)"'


def expanded(name: str) -> list[str]:
    """`cmath.{cos,sin}` is two names."""
    head, _, rest = name.partition("{")
    parts, brace, tail = rest.partition("}")
    return (
        [head + one + end for one in parts.split(",") for end in expanded(tail)]
        if brace
        else [name]
    )


def table_names() -> set[str]:
    """The Python names of the tables in lib/api, but for the row behind `len` of a range."""
    names: set[str] = set()
    for table in (ROOT / "lib/api").glob("*.def"):
        for row in re.findall(DEVICE_ROW, table.read_text(), re.MULTILINE):
            names |= set(expanded(row))
    lines = (ROOT / "lib/api/names.def").read_text()
    for module, text in re.findall(r'^PYCU_ALIAS\("([^"]+)",([^)]*)\)', lines, re.MULTILINE):
        for second, first in re.findall(r"([\w.]+)=([\w.]+)", text):
            if f"{module}.{first}" in names:
                names.add(f"{module}.{second}")
    return names - {"builtins.range.size"}


def main() -> None:
    """Replaces what stands between the two marks."""
    modules: dict[str, set[str]] = defaultdict(set)
    for path in table_names():
        head = re.match(r"numba\.cuda|[a-z]\w*(?=\.)", path)
        assert head, path
        modules[head[0]].add(path[len(head[0]) + 1 :])
    rows = ["| module | names |", "|---|---|"]
    for module, names in sorted(modules.items()):
        rows.append(f"| `{module}` | {' '.join(f'`{name}`' for name in sorted(names))} |")
    page = ROOT / "LANGUAGE.md"
    head, rest = page.read_text().split("<!-- names: begin -->")
    tail = rest.split("<!-- names: end -->")[1]
    listed = "\n".join(rows)
    page.write_text(
        f"{head}<!-- names: begin -->\n{listed}\n<!-- names: end -->{tail}", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
