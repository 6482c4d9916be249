"""`--performance`: literals that make float32 arithmetic double, and silence on good code.

Each case is a few lines of a kernel `k(x, y, out, d, n)` of float32 arrays `x`, `y` and `out`, a
float64 array `d` and an int32 array `n`, with what is said of them: line, column, operations and
what to write.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import harness
import pytest

HEAD = """import math

import numpy as np
from numba import cuda, float64

ALPHA = 0.1
COUNT = 3
BETA = np.float32(0.2)
WEIGHTS = (0.25, 0.5)
TABLE = np.array([0.25, 0.5], np.float32)


@cuda.jit(device=True)
def scaled(a, by):
    return a * by


@cuda.jit(device=True)
def halved(a):
    return a * 0.5


@cuda.jit(device=True)
def pair(a):
    return (a * 0.5, a)


@cuda.jit("float64(float64)", device=True)
def exact(a):
    return a * 0.1


@cuda.jit("void(float32[:], float32[:], float32[:], float64[:], int32[:])")
def k(x, y, out, d, n):
    i = cuda.grid(1)
"""
FIRST = HEAD.count("\n") + 1
PAIR = HEAD[: HEAD.index("(a * 0.5, a)")].count("\n") + 2 - FIRST


WRONG = [
    ("out[i] = x[i] * 0.5 + np.float32(1)", ["1:17 `0.5` 2: write `np.float32(0.5)`"]),
    ("out[i] = x[i] * 0.1", ["1:17 `0.1` 1: write `np.float32(0.1)`"]),
    ("out[i] = x[i] * 2 + y[i]", ["1:17 `2` 2: write `np.float32(2)`"]),
    ("out[i] += 0.1", ["1:11 `0.1` 1: write `np.float32(0.1)`"]),
    ("out[i] = -0.5 * x[i] + y[i]", ["1:10 `-0.5` 2: write `np.float32(-0.5)`"]),
    (
        "out[i] = x[i] * ALPHA",
        [
            "1:17 `ALPHA` 1: "
            "write `np.float32(ALPHA)`, or use `np.float32` where `ALPHA` gets its value"
        ],
    ),
    ("out[i] = x[i] / (COUNT - 1)", ["1:18 `COUNT - 1` 1: write `np.float32(COUNT - 1)`"]),
    ("out[i] = math.sqrt(0.5 * x[i])", ["1:20 `0.5` 2: write `np.float32(0.5)`"]),
    ("out[i] = max(x[i], 0.0)", ["1:20 `0.0` 1: write `np.float32(0.0)`"]),
    ("if x[i] < 0.1:\n    out[i] = 0.1", ["1:11 `0.1` 1: write `np.float32(0.1)`"]),
    (
        "out[i] = 0.5 * x[i] + 2 * y[i]",
        ["1:10 `0.5` 3: write `np.float32(0.5)`; write `np.float32(2)`"],
    ),
    (
        "w = WEIGHTS[i % 2]\nout[i] = x[i] * w",
        ["1:5 `WEIGHTS[i % 2]` 1: write `np.float32(WEIGHTS[i % 2])`"],
    ),
    ("out[i] = x[i] * (1.0 / 3.0)", ["1:18 `1.0 / 3.0` 1: write `np.float32(1.0 / 3.0)`"]),
    ("out[i] = math.pi * x[i]", ["1:10 `math.pi` 1: write `np.float32(math.pi)`"]),
    (
        "acc = 0\nif i > 3:\n    acc = 1.0\nout[i] = acc + x[i]",
        ["1:7 `0` 1: write `np.float32(0)`", "3:11 `1.0` 1: write `np.float32(1.0)`"],
    ),
    (
        "for w in (0.25, 0.5):\n    out[i] += w * x[i]",
        ["1:11 `0.25` 2: write `np.float32(0.25)`; write `np.float32(0.5)`"],
    ),
    ("out[i] = (0.5 * x[i]) ** 2", ["1:11 `0.5` 2: write `np.float32(0.5)`"]),
    ("out[i] = (0.5 * x[i]) ** n[i]", ["1:11 `0.5` 2: write `np.float32(0.5)`"]),
    (
        "if x[i] < 0.1 or x[i] > 1:\n    x[i] -= 2 * y[i]",
        [
            "1:11 `0.1` 2: write `np.float32(0.1)`; write `np.float32(1)`",
            "2:13 `2` 2: write `np.float32(2)`",
        ],
    ),
    # what a variable, a parameter or a result carries on
    (
        "acc = 0.0\nfor j in range(COUNT):\n    acc += x[j] * y[j]\nout[i] = acc",
        ["1:7 `0.0` 1: write `np.float32(0.0)`"],
    ),
    (
        "half = 0.5\nout[i] = half * x[i]\nout[i] -= half",
        ["1:8 `0.5` 2: write `np.float32(0.5)`"],
    ),
    ("out[i] = scaled(x[i], 0.5)", ["1:23 `0.5` 1: write `np.float32(0.5)`"]),
    (
        "c = (0.25, x[0])\nout[i] = c[0] * x[i]",
        ["1:6 `0.25` 1: write `np.float32(0.25)`"],
    ),
    (
        "ws = (0.25, 0.5)\nfor w in ws:\n    out[i] += w * x[i]",
        ["1:7 `0.25` 2: write `np.float32(0.25)`; write `np.float32(0.5)`"],
    ),
    (
        "a, b = pair(x[i])\nout[i] = a * y[i] + b",
        [f"{PAIR}:13 `0.5` 3: write `np.float32(0.5)`"],
    ),
    ("cuda.atomic.add(out, 0, x[i] * 0.1)", ["1:32 `0.1` 1: write `np.float32(0.1)`"]),
    ("n[i] = int(x[i] * 0.5)", ["1:19 `0.5` 1: write `np.float32(0.5)`"]),
]

RIGHT = [
    "out[i] = x[i] * np.float32(0.5)",
    "out[i] = x[i] * BETA + TABLE[0]",
    "out[i] = x[i] ** 2 + math.ldexp(x[i], 3)",
    "out[i] = 0.5",
    "out[i] = 1",
    "cuda.atomic.add(out, 0, 1.0)",
    "n[i] = (i + 1) * 2 + COUNT",
    "if i < 10 and n[i] > 0:\n    n[i] = i // 2",
    # double precision is wanted: of arrays, of what is computed, of what is written
    "d[i] = d[i] * 0.5",
    "d[i] = x[i] * 0.5",
    "out[i] = d[i] * 0.5 + x[i]",
    "out[i] = (x[i] * 0.5) * d[i]",
    "out[i] = x[i] * np.float64(0.5)",
    "out[i] = np.float64(x[i]) * 0.5",
    "out[i] = exact(x[i] * 0.5)",
    "acc = 0.0\nfor j in range(COUNT):\n    acc += x[j] * d[j]\nout[i] = acc",
    "acc = 0.0\nfor j in range(COUNT):\n    acc += x[j]\nd[i] = acc",
    "c = (0.25, d[i])\nout[i] = c[1] * x[i]",
    "c = (2, n[i])\nn[i] = c[0] * c[1]",
    "tile = cuda.local.array(4, float64)\ntile[0] = x[i] * 0.5\nout[i] = tile[0] * 2",
    # the integers make it double precision, whatever the literal is
    "out[i] = x[i] * i",
    "out[i] = n[i] * 0.5",
    "step = 2\nn[i] = step\nout[i] = x[i] * step",
    # literals alone, which no thread computes
    "out[i] = x[i] * np.float32(1.0 / 3.0)",
    "out[i] = 2.0 * 0.5",
    "out[i] = -x[i] if x[i] > BETA else 0.0",
]


def check(folder: Path, text: str, *options: str) -> list[dict[str, object]]:
    """What `pycu check` says of a file, as the JSON form has it."""
    (folder / "k.py").write_text(text)
    other = "-Wno-same-address"  # what --performance says beside numbers
    form = ["--diagnostic-format", "json"]
    command = [harness.binary(), "check", *form, other, *options, folder / "k.py"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(line) for line in (done.stdout + done.stderr).splitlines()]


def findings(folder: Path, body: str, *options: str) -> list[str]:
    """Messages of a kernel's lines: `LINE:COLUMN NUMBER OPERATIONS: HELP`, from 1."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    found = []
    for one in check(folder, HEAD + lines, "--performance", *options):
        assert one["code"] == "PYCU0370" and one["severity"] == "warning", one
        words = str(one["message"]).split(" makes ")
        place = f"{int(str(one['line'])) - FIRST + 1}:{int(str(one['column'])) - 4}"
        helps = "; ".join(map(str, one["help"]))  # type: ignore[call-overload]
        found.append(f"{place} {words[0]} {words[1].split()[0]}: {helps}")
    return found


@pytest.mark.parametrize(("body", "expected"), WRONG)
def test_a_literal_is_found(body: str, expected: list[str], tmp_path: Path) -> None:
    assert findings(tmp_path, body) == expected


@pytest.mark.parametrize("body", RIGHT)
def test_good_code_is_left_alone(body: str, tmp_path: Path) -> None:
    assert findings(tmp_path, body) == []


@pytest.mark.parametrize(("body", "expected"), WRONG)
def test_what_is_advised_is_enough(body: str, expected: list[str], tmp_path: Path) -> None:
    """Each number that is named, written as the help says, leaves nothing to be said."""
    assert expected
    lines = (HEAD + "".join(f"    {line}\n" for line in body.splitlines())).splitlines()
    for one in check(tmp_path, "\n".join(lines), "--performance"):
        labels = [label for label in one["labels"] if label["message"] == "and so does this"]  # type: ignore[attr-defined]
        for place in sorted([one, *labels], key=lambda place: -place["column"]):
            line = lines[place["line"] - 1]
            begin, end = place["column"] - 1, place["end_column"] - 1
            changed = f"{line[:begin]}np.float32({line[begin:end]}){line[end:]}"
            lines[place["line"] - 1] = changed
    assert check(tmp_path, "\n".join(lines), "--performance") == []


ARGUMENTS = HEAD.replace("int32[:])", "int32[:], float64, float32, int64)").replace(
    "(x, y, out, d, n)", "(x, y, out, d, n, s, t, m)"
)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("out[i] = x[i] * s", {"s": 1}),
        ("out[i] = x[i] * s + 0.5", {"s": 2, "0.5": 1}),
        ("out[i] = x[i] * s + float32(1)", {"s": 2}),
        ("out[i] = x[i] * s + np.float64(1)", {}),
        ("v = x[i] * s\nout[i] = v + y[i]", {"s": 2}),
        ("out[i] = scaled(x[i], s)", {"s": 1}),
        ("out[i] = math.exp(s * x[i]) if x[i] < s else 0", {"s": 3}),
        ("s = float32(s)\nout[i] = x[i] * s", {}),
        ("out[i] = x[i] * float32(s)", {}),
        ("out[i] = x[i] * t", {}),
        ("d[i] = x[i] * s", {}),
        ("out[i] = d[i] * s", {}),
        ("out[i] = exact(s)", {}),
        ("out[i] = s * m", {}),
        ("if i == 0:\n    s = d[0]\nout[i] = x[i] * s", {}),
    ],
)
def test_an_argument_counts_like_a_number(
    body: str, expected: dict[str, int], tmp_path: Path
) -> None:
    """Where nothing but a float64 of the launch makes float32 arithmetic double."""
    text = ARGUMENTS.replace("import cuda, float64", "import cuda, float32, float64")
    text += "".join(f"    {line}\n" for line in body.splitlines())
    found = {}
    for one in check(tmp_path, text, "--performance"):
        name, count = re.findall(r"^`(.+)` makes (\d+) operation", str(one["message"]))[0]
        found[name] = int(count)
        if name == "s":
            assert text.splitlines()[int(str(one["line"])) - 1].startswith("def k(")
            assert one["labels"] and "`s = float32(s)`" in str(one["help"])
    assert found == expected


def test_the_items_of_a_tuple_get_their_type_where_it_is_made(tmp_path: Path) -> None:
    assert findings(tmp_path, "out[i] = x[i] * WEIGHTS[1] + y[i]") == [
        "1:17 `WEIGHTS` 2: use `np.float32` where `WEIGHTS` gets its value"
    ]


# Statements, and whether nvcc computes their operations in float32.
NARROWED = [
    ("out[i] = x[i] * 0.5", True),
    ("out[i] = x[i] * 0.1", False),
    ("out[i] += 1", True),
    ("out[i] = x[i] / 3", True),
    ("out[i] = 1.0 - x[i] * y[i]", True),
    ("out[i] = x[i] * 2 + y[i]", False),
    ("out[i] = math.sqrt(x[i] * 0.5)", False),
    ("out[i] = max(x[i], 0.0)", False),
    ("if x[i] < 0.5:\n    out[i] = x[i]", True),
    ("if x[i] < 0.1:\n    out[i] = x[i]", False),
    ("n[i] = int(x[i] * 2)", False),
]


@pytest.mark.parametrize(("body", "narrowed"), NARROWED)
def test_what_nvcc_narrows_is_not_told_of(body: str, narrowed: bool, tmp_path: Path) -> None:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    found = check(tmp_path, HEAD + lines, "--performance")
    assert len(found) == (0 if narrowed else 1)


def test_of_several_some_are_narrowed(tmp_path: Path) -> None:
    text = HEAD + "    if x[i] < 0.5 and x[i] * 0.5 > y[i]:\n        out[i] = 1\n"
    (found,) = check(tmp_path, text, "--performance")
    said = "nvcc computes 1 of them in float32, where the result is the same"
    assert found["notes"] == [said]


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="nvcc is not installed")
def test_nvcc_narrows_what_is_not_told_of(tmp_path: Path) -> None:
    """The PTX of a kernel has float64 operations where something is told of."""
    text = HEAD[: HEAD.index('@cuda.jit("void(float32[:], float32[:]')]
    for number, (body, _) in enumerate(NARROWED):
        lines = "".join(f"    {line}\n" for line in body.splitlines())
        text += '@cuda.jit("void(float32[::1], float32[::1], float32[::1], int32[::1])")\n'
        text += f"def k{number}(x, y, out, n):\n    i = cuda.grid(1)\n{lines}\n\n"
    (tmp_path / "k.py").write_text(text)
    transpile = [harness.binary(), "transpile", tmp_path / "k.py", "-o", tmp_path]
    subprocess.run([str(word) for word in transpile], check=True)
    subprocess.run(["nvcc", "-arch=sm_80", "-ptx", "k.cu", "-o", "k.ptx"], cwd=tmp_path, check=True)
    entries = (tmp_path / "k.ptx").read_text().split(".entry ")
    for number, (body, narrowed) in enumerate(NARROWED):
        of_kernel = [entry for entry in entries if re.match(rf"\w*1k\d*k{number}__contig", entry)]
        assert of_kernel, f"k{number} has no entry"
        assert all(("f64" in entry) == (not narrowed) for entry in of_kernel), body


def test_nothing_is_said_unless_it_is_asked_for(tmp_path: Path) -> None:
    text = HEAD + "    out[i] = x[i] * 0.5\n"
    assert check(tmp_path, text) == []
    assert check(tmp_path, text, "--performance", "-Wno-double-arithmetic") == []


def test_a_function_that_is_reached_is_told_of_once(tmp_path: Path) -> None:
    """Of two calls, and of no call: the place is the literal, whatever calls it."""
    found = check(tmp_path, HEAD + "    out[i] = halved(x[i]) + halved(y[i])\n", "--performance")
    literal = HEAD[: HEAD.index("a * 0.5")].count("\n") + 1
    assert [(one["line"], one["message"]) for one in found] == [
        (literal, "`0.5` makes 2 operations double precision")
    ]
    assert check(tmp_path, HEAD + "    d[i] = halved(d[i])\n", "--performance") == []
    assert check(tmp_path, HEAD + "    out[i] = x[i]\n", "--performance") == []


def test_a_kernel_of_several_types_is_told_of_once(tmp_path: Path) -> None:
    """With the types for which it is worst."""
    text = """from numba import cuda


@cuda.jit(
    [
        "void(float64[:], float32[:])",
        "void(float32[:], float32[:])",
        "void(float32[::1], float32[:])",
    ]
)
def k(x, y):
    y[0] = 0.5 * y[0] * x[0]
"""
    (found,) = check(tmp_path, text, "--performance")
    assert found["message"] == "`0.5` makes 2 operations double precision"


def test_a_default_is_told_of_where_it_is_written(tmp_path: Path) -> None:
    text = HEAD.replace("def scaled(a, by)", "def scaled(a, by=0.5)")
    (found,) = check(tmp_path, text + "    out[i] = scaled(x[i])\n", "--performance")
    line = text[: text.index("by=0.5")].count("\n") + 1
    assert (found["line"], found["column"]) == (line, len("def scaled(a, by=") + 1)
    assert found["help"] == ["write `np.float32(0.5)`"]


def test_complex_numbers_count(tmp_path: Path) -> None:
    """complex64 and a literal are complex128; a real one becomes a float32 again, no complex64."""
    kernel = '@cuda.jit("void(complex64[:])")\ndef k(z):\n    z[0] = z[0] * {}\n'
    head = "import numpy as np\nfrom numba import cuda\n\n\n"
    for literal, advice in (("0.5", "np.float32(0.5)"), ("2j", "np.complex64(2j)")):
        (found,) = check(tmp_path, head + kernel.format(literal), "--performance")
        assert found["help"] == [f"write `{advice}`"]
        assert check(tmp_path, head + kernel.format(advice), "--performance") == []


@pytest.mark.parametrize(
    ("imports", "written"),
    [
        ("from numba import cuda, float32", "float32"),
        ("import numpy\nfrom numba import cuda", "numpy.float32"),
        ("import numpy as np\nfrom numba import cuda, float32 as f4", "f4"),
        ("import numba as nb\nfrom numba import cuda", "nb.float32"),
        ("from numba import cuda", "np.float32"),
    ],
)
def test_the_type_is_written_as_the_module_writes_it(
    imports: str, written: str, tmp_path: Path
) -> None:
    kernel = '@cuda.jit("void(float32[:])")\ndef k(x):\n    x[0] *= 0.1\n'
    (found,) = check(tmp_path, f"{imports}\n\n\n{kernel}", "--performance")
    assert found["help"] == [f"write `{written}(0.1)`"]
