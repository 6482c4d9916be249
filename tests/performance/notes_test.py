"""`--performance`: each note on small kernels, silence on good ones, edits that change nothing."""

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
from numba import cuda, float32, float64, int32, int64

pair = np.dtype([("a", np.float32), ("b", np.float32), ("c", np.float64)])


@cuda.jit(device=True)
def twice(n):
    return 2 * n


@cuda.jit(
    "void(float32[:, ::1], float32[:, :, ::1], float32[::1, :], float32[::1], int32[::1], "
    "int64[::1], int64)"
)
def k(a, c, f, x, m, w, n):
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    u, v = cuda.grid(2)
"""
TILE = "tile = cuda.shared.array({}, float32)\n"

# Bodies of the kernel; each finding as `LINE:COLUMN NAME FIGURES`, from 1.
WRONG = [
    # a row for each thread, in C and in Fortran order
    ("a[u, v] = 1", ["1:1 uncoalesced-access 32 4"]),
    ("f[v, u] = 1", ["1:1 uncoalesced-access 32 4"]),
    ("x[0] += a.T[v, u]", ["1:9 uncoalesced-access 32 4"]),
    ("for j in range(n):\n    x[i] += a[i, j]", ["2:13 uncoalesced-access 32 4"]),
    ("a[t, 16] = 1", ["1:1 uncoalesced-access 32 4"]),
    # a stride that is known, or a multiple of what is not
    ("x[2 * i] = 1", ["1:1 uncoalesced-access 8 4"]),
    ("x[twice(i)] = 1", ["1:1 uncoalesced-access 8 4"]),
    ("x[i << 3] = 1", ["1:1 uncoalesced-access 32 4"]),
    ("w[i * 4 + 3] = 1", ["1:1 uncoalesced-access 32 8"]),
    ("x[i * n + 5] = 1", ["1:1 uncoalesced-access 32 4"]),
    ("j = 3 * i\nwhile j < n:\n    x[j] = 1\n    j += cuda.gridsize(1)",
     ["3:5 uncoalesced-access 12 4"]),
    # one note for an array and a cause, and one for each other one
    ("a[u, v] = a[u, v + 1] + f[v, u] + a[v, u] + x[2 * i] + x[3 * i] + x[2 * i + 1]",
     ["1:1 uncoalesced-access 32 4", "1:25 uncoalesced-access 32 4",
      "1:45 uncoalesced-access 8 4", "1:56 uncoalesced-access 12 4"]),
    ("for b in (a, a.T):\n    b[u, v] = b[v, u]",
     ["2:5 uncoalesced-access 32 4", "2:15 uncoalesced-access 32 4"]),
    (TILE.format("(32, 32)") + "tile[t, 0] = x[i]\nx[i] = tile[t, 1] + tile[0, t]",
     ["2:1 bank-conflict 32"]),
    # an innermost axis that is proven to be no pixel's colours
    ("c[v, u, 40] = 1", ["1:1 uncoalesced-access 32 4"]),
    ("for j in range(64):\n    c[v, u, j] = 1", ["2:5 uncoalesced-access 32 4"]),
    ("c[u, v, n] = 1", ["1:1 uncoalesced-access 32 4"]),
    # whose indices are those of threads along y, and rows that are short and far apart
    ("c[n, u, v] = 1", ["1:1 uncoalesced-access 32 4"]),
    ("c[0, u, 2 * v + 1] = 1", ["1:1 uncoalesced-access 32 4"]),
    ("for q in range(9):\n    c[u, v, q] = 1", ["2:5 uncoalesced-access 32 4"]),
    # columns of a tile
    (TILE.format("(32, 32)") + "tile[t, cuda.threadIdx.y] = x[i]", ["2:1 bank-conflict 32"]),
    (TILE.format("(8, 64)") + "tile[0, 2 * t] = x[i]", ["2:1 bank-conflict 2"]),
    (TILE.format("256") + "tile[4 * t] = x[i]", ["2:1 bank-conflict 4"]),
    (TILE.format("(16, 16)") + "tile[t, cuda.threadIdx.y] = x[i]", ["2:1 bank-conflict 8"]),
    ("tile = cuda.shared.array(512, float64)\ntile[2 * t] = 1", ["2:1 bank-conflict 2"]),
    # divisions
    ("w[i] = w[i] // w[i + 1]", ["1:8 wide-division 64"]),
    ("w[i] = w[i] % (w[0] + 1)", ["1:8 wide-division 64"]),
    ("q, r = divmod(w[i], w[0])\nw[i] = q + r", ["1:8 wide-division 64"]),
    # arrays of a thread
    ("kept = cuda.local.array(8, int64)\nfor j in range(n):\n    kept[m[j]] = 1\nw[i] = kept[0]",
     ["1:1 local-memory 64"]),
    ("kept = cuda.local.array((2, 4), float32)\nfor j in range(n):\n    kept[1, j % 4] = x[i]\n"
     "x[i] = kept[1, 0]", ["1:1 local-memory 32"]),
    ("kept = cuda.local.array(8, float32)\nj = 0\nwhile x[j] > 0:\n    kept[j] = x[j + 1]\n"
     "    j += 1\nx[i] = kept[j // 2]", ["1:1 local-memory 32"]),
    # lanes
    ("if i % 2 == 0:\n    x[i] = x[i + 1]", ["1:4 lane-divergence 16"]),
    ("if t & 1:\n    x[i] = x[i + 1]", ["1:4 lane-divergence 16"]),
    ("if t % 4 == 1:\n    x[i] = x[i + 1]", ["1:4 lane-divergence 24"]),
    ("if t % 2 == 0 and i < n:\n    x[i] = x[i + 1]", ["1:4 lane-divergence 16"]),
    ("if t % 3 == 0:\n    x[i] = x[i + 1]", ["1:4 lane-divergence 21"]),
    ("s = 1\nwhile s < n:\n    if t % (2 * s) == 0:\n        x[i] += x[i + s]\n    s *= 2",
     ["3:8 lane-divergence 16"]),
    # of a sum whose base is not known, and of any colour
    *((f"if {condition}:\n    x[i] = x[i + 1]", [f"1:{at} lane-divergence {idle}"])
      for condition, at, idle in [
          ("(u + v) % 2 == 0", 4, 16), ("(u + v) % 2 == 1", 4, 16), ("(u - n) % 2", 4, 16),
          ("(u + v) & 1", 4, 16), ("(u + v) & 1 != 0", 4, 16), ("not (u + v) % 2", 4, 16),
          ("(u + v) % 2 == n", 4, 16), ("n % 2 == (u + v) % 2", 4, 16), ("u % 2 == n", 4, 16),
          ("(u + v) % 3 == 1", 4, 21), ("(u // 2 + n) % 2 == 0", 4, 16),
          ("(u + v) % 2 != 0 and i < n", 4, 16)]),
    # barriers
    ("cuda.syncthreads()\ncuda.syncthreads()", ["2:1 redundant-barrier"]),
    ("s = 0\nfor j in range(n):\n    s += j\n    cuda.syncthreads()\nx[i] = s",
     ["4:5 redundant-barrier"]),
    # atomics
    ("cuda.atomic.add(x, 0, float32(1))", ["1:1 same-address"]),
    ("if i < n:\n    cuda.atomic.max(m, 3, m[i])", ["2:5 same-address"]),
    ("for j in range(i, n, cuda.gridsize(1)):\n    cuda.atomic.add(x, cuda.blockIdx.x, x[j])",
     ["2:5 same-address"]),
    ("if i >= n:\n    return\ncuda.atomic.add(a, (0, n), x[i])", ["3:1 same-address"]),
]  # fmt: skip

RIGHT = [
    "c[v, u, v % 3] = 1",
    "c[n, v, u] = 1",
    # x counts the axis that is contiguous, or does not occur, or nobody knows
    "a[v, u] = f[u, v]",
    "x[i] = x[i + 1] + x[n - 1 - i]",
    "for j in range(n):\n    x[i] += a[j, i]",
    "a[v, 7] = a[cuda.blockIdx.x, n]",
    "x[m[i]] = x[i // 2]",
    "x[2 * m[i]] = x[2 * v]",
    "for j in range(i, n, cuda.gridsize(1)):\n    x[j] = 1",
    "j = i\nwhile j < n:\n    x[j] = 1\n    j += cuda.gridsize(1)",
    "x[min(i, n - 1)] = x[max(i - 1, 0)]",
    # the coordinates of points, whose rows are short
    "a[t, 0] = a[t, 1]",
    "for j in range(3):\n    x[i] += a[i, j]",
    # pixels with colours, as many as nobody knows
    "c[v, u, n] = 1",
    "for j in range(n):\n    c[v, u, j] = c[v, u, j + 1]",
    "for j in range(c.shape[2]):\n    c[v, u, j] = 1",
    "for j in range(3):\n    c[v, u, j] = 1",
    # padded, or along rows
    TILE.format("(32, 33)") + "tile[t, cuda.threadIdx.y] = x[i]",
    TILE.format("(32, 32)") + "tile[cuda.threadIdx.y, t] = x[i]",
    TILE.format("(16, 17)") + "tile[t, cuda.threadIdx.y] = x[i]",
    TILE.format("(32, 32)") + "tile[cuda.threadIdx.y, 0] = x[i]",
    TILE.format("256") + "tile[m[i]] = x[i]",
    "tile = cuda.shared.array(512, float64)\ntile[t] = 1",
    # constants, 32 bits, what fits in them
    "w[i] = w[i] // 10 + w[i] % 7",
    "m[i] = m[i] // m[i + 1]",
    "w[i] = i // a.shape[0]",
    # unrolled
    "kept = cuda.local.array(8, float32)\nfor j in range(8):\n    kept[j] = x[i]\nx[i] = kept[7]",
    "kept = cuda.local.array((3, 3), float32)\nfor j in range(3):\n    for l in range(j):\n"
    "        kept[j, 2 - l] = x[i]\nx[i] = kept[1, 0]",
    "kept = cuda.local.array(4, float32)\nat = 0\nfor j in range(4):\n"
    "    kept[at] = x[i]\n    at += 1\n"
    "x[i] = kept[2]",
    "kept = cuda.local.array(4, float32)\nfor j in range(n):\n    kept[m[j]] = 1\nx[i] = kept[2]",
    "kept = cuda.local.array(8, float32)\nfor j in range(8):\n    kept[j] = x[j]\n"
    "x[i] = kept[m[i]]",
    "kept = cuda.local.array(8, float32)\nfor j in range(kept.size):\n    kept[-1 - j] = x[i]\n"
    "x[i] = kept[1]",
    # whole warps, one lane of each, nothing to do
    "if t < 64:\n    x[i] = 1",
    "if t % 32 == 0:\n    x[i // 32] = 1",
    "if t // 32 == 1:\n    x[i] = 1",
    "if cuda.blockIdx.x % 2 == 0:\n    x[i] = 1",
    "if m[i] % 2 == 0:\n    x[i] = 1",
    "s = 1\nif t % 2 == 0:\n    s = 2\nx[i] = s",
    "if (2 * u + v) % 2 == 0:\n    x[i] = 1",
    "if (32 * u + v) & 1:\n    x[i] = 1",
    "if (u * v) % 2 == 0:\n    x[i] = 1",
    "if (u + v) % 64 == 0:\n    x[i] = 1",
    "if (u // 16 + n) % 2 == 0:\n    x[i] = 1",
    "if (u + v) % n == 0:\n    x[i] = 1",
    # barriers with something between
    "cuda.syncthreads()\nx[i] = 1\ncuda.syncthreads()",
    "for j in range(n):\n    x[j] += 1\n    cuda.syncthreads()",
    "cuda.syncthreads()\nif n > 1:\n    x[i] = 1\ncuda.syncthreads()",
    # atomics of one thread, of a block's own memory, on many elements
    "if t == 0:\n    cuda.atomic.add(x, 0, float32(1))",
    "if t != 0:\n    return\ncuda.atomic.add(x, 0, float32(1))",
    "cuda.atomic.add(x, m[i], float32(1))",
    "cuda.atomic.add(x, i, float32(1))",
    "if x[i] > 1:\n    cuda.atomic.add(m, 0, 1)",
    TILE.format("1") + "cuda.atomic.add(tile, 0, x[i])",
]  # fmt: skip


def check(folder: Path, text: str, *options: str) -> list[dict[str, object]]:
    """What `pycu check --performance` says of a file, but for double precision."""
    (folder / "k.py").write_text(text)
    silent = ["--performance", "-Wno-double-arithmetic", "--diagnostic-format", "json"]
    command = [harness.binary(), "check", *silent, *options, folder / "k.py"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(line) for line in (done.stdout + done.stderr).splitlines()]


NAMES = dict(
    re.findall(
        r"^PYCU_DIAGNOSTIC\((\d{4}), (\w+),",
        (harness.REPOSITORY / "lib/diag/diagnostics.def").read_text(),
        re.M,
    )
)


def name_of(code: object) -> str:
    """`uncoalesced-access` of `PYCU0371`."""
    return re.sub(r"(?<!^)([A-Z])", r"-\1", NAMES[str(code)[4:]]).lower()


def figures(message: dict[str, object]) -> list[str]:
    """The numbers in a message that are none of the program's."""
    quiet = re.sub(r"`[^`]*`|32 lanes", "", str(message["message"]))
    return re.findall(r"(?<![A-Za-z])\d+", quiet)


def findings(folder: Path, text: str, first: int, indent: int = 4) -> list[str]:
    """`LINE:COLUMN NAME FIGURES` of each message, lines and columns of the body."""
    found = []
    for one in check(folder, text):
        place = f"{int(str(one['line'])) - first}:{int(str(one['column'])) - indent}"
        found.append(" ".join([place, name_of(one["code"]), *figures(one)]))
        assert one["severity"] == "warning" and one["help"] and (one["notes"] or one["labels"])
    return found


def kernel(body: str) -> str:
    """The kernel with this body."""
    return HEAD + "".join(f"    {line}\n" for line in body.splitlines())


def in_body(folder: Path, body: str) -> list[str]:
    """The findings in a body."""
    return findings(folder, kernel(body), HEAD.count("\n"))


@pytest.mark.parametrize(("body", "expected"), WRONG)
def test_it_is_found(body: str, expected: list[str], tmp_path: Path) -> None:
    assert in_body(tmp_path, body) == expected


@pytest.mark.parametrize("body", RIGHT)
def test_good_code_is_left_alone(body: str, tmp_path: Path) -> None:
    assert in_body(tmp_path, body) == []


def of_all(folder: Path, texts: list[str]) -> list[list[str]]:
    """`NAME FIGURES` of each finding in each text, by one run."""
    found: list[list[str]] = [[] for _ in texts]
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"k{number}.py").write_text(text)
    silent = ["--performance", "-Wno-double-arithmetic", "--diagnostic-format", "json"]
    command = [harness.binary(), "check", *silent, "--error-limit", "0", folder]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    for line in (done.stdout + done.stderr).splitlines():
        one = json.loads(line)
        number = int(re.findall(r"k(\d+)\.py$", one["file"])[0])
        found[number].append(" ".join([name_of(one["code"]), *figures(one)]))
    return [sorted(one) for one in found]


# Each edit leaves what the threads do.
EDITS = {
    "names": lambda text: re.sub(r"(?<![.\w])([iutvacnmwx])\b(?!=)", r"\1_1", text).replace(
        "pair", "two"
    ),
    "grid": lambda text: text.replace(
        "cuda.grid(1)", "cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x"
    ),
    "grid from the left": lambda text: text.replace(
        "i = cuda.grid(1)",
        "first = cuda.blockDim.x * cuda.blockIdx.x\n    i = first\n    i = i + cuda.threadIdx.x",
    ),
    "a function": lambda text: text.replace(
        "@cuda.jit(device=True)\ndef twice",
        "@cuda.jit(device=True)\ndef here():\n    return cuda.grid(1)\n\n\n"
        "@cuda.jit(device=True)\ndef twice",
    ).replace("i = cuda.grid(1)", "i = here()"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_edits_change_no_finding(edit: str, tmp_path: Path) -> None:
    texts = [kernel(body) for body in [*(body for body, _ in WRONG), *RIGHT]]
    changed = [EDITS[edit](text) for text in texts]
    assert all(one != text for one, text in zip(changed, texts))
    before, after = of_all(tmp_path / "a", texts), of_all(tmp_path / "b", changed)
    assert sum(map(len, before)) >= len(WRONG)
    for text, one, other in zip(changed, before, after):
        assert one == other, text


def test_a_body_may_be_a_function(tmp_path: Path) -> None:
    """What a device function does with what it is given is found where it stands."""
    text = """from numba import cuda, float32


@cuda.jit(device=True)
def put(a, i, j):
    at = j * 2
    a[i, at] = 1


@cuda.jit("void(float32[:, ::1])")
def k(a):
    i, j = cuda.grid(2)
    put(a, {})
"""
    assert findings(tmp_path, text.format("i, j"), 0, 0) == ["7:5 uncoalesced-access 32 4"]
    assert findings(tmp_path, text.format("j, i"), 0, 0) == ["7:5 uncoalesced-access 8 4"]
    assert findings(tmp_path, text.format("j, i // 2"), 0, 0) == []


def test_launches_say_how_a_warp_lies(tmp_path: Path) -> None:
    """Of 8 threads along x a warp has four rows."""
    text = """import numpy as np
from numba import cuda


@cuda.jit
def k(a):
    i, j = cuda.grid(2)
    a[i, j] = 1


k[4, {}](np.zeros((32, 32), np.float32))
"""
    access = "8:5 uncoalesced-access"
    assert findings(tmp_path, text.format("(32, 4)"), 0, 0) == [f"{access} 32 4"]
    assert findings(tmp_path, text.format("(16, 16)"), 0, 0) == [f"{access} 16 4"]
    assert findings(tmp_path, text.format("(1, 64)"), 0, 0) == []


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("100", "100 28 128"),
        ("(8, 5)", "40 24 64"),
        ("32", "32 1"),
        ("(8, 4, 1)", "32 1"),
        ("(64,)", None),
        ("256", None),
        ("1", None),
        ("int(input())", None),
    ],
)
def test_blocks_of_launches(block: str, expected: str | None, tmp_path: Path) -> None:
    text = f"""import numpy as np
from numba import cuda


@cuda.jit
def k(a):
    a[cuda.threadIdx.x] = 1


threads = {block}
k[4, threads](np.zeros(32, np.float32))
"""
    wanted = [] if expected is None else [f"11:1 block-size {expected}"]
    assert findings(tmp_path, text, 0, 0) == wanted


def test_one_thread_of_a_narrow_block_is_meant(tmp_path: Path) -> None:
    """A warp has two rows of such a block; what ends at a row's end is no weaving."""
    text = """import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    i, j = cuda.threadIdx.x, cuda.threadIdx.y
    if {condition}:
        x[j, i] = x[0, 0]


k[8, (16, 16)](np.zeros((64, 64), np.float32))
"""
    for condition in ("i == 0 and j == 0", "i == 15", "i < 3", "i == 0 or i == 15"):
        assert findings(tmp_path, text.format(condition=condition), 0, 0) == []
    woven = findings(tmp_path, text.format(condition="i % 2 == 0"), 0, 0)
    assert woven == ["8:8 lane-divergence 16"]


def test_what_is_alike_is_said_once(tmp_path: Path) -> None:
    """With the places of the first ones, one a line, and the lines of the others."""
    body = "a[u, v] = a[u, v + 1] + a[u, v + 2]\n" + "a[u, v] = 1\n" * 6 + "f[v, u] = 1"
    first = HEAD.count("\n")
    one, other = check(tmp_path, kernel(body))
    labels = one["labels"]
    assert isinstance(labels, list) and [label["line"] - first for label in labels] == [2, 3, 4]
    rest = [first + line for line in (1, 5, 6, 7)]
    notes = one["notes"]
    assert isinstance(notes, list)
    assert notes[1:] == [f"5 more accesses of `a` are alike: lines {', '.join(map(str, rest))}"]
    assert (other["line"], other["labels"]) == (first + 8, [])


@pytest.mark.parametrize(
    ("shape", "index", "expected"),
    [
        ("1024", "t * 32 + v", ["33 elements apart, not 32", "`tile[t * 33 + v]`", "1056"]),
        ("1024", "v + 32 * t", ["33 elements apart, not 32", "`tile[v + 33 * t]`", "1056"]),
        ("1024", "(t << 5) + 1", ["33 elements apart, not 32, wherever it is indexed, ", "1056"]),
        ("512", "t * 16", ["17 elements apart, not 16", "`tile[t * 17]`", "544"]),
        ("1000", "t * 32", ["`tile[t * 33]`", "longer by one element for each row"]),
        ("0", "t * 32", ["`tile[t * 33]`", "longer by one element for each row"]),
        ("256", "2 * t", ["neighbouring elements"]),
        ("(32, 32)", "t, 0", ["32 + 1"]),
    ],
)
def test_a_tile_that_is_one_row_is_told_how_to_pad(
    shape: str, index: str, expected: list[str], tmp_path: Path
) -> None:
    body = TILE.format(shape) + f"tile[{index}] = 1"
    (found,) = check(tmp_path, kernel(body))
    assert isinstance(found["help"], list)
    assert all(part in found["help"][0] for part in expected)


def test_what_is_advised_of_a_flat_tile_is_enough(tmp_path: Path) -> None:
    body = TILE.format("1056") + "tile[t * 33 + v] = x[i]"
    assert check(tmp_path, kernel(body)) == []


def test_nothing_is_said_unless_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(kernel("a[u, v] = 1"))
    command = [harness.binary(), "check", tmp_path / "k.py"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize(("body", "expected"), WRONG)
def test_each_note_is_silenced_by_its_name(body: str, expected: list[str], tmp_path: Path) -> None:
    name = expected[0].split()[1]
    assert check(tmp_path, kernel(body), f"-Wno-{name}") == []


def test_a_file_in_error_says_nothing_of_others(tmp_path: Path) -> None:
    """The notes of one file do not hang on the errors of another."""
    (tmp_path / "bad.py").write_text(kernel("x[i] = 'no'"))
    (tmp_path / "good.py").write_text(kernel("a[u, v] = 1"))
    command = [harness.binary(), "check", "--performance", "-j1", tmp_path]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    place = f"good.py:{HEAD.count(chr(10)) + 1}:5"
    assert f"{place}: warning[PYCU0371]" in done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="nvcc is not installed")
def test_nvcc_has_local_memory_where_it_is_said(tmp_path: Path) -> None:
    """And registers alone where nothing is said of a local array."""
    said = [(body, True) for body, found in WRONG if "local-memory" in found[0]]
    bodies = said + [(body, False) for body in RIGHT if "local.array" in body]
    first = HEAD.rindex("@cuda.jit(")
    text = HEAD[:first]
    for number, (body, _) in enumerate(bodies):
        text += kernel(body)[first:].replace("def k(", f"def k{number}(") + "\n\n"
    (tmp_path / "k.py").write_text(text)
    transpile = [harness.binary(), "transpile", tmp_path / "k.py", "-o", tmp_path]
    subprocess.run([str(word) for word in transpile], check=True)
    nvcc = ["nvcc", "-arch=sm_80", "-cubin", "-Xptxas", "-v", "k.cu", "-o", "k.cubin"]
    done = subprocess.run(nvcc, cwd=tmp_path, check=True, capture_output=True, text=True)
    stacks = re.findall(
        r"Compiling entry function '\w*?k(\d+)__\w*'.*?(\d+) bytes stack", done.stderr, re.S
    )
    assert len({number for number, _ in stacks}) == len(bodies), done.stderr
    for number, size in stacks:
        body, has_local = bodies[int(number)]
        assert (int(size) > 0) == has_local, body
