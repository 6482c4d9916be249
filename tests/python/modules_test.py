"""Programs of several files: what a name of another module means in device code and in host code.

Each program is run by Python, too: what it prints is what the text must have.
"""

import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import numpy as np
import pycu
import pytest
from harness import binary, build

KERNEL = """
from numba import cuda

@cuda.jit("void(float64[:])")
def k(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = {}
"""


def write(folder: Path, **files: str) -> Path:
    """Writes files, whose names have `__` for folders; the result is `main.py`."""
    for name, text in files.items():
        path = folder / (name.replace("__", "/").replace("/init/", "/__init__") + ".py")
        path = path.with_name("__init__.py") if path.stem == "init" else path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))
    return folder / "main.py"


def transpile(source: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [binary(), "transpile", source, "-o", "-", *options]
    return subprocess.run([str(word) for word in command], capture_output=True, text=True)


def text_of(source: Path, *options: str) -> str:
    done = transpile(source, *options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def assigned(source: Path, *options: str) -> str:
    """What the text gives `out[i]`, with the values of its constants."""
    text = text_of(source, *options)
    line = next(line for line in text.splitlines() if "out[i] =" in line)
    value = line.split("= ")[1].rstrip(";")
    # A constant is set by means of those before it.
    for name, given in reversed(re.findall(r"static constexpr \w+ (\w+) = ([^;]+);", text)):
        given = f"({given})" if " " in given else given
        value = re.sub(rf"\b(\w+::)?{name}\b", given, value)
    return value


def python_says(source: Path, expression: str) -> str:
    """The same by Python, which runs all but the kernel."""
    script = f"""
import sys, types
sys.path.insert(0, {str(source.parent)!r})
fake = types.ModuleType("numba")
fake.cuda = types.SimpleNamespace(jit=lambda *a, **k: (lambda f: f))
sys.modules["numba"] = fake
import main
print(eval({expression!r}, vars(main)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


PROGRAMS = {
    "a module": ("import params", "params.N", {"params": "N = 3"}),
    "under another name": ("import params as p", "p.N", {"params": "N = 3"}),
    "a name": ("from params import N", "N", {"params": "N = 3"}),
    "a name under another one": ("from params import N as count", "count", {"params": "N = 3"}),
    "all names": ("from params import *", "N", {"params": "N = 3"}),
    "the names of __all__": (
        "from params import *\nN = globals().get('N', 9)",
        "M",
        {"params": "__all__ = ['M']\nM = 4\nN = 3"},
    ),
    "names computed of others": (
        "from params import AREA",
        "AREA",
        {"params": "from sizes import *\nAREA = WIDTH * HEIGHT", "sizes": "WIDTH = 4\nHEIGHT = 5"},
    ),
    "a package": ("import lab.params", "lab.params.N", {"lab__init": "", "lab__params": "N = 3"}),
    "a package's name": (
        "import lab",
        "lab.N",
        {"lab__init": "from .params import N", "lab__params": "N = 3"},
    ),
    "a module that is loaded again": (
        "import importlib, params\nparams.N = 5\nimportlib.reload(params)",
        "params.N * 10 + params.M",
        {"params": "import others\nothers.M += 1\nM = others.M\nN = 3", "others": "M = 1"},
    ),
    "a module of a package": (
        "from lab import params",
        "params.N",
        {"lab__init": "", "lab__params": "N = 3"},
    ),
    "a package without __init__": ("from lab import params", "params.N", {"lab__params": "N = 3"}),
    "a module above": (
        "from lab.inner.step import M",
        "M",
        {
            "lab__init": "",
            "lab__inner__init": "",
            "lab__params": "N = 3",
            "lab__inner__step": "from ..params import N\nfrom .. import params\nM = N + params.N",
        },
    ),
    "a cycle": (
        "import a",
        "a.X + a.b.Y",
        {"a": "X = 1\nimport b\nZ = b.Y", "b": "import a\nY = a.X + 1"},
    ),
    "one that is not there": (
        "try:\n    import scipy_of_nobody as s\nexcept ImportError:\n    s = None\n"
        "from params import N",
        "N",
        {"params": "N = 3"},
    ),
    "an import in a try": (
        "try:\n    import fast as impl\nexcept ImportError:\n    import slow as impl",
        "impl.N",
        {"fast": "N = 3", "slow": "N = 4"},
    ),
    "an import in an if": (
        "USE = True\nif USE:\n    import fast as impl\nelse:\n    import slow as impl",
        "impl.N",
        {"fast": "N = 3", "slow": "N = 4"},
    ),
    "an import in a function": (
        "def get():\n    from params import N\n    return N\nM = get()",
        "M",
        {"params": "N = 3"},
    ),
    "a name set from outside": (
        "import params\nparams.N = 7\nimport user",
        "user.M",
        {"params": "N = 3", "user": "import params\nM = params.N"},
    ),
    "a module runs once": (
        "import counts\nimport other\nimport counts as again",
        "again.LOG[0] + other.HERE",
        {
            "counts": "LOG = (1,)\nTOTAL = [0]\nTOTAL[0] += 1",
            "other": "from counts import TOTAL\nHERE = TOTAL[0]",
        },
    ),
    "its own __name__": (
        "import params",
        "params.N",
        {"params": "N = 1\nif __name__ == '__main__':\n    N = 2"},
    ),
    "one name in two modules": (
        "import a\nimport b\nN = 5",
        "a.N * 100 + b.N * 10 + N",
        {"a": "N = 3", "b": "N = 4"},
    ),
    "a class": (
        "from config import Config",
        "Config.SIZE",
        {"config": "class Base:\n    SIZE = 3\nclass Config(Base):\n    pass"},
    ),
    "an enum": (
        "from config import Side",
        "Side.RIGHT.value",
        {"config": "import enum\nclass Side(enum.IntEnum):\n    LEFT = 1\n    RIGHT = 2"},
    ),
    "an object": (
        "from config import settings",
        "N",
        {
            "config": "class Settings:\n    def __init__(self, n):\n        self.n = n\n"
            "settings = Settings(6)"
        },
    ),
}
PROGRAMS["an object"] = (
    PROGRAMS["an object"][0] + "\nN = settings.n",
    "N",
    PROGRAMS["an object"][2],
)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_name_of_another_module(program, tmp_path):
    imports, expression, files = PROGRAMS[program]
    source = write(tmp_path, main=imports + "\n" + KERNEL.format(expression), **files)
    value = assigned(source).replace("LOG[0]", "1")
    assert eval(value) == float(python_says(source, expression))


def test_a_relative_import_of_the_source_itself(tmp_path):
    write(
        tmp_path,
        lab__init="",
        lab__params="N = 3",
        lab__main="from . import params\nfrom .params import N\n" + KERNEL.format("N + params.N"),
    )
    assert eval(assigned(tmp_path / "lab" / "main.py")) == 6


def test_folders_where_modules_are_looked_for(tmp_path):
    source = write(
        tmp_path, elsewhere__params="N = 3", main="from params import N\n" + KERNEL.format("N")
    )
    assert "`params.N` where" in transpile(source).stderr
    assert assigned(source, "-I", str(tmp_path / "elsewhere")) == "3"


def test_the_root_of_a_project(tmp_path):
    write(
        tmp_path,
        src__lab__init="",
        src__lab__params="N = 3",
        tools__a__main="from lab.params import N\n" + KERNEL.format("N"),
    )
    source = tmp_path / "tools" / "a" / "main.py"
    assert "`lab.params.N` where" in transpile(source).stderr
    (tmp_path / "pyproject.toml").write_text("")
    assert assigned(source) == "3"


def test_a_folder_between_the_source_and_the_root_of_its_project(tmp_path):
    """Where a program is started there, its folder is the one that Python looks through."""
    text = "from model.params import N\n" + KERNEL.format("N")
    write(tmp_path, app__model__params="N = 5", app__model__kernels=text, app__main="import model")
    (tmp_path / "pyproject.toml").write_text("")
    assert assigned(tmp_path / "app/model/kernels.py") == "5"
    # The root comes before it.
    write(tmp_path, model__params="N = 6")
    assert assigned(tmp_path / "app/model/kernels.py") == "6"


HERE = "os.path.dirname(os.path.abspath(__file__))"
PATHS = [
    # what is done to sys.path, and `N` of lib/params.py (3), of the source's own folder (4), or ?
    ("sys.path.insert(0, '../lib')", "3", "?"),
    ("sys.path.insert(0, 'lib')", "3", "?"),
    ("sys.path.append('../lib')", "3", "4"),
    ("sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'lib'))", "3", "3"),
    ("sys.path.insert(0, str(Path(__file__).parent.joinpath('..', 'lib')))", "3", "3"),
    (f"sys.path.insert(0, os.path.join({HERE}, '..', 'lib'))", "3", "3"),
    (f"sys.path.append(os.path.join({HERE}, os.pardir, 'lib'))", "3", "4"),
    (f"ROOT = os.path.dirname({HERE})\nsys.path += [os.path.join(ROOT, 'lib')]", "3", "4"),
    (f"ROOT = Path({HERE}).parent\nsys.path[:0] = [str(ROOT / 'lib')]", "3", "3"),
    ("sys.path = ['../lib', *sys.path]", "3", "?"),
    (f"sys.path = [{HERE} + '/../lib'] + sys.path", "3", "?"),
    ("sys.path.insert(0, sys.path[0] + '/../lib')", "3", "3"),
    (f"if len(sys.argv) > 9:\n    sys.path.insert(0, {HERE} + '/../lib')", "3", "?"),
    (f"def f():\n    sys.path.insert(0, {HERE} + '/../lib')", "3", "?"),
    (f"B = {HERE} + '/../lib'\nsys.path.insert(0, B)\nsys.path.remove(B)", "3", "?"),
    (f"import params\nsys.path.insert(0, {HERE} + '/../lib')", "3", "?"),
    (f"sys.path.insert(0, input())\nsys.path.append({HERE} + '/../lib')", "3", "?"),
    ("sys.path.insert(0, input())\nsys.path.append('../lib')", "3", "?"),
    ("ROOT = '../lib'\nROOT = input()\nsys.path.append(ROOT)", "?", "4"),
    ("if True:\n    sys.path.extend(['../nowhere', '../lib'])", "3", "4"),
]


@pytest.mark.parametrize("line, alone, beside", PATHS)
def test_folders_that_a_program_adds_to_the_path(tmp_path, line, alone, beside):
    head = f"import os, sys\nfrom pathlib import Path\n{line}\nfrom params import N\n"
    source = tmp_path / "run" / "main.py"
    write(tmp_path, lib__params="N = 3", run__main=head + KERNEL.format("N"))
    (tmp_path / "pyproject.toml").write_text("")

    def means(wanted: str) -> None:
        if wanted == "?":
            assert "`params.N` where" in transpile(source).stderr
        else:
            assert assigned(source) == wanted

    means(alone)
    write(tmp_path, run__params="N = 4")
    means(beside)


def test_a_folder_that_an_imported_module_adds_to_the_path(tmp_path):
    here = "os.path.dirname(__file__)"
    source = write(
        tmp_path,
        lib__params="N = 3",
        run__paths=f"import sys, os\nsys.path.append(os.path.join({here}, '../lib'))",
        run__main="import paths\nfrom params import N\n" + KERNEL.format("N"),
    )
    assert assigned(source.parent / "run" / "main.py") == "3"


def test_a_constant_has_one_name_and_its_comment(tmp_path):
    source = write(
        tmp_path,
        params="import numpy as np\n# of the lab\nSCALE = np.float32(0.5)  # a half\n",
        main="import params\nfrom params import SCALE as half\n"
        + KERNEL.format("half + params.SCALE"),
    )
    text = text_of(source)
    assert text.count("static constexpr") == 1
    assert "// of the lab\nstatic constexpr float SCALE = 0.5f;  // a half\n" in text


def test_a_constant_is_given_by_its_module(tmp_path):
    source = write(
        tmp_path, params="N = 3", main="import params\nN = 5\n" + KERNEL.format("N * 10 + params.N")
    )
    assert eval(assigned(source, "--const", "params.N=4")) == 54
    assert eval(assigned(source, "--const", "N=6")) == 63
    assert "params.K" in transpile(source, "--const", "params.K=4").stderr


def test_a_name_that_a_module_has_not(tmp_path):
    source = write(tmp_path, params="N = 3", main="import params\n" + KERNEL.format("params.K"))
    assert "`params` has no attribute `K`" in transpile(source).stderr


@pytest.mark.parametrize(
    "line", ["del sys.modules['params']", "sys.modules.pop('params')", "sys.modules.clear()"]
)
def test_a_module_that_is_taken_out_of_the_table(tmp_path, line):
    head = f"import sys, params\nparams.N = 4\n{line}\nimport params\n"
    source = write(tmp_path, params="N = 3", main=head + KERNEL.format("params.N"))
    assert "`params.N` is not known while compiling" in transpile(source).stderr


def test_a_module_that_stands_for_another(tmp_path):
    head = "import sys, math\nsys.modules['params'] = math\nimport params\n"
    source = write(tmp_path, params="e = 3", main=head + KERNEL.format("params.e"))
    assert "`params` has no attribute `e`" in transpile(source).stderr


HELPERS = '''
from numba import cuda
import params

# Between two bounds.
@cuda.jit(device=True)
def clamp(x, low, high):
    """Clamps x."""
    return min(max(x, low), high) * params.SCALE

def plain(x):
    return x + 1  # no decorator

@cuda.jit
def unused(a):
    a[0] = nothing_at_all

def make(n):
    @cuda.jit
    def step(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] += n
    return step
'''


def test_functions_of_other_modules(tmp_path):
    source = write(
        tmp_path,
        params="SCALE = 2.0",
        helpers=HELPERS,
        main="""
        import helpers
        from helpers import clamp, make
        import numpy as np
        from numba import cuda

        @cuda.jit("void(float64[:], float64[:])")
        def k(a, out):
            i = cuda.grid(1)
            if i < out.size:
                out[i] = clamp(a[i], 0.0, 1.0) + helpers.plain(a[i])

        by_three = make(3)
        by_three[1, 32](np.zeros(5))
        """,
    )
    text = text_of(source)
    assert "// Between two bounds.\n/// Clamps x.\n__device__ double clamp(double x," in text
    assert "unused" not in text
    build([source], tmp_path / "out")
    module = pycu.load(tmp_path / "out" / "main.json")
    a = np.linspace(-1, 2, 9)
    out = np.zeros(9)
    module.k[1, 32](a, out)
    assert np.array_equal(out, np.clip(a, 0, 1) * 2 + (a + 1))
    module.by_three[1, 32](out)
    assert np.array_equal(out, np.clip(a, 0, 1) * 2 + (a + 1) + 3)


def test_two_functions_of_one_name(tmp_path):
    both = "from numba import cuda\n@cuda.jit(device=True)\ndef f(x):\n    return x + {}\n"
    source = write(
        tmp_path,
        a=both.format(10),
        b=both.format(20),
        main="import a, b\n" + KERNEL.format("a.f(0.0) * 100 + b.f(0.0)"),
    )
    build([source], tmp_path / "out")
    out = np.zeros(3)
    pycu.load(tmp_path / "out" / "main.json").k[1, 32](out)
    assert list(out) == [1020] * 3


def test_an_error_in_another_module_is_shown_there(tmp_path):
    source = write(
        tmp_path,
        helpers="from numba import cuda\n@cuda.jit(device=True)\ndef f(x):\n    return x.what\n",
        main="import helpers\n" + KERNEL.format("helpers.f(out[i])"),
    )
    errors = transpile(source).stderr
    assert "helpers.py:4:" in errors and "return x.what" in errors


def test_a_module_that_is_no_python_is_no_error_by_itself(tmp_path):
    source = write(
        tmp_path, old="print 'hello'\nN = 3\n", main="import old\n" + KERNEL.format("old.N")
    )
    assert assigned(source) == "3"
    source.write_text("import old\n" + KERNEL.format("2"))
    assert transpile(source).stderr == ""


def test_a_decorator_that_is_wrong_in_another_module(tmp_path):
    wrong = "from numba import cuda\n@cuda.jit(devise=True)\ndef f(x):\n    return x\n"
    source = write(tmp_path, helpers=wrong, main="import helpers\n" + KERNEL.format("1"))
    assert transpile(source).stderr == ""
    source.write_text("import helpers\n" + KERNEL.format("helpers.f(out[i])"))
    assert "helpers.py:2:" in transpile(source).stderr


def test_types_of_launches_come_through_modules(tmp_path):
    source = write(
        tmp_path,
        config="import numpy as np\nDTYPE = np.float32\nSHAPE = (16, 32)\n",
        data="import numpy as np\nfrom config import *\ndef fields(n):\n"
        "    return [np.zeros(SHAPE, DTYPE) for _ in range(n)]\n",
        main="""
        from numba import cuda
        from data import fields
        import config

        @cuda.jit
        def k(a, b, scale):
            a[0, 0] = b[0, 0] * scale

        a, b = fields(2)
        k[1, 1](a, b, config.DTYPE(2))
        """,
    )
    command = [str(binary()), "inspect", str(source), "--signatures"]
    said = subprocess.run(command, capture_output=True, text=True).stdout
    assert "void(float32[:, ::1], float32[:, ::1], float32)" in said


def test_a_module_behind_too_much_to_follow(tmp_path):
    """It never runs; what it imports is looked up where that has run."""
    calls = "def f0():\n    pass\n" + "".join(
        f"def f{i + 1}():\n    f{i}()\n    f{i}()\n" for i in range(20)
    )
    source = write(
        tmp_path,
        compat="from numba import cuda\ndevice = cuda.jit(device=True)\n",
        work=calls + "f20()\n",
        extra="from compat import device\n@device\ndef triple(x):\n    return 3.0 * x\n",
        main="""
        from numba import cuda
        from compat import device
        import work
        import extra

        @cuda.jit("void(float64[:])")
        def k(out):
            out[0] = extra.triple(out[0])
        """,
    )
    assert "return 3.0 * x;" in text_of(source)


def test_packages_around_the_source_run_before_it(tmp_path):
    """They may import it themselves, and then have all of it."""
    write(
        tmp_path,
        lab__init="from .solver import Solver",
        lab__solver="""
        import numpy as np
        from lab.kernels import FACTOR, scale

        class Solver:
            def __init__(self):
                self.x = np.zeros(8, np.float32)

            def run(self):
                scale[1, 8](self.x, FACTOR)
        """,
        lab__params="FACTOR = 3",
        lab__kernels="""
        from numba import cuda
        from .params import FACTOR

        @cuda.jit
        def scale(x, factor):
            x[0] *= factor + FACTOR
        """,
    )
    command = [str(binary()), "inspect", str(tmp_path / "lab" / "kernels.py"), "--signatures"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert '"scale" = ["void(float32[::1], int64)"]' in done.stdout, done.stdout + done.stderr


def test_the_depfile_lists_all_files(tmp_path):
    source = write(
        tmp_path,
        lab__init="",
        lab__params="N = 3",
        main="from lab.params import N\n" + KERNEL.format("N"),
    )
    command = [str(binary()), "transpile", str(source), "-o", str(tmp_path / "out"), "-MD"]
    subprocess.run(command, check=True)
    listed = (tmp_path / "out" / "main.d").read_text()
    assert "lab/params.py" in listed and "lab/__init__.py" in listed


def test_lines_of_other_modules_have_their_names(tmp_path):
    source = write(
        tmp_path,
        params="",
        helpers=HELPERS.replace("params.SCALE", "1"),
        main="import helpers\n" + KERNEL.format("helpers.plain(1.0)"),
    )
    text = text_of(source, "--line-directives")
    line = HELPERS.splitlines().index("    return x + 1  # no decorator") + 1
    assert f'#line {line} "' in text.split("plain(")[1] and 'helpers.py"' in text


COMPAT = """
from numba import cuda as gpu

def {name}(*args, **options):
    return gpu.jit(*args, **options)
"""


@pytest.mark.parametrize(
    ("head", "definition"),
    [
        ("from compat import kernel", "@kernel('void(float64[:])')\ndef k(out):"),
        ("import compat", "@compat.kernel('void(float64[:])')\ndef k(out):"),
        ("import compat as c", "of = c.kernel('void(float64[:])')\n@of\ndef k(out):"),
        ("from compat import *", "@kernel('void(float64[:])')\ndef k(out):"),
        ("from lab import kernel", "@kernel('void(float64[:])')\ndef k(out):"),
        ("from lab.names import mark", "@mark.of('void(float64[:])')\ndef k(out):"),
    ],
)
def test_a_source_whose_decorators_are_all_of_other_modules_has_kernels(tmp_path, head, definition):
    source = write(
        tmp_path,
        compat=COMPAT.format(name="kernel"),
        lab__init="from .names import kernel\n",
        lab__names="from compat import kernel\nclass mark:\n    of = kernel\n",
        main=f"{head}\n\n{definition}\n    i = 0\n    out[i] = 3\n",
    )
    assert assigned(source) == "3.0"


def test_a_function_that_another_module_makes_a_kernel_of(tmp_path):
    source = write(
        tmp_path,
        compat=COMPAT.format(name="kernel"),
        main="import compat\n\ndef step(out):\n    i = 0\n    out[i] = 3\n\n"
        "k = compat.kernel('void(float64[:])')(step)\n",
    )
    assert assigned(source) == "3.0"


def test_the_three_files_of_the_readme(tmp_path):
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text()
    section = readme.split("## A program of three files")[1]
    block = section.split("```python\n")[1].split("```")[0]
    parts = re.split(r"^# (\w+)\.py\n", block, flags=re.M)[1:]
    files = dict(zip(parts[::2], parts[1::2]))
    assert set(files) == {"params", "kernels", "main"}
    write(tmp_path, **files)
    command = [str(binary().absolute()), "inspect", "kernels.py", "--signatures"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    shown = [line.strip() for line in section.split("    $ ")[1].splitlines()[1:3]]
    assert done.stdout.splitlines() == shown
