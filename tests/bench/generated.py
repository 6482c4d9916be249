"""What nvcc makes of twelve kernels: of pycu's text, of twelve.cu by hand, and Numba's own code.

All three are counted for compute capability 9.0, for which no GPU is needed:

- SASS: the machine instructions of a kernel with the functions in it, without the padding behind.
- The machine instructions of the innermost loop that does the work, for each iteration of the
  source's loop. A loop is what a branch backwards closes; how often it is unrolled say the
  instructions of one kind in it that an iteration has a known number of (MARKERS).
- Integers of 64 bits: PTX instructions with a type of 64 bits, but for moves, loads and stores.

No disassembler comes with nvcc; the few fields of an instruction that this takes are read here.
"""

from __future__ import annotations

import math
import re
import shutil
import struct
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from commands import said

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
BY_HAND = HERE / "twelve.cu"
SOURCE = REPOSITORY / "testdata/run/twelve.py"
CAPABILITY = (9, 0)

# Of the kernels by hand, on the geometric mean.
BOUNDS = {
    "sass": ("instructions", 1.05),
    "inner": ("instructions of inner loops", 1.02),
    "integers": ("64-bit integers in PTX", 1.25),
}
# The instructions of a kernel with Python's // and %, which look at signs; not in the mean of them.
APART = {"divmod2": 1.5}

SIZE = 16  # bytes of an instruction
NOP, BRA = 0x918, 0x947
# Without the bits that say where operands come from: 0x223 and 0x823 are the same operation.
OPERATION = 0x1FF
OPERATIONS = {
    "FFMA": 0x023,
    "LDG": 0x181,
    "STG": 0x186,
    "MUFU": 0x108,
    "REDG": 0x18E,
    "ATOMG": 0x1A8,
    "FSETP": 0x00B,
}

# The instructions of an iteration that no compiler does without, and how many it has. The loop over
# a tile is unrolled as a whole: the one around it is counted. Kernels without a loop are not here.
MARKERS: dict[str, tuple[tuple[str, ...], int]] = {
    "stencil7": (("STG",), 1),
    "matmul": (("LDG",), 2),
    "tiled_matmul": (("FFMA",), 16),
    "histogram": (("REDG", "ATOMG"), 1),
    "pairdist": (("LDG",), 2),
    "nbody": (("LDG",), 4),
    "mandelbrot": (("FSETP",), 1),
}

INSTRUCTION = re.compile(r"^\s+(?:@!?%p\d+ )?([a-z]\w*(?:\.\w+(?:::\w+)?)*)\s[^;]*;")
ENTRY = re.compile(r"\.entry (\w+)\(.*?\)\s*(?:\.\w+ [\d, ]+\s*)*\{(.*?)^\}", re.S | re.M)


@dataclass
class Counts:
    """What one kernel costs."""

    sass: int
    inner: float | None
    integers: int
    registers: int


def sections(cubin: bytes) -> Iterable[tuple[str, bytes]]:
    """The names and contents of an ELF file's sections."""
    (headers,) = struct.unpack_from("<Q", cubin, 0x28)
    size, count, names = struct.unpack_from("<3H", cubin, 0x3A)
    fields = [struct.unpack_from("<2I4Q", cubin, headers + k * size) for k in range(count)]
    for name, _, _, _, offset, length in fields:
        at = fields[names][4] + name
        yield cubin[at : cubin.index(b"\0", at)].decode(), cubin[offset : offset + length]


def instructions_of(text: bytes) -> list[tuple[int, int]]:
    """The two halves of each machine instruction.

    A section's end is filled up with NOPs behind a branch to itself.
    """
    code = [struct.unpack_from("<2Q", text, at) for at in range(0, len(text), SIZE)]
    while code and code[-1][0] & 0xFFF == NOP:
        code.pop()
    if code and target(len(code) - 1, code[-1]) == len(code) - 1:
        code.pop()
    return code


def target(number: int, instruction: tuple[int, int]) -> int | None:
    """The number of the instruction that a branch goes to."""
    low, high = instruction
    if low & 0xFFF != BRA:
        return None
    words = (high & 0x3FFFF) << 38 | (low >> 34) << 8 | (low >> 16) & 0xFF  # 56 bits
    words -= (words >> 55) << 56
    return number + 1 + words * 4 // SIZE


def inner(code: list[tuple[int, int]], kernel: str) -> float | None:
    """The instructions of an iteration of the loop with the work.

    Of several loops, one for what is left of another, it is that with the fewest.
    """
    if kernel not in MARKERS:
        return None
    operations, per_iteration = MARKERS[kernel]
    wanted = {OPERATIONS[name] for name in operations}
    found = []
    for number, instruction in enumerate(code):
        start = target(number, instruction)
        if start is None or start > number:
            continue
        body = code[start : number + 1]
        marked = sum(low & OPERATION in wanted for low, _ in body)
        if marked >= per_iteration:
            found.append(len(body) * per_iteration / marked)
    return min(found, default=None)


def integers_of(body: str) -> int:
    """The PTX instructions that compute with integers of 64 bits."""
    code = [match[1] for match in map(INSTRUCTION.match, body.splitlines()) if match]
    moving = ("mov.", "ld.", "st.", "cvta.", "atom.", "red.")
    return sum(bool(re.search(r"\.[sub]64\b", op)) and not op.startswith(moving) for op in code)


def assemble(ptx: Path) -> dict[str, tuple[list[tuple[int, int]], str, int]]:
    """The machine instructions, the PTX and the registers of each kernel in a file of PTX."""
    cubin = ptx.with_suffix(".cubin")
    arch = "-arch=sm_{}{}".format(*CAPABILITY)
    log = said([tool("ptxas"), arch, "-v", ptx, "-o", cubin])
    used = dict(re.findall(r"Compiling entry function '(\w+)'.*?Used (\d+) registers", log, re.S))
    texts = dict(sections(cubin.read_bytes()))
    return {
        name: (instructions_of(texts[f".text.{name}"]), body, int(used[name]))
        for name, body in ENTRY.findall(ptx.read_text())
    }


def counts_of(kernel: str, assembled: dict[str, Any], pattern: str) -> Counts | None:
    """What the kernel whose entry has a name like `pattern` costs."""
    found = [one for name, one in assembled.items() if re.search(pattern, name)]
    if not found:
        return None
    (code, body, registers), *others = found
    assert not others, f"several entries are like {pattern}"
    return Counts(len(code), inner(code, kernel), integers_of(body), registers)


def tool(name: str) -> str:
    """A program of the toolkit that nvcc is from."""
    nvcc = shutil.which("nvcc")
    assert nvcc is not None
    return str(Path(nvcc).resolve().with_name(name))


def compile_text(source: Path, ptx: Path) -> None:
    arch = "-arch=sm_{}{}".format(*CAPABILITY)
    said([tool("nvcc"), "-std=c++17", arch, "-ptx", source, "-o", ptx])


def numbas(folder: Path) -> dict[str, Counts | None]:
    """Numba's own code of the same functions; nothing where Numba is missing."""
    try:
        from numba import cuda
    except ImportError:
        return {}
    functions: dict[str, tuple[Any, str]] = {}

    def jit(signature: str) -> Any:
        def keep(function: Any) -> Any:
            functions[function.__name__] = function, signature
            return function

        return keep

    # Numba's own decorator would compile each kernel for the device that is there.
    real, path = cuda.jit, list(sys.path)
    cuda.jit = jit
    sys.path.insert(0, str(REPOSITORY / "tests/common"))
    try:
        exec(compile(SOURCE.read_text(), SOURCE, "exec"), {"__name__": SOURCE.stem})
    finally:
        cuda.jit, sys.path[:] = real, path
    found = {}
    for name, (function, signature) in functions.items():
        text, _ = cuda.compile(
            function, signature, device=False, abi="numba", output="ptx", cc=CAPABILITY
        )
        ptx = folder / f"numba_{name}.ptx"
        ptx.write_text(text)
        found[name] = counts_of(name, assemble(ptx), name)
    return found


def mean(values: Iterable[float]) -> float:
    """The geometric mean; of no values it is that of equal ones."""
    logarithms = [math.log(value) for value in values]
    return math.exp(sum(logarithms) / max(len(logarithms), 1))


def ratios(rows: dict[str, dict[str, Counts | None]], form: str, what: str) -> dict[str, float]:
    """What a form of each kernel costs beside the one by hand, where both have it."""
    pairs = {
        kernel: (getattr(row[form], what, None), getattr(row["hand"], what, None))
        for kernel, row in rows.items()
    }
    return {kernel: one / hand for kernel, (one, hand) in pairs.items() if one and hand}


def mean_of(rows: dict[str, dict[str, Counts | None]], form: str, what: str) -> float:
    """The mean of those ratios, but for kernels that have a bound of their own."""
    found = ratios(rows, form, what)
    return mean(ratio for kernel, ratio in found.items() if what != "sass" or kernel not in APART)


FORMS = ("hand", "contiguous", "strided", "numba")
TITLES = ("hand", "pycu", "wide", "Numba")
COLUMNS = {
    "sass": "SASS",
    "inner": "SASS of an inner iteration",
    "integers": "64-bit integers in PTX",
    "registers": "registers",
}
CELL = 7


def print_table(rows: dict[str, dict[str, Counts | None]]) -> None:
    """All counts; the ratio is that of the contiguous entry to the kernel by hand."""
    width = CELL * (len(FORMS) + 1)
    print(f"twelve kernels, {'sm_{}{}'.format(*CAPABILITY)}; wide: any strides, indices of 64 bits")
    print(f"{'':14}" + "".join(f"{title:>{width}}" for title in COLUMNS.values()))
    print(f"{'':14}" + "".join(f"{t:>{CELL}}" for t in (*TITLES, "ratio")) * len(COLUMNS))
    for kernel, row in rows.items():
        cells = ""
        for what in COLUMNS:
            values = [getattr(row[form], what) if row[form] else None for form in FORMS]
            cells += "".join(f"{'-' if v is None else f'{v:.4g}':>{CELL}}" for v in values)
            ratio = ratios({kernel: row}, "contiguous", what).get(kernel)
            cells += f"{f'{ratio:.2f}' if ratio else '-':>{CELL}}"
        print(f"{kernel:14}{cells}")
    cells = ""
    for what in COLUMNS:
        means = [mean_of(rows, form, what) for form in FORMS]
        cells += "".join(f"{m:{CELL}.3f}" for m in means) + " " * CELL
    print(f"{'mean of ratios':14}{cells}".rstrip())


def missed_bounds(rows: dict[str, dict[str, Counts | None]]) -> list[str]:
    missed = []
    for what, (words, bound) in BOUNDS.items():
        if mean_of(rows, "contiguous", what) > bound:
            missed.append(f"generated code with {bound} times the {words} of that by hand")
    sass = ratios(rows, "contiguous", "sass")
    for kernel, bound in APART.items():
        if sass[kernel] > bound:
            missed.append(f"{kernel} with {bound} times the instructions of the one by hand")
    for kernel, row in rows.items():
        ours, theirs = row["contiguous"], row["numba"]
        if ours and theirs and ours.sass > theirs.sass:
            missed.append(f"{kernel} with no more instructions than numba-cuda's")
    return missed


def counts(binary: Path, folder: Path) -> list[str]:
    """Prints what nvcc makes of the twelve kernels and returns the bounds that were missed."""
    if shutil.which("nvcc") is None:
        print("generated code: nvcc was not found")
        return []
    said([binary, "transpile", SOURCE, "-o", folder])
    compile_text(folder / "twelve.cu", folder / "twelve.ptx")
    compile_text(BY_HAND, folder / "twelve_by_hand.ptx")
    ours, by_hand = (assemble(folder / f"{name}.ptx") for name in ("twelve", "twelve_by_hand"))
    theirs = numbas(folder)
    rows = {}
    for kernel in re.findall(r"__global__ void (\w+)", BY_HAND.read_text()):
        # the length stands before a name, so that matmul is not tiled_matmul
        rows[kernel] = {
            "hand": counts_of(kernel, by_hand, f"^{kernel}$"),
            "contiguous": counts_of(kernel, ours, rf"\d{kernel}__contiguous"),
            "strided": counts_of(kernel, ours, rf"\d{kernel}__strided"),
            "numba": theirs.get(kernel),
        }
    print_table(rows)
    return missed_bounds(rows)
