"""What pycu prints as a signature, pycu reads: in a table of signatures and as --sig."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from harness import REPOSITORY, binary, cases

# Where an annotation names a class, a signature has its plain tuple, which is another type.
RUN = [path for path in cases("run") if path.stem != "named_tuples"]
SCRIPTS = [*RUN, *cases("examples"), *cases("seeds")]

RECORDS = """
import numpy as np
from numba import cuda
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

pair = np.dtype([("x", np.float32), ("n", np.int32)], align=True)


@cuda.jit
def named(pairs, both, states):
    pairs[0].x = both[0][0].x + xoroshiro128p_uniform_float32(states, 0)


@cuda.jit
def nameless(a):
    a[0].y = 1


named[1, 1](np.zeros(3, pair), (np.zeros(3, pair), 1), create_xoroshiro128p_states(32, seed=1))
nameless[1, 1](np.zeros(3, np.dtype([("y", np.float64)])))
"""


def inspect(source: Path, *options: str) -> str:
    command = [str(binary()), "inspect", "--signatures", *options, str(source)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def of_kernels(source: Path, *options: str) -> dict[str, list[str]]:
    """Signatures that somebody gave, a launch among them; calls give device functions theirs."""
    found = json.loads(inspect(source, "--json", *options))
    return {
        name: texts
        for name, texts in found["signatures"].items()
        if not {"a call", "annotations"} & {one.split(",")[0] for one in found["sources"][name]}
        and "Record(" not in "".join(texts)
    }


def hold(source: Path) -> None:
    table = source.with_suffix(".sigs.toml")
    first = of_kernels(source)
    lines = [f"{json.dumps(name)} = {json.dumps(texts)}" for name, texts in first.items()]
    options = [f"{name}={text}" for name, texts in first.items() for text in texts]
    table.write_text("\n".join(["[signatures]", *lines]), encoding="utf-8")
    assert of_kernels(source) == first
    table.unlink()
    assert of_kernels(source, *(word for one in options for word in ("--sig", one))) == first


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_signatures_are_read_back(script: Path, tmp_path: Path) -> None:
    source = tmp_path / script.name
    shutil.copy(script, source)
    if script.with_suffix(".sigs.toml").exists():
        shutil.copy(script.with_suffix(".sigs.toml"), tmp_path)
    hold(source)


def test_a_record_without_a_name_is_no_entry(tmp_path: Path) -> None:
    source = tmp_path / "records.py"
    source.write_text(RECORDS)
    text = inspect(source)
    assert '# "nameless" = ["void(Record(' in text
    assert "# give the record's dtype a name" in text
    hold(source)
