"""Kernels with barriers, shuffles and votes by chance: loops over a block's threads and fibers give
the same bytes.

PYCU_FUZZ_REGIONS is how many kernels are made (40), PYCU_FUZZ_SEED where the chance begins.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import harness
import numpy as np
import pycu
import pytest

COUNT = int(os.environ.get("PYCU_FUZZ_REGIONS", "40"))
SEED = int(os.environ.get("PYCU_FUZZ_SEED", "1"))
HEAD = """import numba
from numba import cuda, float32, int32

FULL = 0xFFFFFFFF


@cuda.jit(device=True)
def mixed(v, k):
    if k > 3:
        return v * float32(0.5)
    return v + float32(k)

"""


class KernelWriter:
    """A kernel without races: between barriers, threads write their own item of a shared array or
    read those of others, never both."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 1
        self.modes: dict[str, str] = {}
        self.loops = 0
        self.uniform = ["n", "u"]
        self.inside_divergent = 0
        self.has_warps = self.chance(0.5)

    def any(self, *choices: str) -> str:
        return self.random.choice(choices)

    def chance(self, p: float) -> bool:
        return self.random.random() < p

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def number(self) -> str:
        kind = self.random.randrange(9)
        if kind == 0:
            return self.any("float32(0.25)", "float32(-1.5)", "float32(3.0)")
        if kind == 1 and self.modes.get("s") != "write":
            self.modes["s"] = "read"
            return f"s[(tid + {self.integer()}) % threads]"
        if kind == 2:
            return f"loc[{self.any('0', '1', 'p & 3', 'q & 3')}]"
        if kind == 3:
            return f"float32({self.integer()} & 15)"
        if kind == 4:
            return f"mixed({self.any('a', 'b', 'c')}, {self.integer()} & 7)"
        if kind == 5:
            return f"({self.number()} {self.any('+', '-', '*')} {self.any('a', 'b', 'c')})"
        return self.any("a", "b", "c", "x[gid]")

    def integer(self) -> str:
        kind = self.random.randrange(7)
        if kind == 0 and self.modes.get("t") != "write":
            self.modes["t"] = "read"
            return f"(t[(tid + {self.any('1', 'threads // 2', 'u')}) % threads] & 63)"
        if kind == 1:
            return f"(({self.any('p', 'q', 'tid')} * {self.any('3', 'u', '5')} + 1) & 63)"
        return self.any("p", "q", "tid", "n", "u", "3", *self.uniform)

    def varying(self) -> str:
        return self.any(
            f"tid < {self.any('threads // 2', 'u', '7')}",
            f"(tid + {self.integer()}) % 3 == {self.any('0', '1')}",
            f"{self.number()} > float32(1.0)",
            "p > q",
        )

    def alike(self) -> str:
        return self.any("n > 2", "u % 2 == 0", "threads > 40", "cuda.blockIdx.x == 0", "n < u")

    def barrier(self) -> None:
        self.line("cuda.syncthreads()")
        self.modes = {}

    def meeting(self) -> None:
        """What all lanes of a warp do together."""
        value, lane = self.any("a", "b", "c"), self.any("1", "u & 31", "p", "tid & 31", "16")
        kind = self.any("shfl_down", "shfl_up", "shfl_xor", "shfl")
        vote = self.any("all", "any", "eq")
        self.line(
            self.any(
                f"{value} += cuda.{kind}_sync(FULL, {value}, {lane})",
                f"q = cuda.{kind}_sync(FULL, p + 1, {lane}) & 31",
                f"p = cuda.popc(cuda.ballot_sync(FULL, {self.varying()}))",
                f"b -= float32(1.5) if cuda.{vote}_sync(FULL, {self.varying()}) else {value}",
                "cuda.syncwarp()",
            )
        )

    def branch_of_warps(self) -> None:
        self.line(f"if {self.any('tid < 32', 'tid // 32 == 1', 'wid == 0', 'tid >= 32')}:")
        self.inside_divergent += 1
        self.depth += 1
        for _ in range(self.random.randrange(1, 4)):
            self.assignment()
            self.meeting()
        self.loops += 1
        self.line(f"for k{self.loops} in (8, 4, {self.any('2', '1')}):")
        self.line(f"    c += cuda.shfl_down_sync(FULL, c, k{self.loops})")
        self.depth -= 1
        self.inside_divergent -= 1

    def across(self) -> None:
        """A name that other blocks use, too, before and behind a barrier."""
        w = self.any("w", "w", "w2")
        self.line(f"{w} = {self.number()} + float32(1.0)")
        self.barrier()
        self.line(f"a += {w}")

    def assignment(self) -> None:
        kind = self.random.randrange(10)
        if kind < 3:
            self.line(f"{self.any('a', 'b', 'c')} {self.any('=', '+=', '-=')} {self.number()}")
        elif kind < 5:
            self.line(f"{self.any('p', 'q')} = {self.integer()} & 63")
        elif kind == 5:
            self.line(f"loc[{self.any('0', '1', 'p & 3')}] = {self.number()}")
        elif kind == 6 and not self.inside_divergent:
            self.line(f"u = ({self.any('u', 'n', *self.uniform)} * 3 + {self.any('1', '2')}) & 31")
        elif kind < 9:
            name, value = ("s", self.number()) if self.chance(0.6) else ("t", self.integer())
            if self.modes.get(name) != "read":
                self.modes[name] = "write"
                self.line(f"{name}[tid] = {value}")
        else:
            self.line("a, b = b, a")

    def divergent(self, level: int) -> None:
        self.line(f"if {self.varying()}:")
        self.inside_divergent += 1
        self.body(level + 1, self.random.randrange(1, 3))
        if self.chance(0.4):
            self.line("else:")
            self.body(level + 1, 1)
        self.inside_divergent -= 1

    def loop(self, level: int) -> None:
        """Threads enter and go round together, or each for itself without barriers."""
        self.loops += 1
        k = f"k{self.loops}"
        if self.inside_divergent or self.chance(0.3):
            self.line(f"for {k} in range({self.integer()} & 3):")
            self.inside_divergent += 1
            self.body(level + 1, 2)
            self.inside_divergent -= 1
            return
        self.barrier()
        if self.chance(0.5):
            self.line(f"for {k} in range({self.any('n & 3', '3', 'u & 3')}):")
        else:
            self.line(f"{k} = {self.any('8', 'u & 15', 'threads // 2')}")
            self.line(f"while {k} > 0:")
        is_while = self.lines[-1].lstrip().startswith("while")
        self.uniform.append(k)
        self.depth += 1
        if is_while:
            self.line(f"{k} //= 2")
        self.depth -= 1
        self.body(level + 1, self.random.randrange(1, 4))
        self.depth += 1
        self.barrier()
        if self.chance(0.2):
            self.line(f"if {self.alike()}:")
            self.line(f"    {self.any('break', 'continue')}")
        self.depth -= 1
        self.uniform.remove(k)
        self.barrier()

    def body(self, level: int, count: int) -> None:
        self.depth += 1
        before = len(self.lines)
        for _ in range(count):
            self.statement(level)
        if len(self.lines) == before:
            self.line("p += 1")
        self.depth -= 1

    def statement(self, level: int) -> None:
        kind = self.random.randrange(12)
        if self.has_warps and not self.inside_divergent and self.chance(0.25):
            if self.chance(0.3):
                return self.branch_of_warps()
            return self.meeting()
        if kind == 0 and level < 3:
            self.divergent(level)
        elif kind == 1 and level < 3:
            self.loop(level)
        elif kind == 2 and level < 3 and not self.inside_divergent:
            self.line(f"if {self.alike()}:")
            self.body(level + 1, 2)
            self.barrier()
        elif kind == 3 and not self.inside_divergent:
            self.across()
        elif kind == 4 and not self.inside_divergent:
            self.barrier()
        elif kind == 5 and level == 0 and self.chance(0.3):
            self.line(f"if {self.any(self.varying(), self.alike())}:")
            self.line("    return")
        else:
            self.assignment()

    def kernel(self, name: str) -> str:
        self.line("tid = cuda.threadIdx.x")
        self.line("gid = cuda.grid(1)")
        self.line("wid = tid // 32")
        self.line("threads = cuda.blockDim.x")
        self.line("s = cuda.shared.array(64, float32)")
        self.line("t = cuda.shared.array(64, int32)")
        self.line("loc = cuda.local.array(4, float32)")
        self.line("for i in range(4):")
        self.line("    loc[i] = float32(tid + i)")
        self.line("a = x[gid]")
        self.line("b = float32(tid)")
        self.line("c = a * float32(2.0)")
        self.line("p = tid & 7")
        self.line("q = (tid * 5 + n) & 31")
        self.line("u = n & 15")
        self.line("s[tid] = a")
        self.line("t[tid] = p")
        self.barrier()
        for _ in range(self.random.randrange(4, 14)):
            self.statement(0)
        self.barrier()
        self.line("out[gid] = a + b * c + float32(p + q + u) + loc[p & 3] + s[(tid + 1) % threads]")
        self.line("out[gid] += float32(t[(tid + 1) % threads])")
        head = f'@cuda.jit("void(float32[:], float32[:], int32)")\ndef {name}(x, out, n):\n'
        return head + "\n".join(self.lines) + "\n"


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("regions")
    source = folder / "made.py"
    made = [KernelWriter(SEED * 100000 + i).kernel(f"made_{i}") for i in range(COUNT)]
    source.write_text(HEAD + "\n\n" + "\n\n".join(made))
    assert not harness.build_each([source], folder, "-Xcxx", "-O1")
    return pycu.load(folder / "made.json")


def run(kernel: Any, block: int, n: int) -> np.ndarray:
    x = np.random.default_rng(n).random(3 * block, np.float32)
    out = np.zeros(3 * block, np.float32)
    kernel[3, block](x, out, np.int32(n))
    return out


def test_engines_agree(kernels: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    engines, wrong = [], []
    for i in range(COUNT):
        kernel = kernels[f"made_{i}"]
        engines.append(kernel._info.specialisations[0].engine)
        for block, n in ((64, 0), (37, 3), (1, 5), (50, 14), (32, 7)):
            monkeypatch.setenv("PYCU_ENGINE", "fibers")
            expected = run(kernel, block, n)
            monkeypatch.setenv("PYCU_ENGINE", "")
            # twice: what a block leaves behind is no value of the next
            for _ in range(2):
                if run(kernel, block, n).tobytes() != expected.tobytes():
                    wrong.append((i, block, n))
    assert not wrong
    assert engines.count("regions") >= COUNT // 2, engines
