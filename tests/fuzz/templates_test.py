"""Kernels of one dtype get a second one: what becomes a template gives the results it gave before.

PYCU_FUZZ_TEMPLATES is how many scripts of testdata/run are tried; `all` takes every one.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import harness
import host_script
import pycu
import pytest

OTHER = {"float32": "float64", "float64": "float32", "int32": "int64", "int64": "int32"}
SIGNATURE = re.compile(r'(@cuda\.jit\()"(void\([^"]*\))"')
TEMPLATE = re.compile(r"^template <typename", re.M)
# Their functions have signatures of their own, or a path has an array of the one dtype.
FIXED = {"array_tuples", "assignments", "comparisons", "signatures"}
FEW = ["loops", "warps", "shared_memory", "device_functions", "tuples", "iteration"]


def with_second_dtype(found: re.Match[str]) -> str:
    """`"void(float32[:])"` becomes `["void(float32[:])", "void(float64[:])"]`."""
    signature = found.group(2)
    for dtype, other in OTHER.items():
        if dtype in signature:
            return f'{found.group(1)}["{signature}", "{signature.replace(dtype, other)}"]'
    return found.group(0)


def scripts() -> list[Path]:
    wanted = os.environ.get("PYCU_FUZZ_TEMPLATES", str(len(FEW)))
    paths = {path.stem: path for path in harness.cases("run") if path.stem not in FIXED}
    ordered = [*FEW, *(stem for stem in paths if stem not in FEW)]
    chosen = ordered if wanted == "all" else ordered[: int(wanted)]
    return [paths[stem] for stem in chosen if SIGNATURE.search(paths[stem].read_text())]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    folder = tmp_path_factory.mktemp("templates")
    sources = []
    for script in scripts():
        source = folder / script.name
        source.write_text(SIGNATURE.sub(with_second_dtype, script.read_text()))
        sources.append(source)
    return folder, harness.build_each(sources, folder / "out", "-Xcxx", "-O1")


@pytest.mark.parametrize("script", scripts(), ids=lambda path: path.stem)
def test_second_dtype_changes_nothing(built: tuple[Path, dict[str, str]], script: Path) -> None:
    folder, failed = built
    assert script.stem not in failed, failed[script.stem]
    module = pycu.load(folder / "out" / f"{script.stem}.json")
    host_script.load(script).check(module)


def test_most_become_templates(built: tuple[Path, dict[str, str]]) -> None:
    texts = [(built[0] / "out" / f"{script.stem}.cu").read_text() for script in scripts()]
    templates = sum(len(TEMPLATE.findall(text)) for text in texts)
    named = sum(len(re.findall(r"^PYCU_KERNEL void \w+_\(", text, re.M)) for text in texts)
    assert templates > named, (templates, named)
