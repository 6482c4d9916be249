"""The table of options: what is made of it, and what is said of words that it does not have."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import harness
import pytest
from harness import REPOSITORY
from pycu import __main__ as package

KERNEL = """from numba import cuda


@cuda.jit("void(float32[:])")
def increment(a):
    a[0] += 1
"""
UNTYPED = KERNEL.replace('("void(float32[:])")', "")


def pycu(*arguments: object, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    command = [str(harness.binary().absolute()), *map(str, arguments)]
    kept = {name: text for name, text in os.environ.items() if "COLOR" not in name}
    return subprocess.run(command, cwd=cwd, env={**kept, **more}, capture_output=True, text=True)


def printed(form: str) -> str:
    done = pycu("completions", form, cwd=REPOSITORY)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def options_of(command: str) -> set[str]:
    """The options that --help shows."""
    done = pycu(command, "--help", cwd=REPOSITORY)
    found = re.findall(r"^  (-[^ ]+)", done.stdout, re.MULTILINE)
    return {name for names in found for name in names.split(",")} - {"-h"}


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "k.py").write_text(KERNEL)
    return tmp_path


# ---- What is near.


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("chek k.py", "no command is called `chek`; there is `check`"),
        ("frobnicate", "no command is called `frobnicate`\n"),
        ("k.py", "`k.py` is no command: `pycu check k.py`?"),
        ("--verison", "no option is called `--verison`; there is `--version`"),
        ("--target cpu", "`--target` stands behind a command: `pycu build --target`"),
        (
            "transpile k.py --otput d",
            "no option of transpile is called `--otput`; there is `--output` or `-o`",
        ),
        ("transpile k.py -o d -MG", "no option of transpile is called `-MG`; there is `-MD`"),
        ("check k.py --tagret cpu", "called `--tagret`; there is `--target`, of build, run"),
        ("check k.py --target cpu", "`--target` is an option of build, run, and not of check"),
        ("check k.py -MD", "`-MD` is an option of transpile, build, and not of check"),
        ("build k.py -o d --target gpu", "--target is `gpu`, and is one of cpu, cuda\n"),
        (
            "check k.py --color=alway",
            "--color is `alway`, and is one of auto, always, never; `always` is the nearest",
        ),
        ("build k.py -o d -j two", "--jobs is `two`, which is no number"),
        ("transpile k.py -o", "--output needs DIR"),
        ("build k.py -o d -Xnvcc", "-Xnvcc needs ARG"),
        ("check", "check needs a source: `pycu check kernels.py`"),
        ("check k.py -Wno-no-kernel", "there is `no-kernels`"),
        ("check k.py -q -v", "-q and -v are given"),
        ("inspect k.py --after rows_", "--after names `rows_`"),
        ("completions bsh", "is `bsh`, and is one of bash, zsh, fish, man, markdown"),
    ],
)
def test_wrong_words_are_answered(work: Path, arguments: str, said: str) -> None:
    done = pycu(*arguments.split(), cwd=work)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_without_words_there_is_a_short_help(work: Path) -> None:
    done = pycu(cwd=work)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: pycu COMMAND")
    assert "pycu check " in done.stderr


def test_the_version_has_a_letter(work: Path) -> None:
    assert pycu("-V", cwd=work).stdout == pycu("--version", cwd=work).stdout != ""


def test_quiet_tells_of_errors_alone(work: Path) -> None:
    (work / "main.py").write_text("print(1)\n")
    assert "warning" in pycu("check", "main.py", cwd=work).stderr
    done = pycu("check", "main.py", "-q", cwd=work)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    (work / "u.py").write_text(UNTYPED)
    done = pycu("check", "main.py", "u.py", "--quiet", cwd=work)
    assert done.returncode == 1
    assert "error" in done.stderr and "warning" not in done.stderr
    assert done.stderr.endswith("\n1 error\n")
    done = pycu("build", "k.py", "-o", "out", "--target", "cpu", "-q", cwd=work)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (work / "out/libk.so").exists()


@pytest.mark.parametrize(
    ("environment", "option", "is_coloured"),
    [
        ({}, "auto", False),
        ({"FORCE_COLOR": "1"}, "auto", True),
        ({"FORCE_COLOR": ""}, "auto", False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, "auto", False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, "auto", True),
        ({"FORCE_COLOR": "1"}, "never", False),
        ({"NO_COLOR": "1"}, "always", True),
    ],
)
def test_who_says_that_there_are_colours(
    work: Path, environment: dict[str, str], option: str, is_coloured: bool
) -> None:
    (work / "u.py").write_text(UNTYPED)
    said = pycu("check", "u.py", "--color", option, cwd=work, **environment).stderr
    assert ("\x1b[" in said) == is_coloured


# ---- What is made of the table.


def test_the_documents_list_options_and_variables() -> None:
    options, found, variables = printed("markdown").partition("| variable |")
    for name, text in (("options", options), ("environment", found + variables)):
        page = (REPOSITORY / f"docs/reference/{name}.md").read_text()
        assert text.strip() in page, "`pycu completions markdown` prints what belongs there"


def test_python_reads_the_options_of_run() -> None:
    own = {name for action in package._parser()._actions for name in action.option_strings}
    offered = complete("pycu", "run", "-")
    assert set(offered) == own - {"-h"}


def complete(*words: str, cwd: Path = REPOSITORY) -> list[str]:
    """What bash offers for the last word."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash was not found in PATH")
    script = (
        'shopt -s extglob\nsource /dev/stdin\nshift 0\nCOMP_WORDS=("$@")\n'
        "COMP_CWORD=$(($# - 1))\ncompopt() { :; }\n"
        "complete -p pycu >&2 || exit 1\n"
        '_pycu\nprintf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        [bash, "--norc", "-c", script, "bash", *words],
        input=printed("bash"),
        cwd=cwd,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == "complete -F _pycu pycu\n"
    return done.stdout.split("\n")[:-1] if done.stdout != "\n" else []


@pytest.mark.parametrize("command", ["transpile", "build", "check", "inspect", "config"])
def test_bash_offers_what_help_shows(command: str) -> None:
    offered = complete("pycu", command, "-")
    plain = {word for word in offered if not word.startswith(("-Werror=", "-Wno-"))}
    assert plain == options_of(command) - {"-Wno-NAME"}
    assert "-Wno-filled-in" in offered and "-Werror=filled-in" in offered


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("pycu ch", ["check"]),
        ("pycu --v", ["--version"]),
        ("pycu build --tar", ["--target"]),
        ("pycu build --target c", ["cpu", "cuda"]),
        ("pycu build --target = cu", ["cuda"]),
        ("pycu check --color n", ["never"]),
        ("pycu check -Werror = filled", ["filled-in"]),
        ("pycu check --module x", []),
        ("pycu completions z", ["zsh"]),
        ("pycu check k", ["k.py"]),
        ("pycu check --config k", ["k.py", "k.txt"]),
        ("pycu transpile k.py -o su", ["sub"]),
        ("pycu check ", ["sub", "a.ipynb", "k.py", "two words.py"]),
    ],
)
def test_bash_completes(work: Path, words: str, offered: list[str]) -> None:
    (work / "sub").mkdir()
    for name in ("k.txt", "a.ipynb", "two words.py"):
        (work / name).touch()
    assert sorted(complete(*words.split(" "), cwd=work)) == sorted(offered)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_shells_understand_their_completions(shell: str, tmp_path: Path) -> None:
    path = harness.need_extra(shell)
    script = tmp_path / "completions"
    script.write_text(printed(shell))
    done = subprocess.run([path, "-n", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_all_options_are_offered_in_other_shells(shell: str) -> None:
    text = printed(shell)
    for command in ("transpile", "build", "check", "inspect", "config"):
        if shell == "zsh":
            part = text.split(f"        {command})\n")[1].split(";;")[0]
            offered = set(re.findall(r"'\*?(-[\w-]+)\[", part))
        else:
            lines = [one for one in text.splitlines() if f"from {command}'" in one]
            spelled = re.findall(
                r" -([lso]) ([\w-]+)", "\n".join(x.split(" -d ")[0] for x in lines)
            )
            offered = {("--" if kind == "l" else "-") + name for kind, name in spelled}
        wanted = options_of(command) - {"-Wno-NAME", "--help"}
        assert wanted <= offered, wanted - offered


def test_the_manual_page_has_every_option() -> None:
    page = printed("man")
    plain = page.replace("\\-", "-")
    for command in ("transpile", "build", "check", "inspect", "config"):
        for name in options_of(command) - {"--help"}:
            assert re.search(rf"^\\fB(?:.*, )?{name}\b", plain, re.MULTILINE), name
    for name in ("NO_COLOR, FORCE_COLOR", "PYCU_WORKERS", "CUDA_HOME"):
        assert f"\n\\fB{name}\\fR\n" in plain
    if shutil.which("groff") is None:
        pytest.skip("groff was not found in PATH: the page was not set")
    done = subprocess.run(
        ["groff", "-man", "-Tascii", "-ww"], input=page, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "OPTIONS OF build" in re.sub(r"\x1b\[\d*m|.\x08", "", done.stdout)
