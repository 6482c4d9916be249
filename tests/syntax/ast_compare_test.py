"""The trees of the standard library's files are CPython's, node for node and byte for byte.

PYCU_LIBRARY=all reads all of them, and not every fifth one.
"""

from __future__ import annotations

import ast
import keyword
import os
import random
import re
import subprocess
import sys
import sysconfig
import unicodedata
import warnings
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from ast_text import ask, tree_lines  # noqa: E402

# Files that tree-sitter's grammar cannot read, with the reason. At most three.
UNREADABLE: dict[str, str] = {}

PYCU = os.environ.get("PYCU_BINARY", str(Path(__file__).parents[2] / "build/bin/pycu"))
LIBRARY = Path(sysconfig.get_path("stdlib"))


def compiled(data: bytes, name: str) -> bool:
    """Whether CPython takes a text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(data, name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return False
    return True


def is_utf8(path: Path) -> bool:
    try:
        path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def library_files() -> dict[Path, bytes]:
    """UTF-8 files of the standard library that compile."""
    out = {}
    step = 1 if os.environ.get("PYCU_LIBRARY") == "all" else 5
    for path in sorted(LIBRARY.rglob("*.py"))[::step]:
        if "site-packages" in path.parts or not is_utf8(path):
            continue
        data = path.read_bytes()
        if compiled(data, path.name):
            out[path] = data
    return out


def normal(lines: list[str]) -> list[str]:
    """Lines without what the trees may spell differently."""
    out = []
    inside = None  # the depth of an f-string: CPython 3.11 misplaces what is in it
    for line in lines:
        if inside is not None or " JoinedStr " in line:
            depth = len(line) - len(line.lstrip(" "))
            if inside is not None and depth > inside:
                line = re.sub(r" \d+-\d+", "", line)
            else:
                inside = depth if " JoinedStr " in line else None
        if " int 0" in line:
            found = re.match(r"(.*) int (0[xob]?\w*)$", line)
            if found:
                digits = found.group(2)
                value = int(digits, 0) if not re.fullmatch(r"0+", digits) else 0
                line = f"{found.group(1)} int {value}"
        out.append(line)
    return out


def differs(ours: str, theirs: str) -> bool:
    """A character named by `\\N{...}` is kept as the replacement character."""
    return ours != theirs and r"\xef\xbf\xbd" not in ours


@pytest.fixture(scope="module")
def library() -> dict[Path, bytes]:
    return library_files()


def test_the_list_of_unreadable_files_is_short() -> None:
    assert len(UNREADABLE) <= 3


def test_trees_are_those_of_cpython(library: dict[Path, bytes]) -> None:
    assert len(library) > 200
    wrong: list[str] = []
    data_of = {
        str(path.relative_to(LIBRARY)).replace(" ", "_"): data for path, data in library.items()
    }
    files = list(data_of.items())
    # Some files at a time: the trees of all of them are several hundred megabytes of text.
    parts = (files[at : at + 60] for at in range(0, len(files), 60))
    for name, problems, printed in (answer for part in parts for answer in ask(part)):
        if name in UNREADABLE:
            assert problems, f"{name} can be read after all"
            continue
        problems = [problem for problem in problems if problem.startswith("PYCU01")]
        if problems:
            wrong.append(f"{name}: {problems[0]}")
            continue
        data = data_of[name].removeprefix(b"\xef\xbb\xbf")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(data)
        theirs = tree_lines(tree, data)
        ours = printed.splitlines()
        if ours == theirs:
            continue
        theirs, ours = normal(theirs), normal(ours)
        for one, other in zip(ours, theirs, strict=False):
            if differs(one, other):
                wrong.append(f"{name}: {one.strip()} instead of {other.strip()}")
                break
        else:
            if len(ours) != len(theirs):
                wrong.append(f"{name}: {len(ours)} nodes instead of {len(theirs)}")
    assert not wrong, "\n".join(wrong[:40]) + f"\n{len(wrong)} files"


def names() -> list[str]:
    """Every character that NFKC changes in a name, and names of letters and marks in any order."""
    chance = random.Random(1)
    letters = [chr(c) for c in range(0x80, 0x110000) if ("a" + chr(c)).isidentifier()]
    changed = [c for c in letters if unicodedata.normalize("NFKC", c) != c]
    marks = [c for c in letters if unicodedata.combining(c)]
    composed = [c for c in letters if unicodedata.decomposition(c)]
    korean = [chr(c) for c in (*range(0x1100, 0x1200), *range(0xAC00, 0xAD00))]
    kinds = ["aeiouncsAEOUy", marks, marks, changed, composed, korean, letters]
    mixed = [
        "".join(chance.choice(chance.choice(kinds)) for _ in range(chance.randint(2, 8)))
        for _ in range(2000)
    ]
    wanted = ["x" + c for c in changed] + [name for name in mixed if name.isidentifier()]
    return [one for one in wanted if not keyword.iskeyword(unicodedata.normalize("NFKC", one))]


def test_names_are_normalised_as_cpython_does() -> None:
    texts = [
        f"def {name}({name}_, *, {name}__=0):\n    global {name}a\n    {name}b.{name}({name}=1)\n"
        for name in names()
    ]
    assert len(texts) > 4000
    data = "".join(texts).encode()
    ((_, problems, printed),) = ask([("names", data)])
    assert not problems
    theirs = tree_lines(ast.parse(data), data)
    wrong = [pair for pair in zip(printed.splitlines(), theirs, strict=True) if differs(*pair)]
    assert not wrong, f"{len(wrong)} of {len(theirs)}: {wrong[:3]}"


def test_check_has_nothing_to_say_about_the_library(
    tmp_path: Path, library: dict[Path, bytes]
) -> None:
    paths = list(library)
    for at in range(0, len(paths), 200):
        command = [PYCU, "check", "-Wno-no-kernels", *map(str, paths[at : at + 200])]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
