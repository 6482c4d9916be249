"""Messages for programs: JSON, SARIF, GitHub, GitLab and compilers' lines, and their schemas."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import harness
import jsonschema
import pytest
from harness import REPOSITORY
from published_schemas import published

ERRORS = REPOSITORY / "testdata" / "errors"
CASES = sorted(ERRORS.glob("*.py"))
COMMANDS = ("transpile", "build", "check", "inspect")
SCHEMAS = {
    "json": REPOSITORY / "lib/diag/schema/diagnostic.schema.json",
    "explain": REPOSITORY / "lib/diag/schema/explain.schema.json",
    "types": REPOSITORY / "lib/manifest/schema/types.schema.json",
}
BAD = """from numba import cuda


@cuda.jit("void(float32[:])")
def k(x):
    x[0] = x.length + totl
    total = 1
    x[1] = sorted(
        x
    )
"""
NOTEBOOK = {"metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads(SCHEMAS[name].read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def run(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs pycu in a folder."""
    command = [str(harness.binary().absolute()), *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True)


def messages(form: str, folder: Path, *arguments: object) -> str:
    """What a check of k.py says in a form."""
    return run("check", "--diagnostic-format", form, *(arguments or ["k.py"]), cwd=folder).stderr


def said(case: Path, form: str, out: Path) -> str:
    """What pycu says of a case of testdata/errors in a form."""
    first = case.read_text(errors="replace").split("\n", 1)[0]
    options = shlex.split(first[8:].replace("{out}", str(out))) if first[:7] == "# pycu:" else []
    command = options if options and options[0] in COMMANDS else ["check", *options]
    return run(*command, "--diagnostic-format", form, case.name, cwd=ERRORS).stderr


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """What pycu says of all cases, by form and name."""
    out = tmp_path_factory.mktemp("out")
    found: dict[str, dict[str, str]] = {}
    with ThreadPoolExecutor(4) as pool:
        for form in ("json", "sarif"):
            folders = [out / form / case.stem for case in CASES]
            texts = pool.map(said, CASES, [form] * len(CASES), folders)
            found[form] = dict(zip((case.stem for case in CASES), texts, strict=True))
    return found


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "k.py").write_text(BAD)
    return tmp_path


def test_json_of_every_case_keeps_to_its_schema(everything: dict[str, dict[str, str]]) -> None:
    schema = validator("json")
    for name, text in everything["json"].items():
        lines = [json.loads(line) for line in text.splitlines()]
        assert name[:8] in {line["code"] for line in lines}, name
        for line in lines:
            schema.validate(line)


def test_edits_name_the_bytes_that_they_replace(everything: dict[str, dict[str, str]]) -> None:
    seen = 0
    for text in everything["json"].values():
        for line in text.splitlines():
            for edit in json.loads(line)["edits"]:
                data = (ERRORS / edit["file"]).read_bytes()
                old = data[edit["byte"] : edit["end_byte"]].decode()
                row = data.decode().splitlines()[edit["line"] - 1]
                assert row[edit["column"] - 1 :].startswith(old)
                assert old != edit["replacement"]
                seen += 1
    assert seen > 10


def test_sarif_of_every_case_keeps_to_its_schema(everything: dict[str, dict[str, str]]) -> None:
    schema = published("sarif-schema-2.1.0.json")
    for name, text in everything["sarif"].items():
        log: dict[str, Any] = json.loads(text)
        schema.validate(log)
        (only,) = log["runs"]
        rules = only["tool"]["driver"]["rules"]
        lines = everything["json"][name].splitlines()
        # several sources are told of side by side, each by itself, but in a document all together
        told = sorted(json.loads(line)["code"] for line in lines)
        assert sorted(one["ruleId"] for one in only["results"]) == told
        for result in only["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        prints = [one["partialFingerprints"]["pycu/v1"] for one in only["results"]]
        assert len(set(prints)) == len(prints)


def test_schemas_refuse_what_they_do_not_know(work: Path) -> None:
    schema = validator("json")
    good = json.loads(messages("json", work).splitlines()[0])
    schema.validate(good)
    for wrong in (good | {"extra": 1}, good | {"line": 0}, good | {"severity": "fatal"}):
        assert not schema.is_valid(wrong)
    for key in ("code", "edits", "line", "end_byte"):
        assert not schema.is_valid({other: good[other] for other in good if other != key})


def test_sarif_has_places_fixes_and_pages(work: Path) -> None:
    log = json.loads(messages("sarif", work))
    result = log["runs"][0]["results"][0]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "k.py"
    region = place["region"]
    assert (region["startLine"], region["startColumn"], region["endColumn"]) == (6, 14, 20)
    assert BAD.encode()[region["byteOffset"] :][: region["byteLength"]] == b"length"
    change = result["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert change["insertedContent"]["text"] == "size"
    rule = log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert rule["shortDescription"]["text"] == "There is no such attribute"
    assert "```python right" in rule["help"]["markdown"]


def test_labels_are_related_locations_and_names_are_uris(tmp_path: Path) -> None:
    folder = tmp_path / "a b"
    folder.mkdir()
    (folder / "µ.py").write_text(BAD.replace("totl", "x.size").replace("def k(x)", "def k(x, x)"))
    log = json.loads(messages("sarif", tmp_path, "a b/µ.py"))
    results = log["runs"][0]["results"]
    repeated = next(one for one in results if one["ruleId"] == "PYCU0134")
    (related,) = repeated["relatedLocations"]
    assert related["physicalLocation"]["artifactLocation"]["uri"] == "a%20b/%C2%B5.py"
    assert (related["physicalLocation"]["region"]["startColumn"], related["message"]["text"]) == (
        7,
        "and this one",
    )


@pytest.mark.parametrize(("form", "empty"), [("sarif", None), ("gitlab", []), ("gcc", "")])
def test_a_sound_source_has_a_report_too(form: str, empty: Any, tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(BAD[: BAD.index("    x[0]")] + "    x[0] = 1\n")
    text = messages(form, tmp_path)
    if form == "gcc":
        assert text == empty
    elif form == "gitlab":
        assert json.loads(text) == empty
    else:
        assert json.loads(text)["runs"][0]["results"] == []


def test_github_gets_workflow_commands(tmp_path: Path) -> None:
    (tmp_path / "50%,a.py").write_text(BAD)
    lines = messages("github", tmp_path, "50%,a.py", "-Werror").splitlines()
    head = "::error file=50%25%2Ca.py,line=6,col=14,endColumn=20,title=PYCU0303::"
    assert (
        lines[0]
        == head + "`float32[:]` has no attribute `length`%0Ahelp: write `len(a)` or `a.size`"
    )
    assert all(re.match(r"::(error|warning) ", line) for line in lines)


def test_github_gets_no_columns_of_several_lines(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(BAD.replace("sorted(", "x.copy("))
    lines = messages("github", tmp_path).splitlines()
    assert any(line.startswith("::error file=k.py,line=8,endLine=10,title=") for line in lines)


def test_gitlab_gets_fingerprints_that_stay(work: Path) -> None:
    before = json.loads(messages("gitlab", work))
    assert before[0]["location"] == {"path": "k.py", "lines": {"begin": 6, "end": 6}}
    assert (before[0]["check_name"], before[0]["severity"]) == ("PYCU0303", "major")
    (work / "k.py").write_text("# a comment\n\n" + BAD.replace("    x[0]", "    y = 2\n    x[0]"))
    after = json.loads(messages("gitlab", work))
    assert [one["fingerprint"] for one in before] == [one["fingerprint"] for one in after]
    assert [one["location"]["lines"]["begin"] for one in after][0] == 9


@pytest.mark.parametrize("form", ["gitlab", "sarif"])
def test_reports_have_paths_of_the_repository(form: str, work: Path) -> None:
    """However a file was named: the report is the same on every machine that checks it."""
    given = messages(form, work)
    for name in (f"{work}/k.py", "./k.py", "../" + work.name + "/k.py"):
        assert messages(form, work, name) == given


def test_gcc_is_read_by_the_matchers_of_editors(work: Path) -> None:
    matcher = re.compile(r"^(\S+):(\d+):(\d+): (error|warning|note): (.*)$")
    lines = messages("gcc", work).splitlines()
    assert lines[0] == "k.py:6:14: error: `float32[:]` has no attribute `length` [PYCU0303]"
    assert lines[1] == "k.py:6:14: note: write `len(a)` or `a.size`"
    assert all(matcher.match(line) for line in lines)


@pytest.mark.parametrize("form", ["json", "sarif", "github", "gitlab", "gcc"])
def test_a_cell_of_a_notebook_is_named(form: str, tmp_path: Path) -> None:
    text = {"cell_type": "markdown", "metadata": {}, "source": "# Title"}
    code = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    book = NOTEBOOK | {"cells": [text, code | {"source": BAD}]}
    (tmp_path / "k.ipynb").write_text(json.dumps(book))
    told = messages(form, tmp_path, "k.ipynb")
    if form == "json":
        line = json.loads(told.splitlines()[0])
        assert (line["file"], line["cell"], line["line"], line["column"]) == ("k.ipynb", 2, 6, 14)
        validator("json").validate(line)
    elif form == "sarif":
        published("sarif-schema-2.1.0.json").validate(json.loads(told))
        result = json.loads(told)["runs"][0]["results"][0]
        assert result["locations"][0]["logicalLocations"] == [{"name": "cell 2"}]
        assert "fixes" not in result
    elif form == "gcc":
        assert told.startswith("k.ipynb:6:14: error: cell 2: `float32[:]` has no")
    elif form == "github":
        assert told.startswith("::error file=k.ipynb,line=6,col=14,")
        assert "::cell 2: `float32[:]` has no" in told
    else:
        assert json.loads(told)[0]["description"].startswith("cell 2: `float32[:]` has no")


def test_pages_and_types_keep_to_their_schemas(tmp_path: Path) -> None:
    for arguments in (["--list"], ["PYCU0205"]):
        validator("explain").validate(
            json.loads(run("explain", "--json", *arguments, cwd=tmp_path).stdout)
        )
    (tmp_path / "k.py").write_text(BAD[: BAD.index("    x[0]")] + "    y = x[0]\n    x[1] = y\n")
    types = json.loads(run("inspect", "--types", "--json", "k.py", cwd=tmp_path).stdout)
    validator("types").validate(types)
    assert types["kernels"][0]["specialisations"][0]["variables"]
