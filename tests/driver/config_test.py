"""Options in pyproject.toml and pycu.toml: what holds, and what is said of what does not."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import harness
import pytest

try:
    import tomllib
except ImportError:  # before Python 3.11
    tomllib = None  # type: ignore[assignment]

UNTYPED = """from numba import cuda


@cuda.jit
def step(a):
    a[0] = N
"""
SIGNATURES = '[tool.pycu.signatures]\n"{}" = "void(float32[::1])"\n'
TYPED = UNTYPED.replace("@cuda.jit", '@cuda.jit("void(float32[:])")').replace("N", "1")


def pycu(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [str(harness.binary().absolute()), *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True)


def put(folder: Path, **files: str) -> None:
    """Files by their paths, with `__` for a slash and `_py` or `_toml` at the end."""
    for name, text in files.items():
        path = folder / re.sub(r"_(py|toml)$", r".\1", name.replace("__", "/"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def said(*arguments: object, cwd: Path) -> dict[str, tuple[str, str]]:
    """What `pycu config` prints: values and where they come from, by key."""
    done = pycu("config", *arguments, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    found = re.findall(r"^([\w-]+) = (.*)  # (.*)$", done.stdout, re.MULTILINE)
    return {key: (value, origin) for key, value, origin in found}


def test_a_setting_holds_as_the_option_does(tmp_path: Path) -> None:
    put(tmp_path, k_py=UNTYPED)
    asked = pycu("check", "k.py", cwd=tmp_path)
    assert asked.returncode == 1
    options = ["--const", "N=3", "--default-dtype", "float32", "-Werror"]
    by_line = pycu("check", "k.py", *options, cwd=tmp_path)
    put(
        tmp_path,
        pyproject_toml="[tool.pycu]\nconstants = {N = 3}\n"
        "default-dtype = 'float32'\nwerror = true\n",
    )
    by_file = pycu("check", "k.py", cwd=tmp_path)
    assert (by_file.returncode, by_file.stderr) == (by_line.returncode, by_line.stderr)
    assert "error[PYCU0248]" in by_file.stderr
    # and nothing does with --no-config
    assert pycu("check", "k.py", "--no-config", cwd=tmp_path).stderr == asked.stderr


def kernel(cwd: Path, *arguments: object) -> str:
    done = pycu("transpile", *arguments, "-o", "-", cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_line_comes_before_the_file(tmp_path: Path) -> None:
    put(
        tmp_path,
        k_py=UNTYPED,
        pycu_toml="const = {N = 3}\ndefault-dtype = 'float32'\nwno = ['filled-in']\n",
    )
    assert "float" in kernel(tmp_path, "k.py") and "= 3" in kernel(tmp_path, "k.py")
    text = kernel(tmp_path, "k.py", "--default-dtype", "int16", "--const", "N=4")
    assert "int16_t" in text and "= 4" in text and "= 3" not in text
    # constants that only the file has are there still, and those of other sources are no matter
    put(tmp_path, k_py="M = 1  # L\n" + UNTYPED.replace("= N", "= N * M"))
    settings = "default-dtype = 'int16'\nwno = ['filled-in']\n"
    put(tmp_path, pycu_toml="const = ['N=3', 'M = 5', 'L = 6', 'K = 7']\n" + settings)
    text = kernel(tmp_path, "k.py", "--const", "N=4")
    assert "M = 5" in text and "N = 4" in text
    # and those of x.sigs.toml come before the file
    put(tmp_path, k_py=UNTYPED)
    (tmp_path / "k.sigs.toml").write_text("[constants]\nN = 77\n")
    assert "77" in kernel(tmp_path, "k.py")


def test_files_have_settings_of_their_own(tmp_path: Path) -> None:
    put(
        tmp_path,
        a__k_py=UNTYPED,
        a__b__l_py=UNTYPED,
        m_py=UNTYPED,
        pyproject_toml="""[tool.pycu]
default-dtype = "float64"
const = {N = 1}

[tool.pycu.per-file."a/*.py"]
default-dtype = "float32"

[tool.pycu.per-file."*.py"]
const = {N = 2}

[tool.pycu.per-file."/a/b/"]
default-dtype = "int8"
""",
    )
    for command in (["check", "."], ["check", ".", "-j", "1"], ["transpile", ".", "-o", "out"]):
        done = pycu(*command, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        typed = dict(
            re.findall(r"^(.*\.py):.*compiled for `void\((\w+)\[", done.stderr, re.MULTILINE)
        )
        assert typed == {"a/k.py": "float32", "a/b/l.py": "int8", "m.py": "float64"}
    assert said("a/b/l.py", cwd=tmp_path)["default-dtype"] == ('"int8"', "pyproject.toml:12")
    assert said("m.py", cwd=tmp_path)["const"] == (
        '["N=1", "N=2"]',
        "pyproject.toml:3, pyproject.toml:9",
    )
    assert said("k.py", cwd=tmp_path / "a")["default-dtype"] == ('"float32"', "../pyproject.toml:6")


def test_each_project_has_its_own(tmp_path: Path) -> None:
    for name, dtype in (("one", "float32"), ("two", "int8"), ("none", "")):
        put(tmp_path / name, k_py=UNTYPED.replace("N", "1"))
        if dtype:
            put(tmp_path / name, pycu_toml=f"default-dtype = '{dtype}'\n")
    sources = [f"{name}/k.py" for name in ("one", "two", "none")]
    done = pycu("check", *sources, "-j", 2, cwd=tmp_path)
    assert "one/k.py:5:5: warning[PYCU0248]: `step` is compiled for `void(float32[" in done.stderr
    assert "two/k.py:5:5: warning[PYCU0248]: `step` is compiled for `void(int8[" in done.stderr
    assert re.search(r"none/k.py:5:\d+: error", done.stderr)


def test_the_nearest_file_is_read(tmp_path: Path) -> None:
    put(tmp_path, pycu_toml="default-int = 'int8'\n", a__k_py=TYPED, a__b__k_py=TYPED)
    put(tmp_path, a__pyproject_toml="[project]\nname = 'a'\n")
    origin = "../../pycu.toml:1"
    assert said("k.py", cwd=tmp_path / "a/b")["default-int"] == ('"int8"', origin)
    put(tmp_path, a__pyproject_toml="[tool.pycu]\ndefault-int = 'int16'\n")
    assert said("a/b/k.py", cwd=tmp_path)["default-int"] == ('"int16"', "a/pyproject.toml:2")
    put(tmp_path, a__pycu_toml="default-int = 'int32'\n")
    assert said("a/b", cwd=tmp_path)["default-int"] == ('"int32"', "a/pycu.toml:1")
    assert said(cwd=tmp_path)["default-int"] == ('"int8"', "pycu.toml:1")
    options = ["--config", "a/pyproject.toml"]
    assert said(*options, cwd=tmp_path)["default-int"] == ('"int16"', "a/pyproject.toml:2")
    assert said("--no-config", cwd=tmp_path)["default-int"] == ('""', "default")
    assert said("--default-int", "int64", cwd=tmp_path)["default-int"] == (
        '"int64"',
        "command line",
    )


def test_a_pycu_toml_has_signatures_and_launches(tmp_path: Path) -> None:
    put(
        tmp_path,
        k_py=UNTYPED.replace("N", "1"),
        pycu_toml="[signatures]\nk.step = 'void(int8[:])'\n",
    )
    assert "int8_t" in kernel(tmp_path, "k.py")
    launch = "import numpy as np\nimport k\nk.step[1, 1](np.zeros(3, np.uint16))\n"
    put(tmp_path, apart__main_py=launch, pycu_toml="launches = ['apart/main.py']\n")
    put(tmp_path, k_py=UNTYPED.replace("N", "1"))
    assert "uint16_t" in kernel(tmp_path, "k.py")
    put(tmp_path, pycu_toml="launches = ['absent.py']\n")
    assert "pycu.toml:1:13: error[PYCU0247]" in pycu("check", "k.py", cwd=tmp_path).stderr


def test_settings_of_a_build(tmp_path: Path) -> None:
    """Paths begin at the folder of the file; what is said of CUDA is no matter on the CPU."""
    put(
        tmp_path,
        src__k_py=TYPED,
        pyproject_toml="[tool.pycu]\noutput = 'made'\ntarget = 'cpu'\narch = ['sm_80']\n"
        "xcxx = ['-O0', '-DX=\"a b\"']\nnvcc = 'absent'\nexclude = ['old.py', '/src/older/']\n",
    )
    put(tmp_path, src__old_py=TYPED, src__older__m_py=TYPED, other__older__k2_py=TYPED)
    done = pycu("build", ".", "-v", cwd=tmp_path / "src")
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "made").glob("*.so")) == ["libk.so"]
    assert '-DX="a b"' in done.stderr.replace("'", "").replace("\\", "")
    done = pycu("transpile", "src", "other", "--exclude", "!old.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert {path.stem for path in (tmp_path / "made").glob("*.cu")} == {"k", "old", "k2"}


def test_a_target_of_the_line_beats_the_other_ones_settings(tmp_path: Path) -> None:
    put(
        tmp_path,
        k_py=TYPED,
        pycu_toml="target = 'cuda'\narch = ['sm_80', 'sm_90']\nmarch = 'x86-64'\n",
    )
    options = ["-o", "out", "--target", "cpu", "-Xcxx", "-O0"]
    done = pycu("build", "k.py", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert said("--arch", "sm_100", cwd=tmp_path)["arch"] == ('["sm_100"]', "command line")
    assert said(cwd=tmp_path)["arch"] == ('["sm_80", "sm_90"]', "pycu.toml:2")


def test_what_is_printed_is_toml(tmp_path: Path) -> None:
    if tomllib is None:
        pytest.skip("this Python has no tomllib")
    put(tmp_path, k_py=TYPED, pycu_toml="const = {S = '\"a\\\\n\"'}\njobs = 3\nquiet = true\n")
    printed = tomllib.loads(pycu("config", "k.py", cwd=tmp_path).stdout)
    assert printed["const"] == ['S="a\\\\n"']
    assert (printed["jobs"], printed["quiet"], printed["float-literals"]) == (3, True, "64")
    assert printed["error-limit"] == 20
    # and may be a file of configuration, but for what is not set
    kept = [
        line for line in pycu("config", cwd=tmp_path).stdout.splitlines() if ' = ""' not in line
    ]
    (tmp_path / "pycu.toml").write_text("\n".join(kept).replace("quiet = true", "quiet = false"))
    assert pycu("check", "k.py", cwd=tmp_path).stderr == ""


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("dafault-dtype = 'f4'", "1:1", ["`dafault-dtype` is nothing", "there is `default-dtype`"]),
        ("[signature]\nk = 'void()'", "1:2", ["`signature` is nothing", "there is `signatures`"]),
        ("zzz = 1", "1:1", ["`zzz` is nothing", "there are arch, cache,"]),
        ("sig = 1", "1:1", ["`sig` is nothing", "signatures stand below `[signatures]`"]),
        ("default-dtype = 'float23'", "1:17", ["--default-dtype is `float23`, which is no type"]),
        ("default-dtype = 3", "1:17", ["`default-dtype` takes a text"]),
        ("docstrings = 'yes'", "1:14", ["`docstrings` takes true or false"]),
        (
            "color = 'nevr'",
            "1:9",
            ["`color` is `nevr`, and is one of auto", "`never` is the nearest"],
        ),
        ("jobs = -1", "1:8", ["`jobs` takes a number"]),
        ("arch = ['sm_80', 'compute_90']", "1:18", ["--arch names `compute_90`"]),
        ("arch = ['sm_80', 3]", "1:18", ["`arch` takes a list of texts"]),
        ("werror = ['no-kernel']", "1:11", ["no warning is called `no-kernel`", "`no-kernels`"]),
        ("werror = 3", "1:10", ["`werror` takes true, or a list"]),
        ("const = ['N']", "1:10", ["`const` takes a table of names"]),
        ("constants = {N = [1]}", "1:18", ["`N` is no number and no text of Python"]),
        ("per-file = 3", "1:12", ["`per-file` takes a table"]),
        ("[per-file.'*.py']\ntarget = 'cpu'", "2:1", ["`target` holds for a whole run", "above"]),
        ("[per-file.'*.py']\nconts = {}", "2:1", ["`conts` is nothing", "there is `const`"]),
        ("check = true", "1:1", ["`check` is nothing"]),
        ("jobs = = 3", "1:8", ["error[PYCU0210]: no TOML"]),
    ],
)
@pytest.mark.parametrize("name", ["pycu.toml", "pyproject.toml"])
def test_wrong_settings_are_told_with_their_place(
    tmp_path: Path, name: str, text: str, place: str, message: Sequence[str]
) -> None:
    put(tmp_path, k_py=TYPED)
    line, column = map(int, place.split(":"))
    if name == "pyproject.toml":
        text = text.replace("[", "[tool.pycu.", 1) if text.startswith("[") else text
        column += len("tool.pycu.") if text.startswith("[") and line == 1 else 0
        text, line = f"[tool.pycu]\n{text}", line + 1
    (tmp_path / name).write_text(text + "\n")
    for command in (["check", "k.py"], ["config", "k.py"]):
        done = pycu(*command, cwd=tmp_path)
        assert done.returncode == 2
        assert done.stderr.startswith(f"{name}:{line}:{column}: error["), done.stderr
        for part in message:
            assert part in done.stderr
        assert done.stderr.endswith("\n1 error\n")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    put(tmp_path, k_py=TYPED)
    for command in ("check", "config"):
        done = pycu(command, "k.py", "--config", "absent.toml", cwd=tmp_path)
        assert done.returncode == 2
        assert "error[PYCU0006]: --config is `absent.toml`: " in done.stderr
        assert done.stdout == ""


def test_a_source_that_is_not_there(tmp_path: Path) -> None:
    put(tmp_path, k_py=TYPED)
    done = pycu("config", "h.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "error[PYCU0001]: cannot read `h.py`: No such file" in done.stderr


def test_configuration_has_the_form_of_messages(tmp_path: Path) -> None:
    put(tmp_path, k_py=TYPED, pycu_toml="arhc = []\n")
    done = pycu("check", "k.py", "--diagnostic-format", "json", cwd=tmp_path)
    (line,) = map(json.loads, done.stderr.splitlines())
    assert (line["file"], line["line"], line["column"]) == ("pycu.toml", 1, 1)


def test_the_depfile_has_it(tmp_path: Path) -> None:
    put(tmp_path, k_py=TYPED, pycu_toml="docstrings = true\n")
    done = pycu("transpile", "k.py", "-o", "out", "-MF", "x.d", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "pycu.toml" in (tmp_path / "x.d").read_text().split()


def test_a_signature_names_its_module(tmp_path: Path) -> None:
    put(tmp_path, k_py=UNTYPED.replace("N", "1"), pyproject_toml=SIGNATURES.format("k.step"))
    assert pycu("check", "k.py", cwd=tmp_path).returncode == 0
    put(tmp_path, pyproject_toml=SIGNATURES.format("step"))
    done = pycu("check", "k.py", cwd=tmp_path)
    assert done.returncode == 2
    assert re.search(r"pyproject.toml:2:\d: error\[PYCU0240\]: `step` is nothing", done.stderr)
    assert """a name begins with its module's: `"k.step"`""" in done.stderr
    put(tmp_path, pyproject_toml=SIGNATURES.format("other.step"))  # for another file
    assert "PYCU0240" not in pycu("check", "k.py", cwd=tmp_path).stderr
