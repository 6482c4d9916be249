"""`pycu fix`: edits of messages are written, and nothing else changes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import NamedTuple

import harness
import pytest

KERNEL = "from numba import cuda\n\n\n"
HEAD = KERNEL + '@cuda.jit("void(float32[:])")\ndef k(x):\n'
NUMPY = "import numpy as np\n" + HEAD
PERFORMANCE = ("--performance",)


class Case(NamedTuple):
    """A mistake: its code, a text with `<wrong|right>` in it, options of pycu."""

    code: str
    text: str
    options: tuple[str, ...] = ()

    @property
    def wrong(self) -> str:
        return self.side(0)

    @property
    def right(self) -> str:
        return self.side(1)

    def side(self, number: int) -> str:
        parts = self.text.split("§")
        for i in range(1, len(parts), 2):
            parts[i] = parts[i].split("¦")[number]
        return "".join(parts)


SAFE = [
    Case("PYCU0101", HEAD + "    for i in range(3)§¦:§  # all\n        x[i] = 1\n"),
    Case("PYCU0121", HEAD + "    x[0] §:=¦=§ 1\n"),
    Case("PYCU0201", HEAD.replace('")', '", §fastmth¦fastmath§=True)') + "    x[0] = 1\n"),
    Case("PYCU0202", HEAD.replace("float32", "§flaot32¦float32§") + "    x[0] = 1\n"),
    Case("PYCU0302", HEAD + "    total = x[0]\n    x[1] = §totl¦total§\n"),
    Case("PYCU0303", HEAD + "    x[0] = x.§length¦size§ + x.§shpae¦shape§[0]\n"),
    Case("PYCU0404", HEAD + "    §cuda.syncthrads¦cuda.syncthreads§()\n    x[0] = 1\n"),
]

UNSAFE = [
    Case("PYCU0101", HEAD + "    if x[0] §=¦==§ 1:\n        x[1] = 2\n"),
    Case("PYCU0107", HEAD + "    x[0] = abs(x[1 + 2§¦]§)\n"),
    Case("PYCU0109", HEAD + "    x[0] = (x[1] + 2§]¦)§\n"),
    Case("PYCU0302", HEAD + "    counts = x[0]\n    x[1] = §count¦counts§\n"),
    Case("PYCU0303", (HEAD + "    x[0, 0] = x.§length¦size§\n").replace("[:]", "[:, :]")),
    Case("PYCU0307", HEAD + "    x[(x.size) §/¦//§ 2] = 1\n"),
    Case("PYCU0370", NUMPY + "    x[0] = §0.1¦np.float32(0.1)§ * x[1] + x[2]\n", PERFORMANCE),
]

MISSPELT = next(case for case in SAFE if case.code == "PYCU0302")
SYNC = next(case for case in SAFE if case.code == "PYCU0404")


def pycu(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs pycu in a folder."""
    command = [str(harness.binary().absolute()), *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True)


def codes(folder: Path, *options: str) -> set[str]:
    """The codes of what a check of k.py says."""
    done = pycu("check", "--diagnostic-format", "json", *options, "k.py", cwd=folder)
    return {json.loads(line)["code"] for line in done.stderr.splitlines()}


@pytest.mark.parametrize("form", ["plain", "crlf", "bom"])
@pytest.mark.parametrize("case", SAFE, ids=lambda case: case.code)
def test_a_safe_edit_changes_its_bytes_alone(case: Case, form: str, tmp_path: Path) -> None:
    def encoded(text: str) -> bytes:
        data = ("# µ\n" + text).encode()
        return {"crlf": data.replace(b"\n", b"\r\n"), "bom": b"\xef\xbb\xbf" + data}.get(form, data)

    source = tmp_path / "k.py"
    source.write_bytes(encoded(case.wrong))
    assert case.code in codes(tmp_path, *case.options)
    done = pycu("fix", "k.py", *case.options, cwd=tmp_path)
    assert source.read_bytes() == encoded(case.right)
    assert (done.returncode, done.stderr) == (0, "")
    assert codes(tmp_path, *case.options) == set()


@pytest.mark.parametrize("case", UNSAFE, ids=lambda case: case.code)
def test_an_edit_that_is_not_safe_wants_a_word(case: Case, tmp_path: Path) -> None:
    source = tmp_path / "k.py"
    source.write_text(case.wrong)
    assert codes(tmp_path, *case.options) == {case.code}
    pycu("fix", "k.py", *case.options, cwd=tmp_path)
    assert source.read_text() == case.wrong
    done = pycu("fix", "--unsafe", "k.py", *case.options, cwd=tmp_path)
    assert (source.read_text(), done.returncode) == (case.right, 0)
    assert codes(tmp_path, *case.options) == set()


def test_a_diff_writes_nothing(tmp_path: Path) -> None:
    case = MISSPELT
    source = tmp_path / "k.py"
    source.write_text(case.wrong)
    done = pycu("fix", "--diff", "k.py", cwd=tmp_path)
    assert (source.read_text(), done.returncode) == (case.wrong, 0)
    assert "-    x[1] = totl\n+    x[1] = total\n" in done.stdout


def test_errors_that_remain_are_told(tmp_path: Path) -> None:
    text = HEAD + "    total = x[0]\n    x[1] = {}\n    x[2] = sorted(x)\n"
    (tmp_path / "k.py").write_text(text.format("totl"))
    done = pycu("fix", "k.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "k.py: 1 mistake fixed\n")
    assert "k.py:8:12: error[PYCU0404]" in done.stderr
    assert done.stderr.endswith("\n1 error\n")
    assert (tmp_path / "k.py").read_text() == text.format("total")


def test_one_edit_may_lead_to_the_next(tmp_path: Path) -> None:
    text = HEAD + "    total = x[0]\n    for i in range(3){}\n        x[i] = {}\n"
    (tmp_path / "k.py").write_text(text.format("", "totl"))
    done = pycu("fix", "k.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "k.py: 2 mistakes fixed\n")
    assert (tmp_path / "k.py").read_text() == text.format(":", "total")


def test_several_files_are_written_together(tmp_path: Path) -> None:
    for name, case in (("a.py", SAFE[0]), ("b.py", SYNC)):
        (tmp_path / name).write_text(case.wrong)
    done = pycu("fix", "a.py", "b.py", cwd=tmp_path)
    assert done.stdout == "a.py: 1 mistake fixed\nb.py: 1 mistake fixed\n"
    assert (tmp_path / "a.py").read_text() == SAFE[0].right
    assert (tmp_path / "b.py").read_text() == SYNC.right


def test_a_module_that_is_no_source_stays(tmp_path: Path) -> None:
    helper = KERNEL + "@cuda.jit(device=True)\ndef f(x):\n    total = x\n    return totl\n"
    (tmp_path / "helper.py").write_text(helper)
    (tmp_path / "k.py").write_text("from helper import f\n" + HEAD + "    x[0] = f(x[1])\n")
    done = pycu("fix", "k.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert (tmp_path / "helper.py").read_text() == helper


def test_a_notebook_stays_as_it_is(tmp_path: Path) -> None:
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [cell | {"source": MISSPELT.wrong}]
    book = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    (tmp_path / "k.ipynb").write_text(book)
    done = pycu("fix", "k.ipynb", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert (tmp_path / "k.ipynb").read_text() == book


def test_a_source_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(SAFE[0].wrong)
    done = pycu("fix", "absent.py", "k.py", cwd=tmp_path)
    assert "PYCU0001" in done.stderr
    assert (tmp_path / "k.py").read_text() == SAFE[0].right


def test_json_says_what_to_write(tmp_path: Path) -> None:
    case = MISSPELT
    (tmp_path / "k.py").write_text("\ufeff" + case.wrong)
    done = pycu("check", "--diagnostic-format", "json", "k.py", cwd=tmp_path)
    edit = json.loads(done.stderr)["edits"][0]
    assert (edit["file"], edit["replacement"], edit["safe"]) == ("k.py", "total", True)
    assert (tmp_path / "k.py").read_bytes()[edit["byte"] : edit["end_byte"]] == b"totl"
