"""`--debug` on the CPU target: every mistake is found where it is made, and nothing else is."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import harness
import host_script
import numpy as np
import pycu
import pytest
from harness import REPOSITORY, Variation, Varied
from pycu._arguments import Dim3

SOURCE = REPOSITORY / "testdata" / "debug" / "mistakes.py"
LINES = SOURCE.read_text().splitlines()


def floats(n: int = 64) -> np.ndarray:
    return np.arange(1, n + 1, dtype=np.float32)


def ints(n: int = 8, dtype: Any = np.int32) -> np.ndarray:
    return np.arange(n, dtype=dtype)


def order() -> np.ndarray:
    return np.arange(32, dtype=np.int32)[::-1].copy()


@dataclass(frozen=True)
class Mistake:
    """What a kernel is launched with and what it is told when it is bad."""

    kernel: str
    values: Callable[[], list[Any]]
    error: str
    grid: tuple[int, ...] = (2,)
    block: tuple[int, ...] = (32,)


def vectors() -> list[Any]:
    return [floats(), floats()]


def zero() -> str:
    return "block (0,0,0) thread (0,0,0)"


MISTAKES = [
    Mistake("read", vectors, "IndexError: index 64 of axis 0 of 'x' with size 64, "
            "block (1,0,0) thread (31,0,0)"),
    Mistake("write", vectors, "IndexError: index 64 of axis 0 of 'out' with size 64, "
            "block (1,0,0) thread (24,0,0)"),
    Mistake("augmented", vectors, "IndexError: index 64 of axis 0 of 'out' with size 64, "
            "block (1,0,0) thread (31,0,0)"),
    Mistake("second_axis", lambda: [np.ones((4, 6), np.float32), floats()],
            "IndexError: index 40 of axis 1 of 'square' with size 6, " + zero(),
            grid=(2, 2), block=(2, 2)),
    Mistake("negative", vectors, "IndexError: index -65 of axis 0 of 'x' with size 64, "
            "block (1,0,0) thread (31,0,0)"),
    Mistake("huge", vectors, "IndexError: index 18446744073709551615 of axis 0 of 'x' "
            "with size 64, " + zero()),
    Mistake("in_device_function", vectors, "IndexError: index 64 of axis 0 of 'values' "
            "with size 64, block (1,0,0) thread (31,0,0)"),
    Mistake("through_index", lambda: [order(), floats(), floats()],
            "IndexError: index 40 of axis 0 of 'order' with size 32, " + zero()),
    Mistake("in_shared", vectors, "IndexError: index 8 of axis 1 of 'tile' with size 8, "
            "block (0,0,0) thread (7,0,0)"),
    Mistake("in_local", vectors, "IndexError: index 3 of axis 0 of 'mine' with size 3, " + zero()),
    Mistake("in_constant", lambda: [floats()], "IndexError: index 3 of axis 0 of 'table' with "
            "size 3, block (0,0,0) thread (1,0,0)"),
    Mistake("in_fortran_constant", lambda: [floats()],
            "IndexError: index 3 of axis 1 of 'GRID' with size 3, " + zero()),
    Mistake("in_atomic", lambda: [ints(6)], "IndexError: index 6 of axis 0 of 'counts' with "
            "size 6, block (0,0,0) thread (2,0,0)"),
    Mistake("in_tuple", lambda: [floats()], "IndexError: index 2 of axis 0 of 'pair' with "
            "size 2, block (0,0,0) thread (1,0,0)"),
    Mistake("unset_shared", vectors, "UninitializedError: tile[5] is read and nobody wrote it, "
            "block (0,0,0) thread (5,0,0)", block=(64,)),
    Mistake("left_by_another_block", vectors, "UninitializedError: tile[0] is read and nobody "
            "wrote it, block (1,0,0) thread (0,0,0)", block=(64,), grid=(3,)),
    Mistake("unset_local", lambda: [floats()],
            "UninitializedError: mine[3] is read and nobody wrote it, " + zero()),
    Mistake("divide", lambda: [ints()], "ZeroDivisionError: division by zero, " + zero()),
    Mistake("divide_floats", lambda: [floats()], "ZeroDivisionError: division by zero, " + zero()),
    Mistake("floor_divide", lambda: [ints()],
            "ZeroDivisionError: integer division by zero, " + zero()),
    Mistake("modulo", lambda: [ints()], "ZeroDivisionError: integer modulo by zero, " + zero()),
    Mistake("modulo_of_floats", lambda: [floats()], "ZeroDivisionError: modulo by zero, " + zero()),
    Mistake("both", lambda: [ints()], "ZeroDivisionError: integer divmod by zero, " + zero()),
    Mistake("power", lambda: [ints(dtype=np.int64)],
            "ZeroDivisionError: 0 cannot be raised to a negative power, " + zero()),
    Mistake("no_step", lambda: [ints()], "ValueError: range() arg 3 must not be zero, " + zero()),
    Mistake("asserted", lambda: [ints()], "AssertionError: forty, block (1,0,0) thread (8,0,0)"),
    Mistake("asserted_without_text", lambda: [ints()], "AssertionError, " + zero()),
    Mistake("raised", lambda: [floats()], "OverflowError, block (0,0,0) thread (9,0,0)"),
    Mistake("raise_in_device_function", lambda: [floats()],
            "ValueError: three is refused, block (0,0,0) thread (3,0,0)"),
    Mistake("divergent_barrier", lambda: [floats()], "BarrierError: threads of one block wait at "
            "different barriers: 16 at {file}:{line}, the first is (0,0,0); "
            "16 at {file}:{line+2}, the first is (16,0,0), block (0,0,0)"),
    Mistake("missed_barrier", lambda: [np.zeros(2, np.int32)], "DeadlockError: this loop has "
            "turned 20480 times while threads wait: 47 at {file}:{line+2}, the first is (0,0,0); "
            "1 in the loop of {file}:{line}, the first is (3,0,0), block (0,0,0) thread (3,0,0)",
            block=(64,)),
    Mistake("unused", lambda: [floats()], "IndexError: index 64 of axis 0 of 'x' with size 64, "
            "block (0,0,0) thread (24,0,0)"),
    Mistake("lost_lane", lambda: [floats()], "DeadlockError: threads wait for others that never "
            "arrive: 31 at {file}:{line}, the first is (0,0,0); "
            "1 at {file}:{line+2}, the first is (7,0,0), block (0,0,0)"),
    Mistake("outside_mask", lambda: [floats()], "BarrierError: a warp operation whose mask "
            "leaves out the thread itself, block (0,0,0) thread (16,0,0)"),
    Mistake("in_dynamic_shared", lambda: [floats()], "IndexError: index 0 of axis 0 of 'tile' with "
            "size 0, block (0,0,0) thread (0,0,0)"),
    Mistake("left_grid", lambda: [floats()], "DeadlockError: the grid waits for blocks that have "
            "ended: 32 at {file}:{line}, the first is (0,0,0), block (0,0,0)"),
    Mistake("endless", lambda: [ints()], "DeadlockError: this loop has turned 20480 times"),
]  # fmt: skip


def line_of(kernel: str) -> int:
    """Where the mistake stands."""
    [line] = [n for n, text in enumerate(LINES, 1) if re.search(rf"# {kernel}(:|$)", text)]
    return line


def expected(mistake: Mistake, file: str) -> str:
    line = line_of(mistake.kernel)
    if mistake.kernel == "through_index":
        line -= 1  # where the statement begins
    text = mistake.error.replace("{file}", file)
    text = re.sub(r"\{line(\+\d+)?\}", lambda m: str(line + int(m.group(1) or 0)), text)
    return f"{file}:{line}: {text}"


@pytest.fixture(scope="session")
def module(tmp_path_factory: pytest.TempPathFactory) -> Any:
    out = tmp_path_factory.mktemp("debug")
    harness.build([SOURCE.relative_to(REPOSITORY)], out, "--debug")
    return pycu.load(out / "mistakes.json")


@pytest.fixture(params=[f"{e}-{w}" for e in ("loops", "fibers") for w in (1, 4)])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    name, workers = request.param.split("-")
    monkeypatch.setenv("PYCU_ENGINE", name)
    monkeypatch.setenv("PYCU_WORKERS", workers)
    monkeypatch.setenv("PYCU_TURN_LIMIT", "20000")
    monkeypatch.setenv("PYCU_RACES", "0")  # races_test.py has them; these kernels have several
    return str(name)


def launch(module: Any, one: Mistake, bad: int) -> list[Any]:
    values = one.values()
    module[one.kernel][one.grid, one.block](*values, bad)
    return values


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.kernel)
def test_mistakes_are_found_where_they_are_made(module: Any, mistake: Mistake, engine: str) -> None:
    if mistake.kernel != "divide_floats":
        launch(module, mistake, 0)
    with pytest.raises(Exception) as caught:
        launch(module, mistake, 1)
    text = expected(mistake, "testdata/debug/mistakes.py")
    said = str(caught.value)
    assert said.startswith(text) if mistake.kernel == "endless" else said == text
    name = re.match(r"(\w+)", mistake.error).group(1)  # type: ignore[union-attr]
    assert type(caught.value).__name__ == name
    launch(module, mistake, 0)  # the process and the module stay usable


def test_every_kernel_has_its_mistake(module: Any) -> None:
    assert {one.kernel for one in MISTAKES} | {"handed_over"} == set(module)


def test_threads_may_wait_for_each_other(module: Any) -> None:
    out = np.zeros(2, np.int32)
    module.handed_over[1, 32](out, 0)
    assert list(out) == [1, 16]


def test_the_first_block_wins(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the order in which workers take blocks, and what they wrote before is kept."""
    monkeypatch.setenv("PYCU_RACES", "0")  # which would let no block run beside another
    for workers in ("1", "2", "4"):
        monkeypatch.setenv("PYCU_WORKERS", workers)
        for _ in range(20):
            x, out = floats(64000), np.zeros(50000, np.float32)
            with pytest.raises(IndexError, match=r"block \(781,0,0\) thread \(16,0,0\)"):
                module.write[1000, 64](x, out, 0)
            assert (out == x[:50000]).all()


def test_a_wrapper_returns_a_code_and_a_text(module: Any) -> None:
    kernel = module.read
    entry, flat = kernel._choose((floats(), floats(), 1))
    code = entry.call(Dim3(2, 1, 1), Dim3(32, 1, 1), 0, None, *flat)
    assert code == 9  # PYCU_ERROR_RAISED
    assert re.match(r".*mistakes.py:\d+: IndexError: ", kernel._library.last_error())


# The run cases that hold most of what a debug text spells otherwise; the others take a minute.
SAMPLE = ["indices", "integers", "local_arrays", "loops", "shared_memory", "tuples"]
LEFT_OUT = sorted(path.stem for path in (REPOSITORY / "testdata" / "run").glob("*.py"))
EXAMPLES = sorted((REPOSITORY / "testdata" / "examples").glob("*.py"))


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sound")
    print("not built with --debug:", ", ".join(stem for stem in LEFT_OUT if stem not in SAMPLE))
    sources = [REPOSITORY / "testdata" / "run" / f"{stem}.py" for stem in SAMPLE]
    assert harness.build_each([*sources, *EXAMPLES], out, "--debug") == {}
    return out


def test_every_text_compiles(tmp_path: Path) -> None:
    sources = sorted((REPOSITORY / "testdata" / "run").glob("*.py"))
    command = [harness.binary(), "transpile", "--debug", "-q", "-o", tmp_path, *sources]
    subprocess.run([str(word) for word in command], cwd=REPOSITORY, check=True)
    together = tmp_path / "together.cpp"
    together.write_text("".join(f'#include "{path.stem}.cu"\n' for path in sources))
    done = subprocess.run(
        ["g++", "-std=c++17", "-fsyntax-only", "-w", together], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[:4000]


@pytest.mark.parametrize("name", ["loops", "fibers"])
@pytest.mark.parametrize("stem", SAMPLE + [path.stem for path in EXAMPLES])
def test_sound_kernels_are_silent_and_compute_the_same(
    sound: Path, stem: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYCU_ENGINE", name)
    folder = "run" if stem in SAMPLE else "examples"
    script = host_script.load(REPOSITORY / "testdata" / folder / f"{stem}.py")
    script.check(Varied(pycu.load(sound / f"{stem}.json"), Variation()))
