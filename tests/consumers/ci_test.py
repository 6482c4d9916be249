"""The hooks for pre-commit and the jobs of examples/ci: their commands are run as they stand."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import harness
import pytest
import yaml
from documents import page
from harness import REPOSITORY
from published_schemas import published

KERNELS = """from numba import cuda


@cuda.jit("void(float32[:])")
def twice(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2
"""


def read(path: str) -> Any:
    return yaml.safe_load((REPOSITORY / path).read_text())


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "twice.py").write_text(KERNELS)
    return tmp_path


def sh(command: str, folder: Path, code: int = 0) -> str:
    path = os.pathsep.join([str(harness.binary().parent), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", "-ec", command], cwd=folder, env={**os.environ, "PATH": path}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == code, done.stdout
    return done.stdout


@pytest.mark.parametrize(
    ("path", "schema"),
    [
        ("examples/ci/github.yml", "github-workflow.json"),
        ("examples/ci/gitlab.yml", "schema/ci.json"),
    ],
)
def test_the_jobs_have_the_form_of_their_services(path: str, schema: str) -> None:
    # YAML 1.1 takes the key `on` for true
    document = {{True: "on"}.get(key, key): value for key, value in read(path).items()}
    published(schema).validate(document)
    document["jobs" if "jobs" in document else "stages"] = 1
    assert not published(schema).is_valid(document)


def commands(path: str) -> list[str]:
    """The commands of pycu in a job."""
    document = read(path)
    steps = (
        [one.get("run", "") for one in document["jobs"]["kernels"]["steps"]]
        if "jobs" in document
        else document["kernels"]["script"]
    )
    return [one for one in steps if one.startswith("pycu ")]


@pytest.mark.parametrize("path", ["examples/ci/github.yml", "examples/ci/gitlab.yml"])
def test_the_commands_of_a_job(path: str, work: Path) -> None:
    sh("pycu transpile kernels -o generated --no-runtime", work)  # by hand, then committed
    for command in commands(path):
        sh(command, work)
    assert (work / "built" / "libtwice.so").exists()
    # and each job fails where a kernel is wrong, and where a text is old
    source = work / "kernels" / "twice.py"
    source.write_text(KERNELS.replace("x[i]", "x[j]"))
    sh(commands(path)[0], work, code=1)
    source.write_text(KERNELS.replace("*= 2", "*= 3"))
    assert "stale" in sh(commands(path)[1], work, code=1)


def test_the_reports(work: Path) -> None:
    (work / "kernels" / "twice.py").write_text(KERNELS.replace("x[i]", "x[j]"))
    for command in commands("examples/ci/github.yml") + commands("examples/ci/gitlab.yml"):
        if "2>" in command:
            sh(command, work, code=1)
    [result] = json.loads((work / "pycu.sarif").read_text())["runs"][0]["results"]
    [quality] = json.loads((work / "quality.json").read_text())
    assert result["ruleId"] == quality["check_name"] == "PYCU0302"


def test_the_hooks(work: Path) -> None:
    source = work / "kernels" / "twice.py"
    hooks = {one["id"]: one for one in read(".pre-commit-hooks.yaml")}
    assert set(hooks) == set(
        re.findall(r"id: ([\w-]+)", (REPOSITORY / "docs/how-to/ci.md").read_text())
    )
    for hook in hooks.values():
        assert hook["language"] == "python"  # pip installs this repository
        sh(f"{hook['entry']} {shlex.quote(str(source))}", work)
    source.write_text(KERNELS.replace("x.size:", "x.size"))
    sh(f"{hooks['pycu-check']['entry']} {source}", work, code=1)
    sh(f"{hooks['pycu-fix']['entry']} {source}", work)
    assert source.read_text() == KERNELS


def test_the_matcher_of_the_page(work: Path) -> None:
    source = work / "kernels" / "twice.py"
    source.write_text(KERNELS.replace("x[i]", "x[j]"))
    [text] = [text for language, text in page("how-to/editor") if language == "json"]
    [task] = json.loads(text)["tasks"]
    said = sh(task["command"].replace("${file}", str(source)), work, code=1)
    pattern = task["problemMatcher"]["pattern"]
    found = re.match(pattern["regexp"], said.splitlines()[0])
    assert found
    parts = {name: found[at] for name, at in pattern.items() if name != "regexp"}
    assert parts["file"] == str(source)
    assert (parts["line"], parts["severity"], parts["code"]) == ("8", "error", "PYCU0302")
