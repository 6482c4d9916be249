"""`pycu explain`: every code has a page, and what the pages show as wrong and right is so."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import harness
import pytest
from harness import REPOSITORY

PAGES = REPOSITORY / "lib" / "diag" / "explain"
ERRORS = REPOSITORY / "testdata" / "errors"
TABLE = (REPOSITORY / "lib" / "diag" / "diagnostics.def").read_text()
CODES = {f"PYCU{number}" for number in re.findall(r"^PYCU_DIAGNOSTIC\((\d{4}),", TABLE, re.M)}
# Messages that no file of testdata/errors can show.
ELSEWHERE = {"PYCU0008"}


class Page(NamedTuple):
    """A page: its text and its programs."""

    text: str
    wrong: str
    right: str
    case: str


def read(code: str) -> Page:
    """The page of a code."""
    text = (PAGES / f"{code}.md").read_text()
    blocks = dict(re.findall(r"^```python (wrong|right)\n(.*?)^```$", text, re.M | re.S))
    case = re.search(r"^<!-- case: (\w+) -->$", text, re.M)
    return Page(text, blocks.get("wrong", ""), blocks.get("right", ""), case[1] if case else "")


def pycu(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs pycu in a folder."""
    command = [str(harness.binary().absolute()), *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True)


def checked(programs: dict[str, str], folder: Path) -> dict[str, Counter[tuple[str, str]]]:
    """What pycu says of programs: severities and codes by name.

    Those with the same options in their first line are checked by one run, each in its folder.
    """
    runs: dict[str, list[str]] = {}
    for name, text in programs.items():
        (folder / name).mkdir(parents=True)
        (folder / name / f"{name.lower()}.py").write_text(text)
        first = text.split("\n", 1)[0]
        runs.setdefault(first[8:] if first.startswith("# pycu: ") else "check", []).append(name)
    said: dict[str, Counter[tuple[str, str]]] = {name: Counter() for name in programs}
    for number, (options, names) in enumerate(runs.items()):
        words = shlex.split(options.replace("{out}", f"out{number}"))
        command = words if words[0] in ("check", "transpile") else ["check", *words]
        sources = [f"{name}/{name.lower()}.py" for name in names]
        done = pycu(
            *command, "--diagnostic-format", "json", "--error-limit", 0, *sources, cwd=folder
        )
        assert done.returncode in (0, 1), done.stderr
        for line in done.stderr.splitlines():
            message = json.loads(line)
            file = message.get("file") or re.findall(r"`([^`]*\.py)`", message["message"])[0]
            said[file.split("/")[0]][message["severity"], message["code"]] += 1
    return said


def test_every_code_has_a_page() -> None:
    assert {path.stem for path in PAGES.glob("*")} == CODES


@pytest.mark.parametrize("code", sorted(CODES))
def test_pages_say_something(code: str) -> None:
    page = read(code)
    title, rest = page.text.split("\n", 1)
    assert re.fullmatch(r"# [A-Z`\d].{8,70}[^.]", title)
    prose = re.sub(r"^```.*?^```$|<!--.*?-->", "", rest, flags=re.M | re.S)
    assert len(prose.split()) >= 15
    assert all(len(line) <= 100 for line in prose.splitlines())
    assert bool(page.wrong) != bool(page.case or code in ELSEWHERE)
    assert bool(page.right) == bool(page.wrong)
    if page.case:
        assert f"[{code}]" in (ERRORS / f"{page.case}.diag").read_text()


def test_what_is_wrong_on_a_page_gets_its_message_alone(tmp_path: Path) -> None:
    programs = {code: page.wrong for code in CODES if (page := read(code)).wrong}
    said = checked(programs, tmp_path)
    assert {code: {name for _, name in messages} for code, messages in said.items()} == {
        code: {code} for code in programs
    }


def test_what_is_right_on_a_page_is_right(tmp_path: Path) -> None:
    programs = {code: page.right for code in CODES if (page := read(code)).right}
    said = checked(programs, tmp_path)
    assert {code: messages for code, messages in said.items() if messages} == {}


@pytest.mark.parametrize("name", ["PYCU0315", "pycu0315", "315", "maybe-unset", "MaybeUnset"])
def test_a_page_is_found_by_code_number_and_name(name: str, tmp_path: Path) -> None:
    done = pycu("explain", name, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("PYCU0315 (maybe-unset, warning)\n")
    assert "\nWrong:\n\n    from numba import cuda\n" in done.stdout
    assert "```" not in done.stdout


def test_the_list_has_a_line_for_each_code(tmp_path: Path) -> None:
    done = pycu("explain", "--list", cwd=tmp_path)
    assert {line.split()[0] for line in done.stdout.splitlines()} == CODES
    assert re.search(r"^PYCU0205  missing-signature +error +The types .* known$", done.stdout, re.M)


def test_pages_are_given_to_programs(tmp_path: Path) -> None:
    page: dict[str, Any] = json.loads(pycu("explain", "--json", "9", cwd=tmp_path).stdout)
    assert (page["code"], page["name"], page["severity"]) == ("PYCU0009", "no-kernels", "warning")
    assert (page["wrong"], page["right"]) == (read("PYCU0009").wrong, read("PYCU0009").right)
    every = json.loads(pycu("explain", "--list", "--json", cwd=tmp_path).stdout)
    assert {one["code"] for one in every} == CODES


@pytest.mark.parametrize(
    ("name", "there_is"),
    [("PYCU0219", "PYCU0220"), ("213x", ""), ("mybe-unset", "maybe-unset"), ("102", "PYCU0101")],
)
def test_an_unknown_code_gets_the_nearest(name: str, there_is: str, tmp_path: Path) -> None:
    done = pycu("explain", name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    hint = f"there is `{there_is}`" if there_is else "`pycu explain --list` shows all of them"
    assert done.stderr == f"pycu: no message is called `{name}`\n{hint}\n"


def test_a_terminal_is_told_where_more_is_said(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(read("PYCU0302").wrong)
    said, _ = harness.on_a_terminal("check", "--color", "never", "k.py", cwd=tmp_path)
    assert said.splitlines()[-2:] == ["1 error", "`pycu explain PYCU0302` tells more"]
    assert "explain" not in pycu("check", "k.py", cwd=tmp_path).stderr
