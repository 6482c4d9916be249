"""`pycu abi-diff`: two versions of a module, and what it tells of them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import harness

OLD = """from numba import cuda


@cuda.jit("void(float32[:], float32)")
def scale(x, factor):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= factor
"""


def manifest(folder: Path, text: str) -> Path:
    folder.mkdir()
    source = folder / "kernels.py"
    source.write_text(text)
    command = [harness.binary(), "transpile", source, "-o", folder, "--no-runtime"]
    subprocess.run(command, check=True)
    return folder / "kernels.json"


def abi_diff(*arguments: Path | str) -> subprocess.CompletedProcess[str]:
    command = [harness.binary(), "abi-diff", *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def test_what_is_told_of_two_versions(tmp_path: Path) -> None:
    old = manifest(tmp_path / "old", OLD)
    same = abi_diff(
        old, manifest(tmp_path / "same", OLD.replace("    i = ", "    # where\n    i = "))
    )
    assert (same.returncode, same.stdout) == (0, "no changes\n")

    more = OLD.replace(
        '"void(float32[:], float32)"', '["void(float32[:], float32)", "void(float64[:], float64)"]'
    )
    added = abi_diff(
        old, manifest(tmp_path / "more", more.replace("factor\n", "by\n").replace("factor)", "by)"))
    )
    assert added.returncode == 0
    assert added.stdout.splitlines() == [
        "compatible    kernel `scale`: `kernels_scale__a1f4a_f4`: `factor` is called `by`",
        "addition      kernel `scale`: `kernels_scale__a1f8a_f8` is new: void(float64[:], float64)",
        "2 changes, 0 incompatible",
    ]

    other = manifest(tmp_path / "other", OLD.replace("float32)", "float64)"))
    broken = abi_diff(old, other)
    assert broken.returncode == 1
    assert broken.stdout.splitlines()[-1] == "3 changes, 2 incompatible"
    told = json.loads(abi_diff(old, other, "--json").stdout)
    assert [one["kind"] for one in told] == ["incompatible", "addition", "incompatible"]
    assert all(one["of"] == "kernel `scale`" for one in told)


def test_two_folders(tmp_path: Path) -> None:
    """The manifests of one name, and those that come and go; what else lies there is no matter."""
    old, now = tmp_path / "old", tmp_path / "now"
    manifest(old, OLD)
    manifest(now, OLD.replace("float32)", "float64)"))
    manifest(old / "inner", OLD)
    manifest(old / "gone", OLD)
    manifest(now / "inner", OLD)
    (now / "kernels.build.json").write_text("{}")
    done = abi_diff(old, now)
    assert done.returncode == 1
    assert [line.split(": ")[0] for line in done.stdout.splitlines()] == [
        "incompatible  module `kernels`",
        "incompatible  kernel `scale` of kernels",
        "addition      kernel `scale` of kernels",
        "incompatible  kernel `scale` of kernels",
        "4 changes, 3 incompatible",
    ]
    same = abi_diff(now / "inner", f"{old}/inner/")
    assert (same.returncode, same.stdout) == (0, "no changes\n")

    (tmp_path / "empty").mkdir()
    for paths, text in [
        ((old, tmp_path / "empty"), f"there is no manifest in `{tmp_path}/empty`"),
        ((old, now / "kernels.json"), "two manifests or two folders of them"),
    ]:
        done = abi_diff(*paths)
        assert (done.returncode, done.stdout) == (2, "") and text in done.stderr


def test_what_is_no_manifest(tmp_path: Path) -> None:
    old = manifest(tmp_path / "old", OLD)
    (tmp_path / "x.json").write_text("[1, 2")
    for path in (tmp_path / "absent.json", tmp_path / "x.json"):
        done = abi_diff(old, path)
        assert done.returncode == 2
        assert f"`{path}` is no manifest: " in done.stderr
    assert abi_diff(old).returncode == 2
