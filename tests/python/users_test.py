"""Launches in other files than the kernels: what programs that import a source say of its types."""

import json
import subprocess
from pathlib import Path

import pytest
from harness import binary
from modules_test import transpile, write

KERNELS = """
from numba import cuda

@cuda.jit
def scale(a, factor):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= factor
"""
MAIN = """
import numpy as np
import kernels

kernels.scale[1, 32](np.zeros(10, np.float32), 2.0)
"""
FLOAT32 = "void(float32[::1], float64)"
FLOAT64 = "void(float64[::1], float64)"


def signatures(source, *options, kernel="scale"):
    """The signatures that a kernel of a source has, sorted."""
    command = [str(binary()), "inspect", "--signatures", "--json", str(source), *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return sorted(json.loads(done.stdout)["signatures"][kernel])


def test_the_programs_beside_a_source(tmp_path):
    write(tmp_path, kernels=KERNELS, main=MAIN, other="import numpy\n", kernel="scale = 3\n")
    assert signatures(tmp_path / "kernels.py") == [FLOAT32]


def test_each_program_gives_its_types(tmp_path):
    write(tmp_path, kernels=KERNELS, main=MAIN, other=MAIN.replace("float32", "float64"))
    assert signatures(tmp_path / "kernels.py") == [FLOAT32, FLOAT64]


def test_imports_by_the_name_of_a_build(tmp_path):
    """--module is a name that programs may have, beside that of the file; --imported-as is more."""
    main = (
        "import numpy as np\nfrom lab import {}\n{}.scale[1, 32](np.zeros(10, np.float32), 2.0)\n"
    )
    write(tmp_path, lab____init__="", lab__kernels=KERNELS, main=main.format("fast", "fast"))
    (tmp_path / "pyproject.toml").write_text("")
    source = tmp_path / "lab" / "kernels.py"
    assert transpile(source).returncode == 1
    assert signatures(source, "--module", "fast") == [FLOAT32]
    assert signatures(source, "--imported-as", "fast") == [FLOAT32]

    # a build of one name, in a program that takes what there is
    either = f"""
import os
if os.path.exists("fast"):
    from lab import fast as kernels
else:
    from . import slow as kernels
{main.format("kernels", "kernels").splitlines()[2]}"""
    write(tmp_path, lab__chosen=f"import numpy as np{either}", main="import lab.chosen\n")
    assert transpile(source, "--module", "fast").returncode == 1
    assert signatures(source, "--module", "fast", "--imported-as", "slow") == [FLOAT32]

    # a file of the name is another module
    write(tmp_path, lab__slow="from numba import cuda\n", lab__chosen=main.format("slow", "slow"))
    assert transpile(source, "--imported-as", "slow").returncode == 1

    write(tmp_path, lab__slow="", lab__chosen="", main=main.format("kernels", "kernels"))
    (tmp_path / "pyproject.toml").write_text('[tool.pycu]\nlaunches = {kernels = ["main.py"]}\n')
    assert signatures(source, "--module", "fast") == [FLOAT32]


def test_the_programs_that_are_named(tmp_path):
    write(tmp_path, kernels=KERNELS, main=MAIN, tests__a=MAIN.replace("float32", "float64"))
    source = tmp_path / "kernels.py"
    assert signatures(source, "--launches", str(tmp_path / "main.py")) == [FLOAT32]
    assert signatures(source, "--launches", str(tmp_path / "main.py"), str(tmp_path / "tests")) == [
        FLOAT32
    ]  # tests/a.py finds no `kernels`: they are not in its folder
    (tmp_path / "pyproject.toml").write_text("")
    assert signatures(source, "--launches", str(tmp_path / "main.py"), str(tmp_path / "tests")) == [
        FLOAT32,
        FLOAT64,
    ]
    said = transpile(source, "--launches", str(tmp_path / "mian.py")).stderr
    assert "mian.py`, which is not there" in said


def test_a_project_is_looked_through(tmp_path):
    write(
        tmp_path,
        src__lab__init="",
        src__lab__kernels=KERNELS,
        src__lab__solver="""
        import numpy as np
        from .kernels import scale

        class Solver:
            def __init__(self, n, dtype):
                self.a = np.zeros((n,), dtype)

            def step(self):
                scale[1, 32](self.a, 2.0)
        """,
        tests__solver_test="""
        import numpy as np
        from lab.solver import Solver

        def test_it():
            Solver(5, np.float32).step()
        """,
        build__lab__solver="from .kernels import scale\nscale[1, 32](1, 2)\n",
    )
    source = tmp_path / "src" / "lab" / "kernels.py"
    assert "PYCU0205" in transpile(source).stderr
    (tmp_path / "pyproject.toml").write_text("")
    assert signatures(source) == [FLOAT32]


def test_a_program_runs_its_main_part_and_that_of_the_source_runs_too(tmp_path):
    guarded = '\nif __name__ == "__main__":\n'
    main = MAIN.replace("kernels.scale", guarded + "    kernels.scale")
    own = KERNELS + guarded + "    import numpy as np\n    scale[1, 1](np.zeros(3), 1.0)\n"
    write(tmp_path, kernels=own, main=main)
    assert signatures(tmp_path / "kernels.py") == [FLOAT32, FLOAT64]


def test_two_programs_may_have_modules_of_one_name(tmp_path):
    write(
        tmp_path,
        kernels=KERNELS,
        a__config="import numpy as np\nDTYPE = np.float32\n",
        a__main="from config import DTYPE\n" + MAIN.replace("np.float32", "DTYPE"),
        b__config="import numpy as np\nDTYPE = np.float64\n",
        b__main="from config import DTYPE\n" + MAIN.replace("np.float32", "DTYPE"),
    )
    (tmp_path / "pyproject.toml").write_text("")
    assert signatures(tmp_path / "kernels.py") == [FLOAT32, FLOAT64]


def test_an_argument_that_nobody_knows_is_shown_where_it_is(tmp_path):
    write(tmp_path, kernels=KERNELS, main=MAIN.replace("np.zeros(10, np.float32)", "np.load('a')"))
    said = transpile(tmp_path / "kernels.py").stderr
    assert "kernels.py:5:5: error[PYCU0205]" in said and "np.load('a')" in said
    assert "main.py" in said


def test_a_source_whose_kernels_have_types_reads_no_other_file(tmp_path):
    write(tmp_path, kernels=KERNELS.replace("jit", "jit('void(int32[:], int32)')"), main=MAIN)
    depfile = tmp_path / "out" / "kernels.d"
    source, out = tmp_path / "kernels.py", str(tmp_path / "out")
    subprocess.run([binary(), "transpile", source, "-o", out, "-MD"], check=True)
    assert "main.py" not in depfile.read_text()
    source.write_text(KERNELS)
    subprocess.run([binary(), "transpile", source, "-o", out, "-MD"], check=True)
    assert "main.py" in depfile.read_text()


def test_a_kernel_that_a_factory_makes_in_another_file_is_no_kernel_here(tmp_path):
    factory = """
    from numba import cuda

    def make(n):
        @cuda.jit
        def step(a):
            a[0] += n
        return step
    """
    write(
        tmp_path,
        kernels=factory,
        main="import numpy as np\nfrom kernels import make\nstep = make(3)\n"
        "step[1, 1](np.zeros(3))\n",
    )
    assert signatures(tmp_path / "main.py", kernel="step") == ["void(float64[::1])"]


def users(source):
    """The files whose launches count, as `-v` tells."""
    done = subprocess.run(
        [str(binary()), "check", "-v", str(source)], capture_output=True, text=True
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("launches of ")]
    return sorted(str(Path(line.split(": ")[1]).relative_to(source.parents[1])) for line in lines)


FIELD = """
import numpy as np
from . import kernels

class Field:
    def run(self):
        kernels.scale[1, 32](np.zeros(10, np.float32), 2.0)
"""


@pytest.mark.parametrize(
    ("package", "text", "is_user"),
    [
        ("", "import lab\n", False),
        ("from .field import Field\n", "import lab\n", False),
        ("from .field import Field\n", "import lab\nlab.Field().run()\n", True),
        ("from .field import Field\n", "from lab import Field as F\nF().run()\n", True),
        ("from .field import Field\n", "from lab import other\nField = 3\n", False),
        ("from .field import *\n", "from lab import *\nField().run()\n", True),
        ("", "import lab.field\nlab.field.Field().run()\n", True),
        ("", "import lab.field as f\nf.Field().run()\n", True),
        ("", "def go():\n    from lab.field import Field\n    Field().run()\n", True),
        ("", "from lab.field import np\n", False),
        ("", "from lab.kernels import scale as s\ns[1, 1](1, 2)\n", True),
        ("", "import lab.kernels as k\nf = getattr(k, 'sc' + 'ale')\n", True),
        ("", "weight = 3\nscale = 4\nkernels = 5\n", False),
        ("", "import numpy\nscale = 4\nkernels = 5\n", False),
        (
            "from .field import Field\nstart = lambda: Field().run()\n",
            "import lab\nlab.start()\n",
            True,
        ),
    ],
)
def test_a_file_uses_a_source_by_its_names(tmp_path, package, text, is_user):
    write(
        tmp_path, lab__init=package, lab__kernels=KERNELS, lab__field=FIELD, lab__other="", one=text
    )
    (tmp_path / "pyproject.toml").write_text("")
    found = users(tmp_path / "lab" / "kernels.py")
    assert ("one.py" in found) == is_user
    assert "lab/field.py" in found and "lab/other.py" not in found


def test_names_that_are_handed_to_others_make_users_of_all_that_import_the_module(tmp_path):
    write(
        tmp_path,
        lab__init="from . import field",
        lab__kernels=KERNELS,
        lab__registry="KNOWN = {}\ndef register(one):\n    KNOWN['f'] = one\n    return one\n",
        lab__field=FIELD.replace("class", "from .registry import register\n\n@register\nclass"),
        one="import lab\nfrom lab.registry import KNOWN\nKNOWN['f']().run()\n",
        two="import numpy\n",
    )
    (tmp_path / "pyproject.toml").write_text("")
    source = tmp_path / "lab" / "kernels.py"
    assert users(source) == ["lab/__init__.py", "lab/field.py", "one.py"]
    assert signatures(source) == [FLOAT32]


def test_a_notebook_is_a_program(tmp_path):
    write(tmp_path, kernels=KERNELS, config="import numpy as np\nDTYPE = np.float32\n")
    cells = [
        "%matplotlib inline\nimport numpy as np\nimport kernels",
        "from config import DTYPE\n%time kernels.scale[1, 32](np.zeros(10, DTYPE), 2.0)",
    ]
    notebook = {
        "cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "source": c} for c in cells],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (tmp_path / "notes.ipynb").write_text(json.dumps(notebook))
    assert signatures(tmp_path / "kernels.py") == [FLOAT32]
    text = (tmp_path / "notes.ipynb").read_text()
    (tmp_path / "notes.ipynb").write_text(text.replace("DTYPE), 2.0", "DTYPE), DTYPE.open()"))
    assert "notes.ipynb:cell 2" in transpile(tmp_path / "kernels.py").stderr


def test_a_depfile_has_all_files_that_were_looked_through(tmp_path):
    write(tmp_path, kernels=KERNELS, main=MAIN, other="import numpy\n")
    source, out = tmp_path / "kernels.py", tmp_path / "out"
    subprocess.run([binary(), "transpile", source, "-o", out, "-MD"], check=True)
    assert {"main.py", "other.py"} <= {
        Path(one).name for one in (out / "kernels.d").read_text().split()
    }


def test_the_programs_that_pyproject_names(tmp_path):
    write(
        tmp_path,
        lab__kernels=KERNELS,
        lab__main=MAIN,
        lab__more__other="from lab.kernels import scale\nimport numpy as np\n"
        "scale[1, 1](np.zeros(3), 2.0)\n",
    )
    source, config = tmp_path / "lab" / "kernels.py", tmp_path / "pyproject.toml"
    for launches, expected in (
        ('["lab/main.py"]', [FLOAT32]),
        ('["lab/more"]', [FLOAT64]),
        ('["lab"]', [FLOAT32, FLOAT64]),
        ('{kernels = ["lab/more/other.py"]}', [FLOAT64]),
        ('{others = ["lab/more/other.py"]}', [FLOAT32, FLOAT64]),
        ("[]", [FLOAT32, FLOAT64]),
    ):
        config.write_text(f"[tool.pycu]\nlaunches = {launches}\n")
        assert signatures(source) == expected, launches
    assert signatures(source, "--launches", str(tmp_path / "lab" / "main.py")) == [FLOAT32]
    for launches, place, message in (
        ('["lab/main.py", "absent.py"]', "2:28", "absent.py`"),
        ('"lab/main.py"', "2:12", "it is no list of paths"),
        ("{kernels = [3]}", "2:24", "it is no list of paths"),
    ):
        config.write_text(f"[tool.pycu]\nlaunches = {launches}\n")
        said = transpile(source).stderr
        assert f"pyproject.toml:{place}: error[PYCU0247]" in said and message in said
        assert said.count("PYCU0247") == 1
