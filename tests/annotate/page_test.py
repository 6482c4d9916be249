"""`pycu annotate`: what stands in a page, and that it needs nothing but itself."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import harness
import pytest

EXAMPLES = harness.REPOSITORY / "testdata" / "examples"

MISCHIEF = '''"""A </script><b>title</b> & "quotes"."""
from numba import cuda

TAG = "</script><script>alert(1)</script>"


@cuda.jit("void(float32[:], int32)")
def scale(a, n):
    # <b>bold</b> </script> <!-- &amp;
    i = cuda.grid(1)
    if i < n:
        a[i] = (
            a[i]
            * 2
        )
'''

BROKEN = """from numba import cuda


@cuda.jit("void(float32[:])")
def sound(a):
    a[0] = a[1] * 0.1


@cuda.jit("void(float32[:])")
def broken(a):
    a[0] = missing
"""

TWICE = '''"""Two specialisations."""
from numba import cuda


@cuda.jit(["void(float32[:])", "void(int64[:])"])
def double(a):
    value = a[0]
    a[0] = value + value
'''


class Page(HTMLParser):
    """The elements of a page, its data and the texts of its scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.open: list[str] = []
        self.feed(text)
        self.close()
        (data,) = self.texts["application/json"]
        self.data = json.loads(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        kind = dict(attrs).get("type") if tag == "script" else None
        if tag in ("script", "style", "title"):
            self.open.append(kind or tag)
            self.texts.setdefault(self.open[-1], []).append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "title"):
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts[self.open[-1]][-1] += data

    def link(self, code: str) -> int:
        """The line of Python of the only line of the .cu that has a text."""
        lines = self.data["cuda"].split("\n")
        (found,) = [i for i, line in enumerate(lines) if code in line]
        return self.data["links"][found]


def annotate(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs pycu annotate in a folder."""
    command = [str(harness.binary().absolute()), "annotate", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def page_of(source: str | Path, folder: Path, *options: str, code: int = 0) -> Page:
    """The page of a text or a file."""
    path = source if isinstance(source, Path) else folder / "k.py"
    if isinstance(source, str):
        path.write_text(source)
    done = annotate(path, "-o", "page.html", *options, cwd=folder)
    assert done.returncode == code, done.stderr
    return Page((folder / "page.html").read_text())


def line_of(source: Path | str, code: str) -> int:
    """The number of the only line of a source that has a text."""
    text = source.read_text() if isinstance(source, Path) else source
    (line,) = [n for n, line in enumerate(text.split("\n"), 1) if code in line]
    return line


def needs_nvcc() -> None:
    if shutil.which("nvcc") is None:
        pytest.skip("nvcc is not there")


def test_a_page_loads_nothing(tmp_path: Path) -> None:
    page = page_of(EXAMPLES / "heat.py", tmp_path)
    assert {tag for tag, _ in page.elements}.isdisjoint(
        {"link", "img", "iframe", "object", "embed", "base"}
    )
    for tag, attributes in page.elements:
        assert "src" not in attributes and "href" not in attributes, (tag, attributes)
        assert not any(name.startswith("on") for name in attributes), (tag, attributes)
    (style,) = page.texts["style"]
    assert "url(" not in style and "@import" not in style
    (script,) = page.texts["script"]
    assert not re.search(
        r"\b(fetch|XMLHttpRequest|import|eval|innerHTML|outerHTML)\b",
        script.replace("if import", ""),
    )
    (policy,) = [
        a["content"] for tag, a in page.elements if a.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy is not None and policy.startswith("default-src 'none'")
    # what names a namespace is not loaded
    addresses = set(re.findall(r"https?://[^\"'\s]+", script + style))
    assert addresses == {"http://www.w3.org/2000/svg"}


def test_lines_are_linked(tmp_path: Path) -> None:
    source = EXAMPLES / "heat.py"
    page = page_of(source, tmp_path)
    for code, python in {
        "PYCU_KERNEL void step(": "def step(",
        "const int rows = u.shape[0]": "rows, cols = u.shape",
        "if (0 < i && i < rows - 1": "if 0 < i < rows - 1",
        "out(i, j) = u(i, j) + ALPHA": "out[i, j] = u[i, j] + ALPHA",
        "return u(i - 1, j)": "return u[i - 1, j]",
        "half > 0; half /= 2) {": "while half > 0",
        "best[t] = fmaxf(": "best[t] = max(",
        "/// One explicit step": '"""One explicit step',
        "// halve the live threads": "# halve the live threads",
        "BLOCK = 256": "BLOCK = 256",
    }.items():
        assert page.link(code) == line_of(source, python), code
    assert page.link('#include "pycu.h"') == 0
    assert page.link("PYCU_END(heat)") == 0
    assert page.data["python"] == source.read_text()
    assert page.data["cuda"] == (EXAMPLES / "heat.cu").read_text()
    assert len(page.data["links"]) == page.data["cuda"].count("\n")


@pytest.mark.parametrize("source", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_links_of_the_examples_stay_in_the_source(source: Path, tmp_path: Path) -> None:
    page = page_of(source, tmp_path)
    lines = page.data["python"].split("\n")
    linked = [line for line in page.data["links"] if line]
    assert linked and max(linked) <= len(lines)
    assert all(lines[line - 1].strip() for line in linked), "a link leads to an empty line"
    for one in page.data["functions"]:
        assert re.search(r"\b(def|lambda)\b", lines[one["first"] - 1])
        assert one["last"] >= one["first"] and one["signatures"]
        assert one["first"] in linked or not one["kernel"]


def test_types_are_those_of_inspect(tmp_path: Path) -> None:
    source = EXAMPLES / "heat.py"
    page = page_of(source, tmp_path)
    shown = subprocess.run(
        [str(harness.binary().absolute()), "inspect", "--types", "--json", str(source)],
        capture_output=True,
        text=True,
        check=True,
    )
    inspected = json.loads(shown.stdout)
    functions = {one["name"]: one for one in page.data["functions"]}
    for group in ("kernels", "device_functions"):
        for one in inspected[group]:
            mine = functions[one["name"]]
            assert (mine["first"], mine["kernel"]) == (one["line"], group == "kernels")
            for specialisation in one["specialisations"]:
                for variable in specialisation["variables"]:
                    assert variable["type"] in mine["python"][variable["name"]]
    assert functions["step"]["signatures"] == ["void(float32[:, :], float32[:, :])"]
    assert functions["step"]["cuda"]["rows"] == ["int64"]
    assert functions["step"]["last"] == line_of(source, "out[i, j] = u[i, j] + ALPHA")
    assert page.data["constants"]["BLOCK"] == "int64"


def test_specialisations_are_all_there(tmp_path: Path) -> None:
    (double,) = page_of(TWICE, tmp_path).data["functions"]
    assert double["signatures"] == ["void(float32[:])", "void(int64[:])"]
    assert double["python"]["value"] == ["float32", "int64"]


def test_nothing_of_a_source_is_html(tmp_path: Path) -> None:
    page = page_of(MISCHIEF, tmp_path)
    assert page.data["python"] == MISCHIEF
    assert page.data["title"] == 'A </script><b>title</b> & "quotes".'
    assert page.texts["title"] == [page.data["title"]]
    assert [tag for tag, _ in page.elements].count("script") == 2
    assert "b" not in {tag for tag, _ in page.elements}
    # a statement of several lines is one
    first = line_of(MISCHIEF, "a[i] = (")
    assert [first, first + 3] in page.data["statements"]
    assert page.link("a[i] = a[i] * 2") == first


def test_messages_stand_at_their_lines(tmp_path: Path) -> None:
    page = page_of(BROKEN, tmp_path, code=1)
    error, warning = sorted(page.data["messages"], key=lambda one: one["severity"])
    assert (error["severity"], error["code"], error["line"]) == (
        "error",
        "PYCU0302",
        line_of(BROKEN, "missing"),
    )
    assert error["message"] == "`missing` is not defined"
    # --performance is on
    assert (warning["severity"], warning["line"]) == ("warning", line_of(BROKEN, "0.1"))
    assert warning["help"]
    # what is sound has its text
    assert "void sound(" in page.data["cuda"] and "broken" not in page.data["cuda"]


def test_a_source_that_is_all_wrong_has_a_page(tmp_path: Path) -> None:
    text = (
        'from numba import cuda\n\n\n@cuda.jit("void(float32[:])")\ndef f(a):\n    a[0] = missing\n'
    )
    page = page_of(text, tmp_path, code=1)
    assert page.data["cuda"] is None and page.data["python"] == text
    assert [one["line"] for one in page.data["messages"]] == [6]


def test_a_page_is_a_function_of_its_source(tmp_path: Path) -> None:
    source = EXAMPLES / "nbody.py"
    texts = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        shutil.copy(source, folder)
        assert annotate("nbody.py", "-o", "-", cwd=folder).returncode == 0
        texts.append(annotate("nbody.py", "-o", "-", cwd=folder).stdout)
    assert texts[0] == texts[1]
    assert str(tmp_path) not in texts[0]


def test_several_sources_are_several_pages(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.py").write_text(TWICE)
    assert annotate("a.py", "b.py", "-o", "pages", cwd=tmp_path).returncode == 0
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["a.html", "b.html"]
    assert Page((tmp_path / "pages" / "b.html").read_text()).data["source"] == "b.py"
    # a folder that is there is one, and so is a path that ends with a slash
    assert annotate("a.py", "-o", "pages", cwd=tmp_path).returncode == 0
    assert annotate("a.py", "-o", "new/", cwd=tmp_path).returncode == 0
    assert (tmp_path / "new" / "a.html").is_file()


def test_what_is_asked_wrongly(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(TWICE)
    done = annotate("k.py", cwd=tmp_path)
    assert done.returncode == 2 and "-o FILE is missing" in done.stderr
    done = annotate("k.py", "-o", "k.html", "--nvcc", "nvcc", cwd=tmp_path)
    assert done.returncode == 2 and "--nvcc is for --ptx" in done.stderr
    done = annotate("k.py", "-o", "k.html", "--ptx", "--nvcc", "no/nvcc", cwd=tmp_path)
    assert done.returncode == 3 and "no nvcc was found" in done.stderr
    assert Page((tmp_path / "k.html").read_text()).data["ptx"] is None


def test_a_notebook_knows_its_cells(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Title"]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": ["from numba import cuda"]},
        {
            "cell_type": "code",
            "metadata": {},
            "outputs": [],
            "source": ['@cuda.jit("void(float32[:])")\n', "def f(a):\n", "    a[0] = 1\n"],
        },
    ]
    path = tmp_path / "n.ipynb"
    path.write_text(
        json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    )
    page = page_of(path, tmp_path)
    assert [cell["number"] for cell in page.data["cells"]] == [2, 3]
    assert page.data["python"].split("\n")[page.link("a[0] = 1") - 1] == "    a[0] = 1"


def test_nvcc_says_what_becomes_of_lines(tmp_path: Path) -> None:
    needs_nvcc()
    source = EXAMPLES / "heat.py"
    page = page_of(source, tmp_path, "--ptx")
    instructions = page.data["ptx"].rstrip("\n").split("\n")
    assert len(instructions) == len(page.data["ptx_links"])
    of_line: dict[int, str] = {}
    for line, text in zip(page.data["ptx_links"], instructions, strict=True):
        of_line[line] = of_line.get(line, "") + text + "\n"
    assert "st.global.f32" in of_line[line_of(source, "out[i, j] = u[i, j] + ALPHA")]
    assert "fma.rn.f64" in of_line[line_of(source, "return u[i - 1, j]")]
    assert "ld.global" in of_line[line_of(source, "return u[i - 1, j]")]
    assert "bar.sync" not in of_line[0]
    entries = {one["name"]: one for one in page.data["entries"]}
    step = entries["step__contiguous"]
    assert step["line"] == line_of(source, "def step(")
    assert [one["architecture"] for one in step["figures"]] == ["sm_80", "sm_89", "sm_90"]
    for one in step["figures"]:
        assert 8 <= one["registers"] <= 64 and one["spills"] == 0 and one["shared"] == 0
        assert len(one["resident"]) == 32 and max(one["resident"]) == one["most"]
    assert {one["shared"] for one in entries["block_max__contiguous"]["figures"]} == {1024}


def test_what_nvcc_says_is_the_same_each_time(tmp_path: Path) -> None:
    needs_nvcc()
    # its __constant__ has a name that hangs on the run of nvcc
    texts = [
        annotate(EXAMPLES / "convolution.py", "--ptx", "-o", "-", cwd=tmp_path).stdout
        for _ in range(2)
    ]
    assert "_INTERNAL_00000000_" in texts[0] and texts[0] == texts[1]


WORK = """import math

import numpy as np
from numba import cuda

TAPS = 5


@cuda.jit("float32(float32[:], int64)", device=True)
def read(a, i):
    return a[i]


@cuda.jit("void(float32[:], float64[:], complex64[:])")
def counted(a, d, z):
    i = cuda.grid(1)
    tile = cuda.shared.array(64, np.float32)
    tile[cuda.threadIdx.x] = a[i]
    d[i] = d[i] * d[i] + math.sqrt(d[i])
    for k in range(TAPS):
        tile[cuda.threadIdx.x] += a[i + k] * a[i]
    z[i] = z[i] * z[i]
    cuda.atomic.add(a, 0, read(tile, 3) + read(a, 3))


@cuda.jit("void(float32[:], int64)")
def opened(a, n):
    for k in range(n):
        a[k] = a[k] + a[k + 1]
    if n > 3:
        a[0] = a[1]
    else:
        a[0] = a[1] + a[2] + a[3]
"""


def test_operations_and_bytes_are_counted(tmp_path: Path) -> None:
    functions = {one["name"]: one for one in page_of(WORK, tmp_path).data["functions"]}
    assert functions["read"]["work"] == []
    (counted,) = functions["counted"]["work"]
    # five times a product and a sum, a complex product, a sum, that of the atomic
    assert counted["single"] == 5 * 2 + 6 + 1 + 1
    assert counted["double"] == 3
    # a[i]; d[i] three times; a[i + k] and a[i] five times; z[i] twice; a[3], and a[0] of the atomic
    assert counted["loaded"] == 4 + 3 * 8 + 5 * 8 + 2 * 8 + 4 + 4
    assert counted["stored"] == 8 + 8 + 4
    assert (counted["open_loops"], counted["has_branches"]) == (False, False)
    (opened,) = functions["opened"]["work"]
    # one turn, and the larger branch
    assert (opened["single"], opened["loaded"], opened["stored"]) == (1 + 2, 8 + 12, 4 + 4)
    assert (opened["open_loops"], opened["has_branches"]) == (True, True)
