"""Launches in other files than the kernels: what programs that import a source say of its types."""

import json
import subprocess

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
