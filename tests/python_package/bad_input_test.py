"""Python callers that hand over what is wrong: an exception with a text, never a crash.

The same for C callers is in consumers/use.c.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pycu
import pytest
from harness import REPOSITORY, build

CONSUMERS = REPOSITORY / "tests" / "consumers"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build([CONSUMERS / "plate.py", CONSUMERS / "wave.py"], folder)
    return folder


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return Path(shutil.copytree(built, tmp_path / "copy"))


def change(path: Path, edit: Callable[[Any], Any]) -> None:
    data = json.loads(path.read_text())
    path.write_text(json.dumps(edit(data) or data))


def refused(folder: Path) -> str:
    with pytest.raises(pycu.ManifestError) as caught:
        pycu.load(folder / "plate.json")
    return str(caught.value)


@pytest.mark.parametrize(
    ("grid", "block", "shared", "code", "text"),
    [
        (0, 64, 0, 1, r"add: a grid of \(0, 1, 1\) blocks"),
        ((1, 70000), 64, 0, 1, "add: a grid of"),
        (1, 0, 0, 2, r"add: a block of \(0, 1, 1\) threads"),
        (1, 2000, 0, 2, "2000"),
        (1, (32, 64), 0, 2, "1024 in all"),
        (1, 64, 2**20, 3, "1048576 bytes of dynamic shared memory"),
    ],
)
def test_launches_that_no_device_can_do(
    built: Path, grid: Any, block: Any, shared: int, code: int, text: str
) -> None:
    x, out = np.ones(8), np.full(8, 7.0)
    with pytest.raises(pycu.LaunchError, match=text) as caught:
        pycu.load(built / "plate.json").add[grid, block, 0, shared](x, x, out)
    assert caught.value.code == code
    assert (out == 7).all()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "is a Python NoneType"),
        (0, "is a Python int"),
        (np.ones(8, np.float32), "another dtype"),
        (np.ones(8, ">f8"), "other byte order"),
        (np.ones((8, 1)), "another rank"),
        (np.float64(1), "is float64"),
        (np.ones(8, object), "another dtype"),
        (b"12345678", "is a Python bytes"),
    ],
)
def test_arguments_that_a_kernel_does_not_take(built: Path, value: Any, text: str) -> None:
    x, out = np.ones(8), np.full(8, 7.0)
    kernel = pycu.load(built / "plate.json").add[1, 8]
    for values in ((value, x, out), (x, x, value)):
        with pytest.raises(TypeError, match=text):
            kernel(*values)
    assert (out == 7).all()


def test_elements_of_every_stride_are_the_only_ones_written(built: Path) -> None:
    base = np.full(101, 7.0)
    for view in (base[1::10], base[::-20], base[50:50], base[3:4]):
        before = base.copy()
        pycu.load(built / "plate.json").add.forall(64)(np.ones(view.size), np.ones(view.size), view)
        assert (view == 2).all()
        view[...] = before[3] if view.size == 1 else 7.0
        assert (base == 7).all()


def test_any_stream_is_taken_on_the_cpu(built: Path) -> None:
    out = np.zeros(8)
    pycu.load(built / "plate.json").add[1, 8, 0xDEADBEEF](np.ones(8), np.ones(8), out)
    assert (out == 2).all(), "a launch on the CPU is done when it returns"


@pytest.mark.parametrize("file", ["plate.json", "plate.build.json"])
def test_another_schema_version(folder: Path, file: str) -> None:
    for version in (0, 2, 1.0, True, "1", None):
        change(folder / file, lambda data, version=version: data.update(schema=version))
        assert f"{file}: schema {version!r}, this package reads 1" in refused(folder)


def first_kernel(data: Any) -> Any:
    return data["kernels"][0]["specialisations"][0]


HOSTILE: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a list": (lambda data: [data], "it has no `schema`"),
    "no module": (lambda data: data.pop("module") and None, "it has no `module`"),
    "a module that is no name": (lambda data: data.update(module="x y"), "no identifier"),
    "an empty module": (lambda data: data.update(module=""), "no identifier"),
    "a null in a name": (lambda data: data.update(module="plate\0"), "`module` is"),
    "half of a surrogate": (lambda data: data.update(source="\ud800"), "`source` is"),
    "kernels that are a text": (lambda data: data.update(kernels="add"), "not list"),
    "a kernel that is a number": (lambda data: data.update(kernels=[1]), "not dict"),
    "a kernel without types": (
        lambda data: data["kernels"][0].update(specialisations=[]),
        "has no specialisation",
    ),
    "a function of the C library": (
        lambda data: first_kernel(data).update(symbol="system", args=[]),
        "`system` is no symbol of module plate",
    ),
    "a helper as a kernel": (
        lambda data: first_kernel(data).update(symbol="plate_free", args=[]),
        "`plate_free` is no symbol",
    ),
    "a kernel that the library lacks": (
        lambda data: first_kernel(data).update(symbol="plate_none__v", args=[]),
        "it was not built from this manifest",
    ),
    "fewer arguments": (lambda data: first_kernel(data)["args"].pop() and None, "no symbol"),
    "another rank": (lambda data: first_kernel(data)["args"][0].update(rank=1), "no symbol"),
    "a negative rank": (lambda data: first_kernel(data)["args"][0].update(rank=-1), "`rank` is -1"),
    "a huge rank": (lambda data: first_kernel(data)["args"][0].update(rank=10**9), "`rank` is 1"),
    "another dtype": (
        lambda data: first_kernel(data)["args"][0].update(dtype="float64"),
        "no symbol",
    ),
    "a dtype of NumPy's": (
        lambda data: first_kernel(data)["args"][0].update(dtype="object"),
        "`dtype` is 'object'",
    ),
    "another layout": (lambda data: first_kernel(data)["args"][0].update(layout="C"), "no symbol"),
    "another kind": (
        lambda data: first_kernel(data)["args"][0].update(kind="scalar"),
        "no symbol",
    ),
    "an unknown kind": (
        lambda data: first_kernel(data)["args"][0].update(kind="pointer"),
        "`kind` is 'pointer'",
    ),
    "a flag that is a number": (
        lambda data: first_kernel(data)["args"][0].update(written=1),
        "`written` is 1",
    ),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_manifests(folder: Path, case: str) -> None:
    edit, text = HOSTILE[case]
    change(folder / "plate.json", edit)
    assert text in refused(folder)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 100,
        b'{"schema": 1',
        b"\xff\xfe{}",
        b"[" * 100_000,
        b'{"schema": ' + b"9" * 5000 + b"}",
        b'{"schema": 1, "module": NaN}',
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
    ],
    ids=range(8),
)
def test_texts_that_are_no_manifest(folder: Path, content: bytes) -> None:
    for file in ("plate.json", "plate.build.json"):
        (folder / file).write_bytes(content)
        assert file.split(".")[0] in refused(folder)


@pytest.mark.parametrize(
    "library", ["../copy/libplate.so", "/usr/lib/libc.so.6", "..", ".", "", "plate.json", "a\0b"]
)
def test_a_library_is_a_file_of_the_folder(folder: Path, library: str) -> None:
    change(folder / "plate.build.json", lambda data: data.update(library=library))
    refused(folder)


def test_a_library_of_another_module(folder: Path) -> None:
    shutil.copy(folder / "libwave.so", folder / "libplate.so")
    refused(folder)
    (folder / "plate.build.json").unlink()
    assert "has no plate_target: it was not built from this manifest" in refused(folder)


def test_a_library_of_the_other_target(folder: Path) -> None:
    change(folder / "plate.build.json", lambda data: data.update(target="cuda"))
    assert "was built for 'cpu', its build manifest says 'cuda'" in refused(folder)
    (folder / "plate.build.json").unlink()
    assert "for cpu" in repr(pycu.load(folder / "plate.json")), "the library knows its target"


def test_a_library_that_was_cut_short(folder: Path) -> None:
    library = folder / "libplate.so"
    content = library.read_bytes()
    (folder / "plate.build.json").unlink()
    for size in (0, 3, 20, 64, 1000, len(content) // 2, len(content) - 1):
        library.write_bytes(content[:size])
        assert "cannot be loaded" in refused(folder)
    library.unlink()
    assert "no such library" in refused(folder)
    library.mkdir()
    assert "cannot be loaded" in refused(folder)


def test_a_library_that_is_not_the_one_that_was_built(folder: Path) -> None:
    digest = "0" * 64
    change(folder / "plate.build.json", lambda data: data.update(library_hash=digest))
    assert "is not the library that was built with its build manifest" in refused(folder)


@pytest.mark.parametrize(
    ("file", "seed", "count"), [("plate.json", 1, 1500), ("plate.build.json", 2, 300)]
)
def test_damaged_manifests(folder: Path, file: str, seed: int, count: int) -> None:
    """In a process of its own, which a crash would end."""
    command = [
        sys.executable,
        REPOSITORY / "tests" / "python_package" / "manifest_fuzz.py",
        folder,
        file,
        seed,
        count,
    ]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, f"seed {seed}: exit code {done.returncode}\n{done.stderr}"
    rejected, launches = map(int, done.stdout.split())
    assert rejected > count / 2 and launches > 0
