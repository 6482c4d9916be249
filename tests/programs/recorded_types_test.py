"""Whole programs: the types that pycu infers are those of the launches of a run.

Each folder of testdata/programs is a program as people write them. recorder.py runs its host code
in Python and writes down what each launch gives its kernel; pycu reads the files alone, and says
the same or asks. A type that no launch has is always wrong.
"""

from __future__ import annotations

import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import edits
import harness
import pytest
from harness import REPOSITORY

PROGRAMS = REPOSITORY / "testdata" / "programs"
FOLDERS = sorted(path.parent.name for path in PROGRAMS.glob("*/main.py"))

# Kernels whose types are not in the text: pycu must ask, whatever it learns.
ASKED = {
    "env_size/main.py fill_open": "the environment decides the dtype",
    "file_data/main.py asked": "a file decides dtype and rank",
    "json_unknown/main.py scale": "a text of JSON decides between int and float",
}
# Kernels whose types follow from the text, and which pycu still asks for.
OPEN = {
    "fir_filter/main.py fir": "a constant of elements that only NumPy computes",
}
# Files with constants that only a run computes: the message is about their values.
VALUES_ASKED = {"fir_filter/main.py": "PYCU0312"}

Signatures = dict[str, list[str]]


@cache
def recorded() -> dict[str, Any]:
    """What the recorder says of each program, by the name of its folder."""
    recorder = Path(__file__).with_name("recorder.py")
    command = [sys.executable, str(recorder), *(str(PROGRAMS / one) for one in FOLDERS)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {Path(folder).name: one for folder, one in json.loads(done.stdout).items()}


@cache  # the programs as they stand are compared with each of their edits
def inferred(path: Path) -> tuple[Signatures, list[str]]:
    """The signatures that pycu finds for a file's functions, and the codes of its errors."""
    command = [str(harness.binary()), "inspect", str(path), "--signatures", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    found = json.loads(done.stdout)["signatures"] if done.stdout else {}
    return (
        {name: sorted(each) for name, each in found.items()},
        sorted(re.findall(r"error\[(PYCU\d+)\]", done.stderr)),
    )


@cache
def functions(name: str) -> set[str]:
    """The last names of all functions that a program defines."""
    trees = [ast.parse(one.read_text()) for one in (PROGRAMS / name).rglob("*.py")]
    return {n.name for one in trees for n in ast.walk(one) if isinstance(n, ast.FunctionDef)}


@pytest.mark.parametrize("name", FOLDERS)
def test_types_are_those_of_the_launches(name: str) -> None:
    program = recorded()[name]
    assert not program["error"], program["error"]
    assert program["launches"], "nothing is launched"
    named = {one: each for made in program["instances"].values() for one, each in made.items()}
    files = {file for file, made in program["instances"].items() if made}
    wrong: list[str] = []
    for file in sorted(files | set(program["launches"])):
        found, errors = inferred(PROGRAMS / name / file)
        device = {one for one, each in found.items() if not each[0].startswith("void")}
        asked = {"PYCU0205", "PYCU0413", VALUES_ASKED.get(f"{name}/{file}")}
        if set(errors) - asked:  # types or a value are asked for
            wrong.append(f"{file}: {errors}")
        nameless: Signatures = {}
        for kernel, expected in program["launches"].get(file, {}).items():
            # What a call makes is looked at below, by the names of what it made.
            is_made = "<locals>" in kernel
            instances = {
                one: each
                for one, each in found.items()
                if (is_made and one.startswith(kernel.split(".")[-1] + "_"))
                or (kernel not in found and one.split(".")[-1] == kernel)
            }
            nameless |= {one: each for one, each in instances.items() if set(each) <= set(expected)}
            known = {s for made in (named, nameless) for each in made.values() for s in each}
            is_named = (is_made or bool(instances)) and set(expected) <= known
            case = f"{name}/{file} {kernel}"
            ours = sorted(expected) if is_named else found.get(kernel)
            if not is_right(case, expected, ours):
                wrong.append(
                    f"{file} {kernel}: launched as {expected}, pycu says {found.get(kernel)}"
                )
        own = set(program["instances"].get(file, {}))
        everywhere = [set(one) for each in program["launches"].values() for one in each.values()]
        ours = {text for each in found.values() for text in each}
        # A name that has held several is none of theirs.
        own = {one for one in own if one in found or not set(named[one]) <= ours}
        unnamed = {one for one in found if one.split(".")[-1] not in functions(name)} - device
        for made in own | unnamed:
            # Another file's factory has made it, and this one launches it.
            is_others = any(set(found.get(made, ["?"])) <= one for one in everywhere)
            is_own = made in named or made in nameless or not is_others
            if is_own and found.get(made) != sorted({**nameless, **named}.get(made, [])):
                wrong.append(f"{file} {made}: launched as {named.get(made)}, pycu says {found}")
    assert not wrong, "\n".join(wrong)


def is_right(case: str, expected: list[str], ours: list[str] | None) -> bool:
    """Whether pycu may say this of a kernel that is launched so; nothing is a question.

    What is listed must be a question: a type that pycu has learned leaves the list.
    """
    if case in ASKED or case in OPEN:
        return ours is None
    # What the recorder has no name for may be anything.
    return len(ours or []) == len(expected) and all(
        re.fullmatch(re.escape(text).replace(r"\?", ".+"), one)
        for text, one in zip(sorted(expected), ours or [])
    )


def test_what_is_listed_is_launched() -> None:
    cases = {
        f"{name}/{file} {kernel}"
        for name, program in recorded().items()
        for file, kernels in program["launches"].items()
        for kernel in kernels
    }
    assert not (set(ASKED) | set(OPEN)) - cases


@pytest.mark.parametrize(
    "edit",
    [edits.with_comments, edits.other_order, edits.host_code_in_main],
    ids=lambda e: e.__name__,
)
def test_an_edit_changes_no_type(edit: Callable[..., str], tmp_path: Path) -> None:
    pairs = []
    for name in FOLDERS:
        shutil.copytree(PROGRAMS / name, tmp_path / name)
        paths = sorted((tmp_path / name).rglob("*.py"))
        before = [path.read_text() for path in paths]
        others = [edits.names_of_others(path, paths) for path in paths]
        for path, text, read in zip(paths, before, others):
            given = (read,) if edit is edits.host_code_in_main else ()
            path.write_text(edit(text, random.Random(path.name), *given))
        if [path.read_text() for path in paths] != before:
            files = recorded()[name]["launches"]
            pairs += [(PROGRAMS / name / file, tmp_path / name / file) for file in files]

    def problem(pair: tuple[Path, Path]) -> str:
        before, after = inferred(pair[0]), inferred(pair[1])
        return "" if before == after else f"{pair[1]}: {before}, then {after}"

    with ThreadPoolExecutor(2) as pool:
        wrong = [text for text in pool.map(problem, pairs) if text]
    assert not wrong, "\n".join(wrong)
    assert len(pairs) > len(FOLDERS) / 8


def test_a_notebook_says_what_the_program_says(tmp_path: Path) -> None:
    """The file that Python is started with becomes a notebook, and no type changes."""
    pairs = []
    for name in FOLDERS:
        shutil.copytree(PROGRAMS / name, tmp_path / name)
        main = tmp_path / name / "main.py"
        main.with_suffix(".ipynb").write_text(edits.as_notebook(main.read_text()))
        main.unlink()
        for file in recorded()[name]["launches"]:
            changed = tmp_path / name / file
            pairs.append(
                (
                    PROGRAMS / name / file,
                    changed.with_suffix(".ipynb") if changed == main else changed,
                )
            )

    def problem(pair: tuple[Path, Path]) -> str:
        before, after = inferred(pair[0]), inferred(pair[1])
        return "" if before == after else f"{pair[1]}: {before}, then {after}"

    with ThreadPoolExecutor(2) as pool:
        wrong = [text for text in pool.map(problem, pairs) if text]
    assert not wrong, "\n".join(wrong)


@cache
def everything(folder: Path) -> list[list[str]]:
    """The signatures of all functions of a program, whatever their names."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for name, each in inferred(path)[0].items():
            found.setdefault(name, set()).update(each)
    return sorted(sorted(each) for each in found.values())


def texts(folder: Path) -> dict[Path, str]:
    return {path.relative_to(folder): path.read_text() for path in folder.rglob("*.py")}


def test_an_edit_of_all_files_changes_no_type(tmp_path: Path) -> None:
    """Each program is edited in one of the ways; PYCU_FUZZ_EDITS=all edits it in all of them."""
    rng = random.Random(3)
    ways = [edits.in_modules, edits.host_code_in_method, edits.with_other_names]
    pairs, taken = [], []
    for name in FOLDERS:
        changing = []
        for edit in ways:
            changed = tmp_path / edit.__name__ / name
            shutil.copytree(PROGRAMS / name, changed)
            edit(changed)
            if texts(changed) != texts(PROGRAMS / name):
                changing.append((edit, changed))
        if os.environ.get("PYCU_FUZZ_EDITS") != "all" and changing:
            changing = [rng.choice(changing)]
        pairs += [(PROGRAMS / name, changed) for _, changed in changing]
        taken += [edit for edit, _ in changing]

    def problem(pair: tuple[Path, Path]) -> str:
        before, after = map(everything, pair)
        return "" if before == after else f"{pair[1]}: {before}, then {after}"

    with ThreadPoolExecutor(2) as pool:
        wrong = [text for text in pool.map(problem, pairs) if text]
    assert not wrong, "\n".join(wrong)
    assert all(taken.count(edit) >= 5 for edit in ways) and len(pairs) > len(FOLDERS) * 0.9
