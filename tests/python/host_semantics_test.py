"""Ordinary and odd Python of host code: no launch has types that CPython does not give it.

Each program of host_semantics.txt runs in CPython by recorder.py; what pycu says is among what was
launched, or it asks.
"""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import harness

HEAD = """
import sys
import numpy as np
from numba import cuda


@cuda.jit
def k(x, n):
    x[cuda.grid(1)] = n


"""
HERE = Path(__file__).resolve().parent
RECORDER = HERE.parent / "programs" / "recorder.py"


def wrong_types(tmp_path: Path, programs: dict[str, str]) -> tuple[list[str], int]:
    """What pycu says of launches that CPython does not make, and how many it says in all."""
    folders = [tmp_path / name for name in programs]
    for folder, text in zip(folders, programs.values()):
        folder.mkdir()
        (folder / "main.py").write_text(HEAD + text)
    command = [sys.executable, str(RECORDER), *map(str, folders)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    recorded = {Path(name).name: one for name, one in json.loads(run.stdout).items()}
    wrong, known = [], 0
    for folder in folders:
        launches = recorded[folder.name]["launches"].get("main.py", {}).get("k", [])
        inspect = [str(harness.binary()), "inspect", "--signatures", "--json"]
        result = subprocess.run([*inspect, str(folder / "main.py")], capture_output=True, text=True)
        ours = set(json.loads(result.stdout)["signatures"].get("k", []))
        known += len(ours)
        wrong += [f"{folder.name}: {one} of {launches}" for one in sorted(ours - set(launches))]
        if not ours.issuperset(launches) and "[PYCU" not in result.stderr:
            wrong.append(f"{folder.name}: lost a launch without a word")
    return wrong, known


def test_no_type_is_wrong(tmp_path: Path) -> None:
    parts = re.split(r"^### (\S+)\n", (HERE / "host_semantics.txt").read_text(), flags=re.M)[1:]
    wrong, known = wrong_types(tmp_path, dict(zip(parts[::2], parts[1::2])))
    assert not wrong, "\n".join(wrong)
    assert known > 50


# What runs however a block is left: its head, what stands behind it, and what it needs before.
OBJECT = """class Guard:
    def __enter__(self):
        return self

    def __exit__(self, *raised):
        log.append(1)
        return {keeps}


"""
GENERATOR = "@contextlib.contextmanager\ndef guard():\n    log.append(7)\n{body}\n\n\n"
GUARDS = {
    "finally": ("", "try:", "finally:\n    log.append(1)"),
    "handled": ("", "try:", "except KeyError:\n    log.append(6)\nfinally:\n    log.append(1)"),
    "else": (
        "",
        "try:\n    log.append(6)\nexcept KeyError:\n    pass\nelse:",
        "finally:\n    log.append(1)",
    ),
    "last_word": ("", "try:", "finally:\n    log.append(1)\n    if len(log) > 4:\n        return"),
    "object": (OBJECT.format(keeps=False), "with Guard():", ""),
    "object_that_keeps": (OBJECT.format(keeps=True), "with Guard():", ""),
    "generator": (GENERATOR.format(body="    yield\n    log.append(1)"), "with guard():", ""),
    "generator_with_finally": (
        GENERATOR.format(body="    try:\n        yield\n    finally:\n        log.append(1)"),
        "with guard():",
        "",
    ),
}
JUMPS = ["return", "break", "continue", "raise ValueError"]
CONDITIONS = ["True", "i == 1", "len(sys.argv) > 5", "os.path.exists('/')"]
JUMPING = """import contextlib
import os

log = []
KINDS = [np.int8, np.int16, np.int32, np.int64, np.float32, np.float64, np.uint8]


{before}def run():
    for i in range(3):
{block}
        log.append(3)
    log.append(4)


try:
    run()
except ValueError:
    log.append(5)
k[1, 1](np.zeros(3, KINDS[sum(log) % 7]), 2.5 if log[-1] == 1 else log[-1])
"""


def test_blocks_that_are_left(tmp_path: Path) -> None:
    """By jumps of which it is known, or not, whether they are taken; guards stand in guards."""
    programs = {}
    for (name, (before, head, end)), jump in itertools.product(GUARDS.items(), JUMPS):
        for at, condition in enumerate(CONDITIONS):
            body = f"    if {condition}:\n        {jump}\n    log.append(2)"
            block = "\n".join(filter(None, [head, body, end]))
            inside = "\n".join(
                filter(None, ["try:", indent(block, "    "), "finally:\n    log.append(8)"])
            )
            title = f"{name}_{jump.split()[0]}_{at}"
            for kind, text in (("", block), ("_inside", inside)):
                programs[title + kind] = JUMPING.format(before=before, block=indent(text, " " * 8))
    wrong, known = wrong_types(tmp_path, programs)
    assert not wrong, "\n".join(wrong)
    assert known > 60
