"""Ordinary and odd Python of host code: no launch has types that CPython does not give it.

Each program of host_semantics.txt runs in CPython by recorder.py; what pycu says is among what was
launched, or it asks.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

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


def test_no_type_is_wrong(tmp_path: Path) -> None:
    parts = re.split(r"^### (\S+)\n", (HERE / "host_semantics.txt").read_text(), flags=re.M)[1:]
    folders = [tmp_path / name for name in parts[::2]]
    for folder, text in zip(folders, parts[1::2]):
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
        if not ours.issuperset(launches):
            assert "PYCU02" in result.stderr, f"{folder.name} lost a launch without a word"
    assert not wrong, "\n".join(wrong)
    assert known > 50
