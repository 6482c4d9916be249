"""The oracle's device programs computed: what they return on the CPU target and under numba.njit.

Each program becomes a device function of one script and gets a kernel that calls it. A program is
compared where pycu takes it and `numba.njit` gives it the types that Numba's CUDA target gives; how
many are is pinned below and may only grow.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import harness
import numba
import numpy as np
import pycu
import pytest
from case import close
from harness import REPOSITORY

COMPARED = 160

# Programs whose values are not compared, and why.
LEFT_OUT = {
    "collatz": "never ends for a negative argument",
    "shifts": "negative shift counts follow PTX, not njit",
    "rotate_left": "negative shift counts follow PTX, not njit",
    "numpy_casts": "a negative float becomes an unsigned int as in PTX",
    "hash_mix": "njit shifts an int64 logically here, although it types it as an int64",
}

SCALARS = {
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float32", "float64",
}  # fmt: skip
PLAIN_HEAD = re.compile(
    r"(from numba import [\w, ]+|import \w+( as \w+)?|\s)*@cuda.jit\(device=True\)\n"
)
HEAD = """\
import math
import operator

import numba
import numpy as np
from numba import cuda, types
from numba import float32, float64, int32, int64, uint8, uint32, uint64

"""


@dataclass
class Program:
    """A program with the types of one of its cases."""

    name: str
    body: str
    args: list[str]
    returns: list[str]
    is_tuple: bool

    @property
    def kernel(self) -> str:
        return f"k_{self.name}"

    def text(self) -> str:
        """The device function, and a kernel that calls it for each element."""
        device = re.sub(r"\bf\(", f"f_{self.name}(", self.body)
        params = [f"a{j}" for j in range(len(self.args))]
        types = [arg if "[" in arg else f"{arg}[::1]" for arg in self.args]
        outs = [f"o{j}" for j in range(len(self.returns))]
        types += [f"{one}[::1]" for one in self.returns]
        values = ", ".join(
            name if "[" in arg else f"{name}[i]" for name, arg in zip(params, self.args)
        )
        parts = [f"r[{j}]" if self.is_tuple else "r" for j in range(len(self.returns))]
        lines = [
            "@cuda.jit(device=True)",
            device,
            f'@cuda.jit("void({", ".join(types)})")',
            f"def {self.kernel}({', '.join(params + outs)}):",
            "    i = cuda.grid(1)",
            "    if i < o0.size:",
            f"        r = f_{self.name}({values})",
            *(f"        {out}[i] = {part}" for out, part in zip(outs, parts)),
            "\n",
        ]
        return "\n".join(lines)

    def inputs(self) -> list[list[Any]]:
        """Arguments for some calls: small numbers, so that arrays are long enough as indices."""
        calls = []
        for call in range(1 if any("[" in arg for arg in self.args) else 12):
            values: list[Any] = []
            for j, arg in enumerate(self.args):
                values.append(array_of(arg) if "[" in arg else scalar_of(arg, call, j))
            calls.append(values)
        return calls


def scalar_of(dtype: str, call: int, position: int) -> Any:
    small = [3, 2, 1, 5, 4, 7, 6, 2, 3, 5, 1, 4]
    value = small[(call * (1 + 4 * position) + 3 * position) % 12]
    if dtype == "bool":
        return np.bool_(value % 2)
    if dtype.startswith("float"):
        return np.dtype(dtype).type(value * 0.75 - (call % 3))
    if dtype.startswith("int") and call % 4 == 3:
        value = -value
    return np.dtype(dtype).type(value)


def array_of(spelling: str) -> np.ndarray:
    dtype, dims = spelling.rstrip("]").split("[")
    rank = dims.count(":") - dims.count("::1")
    values = np.random.default_rng(len(spelling)).integers(1, 7, (9,) * rank)
    return values.astype(dtype) / 2 if dtype.startswith("float") else values.astype(dtype)


def plain(type_name: str) -> str:
    return re.sub(r"Literal\[int\]\(\d+\)", "int64", type_name)


def result_types(returns: str | None) -> tuple[list[str], bool]:
    """The scalars that a program returns; none where it returns something else."""
    text = plain(returns or "")
    uniform = re.fullmatch(r"UniTuple\((\w+), (\d+)\)", text)
    mixed = re.fullmatch(r"Tuple\(([\w, ]+)\)", text)
    if uniform:
        items, is_tuple = [uniform[1]] * int(uniform[2]), True
    elif mixed:
        items, is_tuple = mixed[1].split(", "), True
    else:
        items, is_tuple = [text], False
    return (items if set(items) <= SCALARS else []), is_tuple


def programs() -> list[Program]:
    path = REPOSITORY / "testdata" / "oracle" / "programs.json"
    found = []
    for program in json.loads(path.read_text())["programs"]:
        head = PLAIN_HEAD.match(program["source"])
        if program["name"] in LEFT_OUT or program["kind"] != "device" or not head:
            continue
        if "cuda." in program["source"][head.end() :]:
            continue
        for case in program["cases"][:1]:
            returns, is_tuple = result_types(case.get("returns"))
            if returns and all(arg.split("[")[0] in SCALARS for arg in case["args"]):
                body = program["source"][head.end() :]
                found.append(Program(program["name"], body, case["args"], returns, is_tuple))
    return found


def refused(source: Path) -> set[str]:
    """The programs that pycu has an error for, found by the lines they stand on."""
    done = subprocess.run(
        [harness.binary(), "check", source, "--diagnostic-format", "json", "--error-limit", "0"],
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), done.stderr
    starts = []
    for number, line in enumerate(source.read_text().splitlines(), 1):
        mark = re.match(r"# program (\w+)", line)
        if mark:
            starts.append((number, mark[1]))
    diagnostics = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    lines = [one["line"] for one in diagnostics if one["severity"] == "error"]
    return {max(start for start in starts if start[0] <= line)[1] for line in lines}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, list[Program]]:
    folder = tmp_path_factory.mktemp("programs")
    taken = programs()
    source = folder / "programs.py"
    for _ in range(2):
        texts = [f"# program {program.name}\n{program.text()}" for program in taken]
        source.write_text(HEAD + "\n".join(texts))
        out = refused(source)
        if not out:
            break
        taken = [program for program in taken if program.name not in out]
    harness.build([source], folder / "out", "-Xcxx", "-O0")
    return pycu.load(folder / "out" / "programs.json"), taken


def compiled(program: Program) -> Any:
    """The program under numba.njit, or None where that types it differently."""
    space: dict[str, Any] = {"math": math, "np": np, "numba": numba}
    exec(HEAD.replace("import cuda, types", "import types"), space)
    exec(program.body, space)
    function = numba.njit(error_model="numpy")(space["f"])
    try:
        results = [function(*values) for values in program.inputs()]
    except Exception:  # njit refuses it, in one of many ways
        return None
    (overload,) = function.overloads.values()
    got, _ = result_types(str(overload.signature.return_type).replace(" x ", ", "))
    returned = str(overload.signature.return_type)
    if program.is_tuple:
        got = [str(one) for one in getattr(overload.signature.return_type, "types", [])]
    else:
        got = [plain(returned)]
    return results if got == program.returns else None


def test_values(built: tuple[Any, list[Program]]) -> None:
    module, taken = built
    wrong = []
    compared = 0
    for program in taken:
        expected = compiled(program)
        if expected is None:
            continue
        compared += 1
        calls = program.inputs()
        columns = [np.array([call[j] for call in calls]) for j in range(len(program.args))]
        args = [calls[0][j] if "[" in arg else columns[j] for j, arg in enumerate(program.args)]
        outs = [np.zeros(len(calls), one) for one in program.returns]
        module[program.kernel][1, 32](*args, *outs)
        for j, out in enumerate(outs):
            values = [row[j] if program.is_tuple else row for row in expected]
            try:
                if out.dtype.kind == "f":
                    close(out, np.array(values, out.dtype))
                else:
                    np.testing.assert_array_equal(out, np.array(values))
            except AssertionError as error:
                wrong.append(f"{program.name}({', '.join(program.args)})[{j}]: {error}")
    assert not wrong, "\n".join(wrong)
    assert compared >= COMPARED, f"only {compared} programs are compared, not {COMPARED}"
