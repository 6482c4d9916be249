"""Every run case as Numba's CUDA target compiles it, beside what pycu computes on the CPU target.

Each launch of a script's `check` runs twice: pycu's build, and Numba's PTX in the interpreter of
tests/ptx. All that they write agrees bit for bit; what does not is listed below with the reason.
cuda_run_test.py compares the CPU target with what nvcc makes of pycu's text, so the three agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import cuda_target
import harness
import numba_target
import numpy as np
import pycu
import pytest
from cuda_run_test import KERNELS, SCRIPTS, one_worker

# Numba's host code makes ufuncs and reductions: ufunc_test.py has them beside its CPU target's.
WITHOUT_KERNELS = ("reductions", "ufuncs")
SOURCES = {path.stem: path for path in harness.cases("run") if path.stem not in WITHOUT_KERNELS}
__all__ = ["one_worker"]

# How many kernels agree: a number that may only grow, so that none is lost to a refusal.
AGREE = 185

# Kernels that Numba computes otherwise, and the construct that is the reason. What Numba does not
# compile at all needs no place here: pycu takes more, and the reason is Numba's own message.
FROZEN = "a global that gets another value later: pycu takes the one at the kernel's definition"
LISTED = {
    "closures.nested": "a keyword argument of a closure: Numba takes the default in its place",
    "closures.set_from_further_in": "nonlocal of a variable two functions up: Numba loses it",
    "complex_numbers.powers": "an imaginary z ** w: Numba gives 0 where w is imaginary too",
    "floats.double": "% of floats: libNVVM takes x - trunc(x / y) * y, pycu is exact",
    "global_arrays.first_scale": FROZEN,
    "global_arrays.second_scale": FROZEN,
    "slice_stores.every_element": "a.flat[-1]: Numba reads before the array, pycu its end",
}


class Beside(cuda_target.ComparedKernel):
    """A kernel of both; what differs is noted, and the check goes on with pycu's results."""

    notes: dict[str, str]
    refused: dict[str, str]

    def both(self, on_cuda: Any, on_cpu: Any) -> Any:
        def launch(*values: Any) -> None:
            found = cuda_target.arrays_in(values)
            arrays = [v for v in found if isinstance(v, np.ndarray)]
            before = [a.copy() for a in arrays]
            on_cpu(*values)
            expected = [a.copy() for a in arrays]
            restore(arrays, before)
            try:
                on_cuda(*values)
                for number, (a, one) in enumerate(zip(arrays, expected)):
                    cuda_target.assert_agree(a, one, self.allowed, f"array {number}")
            except numba_target.NotTried as reason:
                self.refused[self.cuda.name] = f"not tried: {reason}"
            except numba_target.Refused as error:
                self.refused[self.cuda.name] = " ".join(str(error).split())[:200]
            except AssertionError as error:
                self.notes[self.cuda.name] = f"other results: {error}"
            restore(arrays, expected)

        return launch


def restore(arrays: list[np.ndarray], values: list[np.ndarray]) -> None:
    for array, old in zip(arrays, values):
        cuda_target.give_back(array, old)


class Both:
    """What a script's `check` gets as `k`."""

    def __init__(self, stem: str, numba: Any, ours: Any) -> None:
        self._stem, self._numba, self._ours = stem, numba, ours
        self.notes: dict[str, str] = {}
        self.refused: dict[str, str] = {}
        self.launched: set[str] = set()

    def __getitem__(self, name: str) -> Beside:
        allowed = KERNELS.get((self._stem, name), SCRIPTS.get(self._stem, 0))
        both = Beside(self._numba[name], self._ours[name], allowed)
        both.notes, both.refused = self.notes, self.refused
        self.launched.add(name)
        return both

    def __getattr__(self, name: str) -> Beside:
        return self[name]


class Results:
    """What became of each kernel, over all scripts."""

    def __init__(self) -> None:
        cuda_target.standin()
        self.out, self.failed = harness.build_cases("run")
        self.kinds: Counter[str] = Counter()
        self.refused: dict[str, str] = {}
        self.done = 0


@pytest.fixture(scope="module")
def results() -> Iterator[Results]:
    found = Results()
    yield found
    print(f"\nkernels beside Numba's own PTX: {dict(found.kinds)}")
    for name, reason in found.refused.items():
        print(f"  {name}: {reason}")


@pytest.mark.parametrize("stem", SOURCES)
def test_numba_agrees(results: Results, stem: str) -> None:
    assert stem not in results.failed, results.failed.get(stem)
    script = numba_target.load(SOURCES[stem])
    ours = pycu.load(results.out / f"{stem}.json")
    both = Both(stem, numba_target.Module(ours, script), ours)
    cuda_target.standin().ptx_reset()
    script.check(both)
    listed = {key.split(".", 1)[1] for key in LISTED if key.split(".", 1)[0] == stem}
    results.kinds["agree"] += len(both.launched - set(both.notes) - set(both.refused))
    results.kinds["listed"] += len(listed)
    results.kinds["not compiled or tried"] += len(both.refused)
    results.refused |= {f"{stem}.{name}": why for name, why in both.refused.items()}
    results.done += 1
    unlisted = [f"{stem}.{k}: {both.notes[k]}" for k in sorted(set(both.notes) - listed)]
    assert not unlisted, "\n".join(unlisted)
    agreeing = sorted(listed - set(both.notes))
    assert not agreeing, f"listed, and they agree: {agreeing}"


def test_no_kernel_is_lost(results: Results) -> None:
    if results.done < len(SOURCES):
        pytest.skip(
            f"only {results.done} of {len(SOURCES)} scripts ran: the kernels are not counted"
        )
    assert results.kinds["agree"] >= AGREE
