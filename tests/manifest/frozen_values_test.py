"""The manifest says what kernels of factories were made with, as far as callers can have it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import harness
import jsonschema
import pytest

SCHEMA = Path(__file__).parents[2] / "lib" / "manifest" / "schema" / "manifest.schema.json"

FACTORY = """
import sys
import numpy as np
from numba import cuda

RATE = np.float32(0.25)


def make(n, scale=2.0, *, shape=(4, np.int8(5)), kind=np.float64, label="x"):
    table = np.arange(3, dtype=np.int16)
    unused = 7

    @cuda.jit(device=True)
    def weight(x):
        return x * scale

    @cuda.jit
    def step(x):
        local = cuda.local.array(shape, kind)
        i = cuda.grid(1)
        if i < x.size:
            local[0, 0] = table[i % 3]
            x[i] = weight(x[i]) * n + RATE + local[0, 0]

    return step


x = np.zeros(10, np.float32)
"""

SCALE = {"name": "scale", "type": "float", "value": "2.0"}
OTHERS = [
    {"name": "kind", "type": "dtype", "value": "float64"},
    {
        "name": "shape",
        "type": "tuple",
        "items": [{"type": "int", "value": "4"}, {"type": "int8", "value": "5"}],
    },
]


def kernels(source: Path, *options: str) -> dict[str, Any]:
    command = [str(harness.binary()), "transpile", str(source), "-o", str(source.parent), *options]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    manifest = json.loads(source.with_suffix(".json").read_text())
    jsonschema.validate(manifest, json.loads(SCHEMA.read_text()))
    return {one["name"]: one.get("frozen") for one in manifest["kernels"]}


def values(frozen: list[dict[str, Any]]) -> dict[str, Any]:
    return {one["name"]: one for one in frozen}


def test_kernels_say_what_they_were_made_with(tmp_path: Path) -> None:
    source = tmp_path / "maker.py"
    source.write_text(
        FACTORY
        + """
make(3)[1, 32](x)
kernels = {name: make(n, 0.5) for name, n in {"a": 1, "b": 2}.items()}
kernels["b"][1, 32](x)
five = make(True)
five[1, 32](x)
"""
    )
    found = kernels(source)
    assert len(found) == 3
    frozen = {name: values(one) for name, one in found.items()}
    numbers = {name: one["n"] for name, one in frozen.items()}
    assert numbers.pop("five") == {"name": "n", "type": "bool", "value": "True"}
    assert sorted(one["value"] for one in numbers.values()) == ["2", "3"]
    for one in frozen.values():
        assert "unused" not in one and "RATE" not in one and "label" not in one
        assert [one["kind"], one["shape"]] == OTHERS


@pytest.mark.parametrize("value", ["3", "2.5", "np.float32(0.5)"])
def test_values_of_the_command_line_are_frozen(value: str, tmp_path: Path) -> None:
    source = tmp_path / "maker.py"
    source.write_text(FACTORY + "\nmake(int(sys.argv[1]))[1, 32](x)\n")
    (frozen,) = kernels(source, "--const", f"make.n={value}").values()
    text = {"np.float32(0.5)": "0.5"}.get(value, value)
    assert values(frozen)["n"]["value"] == text


def test_kernels_of_the_module_have_none(tmp_path: Path) -> None:
    source = tmp_path / "plain.py"
    source.write_text(
        "from numba import cuda\nN = 4\n\n\n@cuda.jit('void(float32[::1])')\n"
        "def k(x):\n    x[0] = N\n"
    )
    assert kernels(source) == {"k": None}
