"""`pycu run` on scripts as they are: the seeds, modules, arguments, mistakes."""

import os
import shutil
import subprocess
import sys
import zipfile

import pytest
from harness import REPOSITORY, binary, empty_cache

SEEDS = sorted((REPOSITORY / "testdata" / "seeds").glob("*.py"))


def environment(cache, **more):
    return {
        **os.environ,
        "PYCU_BINARY": str(binary()),
        "PYCU_PYTHON": sys.executable,
        "PYCU_CACHE_DIR": str(cache),
        **more,
    }


def run(cache, *arguments, **more):
    command = [str(binary()), "run", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, env=environment(cache, **more), timeout=600
    )


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    return empty_cache(tmp_path_factory.mktemp("scripts") / "cache")


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.stem)
def test_the_seeds_run_as_they_are(seed, cache):
    done = run(cache, seed, SEED_SMALL="1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == f"{seed.stem}: ok"


SCRIPT = """
import sys
import numpy as np
from numba import cuda

@cuda.jit
def scale(x, factor):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= factor

x = np.ones(5, np.float32)
scale[1, 32](x, int(sys.argv[1]))
print(sys.argv, x.sum(), __name__)
"""


def test_a_python_without_numpy_is_told_in_a_line(tmp_path):
    done = subprocess.run(
        [sys.executable, "-S", "-m", "pycu", "run", "script.py"],
        capture_output=True, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "python")},
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith(f"pycu: {sys.executable} has no NumPy")
    assert done.stderr.count("\n") == 1


def test_no_numba_is_imported(tmp_path, cache):
    script = tmp_path / "script.py"
    script.write_text(
        SCRIPT
        + "homes = {getattr(one, '__file__', None) or '' for one in list(sys.modules.values())}\n"
        "print([home for home in homes if '/numba/' in home or '/numba_cuda/' in home])\n"
    )
    done = run(cache, script, 3)
    assert done.stdout.splitlines()[1:] == ["[]"], done.stderr


def test_a_script_gets_its_arguments(tmp_path, cache):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = run(cache, script, 3, "--debug", "-m")
    assert done.stdout == f"['{script}', '3', '--debug', '-m'] 15.0 __main__\n", done.stderr


def test_a_module_runs(tmp_path, cache):
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "__init__.py").write_text("")
    (tmp_path / "lab" / "main.py").write_text(SCRIPT)
    command = [str(binary()), "run", "-m", "lab.main", "2"]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment(cache), cwd=tmp_path
    )
    assert done.stdout.endswith("'2'] 10.0 __main__\n"), done.stderr


def test_a_second_run_compiles_nothing(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    cache = tmp_path / "cache"
    assert run(cache, script, 3).returncode == 0
    before = {path: path.stat().st_mtime_ns for path in cache.rglob("*") if path.is_file()}
    assert any(path.suffix == ".so" for path in before)
    assert run(cache, script, 3).returncode == 0
    after = {path: path.stat().st_mtime_ns for path in cache.rglob("*") if path.is_file()}
    assert after == before


def test_no_compiler_is_a_message(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = run(tmp_path / "cache", script, 3, PATH=str(tmp_path))
    assert done.returncode == 1
    assert "no compiler was found\n  = note: looked for" in done.stderr.replace("host ", "")


NAMES = ["int.py", "2d-heat.py", "numba_jit.py", "script", "__a__b_.py", "é.py"]


@pytest.mark.parametrize("name", NAMES)
def test_a_script_may_have_any_name(name, tmp_path, cache):
    script = tmp_path / name
    script.write_text(SCRIPT)
    done = run(cache, script, 3)
    assert done.stdout == f"['{script}', '3'] 15.0 __main__\n", done.stderr


def test_a_package_may_hold_kernels(tmp_path, cache):
    (tmp_path / "filters").mkdir()
    (tmp_path / "filters" / "__init__.py").write_text(SCRIPT)
    script = tmp_path / "script.py"
    script.write_text("import filters\n")
    done = run(cache, script, "3")
    assert done.stdout.endswith("15.0 filters\n"), done.stdout + done.stderr
    (tmp_path / "filters" / "__main__.py").write_text(SCRIPT)
    done = run(cache, "-m", "filters", "3", PYTHONPATH=str(tmp_path))
    assert done.stdout.endswith("15.0 __main__\n"), done.stdout + done.stderr


def cut(file):
    file.write_bytes(file.read_bytes()[:100])


@pytest.mark.parametrize("damage", [os.unlink, cut, lambda file: file.write_bytes(b"")])
@pytest.mark.parametrize("file", ["script_jit.json", "libscript_jit.so"])
def test_what_is_broken_of_the_cache_is_made_again(file, damage, tmp_path, cache):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    own = tmp_path / "cache"
    assert run(cache, script, 3).returncode == 0
    shutil.copytree(cache, own)
    for broken in own.rglob(file):
        damage(broken)
    done = run(own, script, 3)
    assert done.returncode == 0, done.stderr
    assert run(own, script, 3).stdout.endswith(" 15.0 __main__\n")


@pytest.mark.parametrize("blocks", [0, 1, 8])
def test_files_that_cannot_be_written_whole_are_a_message(blocks, tmp_path):
    """A process may write files of so many blocks of 1024 bytes, and none more: as on a full disk,
    but that what writes them dies."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    own = tmp_path / "cache"
    command = f"ulimit -f {blocks}; trap '' XFSZ; exec {binary()} run {script} 3"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, env=environment(own)
    )
    assert done.returncode == 1
    full = f"{own} cannot be written: File too large; PYCU_CACHE_DIR names another folder"
    died = "`pycu build` was ended by the signal SIGXFSZ"
    assert done.stderr.endswith(f"CompilerError: {died if blocks else full}\n"), done.stderr
    assert not list(own.glob("*/*"))
    assert run(own, script, 3).stdout.endswith(" 15.0 __main__\n")


def test_mistakes_are_told_at_the_users_lines(tmp_path, cache):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.replace("x[i] *= factor", "x[i] *= missing + x.foo"))
    done = run(cache, script, 3)
    assert done.returncode == 1
    assert f"{script}:10:17: error[PYCU0302]: `missing` is not defined" in done.stderr
    assert "  10 |         x[i] *= missing + x.foo\n     |                 ^^^^^^^\n" in done.stderr
    assert f"{script}:10:29: error[PYCU0303]" in done.stderr


def test_mistakes_of_no_line_are_told_of_the_kernel(tmp_path, cache):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.replace("@cuda.jit\n", '@cuda.jit("void(float32[:])")\n'))
    done = run(cache, script, 3)
    assert done.stderr.splitlines()[-4:] == [
        f"pycu.errors.TypingError: {script}:6: error[PYCU0203]: `scale` has 2 parameters and its "
        "signature 1 type",
        f"{script}:7:5: `scale` is defined here",
        "   7 | def scale(x, factor):",
        "     |     ^^^^^",
    ]


WRONG = {"raises": "def f():\n    1 / 0\n\nf()\n", "no_syntax": "import numpy\nx = (\n"}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("name", ["script.py", "-"])
def test_an_exception_is_shown_as_python_shows_it(name, text, tmp_path, cache):
    script = tmp_path / name
    script.write_text(text)
    path = str(script) if name != "-" else "-"
    given = {"input": text, "capture_output": True, "text": True, "env": environment(cache)}
    wanted = subprocess.run([sys.executable, path], **given)
    done = subprocess.run([str(binary()), "run", path], **given)
    assert (done.returncode, done.stdout) == (wanted.returncode, wanted.stdout)
    if name != "-":
        assert done.stderr == wanted.stderr
    # Python up to 3.12 does not show the lines of stdin
    assert wanted.stderr.splitlines()[-1] == done.stderr.splitlines()[-1]
    assert len(done.stderr) >= len(wanted.stderr)


MAIN = """
import atexit
import pickle
import sys
import threading
import time

import numpy as np
from numba import cuda

class Point:
    pass

@cuda.jit
def kernel(x):
    x[0] = 5

def tell(when):
    import __main__

    x = np.zeros(1)
    kernel[1, 1](x)
    same = pickle.loads(pickle.dumps(Point())).__class__ is Point
    print(when, x[0], __main__.__dict__ is globals(), same, flush=True)

def later():
    main = threading.main_thread()
    main.join()
    tell("thread")

print(__name__, __file__, __spec__ and __spec__.name, sys.argv[1:], sorted(globals()))
atexit.register(tell, "exit")
threading.Thread(target=later).start()
"""


def as_module(folder, text):
    (folder / "program.py").write_text(text)
    return ["-m", "program"]


def as_file(folder, text):
    (folder / "program.py").write_text(text)
    return ["program.py"]


def as_folder(folder, text):
    (folder / "program").mkdir()
    (folder / "program" / "__main__.py").write_text(text)
    return ["program"]


def as_zip(folder, text):
    with zipfile.ZipFile(folder / "program.zip", "w") as made:
        made.writestr("__main__.py", text)
    return ["program.zip"]


@pytest.mark.parametrize("put", [as_module, as_file, as_folder, as_zip])
def test_a_program_is_the_main_module_to_its_end(put, tmp_path, cache):
    words = [*put(tmp_path, MAIN), "argument"]
    given = {"capture_output": True, "text": True, "cwd": tmp_path, "env": environment(cache)}
    done = subprocess.run([str(binary()), "run", *words], **given)
    first, *rest = done.stdout.splitlines()
    assert rest == ["thread 5.0 True True", "exit 5.0 True True"], done.stderr
    (tmp_path / "numba.py").write_text("class cuda:\n    jit = staticmethod(lambda f: {})\n")
    given["env"]["PYTHONPATH"] = str(tmp_path)
    plain = subprocess.run([sys.executable, *words], **given)
    assert first == plain.stdout.splitlines()[0]


def test_a_program_may_come_from_stdin_and_stand_nowhere(tmp_path, cache):
    gone = tmp_path / "gone"
    command = f"mkdir {gone}; cd {gone}; rmdir {gone}; exec {binary()} run - 3"
    done = subprocess.run(
        ["bash", "-c", command],
        input=SCRIPT,
        capture_output=True,
        text=True,
        env=environment(cache),
    )
    assert done.stdout == "['-', '3'] 15.0 __main__\n", done.stderr


def test_debug_finds_what_lies_outside(tmp_path, cache):
    script = tmp_path / "_script.v2.py"
    script.write_text(SCRIPT.replace("i < x.size", "i < 8"))
    assert run(cache, script, 3).returncode in (0, -6, -11)
    done = run(cache, "--debug", script, 3)
    assert done.returncode == 1
    assert "IndexError: _script.v2.py:10: IndexError: index 5 of axis 0 of 'x'" in done.stderr


CHECKED = """
import numpy as np
from numba import cuda, vectorize

table = np.arange(3.0)

@cuda.reduce
def total(a, b):
    return a + b + table[int(a) * 0 + 5]

@vectorize
def shifted(a):
    return table[a + 5]

for call in (total, shifted):
    try:
        call(np.arange(4))
    except IndexError as error:
        print(str(error).partition(",")[0])
"""


def test_debug_checks_reductions_and_ufuncs(tmp_path, cache):
    script = tmp_path / "checked.py"
    script.write_text(CHECKED)
    done = run(cache, "--debug", script)
    says = "IndexError: index 5 of axis 0 of 'table' with size 3"
    assert done.stdout == f"checked.py:9: {says}\nchecked.py:13: {says}\n", done.stderr


UNSET = """
import numpy as np
from numba import cuda

x, n = cuda.device_array(3, np.float32), cuda.device_array_like(np.zeros((1, 2), np.int16))
print(*x.copy_to_host(), *n.copy_to_host().flat, cuda.device_array(0).size)
"""


def test_debug_shows_what_nobody_has_set(tmp_path, cache):
    script = tmp_path / "unset.py"
    script.write_text(UNSET)
    assert run(cache, "--debug", script).stdout == "nan nan nan -1 -1 0\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [((), "there is no script"), (("none.py",), "there is no such file")],
    ids=["no_script", "no_file"],
)
def test_what_cannot_be_run_is_said(arguments, says, cache):
    done = run(cache, *arguments)
    assert done.returncode != 0
    assert says in done.stderr
    assert "Traceback" not in done.stderr


RECORDED = """
import sys
import numpy as np
from numba import cuda

particle = np.dtype([("x", np.float32), ("v", np.float32)])

@cuda.jit
def move(p, dt):
    i = cuda.grid(1)
    if i < p.size:
        p[i].x += p[i].v * dt

@cuda.jit
def scale(x, f):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= f

@cuda.jit("void(int32[:])")
def declared(x):
    x[0] = 1

@cuda.reduce
def total(a, b):
    return a + b

if __name__ == "__main__":
    size, kind = int(sys.argv[1]), sys.argv[2]
    move[1, 32](np.zeros(size, particle), 0.5)
    scale[1, 32](np.ones((size, 2), kind)[:, 0], 2.0)
    declared[1, 1](np.zeros(1, np.int32))
    print(total(np.ones(size)))
"""


def test_a_recorded_run_is_built_without_flags(tmp_path, cache):
    script = tmp_path / "work.py"
    script.write_text(RECORDED)
    for kind in ("float32", "int16", "float32"):
        done = run(cache, "--record", script, 3, kind)
        assert done.stdout == "3.0\n", done.stderr
    text = (tmp_path / "work.sigs.toml").read_text()
    assert text.splitlines()[1:] == [
        "[signatures]",
        '"move" = ["void(particle[::1], float64)"]  # work.py:30',
        '"scale" = ["void(float32[:], float64)", "void(int16[:], float64)"]  # work.py:31',
        '"total" = ["float64(float64, float64)"]  # work.py:33',
    ]
    out = tmp_path / "out"
    command = [str(binary()), "build", str(script), "-o", str(out), "--target", "cpu"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    import pycu

    module = pycu.load(out / "work.json")
    assert module.scale.signatures == ["void(float32[:], float64)", "void(int16[:], float64)"]


def test_a_file_of_a_person_stays_and_gets_what_it_lacks(tmp_path, cache):
    script = tmp_path / "work.py"
    script.write_text(RECORDED)
    own = '# mine\n[signatures]\nmove = "void(particle[:], float64)"  # any strides\n'
    (tmp_path / "work.sigs.toml").write_text(own)
    assert run(cache, "--record", script, 3, "float32").returncode == 0
    text = (tmp_path / "work.sigs.toml").read_text()
    assert text == own + (
        '"scale" = ["void(float32[:], float64)"]  # work.py:31\n'
        '"total" = ["float64(float64, float64)"]  # work.py:33\n'
    )
    assert run(cache, "--record", script, 3, "float32").returncode == 0
    assert (tmp_path / "work.sigs.toml").read_text() == text


LATE = """
import sys
import numpy as np
from numba import cuda

RATE = float(sys.argv[1])
SIZE = len(sys.argv)

@cuda.jit(device=True)
def helper(x):
    return x * SIZE

def outer(n):
    @cuda.jit
    def inner(x):
        x[0] = n + RATE + helper(1)
    return inner

k = outer(int(sys.argv[2]))
x = np.zeros(3)
k[1, 1](x)
print(x[0])
"""


def test_values_that_only_a_run_has_are_recorded(tmp_path, cache):
    script = tmp_path / "late.py"
    script.write_text(LATE)
    done = run(cache, "--record", script, 0.25, 7)
    assert done.stdout == "10.25\n", done.stderr
    assert (tmp_path / "late.sigs.toml").read_text().splitlines()[3:] == [
        "",
        "[constants]",
        '"RATE" = "0.25"',
        '"SIZE" = "3"',
        "",
        "[closures]",
        '"k" = {of = "outer.inner", values = {n = "7"}}  # late.py:21',
    ]
    assert run(cache, "--record", script, 0.5, 7).returncode == 0
    assert '"RATE" = "0.5"' in (tmp_path / "late.sigs.toml").read_text()
    command = [str(binary()), "transpile", str(script), "-o", "-"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert "static constexpr double RATE = 0.5;" in done.stdout, done.stderr


FACTORIES = """
import numpy as np
from numba import cuda

def make(n):
    @cuda.jit
    def kernel(x):
        x[0] = n
    return kernel

anonymous = cuda.jit(lambda x: None)
for n in (1, 2):
    make(n)[1, 1](np.zeros(1))
anonymous[1, 1](np.zeros(1))
"""


def test_lambdas_and_values_that_change(tmp_path, cache):
    script = tmp_path / "factories.py"
    script.write_text(FACTORIES)
    done = run(cache, "--record", script)
    assert "several values" not in done.stderr, done.stderr
    text = (tmp_path / "factories.sigs.toml").read_text()
    assert [line.split('"')[1] for line in text.splitlines() if "void(" in line] == [
        "anonymous",
        "kernel_n1",
        "kernel_n2",
    ]
    command = [str(binary()), "check", str(script)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_run_that_records_nothing_says_so(tmp_path, cache):
    script = tmp_path / "module.py"
    script.write_text("from numba import cuda\n\n\n@cuda.jit\ndef k(x):\n    x[0] = 1\n")
    done = run(cache, "--record", script)
    assert done.returncode == 0
    assert done.stderr.startswith("pycu: nothing of this run is recorded: it launched no"), done
    assert not (tmp_path / "module.sigs.toml").exists()


@pytest.mark.parametrize("stem", ["cudaAdd", "pycu_add", "pycu", "int", "2d"])
def test_a_file_may_be_called_as_cuda_calls_its_own(stem, cache, tmp_path):
    script = tmp_path / f"{stem}.py"
    script.write_text(SCRIPT)
    done = run(cache, script, "3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "15.0 __main__" in done.stdout


INLINED = """
import numpy as np
from numba import cuda, float32

@cuda.jit(device=True, inline={inline})
def part(n):
    return cuda.shared.array(0, float32)[:n]

@cuda.jit
def k(x):
    own = part(4)
    own[cuda.threadIdx.x] = x[cuda.threadIdx.x]
    x[cuda.threadIdx.x] = own[cuda.threadIdx.x] + 1

x = np.arange(4, dtype=np.float32)
k[1, 4, 0, 16](x)
print(x)
"""


@pytest.mark.parametrize("inline", ["'always'", "True"])
def test_inlined_functions_stay_so(inline, cache, tmp_path):
    script = tmp_path / "k.py"
    script.write_text(INLINED.format(inline=inline))
    done = run(cache, script)
    assert (done.returncode, done.stdout) == (0, "[1. 2. 3. 4.]\n"), done.stderr
