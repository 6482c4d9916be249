"""Runs every script of testdata/run and testdata/examples on the CPU target, in many ways.

Each script's `check(k)` compares its kernels with NumPy. Here it is called with arrays of every
layout, with sizes 0 and 1, with other block sizes, with both engines, and built by both compilers.
"""

from __future__ import annotations

import inspect
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import harness
import host_script
import pycu
import pytest
from harness import Variation, Varied
from pycu import Kernel

RUN = harness.cases("run")
EXAMPLES = harness.cases("examples")
STEMS = [path.stem for path in RUN]
EXAMPLE_STEMS = [path.stem for path in EXAMPLES]

# Kernels of the examples that are written for one block size, besides those with barriers: they
# index without a guard, take a tile's size as the block's, or count their threads.
FIXED_IN_EXAMPLES = {
    "doubled",
    "doubled_auto_grid",
    "doubled_man_copy",
    "transpose",
    "thread_counter_safe",
    "add_before",
}

VARIATIONS = [Variation()] + [Variation(layout=layout) for layout in harness.LAYOUTS]
WITH_CLANG = ["loops", "integers", "shared_memory", "atomics", "tuples", "device_functions"]


def name_of(variation: Variation) -> str:
    return variation.layout or (f"block_{variation.block}" if variation.block else "as_written")


class Cases:
    """Built scripts; a script that could not be built fails the tests that ask for it."""

    def __init__(self, sources: list[Path], out: Path, failed: dict[str, str]) -> None:
        self.sources = {path.stem: path for path in sources}
        self.out = out
        self.failed = failed
        self.loaded: dict[str, tuple[Any, ModuleType]] = {}

    def __call__(self, stem: str) -> tuple[Any, ModuleType]:
        if stem in self.failed:
            pytest.fail(f"{stem} could not be built:\n{self.failed[stem]}", pytrace=False)
        if stem not in self.loaded:
            script = host_script.load(self.sources[stem])
            self.loaded[stem] = pycu.load(self.out / f"{stem}.json"), script
        return self.loaded[stem]


@pytest.fixture(scope="session")
def run_cases() -> Cases:
    return Cases(RUN, *harness.build_cases("run"))


@pytest.fixture(scope="session")
def examples() -> Cases:
    return Cases(EXAMPLES, *harness.build_cases("examples"))


@pytest.fixture(scope="session")
def clang_cases(tmp_path_factory: pytest.TempPathFactory) -> Cases:
    compiler = shutil.which("clang++")
    assert compiler, "clang++ is missing; scripts/setup installs it"
    sources = [path for path in RUN if path.stem in WITH_CLANG]
    out = tmp_path_factory.mktemp("clang")
    return Cases(sources, out, harness.build_each(sources, out, "--cxx", compiler))


def check(case: tuple[Any, ModuleType], variation: Variation, n: int | None = None) -> None:
    module, script = case
    k = Varied(module, variation, getattr(script, "FIXED_LAUNCH", ()))
    if n is None:
        script.check(k)
    else:
        script.check(k, n)


@pytest.mark.parametrize("variation", VARIATIONS, ids=name_of)
@pytest.mark.parametrize("stem", STEMS)
def test_layouts(run_cases: Cases, stem: str, variation: Variation) -> None:
    check(run_cases(stem), variation)


@pytest.mark.parametrize("n", [0, 1, 33])
@pytest.mark.parametrize("variation", VARIATIONS, ids=name_of)
@pytest.mark.parametrize("stem", STEMS)
def test_sizes(run_cases: Cases, stem: str, variation: Variation, n: int) -> None:
    case = run_cases(stem)
    if "n" not in inspect.signature(case[1].check).parameters:
        assert getattr(case[1], "FIXED_LAUNCH", None), "a check of one size has fixed launches"
        return
    check(case, variation, n)


@pytest.mark.parametrize("block", harness.BLOCKS)
@pytest.mark.parametrize("stem", STEMS)
def test_blocks(run_cases: Cases, stem: str, block: int) -> None:
    check(run_cases(stem), Variation(block=block))


@pytest.mark.parametrize("variation", [Variation(), Variation("strided")], ids=name_of)
@pytest.mark.parametrize("stem", STEMS)
def test_fibers(
    run_cases: Cases, stem: str, variation: Variation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kernels give the same results when a fiber runs each thread."""
    monkeypatch.setenv("PYCU_ENGINE", "fibers")
    check(run_cases(stem), variation)


@pytest.mark.parametrize("workers", ["1", "3"])
@pytest.mark.parametrize("stem", ["atomics", "shared_memory", "loops"])
def test_workers(
    run_cases: Cases, stem: str, workers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYCU_WORKERS", workers)
    check(run_cases(stem), Variation())


@pytest.mark.parametrize("stem", WITH_CLANG)
def test_clang(clang_cases: Cases, stem: str) -> None:
    check(clang_cases(stem), Variation())
    check(clang_cases(stem), Variation("strided"))


@pytest.mark.parametrize("variation", VARIATIONS, ids=name_of)
@pytest.mark.parametrize("stem", EXAMPLE_STEMS)
def test_examples(examples: Cases, stem: str, variation: Variation) -> None:
    check(examples(stem), variation)


@pytest.mark.parametrize("block", harness.BLOCKS)
@pytest.mark.parametrize("stem", EXAMPLE_STEMS)
def test_blocks_of_examples(examples: Cases, stem: str, block: int) -> None:
    module, script = examples(stem)
    with_barriers = {
        name
        for name in module
        if isinstance(module[name], Kernel)
        and module[name]._info.specialisations[0].engine != "loops"
    }
    script.check(Varied(module, Variation(block=block), FIXED_IN_EXAMPLES | with_barriers))


@pytest.mark.parametrize("stem", EXAMPLE_STEMS)
def test_fibers_of_examples(examples: Cases, stem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYCU_ENGINE", "fibers")
    check(examples(stem), Variation())


def test_overlapping_arguments_choose_the_strided_entry(run_cases: Cases) -> None:
    module, script = run_cases("overlap")
    script.check_entries(module)


def test_all_engines_are_used(run_cases: Cases) -> None:
    """Only kernels with barriers have a fiber for each thread, or loops between barriers."""
    module, _ = run_cases("shared_memory")
    engines = {k: module[k]._info.specialisations[0].engine for k in module}
    assert set(engines.values()) <= {"fibers", "regions"}
    assert "regions" in engines.values()
    module, _ = run_cases("loops")
    assert {module[k]._info.specialisations[0].engine for k in module} == {"loops"}


def test_no_case_is_left_out(run_cases: Cases) -> None:
    """Every kernel of a script is launched by its check."""
    for stem in STEMS:
        module, script = run_cases(stem)
        launched = set()

        class Recorder(Varied):
            def __getitem__(self, name: str, launched: set = launched) -> Any:
                launched.add(name)
                return super().__getitem__(name)

        script.check(Recorder(module, Variation()))
        assert launched >= set(module), f"{stem}.py never launches {set(module) - launched}"
