"""The wrong programs of testdata/wrong: each has one mistake, where a comment says which.

`# expect: PYCU0302` stands at the end of the line that the diagnostic must point at. Nothing else
may be reported, all mistakes of a file are found in one run, and every message must say more than
where it is: what was written, or what to write instead.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import harness
import pytest
from harness import REPOSITORY

WRONG = sorted((REPOSITORY / "testdata" / "wrong").glob("*.py"))
EXPECT = re.compile(r"# expect: (PYCU\d{4}(?: PYCU\d{4})*)$")


def expected(path: Path) -> list[tuple[int, str]]:
    """The line and the code of each diagnostic that a file asks for."""
    found = []
    for number, text in enumerate(path.read_text().splitlines(), 1):
        match = EXPECT.search(text)
        assert match or "# expect" not in text, f"{path.name}:{number} names no code"
        found += [(number, code) for code in match[1].split()] if match else []
    return found


def reported(path: Path) -> list[dict]:
    options = ["--diagnostic-format", "json", "--error-limit", "1000"]
    command = [harness.binary(), "check", *options, path]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 1, f"pycu check exited with {done.returncode}:\n{done.stderr}"
    lines = (done.stdout + done.stderr).splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_each_mistake_is_reported_where_it_is(path: Path) -> None:
    found = [(one["line"], one["code"]) for one in reported(path) if one["severity"] == "error"]
    assert sorted(found) == sorted(expected(path))


def test_there_are_200_wrong_programs() -> None:
    assert sum(len(expected(path)) for path in WRONG) >= 200
