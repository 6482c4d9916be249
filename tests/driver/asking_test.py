"""What pycu asks for: kernels whose types nobody says, shown, written down and filled in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from harness import REPOSITORY, binary

SOURCE = """\
import numpy as np
from numba import cuda


@cuda.jit
def scale(x, y, factor):
    x[cuda.grid(1)] = y[cuda.grid(1)] * factor


@cuda.jit
def clear(x):
    x[cuda.grid(1)] = 0


@cuda.jit("void(int32[:])")
def ones(x):
    x[cuda.grid(1)] = 1


def solve(data):
    scale[1, 3](data, np.zeros(3, np.float32), 2.0)


clear[1, 3](np.zeros(3, np.float32))
solve(np.load("a.npy"))
"""


def pycu(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYCU_PYTHON": sys.executable}
    return subprocess.run(
        [str(binary()), *arguments], capture_output=True, text=True, cwd=cwd, env=environment
    )


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "k.py").write_text(SOURCE)
    return tmp_path


def test_inspect_shows_every_kernel(work: Path) -> None:
    text = pycu("inspect", "--signatures", "k.py", cwd=work).stdout
    assert '"scale" = ["void(?[:], float32[::1], float64)"]' in text
    assert "# ? x: ?[:]  not known: `numpy.load` reads a file, line 21" in text
    assert "# ? y: float32[::1]  a launch, line 21" in text
    assert '"clear" = ["void(float32[::1])"]  # a launch, line 24' in text


def test_the_json_form_keeps_to_its_schema(work: Path) -> None:
    shown = json.loads(pycu("inspect", "--signatures", "--json", "k.py", cwd=work).stdout)
    schema = REPOSITORY / "lib/manifest/schema/signatures.schema.json"
    jsonschema.Draft202012Validator(json.loads(schema.read_text())).validate(shown)
    scale = next(one for one in shown["kernels"] if one["name"] == "scale")
    assert not scale["known"]
    assert [one["known"] for one in scale["parameters"]] == [False, True, True]
    assert [one["line"] for one in scale["parameters"][0]["chain"]] == [21, 25]
    assert "scale" not in shown["signatures"]


def test_written_signatures_are_filled_in(work: Path) -> None:
    table = work / "k.sigs.toml"
    asked = pycu("check", "--write-signatures", "k.py", cwd=work)
    assert asked.stderr.count("PYCU0205") == 1, asked.stderr
    written = table.read_text()
    assert '"scale" = ["void(?[:], float32[::1], float64)"]' in written
    assert '"clear" = ["void(float32[::1])"]' in written
    assert "ones" not in written

    again = pycu("check", "--write-signatures", "k.py", cwd=work)
    line = 1 + written.splitlines().index('"scale" = ["void(?[:], float32[::1], float64)"]')
    assert f"k.sigs.toml:{line}:18: error[PYCU0246]" in again.stderr, again.stderr
    assert table.read_text() == written

    kept = pycu("transpile", "-k", "-o", "out", "k.py", cwd=work)
    manifest = json.loads((work / "out/k.json").read_text())
    assert {one["name"] for one in manifest["kernels"]} == {"clear", "ones"}, kept.stderr

    table.write_text(written.replace("?[:]", "float64[:]"))
    assert pycu("check", "k.py", cwd=work).returncode == 0


def test_entries_of_a_person_stay(work: Path) -> None:
    table = work / "k.sigs.toml"
    own = '# mine\n[signatures]\nclear = "void(float64[:])"  # so\n\n[constants]\nN = 3\n'
    table.write_text(own)
    pycu("check", "--write-signatures", "k.py", cwd=work)
    text = table.read_text()
    assert text.startswith('# mine\n[signatures]\nclear = "void(float64[:])"  # so\n# ? x: ')
    assert text.endswith('"scale" = ["void(?[:], float32[::1], float64)"]\n\n[constants]\nN = 3\n')


def test_a_recorded_run_fills_them_in(work: Path) -> None:
    (work / "k.py").write_text(
        SOURCE.replace('np.load("a.npy")', "make()").replace(
            "def solve", "def make():\n    return eval('np.zeros(3, np.int16)')\n\n\ndef solve"
        )
    )
    pycu("check", "--write-signatures", "k.py", cwd=work)
    table = work / "k.sigs.toml"
    assert "void(?[:], float32[::1], float64)" in table.read_text()
    done = pycu("run", "--record", "k.py", cwd=work)
    assert done.returncode == 0, done.stderr
    assert "?" not in table.read_text().split("[signatures]")[1], table.read_text()
    assert "int16[::1], float32[::1], float64" in table.read_text()
    assert pycu("check", "k.py", cwd=work).returncode == 0


PARTLY = SOURCE.replace("clear[1, 3]", "scale[1, 3](np.zeros(3), np.zeros(3), 1)\nclear[1, 3]")


def test_launches_that_are_not_known_are_shown_beside_others(work: Path) -> None:
    (work / "k.py").write_text(PARTLY)
    text = pycu("inspect", "--signatures", "k.py", cwd=work).stdout
    told = "# incomplete: a launch, line 21, whose types are not known: `x`: `numpy.load` reads a"
    kernel = '"scale" = ["void(float64[::1], float64[::1], int64)"]'
    assert [told in line for line in text.splitlines()].index(True) + 1 == [
        kernel in line for line in text.splitlines()
    ].index(True), text
    shown = json.loads(pycu("inspect", "--signatures", "--json", "k.py", cwd=work).stdout)
    schema = REPOSITORY / "lib/manifest/schema/signatures.schema.json"
    jsonschema.Draft202012Validator(json.loads(schema.read_text())).validate(shown)
    incomplete = {one["name"]: one.get("incomplete") for one in shown["kernels"]}
    assert incomplete["clear"] is None
    assert [one["line"] for one in incomplete["scale"]] == [21]
    assert incomplete["scale"][0]["why"] == ["`x`: `numpy.load` reads a file"]


DOCUMENTED = '''\
from numba import cuda


@cuda.jit
def scale(x, n):
    """Scale.

    Parameters
    ----------
    x : ndarray of float32
    {said}
    """
    x[cuda.grid(1)] *= n


@cuda.jit
def ramp(x):
    x[cuda.grid(1)] = 0
'''


@pytest.mark.parametrize(
    "said, label",
    [("n : int", "a docstring"), ("", "a docstring and --default-float")],
)
def test_the_source_is_who_says_the_types(tmp_path: Path, said: str, label: str) -> None:
    (tmp_path / "k.py").write_text(DOCUMENTED.format(said=said))
    options = ["--docstrings", "--default-float", "float32", "--default-dtype", "float32", "--json"]
    done = pycu("inspect", "--signatures", *options, "k.py", cwd=tmp_path)
    sources = json.loads(done.stdout)["sources"]
    assert sources["scale"][0].split(", line")[0] == label
    assert sources["ramp"][0].split(", line")[0] == "--default-dtype"


def test_what_is_written_is_told(work: Path) -> None:
    asked = pycu("check", "--write-signatures", "k.py", cwd=work).stderr
    assert "pycu: note: k.sigs.toml: 2 kernels written, 1 `?` to be filled in\n" in asked
    again = pycu("check", "--write-signatures", "k.py", cwd=work).stderr
    assert "pycu: note: k.py: `--write-signatures` has no kernels to add\n" in again
    (work / "k.sigs.toml").unlink()
    as_json = pycu("check", "--write-signatures", "--diagnostic-format", "json", "k.py", cwd=work)
    assert "note: k" not in as_json.stderr
    assert (work / "k.sigs.toml").exists()


def test_kernels_of_factories_say_where_they_are_compiled(tmp_path: Path) -> None:
    (tmp_path / "maker.py").write_text(
        "from numba import cuda\n\n\ndef make(f):\n    @cuda.jit\n    def k(x):\n"
        "        x[0] = f\n\n    return k\n"
    )
    (tmp_path / "use.py").write_text(
        "import numpy as np\nimport maker\n\nk = maker.make(3)\nk[1, 1](np.zeros(3))\n"
    )
    note = "pycu: note: maker.py:6: kernel `use.k` is made in use.py:4, and compiled with that file"
    for command in (["check"], ["inspect", "--signatures"]):
        assert note in pycu(*command, "maker.py", cwd=tmp_path).stderr
        assert "note" not in pycu(*command, "use.py", cwd=tmp_path).stderr


def test_named_tuples_are_written_by_their_names(work: Path) -> None:
    (work / "k.py").write_text(
        "from collections import namedtuple\nimport numpy as np\nfrom numba import cuda\n\n"
        "Grid = namedtuple('Grid', 'nx dt')\n\n\n"
        "@cuda.jit\ndef k(x, g):\n    x[0] = g.nx * g.dt\n\n\n"
        "k[1, 1](np.zeros(3), Grid(5, 0.25))\n"
    )
    assert pycu("check", "--write-signatures", "k.py", cwd=work).returncode == 0
    assert "NamedTuple((int64, float64), Grid))" in (work / "k.sigs.toml").read_text()
    again = pycu("check", "k.py", cwd=work)
    assert (again.returncode, again.stderr) == (0, "")
