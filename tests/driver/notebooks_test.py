"""Notebooks as sources: cells and their lines, magics, cells that are no Python, broken files."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import harness
import pytest

KERNEL = """@cuda.jit
def add(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] + N
"""
IMPORTS = "import numpy as np\nfrom numba import cuda\n"
ARRAYS = "x = np.zeros(10, np.float32)\nout = np.zeros(10)\n"
LAUNCH = ARRAYS + "add[1, 32](x, out)\n"


def cell(source: str, kind: str = "code", **metadata: object) -> dict[str, object]:
    """A cell as Jupyter writes it."""
    made: dict[str, object] = {
        "cell_type": kind,
        "metadata": metadata,
        "source": source.splitlines(keepends=True),
    }
    if kind == "code":
        made["execution_count"] = 3
        made["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["def no(:\\n"]}]
    elif kind == "markdown":
        made["attachments"] = {"a.png": {"image/png": "iVBORw0KGgo="}}
    return made


def notebook(path: Path, *cells: dict[str, object] | str, **metadata: object) -> Path:
    """Writes a notebook of nbformat 4."""
    listed = [cell(one) if isinstance(one, str) else one for one in cells]
    metadata = metadata or {"kernelspec": {"language": "python", "name": "python3"}}
    path.write_text(
        json.dumps(
            {"cells": listed, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, indent=1
        )
    )
    return path


def pycu(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [str(harness.binary().absolute()), *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True)


def signatures(*cells: dict[str, object] | str, folder: Path) -> list[str]:
    """What pycu takes the arguments of `add` for."""
    path = notebook(folder / "n.ipynb", IMPORTS + "N = 3\n", KERNEL, *cells)
    done = pycu("inspect", "--signatures", "--json", path, cwd=folder)
    assert done.returncode in (0, 1)
    return json.loads(done.stdout)["signatures"].get("add", []) if done.stdout else []


TYPED = ["void(float32[::1], float64[::1])"]


def test_outputs_are_named_after_the_notebook(tmp_path: Path) -> None:
    name = "My notebook-2.ipynb"
    notebook(tmp_path / name, cell("# Title\n", "markdown"), IMPORTS + "N = 3", KERNEL, LAUNCH)
    done = pycu("transpile", name, "-o", "out", "-MD", "--line-directives", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    text = (tmp_path / "out" / "My_notebook_2.cu").read_text()
    assert text.startswith(f"// Generated from {name} by pycu")
    assert f'#line 3 "{name}:cell 3"' in text
    manifest = json.loads((tmp_path / "out" / "My_notebook_2.json").read_text())
    assert manifest["source"] == name
    assert (manifest["kernels"][0]["cell"], manifest["kernels"][0]["line"]) == (3, 2)
    assert r"My\ notebook-2.ipynb" in (tmp_path / "out" / "My_notebook_2.d").read_text()


def test_outputs_of_cells_are_not_part_of_the_hash(tmp_path: Path) -> None:
    hashes = []
    for count in (3, 4):
        launch = cell(LAUNCH) | {"execution_count": count, "outputs": []}
        notebook(tmp_path / "n.ipynb", IMPORTS + "N = 3", KERNEL, launch)
        assert pycu("transpile", "n.ipynb", "-o", "out", cwd=tmp_path).returncode == 0
        hashes.append(json.loads((tmp_path / "out" / "n.json").read_text())["hash"])
    assert hashes[0] == hashes[1]


def test_messages_name_the_cell_and_its_line(tmp_path: Path) -> None:
    bad = "@cuda.jit('void(float32[:])')\ndef bad(a):\n    a[0] = missing\n"
    notebook(tmp_path / "n.ipynb", cell("text", "markdown"), IMPORTS, cell("raw", "raw"), bad)
    done = pycu("check", "n.ipynb", cwd=tmp_path)
    assert done.returncode == 1
    assert "n.ipynb:cell 4:3:12: error" in done.stderr
    assert "  3 |     a[0] = missing\n    |            ^^^^^^^" in done.stderr
    told = json.loads(
        pycu("check", "n.ipynb", "--diagnostic-format", "json", cwd=tmp_path).stderr.splitlines()[0]
    )
    assert {key: told[key] for key in ("file", "cell", "line", "column", "end_column")} == {
        "file": "n.ipynb",
        "cell": 4,
        "line": 3,
        "column": 12,
        "end_column": 19,
    }
    assert bad[told["byte"] : told["end_byte"]] == "missing"


def test_inspect_names_the_cells(tmp_path: Path) -> None:
    notebook(tmp_path / "n.ipynb", IMPORTS + "N = 3", KERNEL, LAUNCH)
    done = pycu("inspect", "--signatures", "n.ipynb", cwd=tmp_path)
    assert "# a launch, cell 3, line 3" in done.stdout
    assert "kernel add in cell 2: " in pycu("inspect", "--types", "n.ipynb", cwd=tmp_path).stdout


def test_the_last_value_above_a_launch_counts(tmp_path: Path) -> None:
    notebook(tmp_path / "n.ipynb", IMPORTS + "N = 3", KERNEL, "N = 5", LAUNCH)
    done = pycu("transpile", "n.ipynb", "-o", "-", cwd=tmp_path)
    assert "N = 5;" in done.stdout


@pytest.mark.parametrize(
    "launch",
    [
        ARRAYS + "%time add[1, 32](x, out)",
        ARRAYS + "%timeit -n 10 -r 3 add[1, 32](x, out)",
        "%%time\n" + LAUNCH,
        ARRAYS + "if True:\n    %matplotlib inline\nadd[1, 32](x, out)",
        "!pip install \\\n  it's\n?np\nnp.sum?\n" + LAUNCH,
        "files = !ls *.py\nhome = %env HOME\n" + LAUNCH,
        "s = 'a %s' % (\n  7\n  % 4)\nt = '''\n%time\n!no\n'''\n" + LAUNCH,
    ],
)
def test_magics_are_passed_over(tmp_path: Path, launch: str) -> None:
    assert signatures(launch, folder=tmp_path) == TYPED
    assert "PYCU0190" not in pycu("check", "n.ipynb", cwd=tmp_path).stderr


@pytest.mark.parametrize("magic", ["%%bash", "%%html", "%%writefile k.py", "%%cuda", "%%python2"])
def test_cells_of_other_programs_are_left_out(tmp_path: Path, magic: str) -> None:
    taken = ARRAYS + "add[1, 32](x, out)\necho it's ("
    assert signatures(f"{magic}\n{taken}", folder=tmp_path) == []
    assert signatures(f"{magic}\n{taken}", LAUNCH, folder=tmp_path) == TYPED
    assert "PYCU0190" not in pycu("check", "n.ipynb", cwd=tmp_path).stderr


def test_what_timeit_names_stays_its_own(tmp_path: Path) -> None:
    other = "%%timeit\nx = np.zeros(3, np.int8)"
    assert signatures(ARRAYS, other, "add[1, 32](x, out)", folder=tmp_path) == TYPED


@pytest.mark.parametrize(
    "prose", ["s = '''never ends", "f(1,\n  2", "This isn't Python (\nat all", "x = \\", "if x:"]
)
def test_a_cell_that_is_no_python_is_a_warning(tmp_path: Path, prose: str) -> None:
    assert signatures(prose, LAUNCH, folder=tmp_path) == TYPED
    done = pycu("check", "n.ipynb", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.count("warning[PYCU0190]") == 1
    assert "n.ipynb:cell 3:" in done.stderr


def test_a_kernel_in_a_string_without_an_end_is_an_error(tmp_path: Path) -> None:
    notebook(tmp_path / "n.ipynb", IMPORTS, "s = '''\n" + KERNEL)
    assert "error[PYCU0111]" in pycu("check", "n.ipynb", cwd=tmp_path).stderr


def test_cells_in_other_languages_are_left_out(tmp_path: Path) -> None:
    other = cell(LAUNCH.replace("float32", "int8"), vscode={"languageId": "julia"})
    assert signatures(other, LAUNCH, folder=tmp_path) == TYPED


def test_nbformat_3(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "heading", "level": 1, "source": "Title"},
        *(
            {"cell_type": "code", "language": "python", "input": text, "prompt_number": 1}
            for text in (IMPORTS + "N = 3", KERNEL, LAUNCH)
        ),
    ]
    (tmp_path / "n.ipynb").write_text(
        json.dumps({"worksheets": [{"cells": cells}], "metadata": {"name": ""}, "nbformat": 3})
    )
    done = pycu("inspect", "--signatures", "n.ipynb", cwd=tmp_path)
    assert TYPED[0] in done.stdout
    assert "cell 4, line 3" in done.stdout


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is empty"),
        (b"{}", "it has no list of cells"),
        (b"[" * 100000, "its JSON is broken at line 1"),
        (b'{"cells": [\n<<<<<<< HEAD\n', "its JSON is broken at line 2, column 1"),
        (b'{"cells": [{"cell_type": "code", "source": 3}]}', "cell 1 has no text as its source"),
        (b'{"cells": [], "metadata": {"kernelspec": {"language": "R"}}}', "it is written in R"),
        (b'{"cells": [{"cell_type": "code", "source": "\xff"}]}', "is not UTF-8"),
        (b'{"cells": [{"cell_type": "code", "source": "x\\u0000"}]}', "a zero byte"),
        (b'{"cells": [{"cell_type": "code", "source": "x\\ud800"}]}', "its JSON is broken"),
    ],
)
def test_what_is_no_notebook_is_told(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "n.ipynb").write_bytes(content)
    done = pycu("check", "n.ipynb", cwd=tmp_path)
    assert done.returncode == 1
    assert why in done.stderr


@pytest.mark.parametrize("cells", [[], [3, None, {"cell_type": "code", "source": []}]])
def test_a_notebook_without_code_has_no_kernels(tmp_path: Path, cells: list[object]) -> None:
    (tmp_path / "n.ipynb").write_text(json.dumps({"cells": cells, "nbformat": 4}))
    done = pycu("check", "n.ipynb", cwd=tmp_path)
    assert done.returncode == 0
    assert "warning[PYCU0009]" in done.stderr
