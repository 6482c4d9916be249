"""The command line: exit codes, what is written and what stays, depfiles, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from pathlib import Path

import harness
import pytest

KERNEL = '''"""A kernel."""
from numba import cuda


@cuda.jit("void(float32[:])")
def increment(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += {step}
'''

UNTYPED = """from numba import cuda


@cuda.jit
def increment(a):
    a[0] += 1
"""


def pycu(*arguments: object, cwd: Path, **options: object) -> subprocess.CompletedProcess[str]:
    """Runs pycu in a folder."""
    command = [str(harness.binary().absolute()), *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, **options)  # type: ignore[call-overload]


def texts(folder: Path) -> dict[str, str]:
    """Every file of a folder."""
    return {path.name: path.read_text() for path in sorted(folder.iterdir())}


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A folder with one sound source."""
    (tmp_path / "k.py").write_text(KERNEL.format(step=1))
    return tmp_path


def test_transpile_writes_the_texts_and_the_runtime(work: Path) -> None:
    done = pycu("transpile", "k.py", "-o", "out", cwd=work)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    own = {"k.cu", "k_launch.cuh", "k_cpu.cuh", "k.h", "k.json"}
    runtime = {"pycu.h", "pycu_abi.h", "pycu_array.h", "pycu_call.h"}
    assert set(texts(work / "out")) == own | runtime


REDUCTION = """import numpy as np
from numba import cuda


@cuda.reduce
def total(a, b):
    return a + b


print(total(np.zeros(3)))
"""


def test_reductions_keep_clear_of_a_source_of_their_name(work: Path) -> None:
    (work / "sums.py").write_text(REDUCTION)
    (work / "sums_reduce.py").write_text(KERNEL.format(step=1))
    done = pycu("transpile", "sums.py", "sums_reduce.py", "-o", "out", cwd=work)
    assert done.returncode == 1
    assert "`sums.py` and `sums_reduce.py` would both write module `sums_reduce`" in done.stderr
    assert not (work / "out").exists()


def test_unchanged_files_are_not_touched(work: Path) -> None:
    pycu("transpile", "k.py", "-o", "out", cwd=work)
    for path in (work / "out").iterdir():
        os.utime(path, (1000, 1000))
    pycu("transpile", "k.py", "-o", "out", cwd=work)
    assert all(path.stat().st_mtime == 1000 for path in (work / "out").iterdir())
    (work / "k.py").write_text(KERNEL.format(step=2))
    pycu("transpile", "k.py", "-o", "out", cwd=work)
    changed = {path.name for path in (work / "out").iterdir() if path.stat().st_mtime != 1000}
    assert changed == {"k.cu", "k_launch.cuh", "k_cpu.cuh", "k.json"}


def test_output_is_a_function_of_the_input_alone(work: Path) -> None:
    elsewhere = work / "else where"
    elsewhere.mkdir()
    shutil.copy(work / "k.py", elsewhere)
    pycu("transpile", "k.py", "-o", "out", cwd=work)
    pycu("transpile", elsewhere / "k.py", "-o", elsewhere / "out", cwd=work)
    assert texts(work / "out") == texts(elsewhere / "out")
    assert str(work) not in "".join(texts(elsewhere / "out").values())


def test_a_comment_above_a_kernel_changes_no_text(work: Path) -> None:
    pycu("transpile", "k.py", "-o", "out", cwd=work)
    source = (work / "k.py").read_text()
    (work / "k.py").write_text(source.replace("\n\n\n", "\n\nprint('host')\n\n\n", 1))
    done = pycu("transpile", "k.py", "-o", "out", "--diff", cwd=work)
    assert "k.cu" not in done.stdout and "k.h" not in done.stdout


def test_dash_is_standard_input_and_output(work: Path) -> None:
    done = pycu("transpile", "-", "-o", "-", cwd=work, input=KERNEL.format(step=1))
    assert done.returncode == 0
    assert "PYCU_KERNEL void increment(" in done.stdout
    assert sorted(path.name for path in work.iterdir()) == ["k.py"]
    # with all that it includes but the runtime
    assert set(re.findall('#include "(.*)"', done.stdout)) == {
        "pycu.h",
        "pycu_abi.h",
        "pycu_call.h",
    }
    assert "PYCU_LAUNCH(stdin_, increment, " in done.stdout


def test_check_names_each_stale_file(work: Path) -> None:
    done = pycu("transpile", "k.py", "-o", "out", "--check", cwd=work)
    assert done.returncode == 1
    assert "missing: out/k.cu\n" in done.stdout
    assert not (work / "out").exists()
    pycu("transpile", "k.py", "-o", "out", cwd=work)
    assert pycu("transpile", "k.py", "-o", "out", "--check", cwd=work).returncode == 0
    (work / "out" / "pycu.h").write_text("// edited\n")
    (work / "k.py").write_text(KERNEL.format(step=2))
    done = pycu("transpile", "k.py", "-o", "out", "--check", cwd=work)
    assert done.returncode == 1
    assert set(done.stdout.split("\n")) == {
        "stale: out/k.cu", "stale: out/k_launch.cuh", "stale: out/k_cpu.cuh", "stale: out/k.json",
        "stale: out/pycu.h", "",
    }  # fmt: skip


def test_diff_shows_and_writes_nothing(work: Path) -> None:
    pycu("transpile", "k.py", "-o", "out", cwd=work)
    before = texts(work / "out")
    assert pycu("transpile", "k.py", "-o", "out", "--diff", cwd=work).stdout == ""
    (work / "k.py").write_text(KERNEL.format(step=2))
    done = pycu("transpile", "k.py", "-o", "out", "--diff", cwd=work)
    assert done.returncode == 0
    assert done.stdout.startswith("--- out/k.cu\n+++ out/k.cu\n@@ ")
    assert "\n-" in done.stdout and "\n+" in done.stdout
    assert pycu("transpile", "k.py", "-o", "out", "--diff", "--check", cwd=work).returncode == 1
    assert texts(work / "out") == before


def test_the_depfile_lists_what_was_read(work: Path) -> None:
    (work / "k.sigs.toml").write_text("[signatures]\n")
    (work / "pyproject.toml").write_text("\n")
    done = pycu("transpile", "k.py", "-o", "out", "-MD", "-MF", "x.d", "-MT", "stamp", cwd=work)
    assert done.returncode == 0, done.stderr
    words = (work / "x.d").read_text().replace("\\\n", " ").split()
    assert words == ["stamp:", "k.py", "k.sigs.toml", "pyproject.toml"]
    pycu("transpile", "k.py", "-o", "out", "-MD", cwd=work)
    assert (work / "out" / "k.d").read_text().startswith("out/k.cu:")


def test_make_understands_the_depfile(work: Path) -> None:
    (work / "a b.py").write_text(KERNEL.format(step=1))
    done = pycu("transpile", "a b.py", "-o", "out", "-MF", "x.d", "-MT", "stamp", cwd=work)
    assert done.returncode == 0, done.stderr
    (work / "Makefile").write_text("stamp:\n\t@echo made; touch stamp\ninclude x.d\n")
    run = ["make", "-s"]
    assert subprocess.run(run, cwd=work, capture_output=True, text=True).stdout == "made\n"
    assert subprocess.run(run, cwd=work, capture_output=True, text=True).stdout == ""
    later = time.time() + 10
    os.utime(work / "a b.py", (later, later))
    assert subprocess.run(run, cwd=work, capture_output=True, text=True).stdout == "made\n"


def test_errors_write_nothing_and_leave_the_old_output(work: Path) -> None:
    pycu("transpile", "k.py", "-o", "out", cwd=work)
    before = texts(work / "out")
    (work / "k.py").write_text(KERNEL.format(step="undefined"))
    (work / "other.py").write_text(KERNEL.format(step=1))
    done = pycu("transpile", "k.py", "other.py", "-o", "out", cwd=work)
    assert done.returncode == 1
    assert "k.py:9:17: error[PYCU0302]" in done.stderr
    assert texts(work / "out") == before


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", "k.py"], 0),
        (["check", "absent.py"], 1),
        (["check", "."], 1),
        (["check", "untyped.py"], 1),
        (["transpile", "k.py"], 2),
        (["transpile", "k.py", "-o", "out", "--no-such-option"], 2),
        (["transpile", "k.py", "k.py", "-o", "out"], 1),
        (["check", "k.py", "--sig", "nonsense"], 2),
        (["check", "k.py", "--config", "absent.toml"], 2),
        (["check", "k.py", "-Wno-nonsense"], 2),
        (["build", "k.py", "-o", "out", "--target", "cuda", "--nvcc", "absent"], 3),
        (["build", "k.py", "-o", "out", "--target", "cpu", "--cxx", "absent"], 3),
        (["build", "k.py", "-o", "out", "--target", "cpu", "--arch", "sm_90"], 2),
        (["build", "k.py", "-o", "out", "--target", "cpu", "--nvcc", "nvcc"], 2),
        (["build", "k.py", "-o", "out", "--target", "cpu", "-Xnvcc", "-DX"], 2),
        (["check", "k.py", "-Q", "lib"], 2),
        (["inspect", "k.py", "-j", "2"], 2),
        (["transpile", "k.py", "-o", "out", "-j", "2"], 2),
        (["inspect", "k.py", "--ir", "--json"], 2),
        (["inspect", "k.py", "--ir", "--types"], 2),
        (["transpile", "k.py", "-o", "k.py/out"], 3),
        (["transpile", "k.py", "-o", "/proc/pycu"], 3),
        (["frobnicate"], 2),
        ([], 2),
        (["--help"], 0),
        (["--version"], 0),
    ],
)
def test_exit_codes(work: Path, arguments: list[str], code: int) -> None:
    (work / "untyped.py").write_text(UNTYPED)
    done = pycu(*arguments, cwd=work)
    assert done.returncode == code, done.stdout + done.stderr
    assert (done.stderr != "") == (code != 0)


@pytest.mark.parametrize("command", ["check", "inspect", "transpile", "build"])
def test_a_file_without_kernels_says_so(work: Path, command: str) -> None:
    """As an error it leaves what an earlier run wrote."""
    writes = command in ("transpile", "build")
    options = ["-o", "out"] if writes else []
    options += ["--target", "cpu"] if command == "build" else []
    (work / "main.py").write_text((work / "k.py").read_text())
    assert pycu(command, "main.py", *options, cwd=work).returncode == 0
    before = (work / "out/main.cu").read_text() if writes else ""
    (work / "main.py").write_text("import sys\n\nprint(sys.argv)\n")
    refused = pycu(command, "main.py", *options, "-Werror=no-kernels", cwd=work)
    assert refused.returncode == 1
    assert "error[PYCU0009]: `main.py` has no kernels" in refused.stderr
    assert not writes or (work / "out/main.cu").read_text() == before
    assert pycu(command, "main.py", *options, "-Wno-no-kernels", cwd=work).stderr == ""
    told = pycu(command, "main.py", *options, cwd=work)
    assert told.returncode == 0
    assert "warning[PYCU0009]: `main.py` has no kernels" in told.stderr


def test_names_outside_the_source_are_compared_as_in_python(work: Path) -> None:
    """A ligature in a name is its letters."""
    (work / "n.py").write_text(
        "from numba import cuda\n\n@cuda.jit\ndef ﬁll(out):\n    out[0] = 1\n"
    )
    for name in ("ﬁll", "fill"):
        done = pycu("check", "n.py", "--sig", f"{name}=void(float64[:])", cwd=work)
        assert done.returncode == 0, done.stderr
        (work / "n.sigs.toml").write_text(f'[signatures]\n"{name}" = "void(float64[:])"\n')
        assert pycu("check", "n.py", cwd=work).returncode == 0
        (work / "n.sigs.toml").unlink()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n" * 10_000_000,
        b"# " + b"x" * 10_000_000,
        b"x = [" + b"1, " * 500_000 + b"]\n",
        KERNEL.format(step=1).replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + KERNEL.format(step=1).encode(),
        KERNEL.format(step=1).replace("    ", "\t").encode(),
        b"print 'Python 2'\n" + KERNEL.format(step=1).encode(),
    ],
    ids=["empty", "blank", "comment", "list", "crlf", "bom", "tabs", "python2"],
)
def test_unusual_files_are_read(work: Path, content: bytes) -> None:
    (work / "x.py").write_bytes(content)
    done = pycu("transpile", "x.py", "-o", "out", "-Wno-no-kernels", cwd=work, timeout=60)
    assert done.returncode == 0, done.stderr[:1000]
    assert "error" not in done.stderr


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\x7fELF\x00\x00", "PYCU0002"),
        ("x = 'é'\n".encode("latin-1"), "PYCU0003"),
        ("x = 1\n".encode("utf-16"), "PYCU0002"),
    ],
)
def test_what_is_no_text_is_refused(work: Path, content: bytes, code: str) -> None:
    (work / "x.py").write_bytes(content)
    done = pycu("transpile", "x.py", "-o", "out", cwd=work)
    assert done.returncode == 1
    assert code in done.stderr
    assert not (work / "out").exists()


@pytest.mark.parametrize("keep_going", [(), ("-k",)])
def test_two_sources_of_one_module_name_write_nothing(
    work: Path, keep_going: tuple[str, ...]
) -> None:
    (work / "other").mkdir()
    shutil.copy(work / "k.py", work / "other" / "k.py")
    done = pycu("transpile", *keep_going, "k.py", "other/k.py", "-o", "out", cwd=work)
    message = "error[PYCU0005]: `k.py` and `other/k.py` would both write module `k`"
    assert (done.returncode, done.stderr) == (1, f"pycu: {message}\n1 error\n")
    assert not (work / "out").exists()


def test_a_full_disk_leaves_the_old_output(work: Path) -> None:
    pycu("transpile", "k.py", "-o", "out", cwd=work)
    before = texts(work / "out")
    (work / "k.py").write_text(KERNEL.format(step=2))

    def no_space() -> None:  # the nearest that needs no mount: writes fail behind 100 bytes
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    done = pycu("transpile", "k.py", "-o", "out", cwd=work, preexec_fn=no_space)
    assert done.returncode == 3
    assert "PYCU0004" in done.stderr
    assert texts(work / "out") == before


def test_a_full_standard_output_is_an_error(work: Path) -> None:
    with open("/dev/full", "w") as full:
        command = [str(harness.binary().absolute()), "transpile", "k.py", "-o", "-"]
        done = subprocess.run(command, cwd=work, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 3
    assert "standard output" in done.stderr


def as_nobody(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """pycu, started by a user who may not look into folders of others."""
    user = {"user": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    program = shutil.copy(harness.binary(), folder / "pycu")
    return subprocess.run([program, *words], cwd=folder, capture_output=True, text=True, **user)


@pytest.mark.parametrize(
    "words",
    [
        ["transpile", "k.py", "-o", "shut/x"],
        ["annotate", "k.py", "-o", "shut/x.html"],
        ["check", "shut/k.py"],
        ["check", "shut"],
        ["check", "."],
        ["abi-diff", "shut/a", "shut/b"],
        ["check", "k.py", "--launches", "shut/k.py"],
    ],
)
def test_folders_that_may_not_be_looked_into(words: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "k.py").write_text(KERNEL.format(step=1))
        shut = folder / "shut"
        shut.mkdir()
        (shut / "k.py").write_text(KERNEL.format(step=1))
        shut.chmod(0)
        done = as_nobody(folder, *words)
        shut.chmod(0o755)
    assert done.returncode in (1, 2, 3), done
    assert "shut" in done.stderr and "terminate" not in done.stderr


def test_what_is_no_file_is_passed_over(work: Path) -> None:
    (work / "k.py").write_text(UNTYPED)
    os.mkfifo(work / "pipe.py")
    done = pycu("check", ".", cwd=work, timeout=60)  # and whoever launches it, in all the folder
    assert done.returncode == 1 and "PYCU0205" in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_an_error(work: Path) -> None:
    (work / "out").mkdir()
    (work / "out").chmod(stat.S_IRUSR | stat.S_IXUSR)
    done = pycu("transpile", "k.py", "-o", "out", cwd=work)
    (work / "out").chmod(stat.S_IRWXU)
    assert done.returncode == 3
    assert "PYCU0004" in done.stderr


def test_build_says_its_target_and_records_it(work: Path) -> None:
    done = pycu("build", "k.py", "-o", "out", "--target", "cpu", cwd=work)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("target: cpu (")
    assert done.stdout.endswith("built out/libk.so\n")
    built = json.loads((work / "out" / "k.build.json").read_text())
    assert (built["target"], built["library"]) == ("cpu", "libk.so")
    # --check and --diff never look at what build writes
    assert pycu("transpile", "k.py", "-o", "out", "--check", cwd=work).returncode == 0


def test_without_nvcc_build_takes_the_cpu(work: Path) -> None:
    tools = work / "tools"
    tools.mkdir()
    for name in ("g++", "as", "ld", "sh"):
        (tools / name).symlink_to(shutil.which(name) or "")
    environment = {"PATH": str(tools)}
    done = pycu("build", "k.py", "-o", "out", cwd=work, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("target: cpu (no nvcc was found; ")
    (tools / "g++").unlink()
    done = pycu("build", "k.py", "-o", "out2", cwd=work, env=environment)
    assert done.returncode == 3
    assert "no host compiler was found" in done.stderr


def test_nvcc_is_found_in_cuda_home(work: Path) -> None:
    home = work / "cuda"
    (home / "bin").mkdir(parents=True)
    nvcc = home / "bin" / "nvcc"
    nvcc.write_text("#!/bin/sh\necho 'nvcc says no' >&2\nexit 1\n")
    nvcc.chmod(0o755)
    environment = {"PATH": "/nowhere", "CUDA_HOME": str(home)}
    done = pycu("build", "k.py", "-o", "out", cwd=work, env=environment)
    assert done.stdout.startswith(f"target: cuda (nvcc at {nvcc})\n")
    assert done.returncode == 3
    assert "nvcc says no" in done.stderr


def test_a_folder_holds_one_target(work: Path) -> None:
    pycu("build", "k.py", "-o", "out", "--target", "cpu", cwd=work)
    before = (work / "out" / "libk.so").read_bytes()
    nvcc = work / "nvcc"
    nvcc.write_text("#!/bin/sh\nexit 1\n")
    nvcc.chmod(0o755)
    done = pycu("build", "k.py", "-o", "out", "--target", "cuda", "--nvcc", "./nvcc", cwd=work)
    assert done.returncode == 2
    assert "`out` holds a build for cpu" in done.stderr
    assert (work / "out" / "libk.so").read_bytes() == before


def test_one_library_for_all_sources(work: Path) -> None:
    (work / "l.py").write_text(KERNEL.format(step=2))
    done = pycu("build", "k.py", "l.py", "-o", "out", "--target", "cpu", "--lib", "both", cwd=work)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (work / "out").glob("*.so")) == ["libboth.so"]
    for module in ("k", "l"):
        built = json.loads((work / "out" / f"{module}.build.json").read_text())
        assert built["library"] == "libboth.so"


def test_ctrl_c_ends_the_compiler_and_leaves_the_old_library(work: Path) -> None:
    pycu("build", "k.py", "-o", "out", "--target", "cpu", cwd=work)
    before = texts_and_libraries(work / "out")
    slow = work / "slow"
    slow.write_text('#!/bin/sh\n[ "$1" = --version ] && exit\necho $$ > pid\nexec sleep 60\n')
    slow.chmod(0o755)
    command = [
        str(harness.binary().absolute()),
        *"build k.py -o out --target cpu --cxx ./slow".split(),
    ]
    running = subprocess.Popen(command, cwd=work, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 30
    while not (work / "pid").exists() or not (work / "pid").read_text().strip():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=30)
    assert running.returncode == 130
    assert "interrupted" in said
    assert texts_and_libraries(work / "out") == before
    with pytest.raises(ProcessLookupError):
        os.kill(int((work / "pid").read_text()), 0)


def texts_and_libraries(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, as bytes."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_messages_as_json_are_one_object_a_line(work: Path) -> None:
    (work / "k.py").write_text("\ufeff" + KERNEL.format(step="undefined"))
    done = pycu("check", "k.py", "--diagnostic-format", "json", cwd=work)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    first = next(line for line in lines if line["code"] == "PYCU0302")
    assert (first["line"], first["column"], first["end_column"]) == (9, 17, 26)
    source = (work / "k.py").read_bytes()
    assert source[first["byte"] : first["end_byte"]] == b"undefined"


def test_color_is_for_terminals_and_no_color_is_honoured(work: Path) -> None:
    arguments = ["check", "absent.py"]
    assert "\x1b[" not in pycu(*arguments, cwd=work).stderr
    assert "\x1b[" in pycu(*arguments, "--color", "always", cwd=work).stderr
    assert "\x1b[" not in pycu(*arguments, "--color", "never", cwd=work).stderr


def test_the_error_limit_cuts_and_says_so(work: Path) -> None:
    (work / "many.py").write_text(
        "\n".join(UNTYPED.replace("increment", f"k{i}") for i in range(30))
    )
    done = pycu("check", "many.py", "--error-limit", "3", cwd=work)
    assert done.stderr.count("error[") == 3
    assert done.stderr.endswith("30 errors; the first 3 are shown (--error-limit)\n")
    assert pycu("check", "many.py", "--error-limit", "0", cwd=work).stderr.count("error[") == 30


def test_warnings_can_be_silent_or_errors(work: Path) -> None:
    (work / "host.py").write_text("x = 1\n")
    arguments = ["transpile", "host.py", "-o", "out"]
    assert "warning[PYCU0009]" in pycu(*arguments, cwd=work).stderr
    assert pycu(*arguments, "-Wno-no-kernels", cwd=work).stderr == ""
    assert pycu(*arguments, "-Werror", cwd=work).returncode == 1
    assert pycu(*arguments, "-Werror=no-kernels", cwd=work).returncode == 1
    assert pycu(*arguments, "-Werror=host-syntax", cwd=work).returncode == 0


def test_inspect_types_is_stable_json(work: Path) -> None:
    done = pycu("inspect", "k.py", "--types", "--json", cwd=work)
    assert done.returncode == 0
    assert json.loads(done.stdout) == {
        "kernels": [
            {
                "name": "increment",
                "line": 6,
                "specialisations": [
                    {
                        "args": ["float32[:]"],
                        "returns": "none",
                        "variables": [{"name": "i", "line": 7, "type": "int64"}],
                    }
                ],
            }
        ],
        "device_functions": [],
    }


def test_inspect_signatures_can_be_used_as_a_signature_file(work: Path) -> None:
    done = pycu("inspect", "k.py", "--signatures", cwd=work)
    (work / "u.py").write_text(UNTYPED)
    (work / "u.sigs.toml").write_text(done.stdout)
    assert pycu("check", "u.py", cwd=work).returncode == 0
    assert json.loads(pycu("inspect", "k.py", "--signatures", "--json", cwd=work).stdout) == {
        "signatures": {"increment": ["void(float32[:])"]},
        "sources": {"increment": ["the decorator, line 5"]},
        "kernels": [
            {
                "name": "increment",
                "line": 6,
                "known": True,
                "signature": "void(float32[:])",
                "source": "the decorator, line 5",
                "parameters": [],
            }
        ],
    }


def test_inspect_shows_the_ir_after_each_pass(work: Path) -> None:
    lowered = pycu("inspect", "k.py", "--ir", cwd=work).stdout
    assert "kernel increment(a: float32[:]):" in lowered
    assert pycu("inspect", "k.py", "--after", "lower", cwd=work).stdout == lowered
    changes = pycu("inspect", "k.py", "--after", "all", cwd=work).stdout
    assert changes.startswith(lowered + "\n--- lower\n+++ find_effects\n")

    unknown = pycu("inspect", "k.py", "--after", "spelling", cwd=work)
    assert unknown.returncode == 2
    assert "--after names `spelling`, and no pass is called so" in unknown.stderr
    names = unknown.stderr.split("the passes are ")[1].splitlines()[0].split(", ")
    assert [names[0], names[-1]] == ["lower", "all"]
    assert len(set(names)) == len(names)
    for name in names[1:-1]:
        text = pycu("inspect", "k.py", "--after", name, cwd=work).stdout
        assert "kernel increment(a: float32[:] written) effects:" in text

    (work / "k.py").write_text((work / "k.py").read_text() + "    a[i] = nowhere\n")
    wrong = pycu("inspect", "k.py", "--after", "all", cwd=work)
    assert wrong.returncode == 1
    assert "PYCU" in wrong.stderr and "+++" not in wrong.stdout


@pytest.mark.parametrize(
    "option, name, what",
    [
        ("--default-int", "float32", "integer"),
        ("--default-int", "bool", "integer"),
        ("--default-float", "int32", "float"),
        ("--default-float", "complex64", "float"),
    ],
)
def test_defaults_are_of_their_kind(work: Path, option: str, name: str, what: str) -> None:
    done = pycu("check", "k.py", option, name, cwd=work)
    assert done.returncode == 2
    assert f"{option} is `{name}`, which is no {what}" in done.stderr
