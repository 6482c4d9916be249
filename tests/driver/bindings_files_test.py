"""--bindings: files that are wrong, and builds that follow a file."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import numpy as np
import pytest
from bound_values import HEAD, kernel, run, write_bindings

WRONG = {
    "no JSON": ("{", "it is no JSON: "),
    "no object": ("[]", "it is no object with a `schema`"),
    "no schema": ("{}", "it is no object with a `schema`"),
    "another schema": ('{"schema": 2}', "its schema is 2, and this pycu reads 1"),
    "no functions": ('{"schema": 1}', "it has no `functions`"),
    "a list of functions": ('{"schema": 1, "functions": ["k"]}', "has no object of names"),
}
WRONG_VALUES = {
    "a number": (3, "`k.N` is neither a text nor an object"),
    "no kind": ({}, "`k.N` is an object of no known kind"),
    "no expression": ("3 +", "`k.N` is `3 +`, which is no expression"),
    "a statement": ("N = 3", "`k.N` is `N = 3`, which is no expression"),
    "two expressions": ("3\n4", "which is no expression"),
    "nothing": ("", "`k.N` is ``, which is no expression"),
    "no name of the module": ({"name": "x"}, "`k.N` is `x` of the module, and `k.py` has no such"),
    "no text": ({"path": 3}, "`path` of `k.N` is no text"),
    "no array": ({"array": "no.bin", "dtype": "int8", "shape": []}, "No such file"),
    "no shape": ({"array": "x.bin", "dtype": "int8"}, "`k.N` has no `shape`"),
    "a shape of texts": ({"array": "x.bin", "dtype": "int8", "shape": ["a"]}, "type must be"),
    "a wrong order": (
        {"array": "x.bin", "dtype": "int8", "shape": [3], "order": "A"},
        "the order of `k.N` is `A`, and orders are C and F",
    ),
    "a wrong size": (
        {"array": "x.bin", "dtype": "int16", "shape": [3]},
        "the file of `k.N` has 3 bytes, where its dtype and its shape ask for 6",
    ),
    "a huge shape": (
        {"array": "x.bin", "dtype": "int16", "shape": [2**40, 2**40]},
        "ask for more than there can be",
    ),
    "memory without strides": (
        {"memory": 4096, "dtype": "int16", "shape": [3], "strides": []},
        "`k.N` has 1 extents and 0 strides",
    ),
    "memory of less than nothing": (
        {"memory": 4096, "dtype": "int16", "shape": [-3], "strides": [2]},
        "`k.N` has an extent below 0",
    ),
    "names for other items": (
        {"tuple": ["1"], "class": "P", "fields": []},
        "`k.N` has 1 items and names for 0",
    ),
    "no pairs": (
        {"dict": [["'a'", "1"], ["'b'"]]},
        "`k.N` has something else than pairs of keys and values",
    ),
    "an item": ({"tuple": ["1", "2 +"]}, "`k.N[1]` is `2 +`, which is no expression"),
}


def refused(folder: Path, text: str) -> str:
    """What is said of a file, which is all that is said."""
    (folder / "k.py").write_text(HEAD + kernel(["out[0] = N"]) + kernel(["pass"], "helper"))
    (folder / "x.bin").write_bytes(b"123")
    (folder / "b.json").write_text(text)
    done = run("transpile", "k.py", "--bindings", "b.json", "-o", "out", cwd=folder)
    assert done.returncode == 2, done.stdout + done.stderr
    assert not (folder / "out").exists()
    assert "error[PYCU0011]: `b.json` gives no values: " in done.stderr
    assert done.stderr.endswith("\n1 error\n")
    return done.stderr


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_is_refused(case: str, tmp_path: Path) -> None:
    text, message = WRONG[case]
    assert message in refused(tmp_path, text)


@pytest.mark.parametrize("case", WRONG_VALUES)
def test_a_wrong_value_is_refused(case: str, tmp_path: Path) -> None:
    value, message = WRONG_VALUES[case]
    text = json.dumps({"schema": 1, "functions": {"k": {"N": value}}})
    assert message in refused(tmp_path, text)


def test_a_function_that_is_not_there_is_refused(tmp_path: Path) -> None:
    said = refused(tmp_path, '{"schema": 1, "functions": {"hyper": {}}}')
    assert "`k.py` has no function `hyper`" in said
    assert "help: there is `helper`" in said


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(HEAD + kernel(["out[0] = 1"]))
    done = run("check", "k.py", "--bindings", "b.json", cwd=tmp_path)
    assert done.returncode == 2
    assert "`b.json` gives no values: No such file or directory" in done.stderr
    done = run("check", "k.py", "k.py", "--bindings", "b.json", cwd=tmp_path)
    assert done.returncode == 2
    assert "--bindings names functions of one module" in done.stderr


def test_a_build_follows_the_file_and_its_arrays(tmp_path: Path) -> None:
    folder = tmp_path / "of"
    folder.mkdir()
    (tmp_path / "k.py").write_text(HEAD + kernel(["out[0] = N + table[0]"]))
    command = ["build", "k.py", "--bindings", "of/bindings.json", "-o", "out", "--target", "cpu"]

    def built() -> str:
        done = run(*command, "-MD", "-Xcxx", "-O0", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()[-1].split()[0]

    write_bindings(folder, {"k": {"N": 3, "table": np.array([1.5])}})
    assert built() == "built"
    assert built() == "unchanged"
    depfile = (tmp_path / "out" / "k.d").read_text()
    assert "of/bindings.json" in depfile
    assert "of/0.bin" in depfile
    (folder / "0.bin").write_bytes(np.array([2.5]).tobytes())
    assert built() == "built"
    os.remove(folder / "0.bin")
    write_bindings(folder, {"k": {"N": 4, "table": np.array([2.5])}})
    assert built() == "built"


def test_a_large_array_is_read_at_once(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(HEAD + kernel(["out[0] = big.shape[0] + small[0]"]))
    path = write_bindings(tmp_path, {"k": {"small": np.ones(2), "big": np.zeros(2_000_000)}})
    start = time.monotonic()
    done = run("check", "k.py", "--bindings", path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert time.monotonic() - start < 5
