"""Random programs and mutated kernels, with fixed seeds; tests/fuzz runs many more.

PYCU_FUZZ sets how many programs are made, PYCU_FUZZ_EFFECTS how many of those that count effects,
PYCU_FUZZ_BOUNDS how many that grow, PYCU_FUZZ_INDICES how many modules of index arithmetic,
PYCU_FUZZ_SECONDS how long mutants are tried.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import bounds
import differential
import effects
import harness
import indices
import mutants_run
import pytest

PROGRAMS = int(os.environ.get("PYCU_FUZZ", "300"))
EFFECTS = int(os.environ.get("PYCU_FUZZ_EFFECTS", "100"))
BOUNDS = int(os.environ.get("PYCU_FUZZ_BOUNDS", "40"))
INDICES = int(os.environ.get("PYCU_FUZZ_INDICES", "3"))
SECONDS = float(os.environ.get("PYCU_FUZZ_SECONDS", "5"))
BY_NJIT = 2  # of each module of 200


def test_programs_agree_with_the_reference_and_njit(tmp_path: Path) -> None:
    found = differential.run(PROGRAMS, 1, tmp_path, BY_NJIT, "-Xcxx", "-O1")
    print(f"{found.programs} programs, {found.by_njit} of them by njit too")
    print(f"{found.as_numba} as Numba has it, {found.undecided} that Numba refuses")
    assert not found.wrong, "\n\n".join(found.wrong[:3])
    assert found.programs + found.refused == PROGRAMS
    assert found.refused < PROGRAMS // 100
    assert found.by_njit >= PROGRAMS // 100
    assert found.as_numba + found.undecided <= 3


def test_the_reference_agrees_with_njit_where_programs_differ() -> None:
    """A wrong result is noticed: the comparison itself can fail."""
    program = differential.Generator(3).program("f", True)
    values = differential.expected(program, 3, differential.namespace())
    got = differential.as_array(values, program.returns[0])
    assert differential.difference(program, 3, got, values, "itself") == ""
    other = got.copy()
    other[0] = not other[0] if got.dtype == bool else other[0] + 1
    if not (got[0] == other[0] or got[0] != got[0]):
        assert "instead of" in differential.difference(program, 3, other, values, "itself")


def test_effects_happen_as_often_and_in_the_order_as_in_python(tmp_path: Path) -> None:
    found = effects.run(EFFECTS, 1, tmp_path)
    assert not found.wrong, "\n\n".join(found.wrong[:3])
    assert found.programs + len(found.refused) == EFFECTS
    assert len(found.refused) <= EFFECTS // 20, "\n\n".join(found.refused[:3])


def test_what_grows_is_ended_by_a_result_or_a_message(tmp_path: Path) -> None:
    found = bounds.run(BOUNDS, 1, tmp_path)
    print(f"{found.programs} programs, {found.taken} taken; {found.slowest[0][0]:.1f} s for one")
    assert not found.wrong, "\n\n".join(found.wrong[:3])
    assert found.programs == BOUNDS


def test_indices_are_those_of_python_at_the_edges_of_int(tmp_path: Path) -> None:
    count, wrong, entries = 0, [], set()
    for seed in range(1, INDICES + 1):
        found = indices.compare(indices.module_text(seed, 20), tmp_path, seed, "-Xcxx", "-O1")
        count += found.results
        wrong += found.wrong
        entries |= found.entries
    print(f"{count} results")
    assert not wrong, "\n".join(wrong[:5])
    assert count > INDICES * 1000
    assert entries == {"contiguous", "strided"}


def test_mutated_kernels_do_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sanitized = harness.REPOSITORY / "build" / "asan" / "bin" / "pycu"
    if sanitized.exists():
        monkeypatch.setenv("PYCU_BINARY", str(sanitized))
    else:
        print("without sanitizers: `make asan` builds a pycu that has them")
    seen = mutants_run.Seen()
    until = time.monotonic() + SECONDS
    seed = 1
    while time.monotonic() < until or seed == 1:
        mutants_run.batch(seed, 60, tmp_path, seen)
        seed += 1
    print(f"{seen.mutants} mutants, {seen.taken} taken")
    assert not seen.wrong, "\n\n".join(seen.wrong[:3])
    assert seen.taken > seen.mutants // 4


@pytest.mark.parametrize("seed", [1, 2])
def test_a_seed_gives_one_text(seed: int) -> None:
    first, second = (differential.Generator(seed).program("f", False) for _ in range(2))
    assert first.text() == second.text()
    assert first.reference() == second.reference()
