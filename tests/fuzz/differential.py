"""Builds random programs with pycu, runs them, and compares with the reference and with njit.

    python tests/fuzz/differential.py --programs 10000 --seed 7 --keep /tmp/found

Every program is computed by its reference text (reference.py); of those that mean the same to both
targets of Numba, `--njit` are computed by `numba.njit` as well.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "common"), str(TESTS / "fuzz"), str(TESTS.parent / "python")]

import harness  # noqa: E402
import pycu  # noqa: E402
from program import Program  # noqa: E402
from programs import Generator  # noqa: E402
from reference import namespace  # noqa: E402
from scalar_types import FLOATS, TYPES, limits  # noqa: E402

# An overflow that LLVM may take for impossible would differ from the wrapping that pycu promises.
os.environ.setdefault("NUMBA_OPT", "0")

ROWS = 24
COLUMNS = 3
PER_MODULE = 200
HEAD = "import math\n\nimport numpy as np\nfrom numba import cuda\n\n\n"


@dataclass
class Found:
    """What was seen: how many programs, and what was wrong with some."""

    programs: int = 0
    refused: int = 0
    by_njit: int = 0
    as_numba: int = 0  # the reference differs, and Numba's PTX agrees with pycu
    undecided: int = 0  # the reference differs, and Numba refuses the program
    wrong: list[str] = field(default_factory=list)


def edges(kind: str) -> list[Any]:
    if kind == "bool":
        return [False, True]
    if kind in FLOATS:
        info = np.finfo(kind)
        values = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e10, -1e-10, float(info.max), math.inf]
        return [*values, -math.inf, math.nan, float(info.tiny), 2.0**31, -(2.0**63), 7.0, -7.0]
    low, high = limits(kind)
    values = [low, low + 1, high, high - 1, 0, 1, -1, 2, -2, 3, 7, -7, 31, 63, 64, 100, -100]
    return [value for value in values if low <= value <= high]


def column(kind: str, number: int, seed: int) -> np.ndarray:
    """Edges in an order of their own, then small numbers, then any bits."""
    rng = np.random.default_rng([seed, number, TYPES.index(kind)])
    some = np.array(edges(kind), kind)
    chosen = some[rng.integers(0, some.size, ROWS)]
    small = rng.integers(0, 8, ROWS) if kind.startswith("u") else rng.integers(-8, 8, ROWS)
    chosen[12:20] = (small / 2 if kind in FLOATS else small)[12:20]
    if kind != "bool":
        chosen[20:] = np.frombuffer(rng.bytes(4 * chosen.itemsize), kind)
    return chosen


def columns(programs: list[Program]) -> list[tuple[str, int]]:
    """The columns of inputs that programs take."""
    return sorted({(kind, i % COLUMNS) for one in programs for i, kind in enumerate(one.params)})


def results(programs: list[Program]) -> dict[str, list[str]]:
    """The programs that return each type: a row of one array for each."""
    found: dict[str, list[str]] = {}
    for one in programs:
        found.setdefault(one.returns[0], []).append(one.name)
    return found


def module_text(programs: list[Program]) -> str:
    """The programs, and a kernel that stores what each returns."""
    used, outs = columns(programs), results(programs)
    types = [f"{kind}[::1]" for kind, _ in used] + [f"{kind}[:, ::1]" for kind in outs]
    names = [f"{kind}_{i}" for kind, i in used] + [f"out_{kind}" for kind in outs]
    lines = [
        f'@cuda.jit("void({", ".join(types)})")',
        f"def run({', '.join(names)}):",
        "    i = cuda.grid(1)",
        f"    if i < {ROWS}:",
    ]
    for one in programs:
        values = ", ".join(f"{kind}_{i % COLUMNS}[i]" for i, kind in enumerate(one.params))
        row = f"out_{one.returns[0]}[{outs[one.returns[0]].index(one.name)}, i]"
        lines.append(f"        {row} = {one.name}({values})")
    return HEAD + "".join(one.text() for one in programs) + "\n".join(lines) + "\n"


def build(source: Path, out: Path, *options: str) -> str:
    """What pycu and the compiler say of a module that they do not take; nothing otherwise."""
    command = [harness.binary(), "build", source, "-o", out, "--target", "cpu", *options]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True)
    return "" if done.returncode == 0 else f"exit {done.returncode}\n{done.stderr}{done.stdout}"


def returned_types(source: Path) -> dict[str, str]:
    """What pycu gives as the type of every device function's result."""
    command = [harness.binary(), "inspect", "--types", "--json", source]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    types = json.loads(done.stdout)
    return {
        one["name"]: one["specialisations"][0]["returns"]
        for one in types["device_functions"]
        if len(one["specialisations"]) == 1
    }


def launched(module: Any, programs: list[Program], seed: int) -> dict[str, np.ndarray]:
    """What each program gave for each row of inputs."""
    outs = {kind: np.zeros((len(n), ROWS), kind) for kind, n in results(programs).items()}
    module["run"][1, 32](*(column(kind, i, seed) for kind, i in columns(programs)), *outs.values())
    return {
        name: outs[kind][at]
        for kind, names in results(programs).items()
        for at, name in enumerate(names)
    }


def arguments(program: Program, seed: int) -> list[np.ndarray]:
    return [column(kind, i % COLUMNS, seed) for i, kind in enumerate(program.params)]


def expected(program: Program, seed: int, names: dict[str, Any]) -> list[Any]:
    space = dict(names)
    exec(program.reference(), space)  # noqa: S102
    rows = zip(*(one.tolist() for one in arguments(program, seed)))
    return [space[program.name](*row) for row in rows]


def by_njit(program: Program, seed: int) -> list[Any] | None:
    """What njit gives; nothing where it refuses a variable that an earlier round widened."""
    import numba
    from numba.core.errors import TypingError

    space: dict[str, Any] = {"math": math, "np": np, "njit": numba.njit(error_model="numpy")}
    exec(program.text("@njit").replace("cuda.local.array", "np.empty"), space)  # noqa: S102
    try:
        return [space[program.name](*row) for row in zip(*arguments(program, seed))]
    except TypingError:
        return None


def as_array(values: list[Any], kind: str) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.array(values, kind)


def difference(program: Program, seed: int, got: np.ndarray, values: list[Any], by: str) -> str:
    """The rows that differ, bit for bit but for the payload of a NaN."""
    wanted = as_array(values, program.returns[0])
    same = got == wanted
    if got.dtype.kind == "f":
        same &= np.signbit(got) == np.signbit(wanted)
        same |= np.isnan(got) & np.isnan(wanted)
    if same.all():
        return ""
    lines = [f"{program.name} gives other results than {by}:"]
    rows = list(zip(*arguments(program, seed)))
    for i in np.flatnonzero(~same)[:3]:
        shown = ", ".join(repr(value) for value in rows[i])
        lines.append(f"  ({shown}) gives {got[i]!r} instead of {wanted[i]!r}")
    return "\n".join([*lines, program.text(), "reference:", program.reference()])


def typed_by_numba(program: Program) -> str:
    """The type that Numba's CUDA target gives the result; empty where it refuses the program.

    A variable that a loop widens keeps what Numba inferred for it in an earlier round: such a
    program has another type than the generator expects, or none.
    """
    import numba_target  # noqa: F401  (Numba compiles without a device)
    from numba import cuda, types
    from numba.core.errors import NumbaError

    space: dict[str, Any] = {"math": math, "np": np, "cuda": cuda}
    exec(program.text(), space)  # noqa: S102
    args = tuple(types.boolean if one == "bool" else getattr(types, one) for one in program.params)
    try:
        _, result = cuda.compile(space[program.name].py_func, args, device=True, cc=(7, 5))
    except NumbaError:
        return ""
    return str(result)


def numba_agrees(program: Program, seed: int, folder: Path, got: np.ndarray) -> bool | None:
    """Whether Numba's own PTX gives these results too; None where Numba refuses the program.

    It is asked where the reference differs. To the reference a variable that a loop sets has the
    type that is assigned; Numba may keep a wider one there, inferred in an earlier round.
    """
    import numba_target

    source = folder / f"alone_{program.name}.py"
    source.write_text(module_text([program]), encoding="utf-8")
    assert not build(source, folder, "-Xcxx", "-O0")
    ours = pycu.load(folder / f"{source.stem}.json")
    try:
        by_ptx = launched(numba_target.Module(ours, numba_target.load(source)), [program], seed)
    except numba_target.Refused:
        return None
    return not difference(program, seed, got, list(by_ptx[program.name]), "Numba's PTX")


def without_refused(programs: list[Program], source: Path, found: Found) -> list[Program]:
    """The programs that pycu takes; those that Numba takes and pycu does not are noted."""
    command = [harness.binary(), "check", source, "--error-limit", "0"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    lines = source.read_text(encoding="utf-8").splitlines()
    refused = set()
    for at in re.findall(r"^\S*\.py:(\d+):\d+: error", done.stderr, re.M):
        above = (re.match(r"def (\w+)\(", line) for line in reversed(lines[: int(at)]))
        refused.add(next(one[1] for one in above if one).removesuffix("_helper"))
    for one in programs:
        if one.name in refused:
            found.refused += 1
            if typed_by_numba(one):
                found.wrong.append(f"{one.name} is refused:\n{done.stderr}{one.text()}")
    return [one for one in programs if one.name not in refused]


def check_module(
    programs: list[Program], seed: int, folder: Path, njit: int, found: Found, *options: str
) -> None:
    """Builds and compares one module; a module that does not build is halved."""
    source = folder / f"fuzz_{programs[0].name}_{len(programs)}.py"
    source.write_text(module_text(programs), encoding="utf-8")
    taken = without_refused(programs, source, found)
    if len(taken) < len(programs):
        programs = taken
        source.write_text(module_text(programs), encoding="utf-8")
    said = build(source, folder, *options)
    if said:
        if len(programs) == 1:
            found.wrong.append(f"{programs[0].name} is not built:\n{said}{programs[0].text()}")
            return
        half = len(programs) // 2
        for part in (programs[:half], programs[half:]):
            check_module(part, seed, folder, 0, found, *options)
        return
    types = returned_types(source)
    got = launched(pycu.load(folder / f"{source.stem}.json"), programs, seed)
    names = namespace()
    left = njit
    for one in programs:
        found.programs += 1
        if types.get(one.name, one.returns[0]) != one.returns[0]:
            by_numba = typed_by_numba(one)
            if types[one.name] != by_numba:
                said = f"{one.name} returns {types[one.name]}, not {by_numba or 'refused'}"
                found.wrong.append(f"{said}:\n{one.text()}")
            continue
        with np.errstate(all="ignore"):
            values = expected(one, seed, names)
        said = difference(one, seed, got[one.name], values, "the reference")
        if said:
            agrees = numba_agrees(one, seed, folder, got[one.name])
            found.as_numba += agrees is True
            found.undecided += agrees is None
            if agrees is not False:
                continue
        if not said and one.alike and left:
            values = by_njit(one, seed)
            if values is not None:
                left -= 1
                found.by_njit += 1
                said = difference(one, seed, got[one.name], values, "njit")
        if said:
            found.wrong.append(said)


def run(count: int, seed: int, folder: Path, njit: int, *options: str) -> Found:
    """Makes and compares `count` programs, `njit` of each module by njit as well.

    `options` are for `pycu build`.
    """
    found = Found()
    for at in range(0, count, PER_MODULE):
        generator = Generator(seed + at)
        size = min(PER_MODULE, count - at)
        programs = [generator.program(f"f{at + i}", i % 4 == 0) for i in range(size)]
        with tempfile.TemporaryDirectory(dir=folder) as inner:
            check_module(programs, seed + at, Path(inner), njit, found, *options)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--njit", type=int, default=5, help="programs of each module for njit")
    parser.add_argument("--level", default="-O0", help="the optimisation of the host compiler")
    parser.add_argument("--cxx", default="g++", help="the host compiler")
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--keep", type=Path, default=Path("found"))
    options = parser.parse_args()
    options.keep.mkdir(parents=True, exist_ok=True)
    total = compared = numba = undecided = wrong = 0
    how = ("-Xcxx", options.level, "--cxx", options.cxx)
    until = time.monotonic() + 60 * options.minutes
    for at in range(0, options.programs, PER_MODULE):
        if time.monotonic() > until:
            break
        found = run(PER_MODULE, options.seed + at, options.keep, options.njit, *how)
        total, compared = total + found.programs, compared + found.by_njit
        numba, undecided = numba + found.as_numba, undecided + found.undecided
        for text in found.wrong:
            wrong += 1
            (options.keep / f"{options.seed + at}_{wrong}.txt").write_text(text, encoding="utf-8")
        also = f"{compared} also by njit, {numba} as Numba has it, {undecided} undecided"
        print(f"{total} programs, {also}, {wrong} wrong", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
