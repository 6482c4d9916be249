"""pycu refuses what CPython's compile() refuses, and has no 01xx for what it takes.

PYCU_MUTANTS sets how many mutants are tried and PYCU_SEED their seed.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from ast_compare_test import compiled  # noqa: E402
from ast_text import ask  # noqa: E402
from mutants import LINES, mutants  # noqa: E402

ROOT = Path(__file__).parents[2]
COUNT = int(os.environ.get("PYCU_MUTANTS", "3000"))
BATCH = 50
SEED = int(os.environ.get("PYCU_SEED", "1"))
PYCU = os.environ.get("PYCU_BINARY", str(ROOT / "build/bin/pycu"))


def head_and_programs() -> tuple[str, list[str]]:
    """The kernels of the oracle, decorated, and what stands above each."""
    out = []
    for path in sorted((ROOT / "testdata/oracle/oracle/programs").glob("*.txt")):
        program: list[str] = []
        for line in [*path.read_text().splitlines(), "#:"]:
            if line.startswith("#:") and program:
                out.append("@cuda.jit\n" + "\n".join(program) + "\n")
                program = []
            elif not line.startswith("#:"):
                program.append(line)
    return "import math\nfrom numba import cuda\n\n\n", out


def kernels() -> list[str]:
    """Texts with a kernel each: the programs of the oracle, the examples, and more of Python."""
    head, programs = head_and_programs()
    out = [head + program for program in programs]
    texts = [path.read_text() for path in sorted((ROOT / "testdata/examples").glob("*.py"))]
    texts += [path.read_text() for path in sorted((ROOT / "testdata/syntax").glob("*.py"))] * 12
    return [text for text in out + texts if compiled(text.encode(), "kernel")]


def disagreements(texts: list[str]) -> list[str]:
    """Texts that CPython refuses and we have no problem with, or the other way round."""
    named = [(str(i), text.encode()) for i, text in enumerate(texts)]
    out = []
    for (name, data), (_, problems, _) in zip(named, ask(named, "--problems"), strict=True):
        rules = [problem for problem in problems if problem.startswith("PYCU01")]
        takes = compiled(data, name)
        if takes and rules:
            out.append(f"CPython takes it, pycu says {rules[0]}:\n{data.decode()}")
        elif not takes and not problems:
            out.append(f"pycu takes it:\n{data.decode()}")
    return out


def checked(texts: list[str], folder: Path) -> list[list[str]]:
    """The codes of the errors that `pycu check` has for each text."""
    codes: dict[str, list[str]] = {}
    for i, text in enumerate(texts):
        # who launches a kernel is looked for in its whole project, which the folder is
        project = folder / str(i // BATCH)
        project.mkdir(exist_ok=True)
        (project / f"m{i}.py").write_bytes(text.encode())
        codes[f"m{i}.py"] = []
    names = list(codes)
    command = [PYCU, "check", "--diagnostic-format", "json", "--error-limit", "0"]
    for at in range(0, len(names), BATCH):
        ran = subprocess.run(
            [*command, *names[at : at + BATCH]],
            cwd=folder / str(at // BATCH),
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode in (0, 1), ran.stderr[-2000:]
        for line in ran.stderr.splitlines():
            found = json.loads(line) if line.startswith("{") else {}
            if found.get("severity") == "error" and found.get("file") in codes:
                codes[found["file"]].append(found["code"])
    return [codes[name] for name in names]


def in_host_code(text: str) -> bool:
    """Whether CPython's error is in a statement that did not begin as a part of the kernel.

    A line below the kernel without a blank line between may have left it by accident.
    """
    try:
        compile(text, "kernel", "exec", dont_inherit=True)
    except SyntaxError as error:
        lines = text.split("\n")
        found = min((error.lineno or 1) - 1, len(lines) - 1)
        at = found
        while at > 0 and re.match(r"[ \t]|(else|elif|except|finally)\b", lines[at]):
            at -= 1
        kernel = lines[at].startswith("@") or lines[at - 1].startswith("@")
        return not kernel and (at < found or not re.match(r"[ \t]+\S", lines[at - 1]))
    return False


def test_check_takes_no_kernel_that_cpython_refuses(tmp_path: Path) -> None:
    # The kernels have no signature, which is an error of its own: only these codes count.
    refused = re.compile("PYCU01|PYCU0399|PYCU0213")
    head, programs = head_and_programs()
    decorator = "@cuda.jit\n"
    alone = [
        program.removeprefix(decorator)
        for program in programs
        if program.startswith(decorator + "def ") and program.count("\ndef ") == 1
    ]
    texts = [head + decorator + text for _, text in mutants(alone, COUNT, SEED + 1)]
    wrong = []
    for text, codes in zip(texts, checked(texts, tmp_path), strict=True):
        rules = [code for code in codes if code.startswith("PYCU01")]
        takes = compiled(text.encode(), "kernel")
        if takes and rules:
            wrong.append(f"CPython takes it, pycu says {rules[0]}:\n{text}")
        elif not takes and not any(map(refused.match, codes)) and not in_host_code(text):
            wrong.append(f"pycu takes it, but for {codes}:\n{text}")
    assert not wrong, f"{len(wrong)} of {len(texts)}\n" + "\n----\n".join(wrong[:10])


@pytest.fixture(scope="module")
def tried() -> list[tuple[str, str]]:
    return mutants(kernels(), COUNT, SEED)


def test_kernels_are_taken() -> None:
    assert not disagreements(kernels())


def test_mutants_are_judged_as_cpython_judges_them(tried: list[tuple[str, str]]) -> None:
    wrong = disagreements([text for _, text in tried])
    assert not wrong, f"{len(wrong)} of {len(tried)}\n" + "\n----\n".join(wrong[:10])


def test_mutants_are_of_both_kinds(tried: list[tuple[str, str]]) -> None:
    sound = sum(compiled(text.encode(), name) for name, text in tried)
    assert len(tried) >= 2000
    assert sound >= 300
    assert len(tried) - sound >= 300


FRAMES = [
    "{}\n",
    "def f(a, b):\n{}\n",
    "for i in x:\n{}\n",
    "class C:\n    def f(self):\n{}\n",
    "async def f():\n{}\n",
]


@pytest.mark.parametrize("frame", FRAMES)
def test_statements_in_every_place(frame: str) -> None:
    blanks = "" if frame == "{}\n" else "        " if "class" in frame else "    "
    texts = []
    for lines in LINES:
        body = "\n".join(blanks + line for line in lines.split("\n"))
        texts.append(frame.format(body))
        texts.append(frame.format(body + "\n" + blanks + "    pass"))
        texts.append(frame.format(blanks + "x = y\n" + body + "\n" + blanks + "x = y"))
    wrong = disagreements(texts)
    assert not wrong, f"{len(wrong)}\n" + "\n----\n".join(wrong[:10])
