"""Folders and patterns as sources: what is read, what is left out, and checks side by side."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path

import harness
import pytest
from harness import REPOSITORY

KERNEL = """from numba import cuda


@cuda.jit("void(float32[:])")
def {name}(a):
    a[0] += 1
"""
WRONG = KERNEL.replace("+= 1", "+= nowhere")


def pycu(*arguments: object, cwd: Path, **more: object) -> subprocess.CompletedProcess[str]:
    command = [str(harness.binary().absolute()), *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, **more)  # type: ignore[call-overload]


def put(folder: Path, paths: Iterable[str], text: str = KERNEL) -> None:
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text.replace("{name}", Path(path).stem))


def read_files(folder: Path, *sources: str, options: Iterable[str] = ()) -> list[str]:
    """The sources that a check reads, in their order: all of them have a mistake."""
    done = pycu(
        *("check", "--diagnostic-format", "json", "--error-limit", 0, *options),
        *sources or ["."],
        cwd=folder,
    )
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    return list(dict.fromkeys(line["file"] for line in lines))


def git_files(folder: Path) -> list[str]:
    """What git would add."""
    git = ["git", "-c", "core.excludesFile=/dev/null"]
    subprocess.run([*git, "init", "-q", "."], cwd=folder, check=True)
    listed = [*git, "ls-files", "-z", "--others", "--exclude-standard", "*.py"]
    said = subprocess.run(listed, cwd=folder, check=True, capture_output=True, text=True).stdout
    return sorted((one for one in said.split("\0") if one), key=lambda one: Path(one).parts)


PATHS = (
    "a.py", "b.py", "a_b.py", "x/a.py", "x/b.py", "x/y/a.py", "x/y/z/c.py", "y/a.py", "y/c.py",
    "made/a.py", "made/keep.py", "x/made/d.py", "#h.py", "!n.py", "s p.py", "[q].py", "a1.py",
    "a2.py", "ax.py",
)  # fmt: skip


@pytest.mark.parametrize(
    "lines",
    [
        "a.py",
        "/a.py",
        "x/a.py",
        "x/*.py",
        "x/**",
        "**/a.py",
        "x/**/c.py",
        "**/y",
        "y/",
        "made",
        "/made/",
        "made/*\n!made/keep.py",
        "made/\n!made/keep.py",
        "*.py\n!a.py",
        "*\n!*/\n!c.py",
        "a?.py",
        "a[0-9].py",
        "a[!0-9].py",
        "a[^x1].py",
        "\\#h.py",
        "#h.py",
        "\\!n.py",
        "!n.py",
        "s p.py  ",
        "\\[q\\].py",
        "[q].py",
        "a.py/",
        "x/y",
        "y/a.py\r",
        "x/**/**/c.py",
        "***/c.py",
        "x**y",
        "a*b*.py",
        "",
        "/",
        "[a.py",
        "a.p[y]",
        "x//a.py",
    ],
)
def test_gitignore_is_read_as_git_reads_it(tmp_path: Path, lines: str) -> None:
    if shutil.which("git") is None:
        pytest.skip("git was not found in PATH")
    put(tmp_path, PATHS, WRONG)
    (tmp_path / ".gitignore").write_text(lines + "\n")
    expected = git_files(tmp_path)
    assert read_files(tmp_path) == expected
    # --exclude has the same syntax
    (tmp_path / ".gitignore").unlink()
    options = [f"--exclude={line}" for line in lines.split("\n") if line]
    assert read_files(tmp_path, options=options) == expected


def test_a_gitignore_below_comes_before_those_above(tmp_path: Path) -> None:
    if shutil.which("git") is None:
        pytest.skip("git was not found in PATH")
    put(tmp_path, PATHS, WRONG)
    (tmp_path / ".gitignore").write_text("a.py\n/y/c.py\n")
    (tmp_path / "x/.gitignore").write_text("!a.py\n/b.py\ny/z\n")
    (tmp_path / "x/y/.gitignore").write_text("a.py\n")
    expected = git_files(tmp_path)
    assert read_files(tmp_path) == expected
    inside = [one for one in expected if one.startswith("x/")]
    assert inside == ["x/a.py", "x/made/d.py"]
    # and those above hold for a folder that is named
    assert read_files(tmp_path, "x") == inside
    assert read_files(tmp_path / "x", ".") == ["a.py", "made/d.py"]
    assert read_files(tmp_path, "x", "--exclude", "made/") == ["x/a.py"]
    assert read_files(tmp_path, "y", "--exclude", "!/y/c.py") == ["y/c.py"]


def test_what_is_installed_or_built_is_passed_over(tmp_path: Path) -> None:
    put(tmp_path, ["k.py", "sub/l.py", "n/pyvenv.cfg"], WRONG)
    apart = ["build", "dist", ".venv", "venv", ".tox", "node_modules", "__pycache__", "_build"]
    put(tmp_path, [f"{name}/m.py" for name in (*apart, "n", "sub/site-packages")], WRONG)
    (tmp_path / "link").symlink_to("sub")
    assert read_files(tmp_path) == ["k.py", "sub/l.py"]
    assert read_files(tmp_path, "build", "n/m.py") == ["build/m.py", "n/m.py"]


def test_sources_are_sorted_and_each_is_read_once(tmp_path: Path) -> None:
    put(tmp_path, ["b/z.py", "b/a.py", "a/k.py", "a.py", "B.py", "b.py"], WRONG)
    everything = ["B.py", "a/k.py", "a.py", "b/a.py", "b/z.py", "b.py"]
    assert read_files(tmp_path) == everything
    assert read_files(tmp_path, "b.py", ".", "a") == ["b.py", *everything[:-1]]
    assert read_files(tmp_path, "b/*.py", "a/../a/*.py") == ["b/a.py", "b/z.py", "a/k.py"]
    assert read_files(tmp_path, "**/[az]*.py") == ["a.py", "b/a.py", "b/z.py"]
    assert read_files(tmp_path, "*.py") == ["B.py", "a.py", "b.py"]


def test_files_without_kernels_are_passed_over_in_silence(tmp_path: Path) -> None:
    put(tmp_path, ["k.py", "sub/l.py"])
    put(tmp_path, ["m.py", "sub/k.py", "__init__.py", "sub/__init__.py"], "print 'Python 2'\n")
    (tmp_path / "latin.py").write_bytes("x = 'é'\n".encode("latin-1"))
    (tmp_path / "empty.ipynb").write_text("{}")
    done = pycu("check", ".", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "2 kernels in 2 files\n")
    done = pycu("transpile", ".", "-o", "out", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "2 kernels in 2 files\n")
    assert {path.name for path in (tmp_path / "out").glob("*.cu")} == {"k.cu", "l.cu"}
    # one that is named is asked for
    assert "PYCU0009" in pycu("check", "m.py", cwd=tmp_path).stderr
    # and one that cannot be read and speaks of kernels is told of
    (tmp_path / "latin.py").write_bytes("from numba import cuda  # é\n".encode("latin-1"))
    done = pycu("check", ".", cwd=tmp_path)
    assert done.returncode == 1
    assert "latin.py:1:27: error[PYCU0003]" in done.stderr


def test_modules_of_one_name_are_refused(tmp_path: Path) -> None:
    put(tmp_path, ["a/k.py", "b/k.py"])
    done = pycu("transpile", ".", "-o", "out", cwd=tmp_path)
    assert done.returncode == 1
    assert "error[PYCU0005]: `a/k.py` and `b/k.py` would both write module `k`" in done.stderr
    assert not (tmp_path / "out").exists()
    done = pycu("transpile", ".", "-o", "out", "--exclude", "/b", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_build_takes_a_folder(tmp_path: Path) -> None:
    put(tmp_path, ["src/k.py", "src/more/l.py"])
    done = pycu(
        *("build", "src", "-o", "out", "--target", "cpu", "-Xcxx", "-O0", "--lib", "all"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out/liball.so").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["check", "none"], 1, "cannot read `none`: there is no Python file below it"),
        (["check", "none/*.py"], 1, "cannot read `none/*.py`: no Python file fits the pattern"),
        (["check", "absent"], 1, "cannot read `absent`"),
        (["transpile", "src", "-o", "out", "--list-outputs"], 2, "--list-outputs reads nothing"),
        (["inspect", "src"], 2, "inspect takes one source"),
        (["check", "src", "--module", "m"], 2, "--module names one module"),
    ],
)
def test_what_cannot_be_meant(tmp_path: Path, arguments: list[str], code: int, said: str) -> None:
    put(tmp_path, ["src/k.py", "src/l.py"])
    (tmp_path / "none").mkdir()
    done = pycu(*arguments, cwd=tmp_path)
    assert (done.returncode, said in done.stderr) == (code, True), done.stderr


# ---- Side by side.


def mixed(folder: Path) -> None:
    """Mistakes, warnings, imports that several sources share, a broken pyproject.toml."""
    for i in range(12):
        put(folder, [f"k{i}.py"], (WRONG if i % 3 == 0 else KERNEL).replace("a[", "a  ["))
    put(folder, ["n1.py", "n2.py"], "print(1)\n")
    helper = "@cuda.jit(device=True)\ndef helper(x):\n    return x + nowhere\n"
    put(folder, ["common.py"], "from numba import cuda\n\n\n" + helper)
    for i in range(4):
        put(
            folder,
            [f"u{i}.py"],
            "from common import helper\n" + KERNEL.replace("1\n", "helper(1)\n"),
        )
    put(folder, ["m.py"], KERNEL.replace('("void(float32[:])")', ""))
    put(folder, ["pyproject.toml"], "[tool.pycu]\nlaunches = [3]\n")


@pytest.mark.parametrize(
    "options",
    [[], ["--error-limit", "3"], ["--diagnostic-format=json"], ["-q"], ["-v"], ["--color=always"],
     ["-Werror"], ["--default-dtype=float32", "--performance"]],
    ids=" ".join,
)  # fmt: skip
def test_any_number_of_processes_says_the_same(tmp_path: Path, options: list[str]) -> None:
    mixed(tmp_path)
    one = pycu("check", ".", "-j", 1, *options, cwd=tmp_path)
    assert one.returncode in (1, 2)
    assert one.stderr.count("k0.py") > 0
    for jobs in (2, 8, 100):
        many = pycu("check", ".", "-j", jobs, *options, cwd=tmp_path)
        assert (many.returncode, many.stdout, many.stderr) == (
            one.returncode,
            one.stdout,
            one.stderr,
        )


def test_the_repository_is_told_of_in_one_way() -> None:
    folder = "testdata/errors"
    options = ["--error-limit", 0]
    one, many = (pycu("check", folder, "-j", n, *options, cwd=REPOSITORY) for n in (1, 8))
    assert one.stderr == many.stderr != ""
    assert one.returncode == many.returncode


def test_the_last_line_counts(tmp_path: Path) -> None:
    mixed(tmp_path)
    (tmp_path / "pyproject.toml").unlink()
    done = pycu("check", ".", cwd=tmp_path)
    # four of k, four of u and the one without types
    assert done.stderr.splitlines()[-1] == "17 kernels in 17 files, 9 refused"
    assert "kernels in" not in pycu("check", ".", "-q", cwd=tmp_path).stderr
    assert "kernels in" not in pycu("check", *tmp_path.glob("k*.py"), cwd=tmp_path).stderr


def test_what_sources_share_is_told_once(tmp_path: Path) -> None:
    mixed(tmp_path)
    done = pycu("check", "u0.py", "u1.py", "u2.py", "-j", 3, cwd=tmp_path)
    assert done.stderr.count("common.py:6:16: error") == 1


def test_standard_input_may_be_among_them(tmp_path: Path) -> None:
    put(tmp_path, ["k.py", "l.py"])
    done = pycu(
        "check", "k.py", "-", "l.py", "-j", 3, cwd=tmp_path, input=WRONG.replace("{name}", "n")
    )
    assert done.returncode == 1
    assert "<stdin>:6:13: error" in done.stderr


def test_a_terminal_shows_how_far_it_is(tmp_path: Path) -> None:
    put(tmp_path, [f"k{i}.py" for i in range(3)])
    said, done = harness.on_a_terminal("check", ".", cwd=tmp_path)
    assert done.returncode == 0
    assert "\r\x1b[K[3/3] " in said
    assert said.endswith("\r\x1b[K3 kernels in 3 files\r\n")


def test_ctrl_c_ends_all_of_them(tmp_path: Path) -> None:
    put(tmp_path, ["k.py", "l.py"])
    command = [str(harness.binary().absolute()), "check", "k.py", "-", "-j", "2"]
    pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=tmp_path, text=True, **pipes) as running:  # type: ignore[call-overload]
        time.sleep(0.3)  # it waits for its standard input
        running.send_signal(signal.SIGINT)
        assert running.wait(10) == 130
        assert running.stderr is not None
        assert running.stderr.read() == "pycu: interrupted\n"


# ---- --watch.


class Watching:
    """A pycu that watches, and the lines that it prints."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        command = [str(harness.binary().absolute()), *arguments, "--watch"]
        self.process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)

    def round(self) -> str:
        """What is said up to the end of a round."""
        assert self.process.stderr is not None
        said = ""
        while "watched" not in said.split("\n")[-2:][0]:
            line = self.process.stderr.readline()
            assert line, said
            said += line
        return said

    def end(self) -> None:
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(10) == 130
        assert self.process.stderr is not None
        assert self.process.stderr.read() == "pycu: interrupted\n"


@pytest.mark.parametrize("sources", [["k.py", "l.py"], ["."]])
def test_watch_checks_again_what_has_changed(tmp_path: Path, sources: list[str]) -> None:
    put(tmp_path, ["k.py"], WRONG)
    put(tmp_path, ["l.py"], "from common import N\n" + KERNEL)
    put(tmp_path, ["common.py"], "N = 1\n")
    watching = Watching(tmp_path, "check", *sources)
    assert "error[PYCU0302]" in watching.round()
    put(tmp_path, ["k.py"])
    said = watching.round()
    assert said.startswith("pycu: k.py changed\n") and "pycu: exit code 0, " in said
    put(tmp_path, ["common.py"], "N = 22\n")
    assert watching.round().startswith("pycu: common.py changed\n")
    if sources == ["."]:
        put(tmp_path, ["m.py"], WRONG)
        said = watching.round()
        assert said.startswith("pycu: the list of sources changed\n") and "m.py:6:13" in said
    watching.end()


def test_watch_writes_again(tmp_path: Path) -> None:
    put(tmp_path, ["k.py"])
    watching = Watching(tmp_path, "transpile", "k.py", "-o", "out")
    watching.round()
    before = (tmp_path / "out/k.cu").read_text()
    put(tmp_path, ["k.py"], KERNEL.replace("+= 1", "+= 2"))
    watching.round()
    assert (tmp_path / "out/k.cu").read_text() != before
    put(tmp_path, ["pycu.toml"], "")
    watching.end()
    done = pycu("check", "-", "--watch", cwd=tmp_path, input="")
    assert done.returncode == 2 and "--watch goes with neither `-` nor" in done.stderr
