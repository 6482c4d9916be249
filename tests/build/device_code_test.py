"""`pycu build --ptx`, `--cubin`, `--fatbin`: code of the GPU alone; words that --arch takes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pycu
import pytest
from library_test import Work, logging_compiler, needs_nvcc

FOREIGN = '''"""A kernel with code of others."""
from numba import cuda

twice = cuda.declare_device("twice", "float32(float32)", link="twice.cu")


@cuda.jit("void(float32[:])")
def doubled(a):
    a[cuda.threadIdx.x] = twice(a[cuda.threadIdx.x])
'''

ENTRIES = {
    f"k::{entry}"
    for kernel in ("increment", "reversed_block")
    for entry in (f"{kernel}__contiguous", f"{kernel}__strided")
}


@pytest.fixture
def cuda(tmp_path: Path) -> Work:
    return Work(tmp_path, "--target", "cuda", "--nvcc", str(logging_compiler(tmp_path, "nvcc")))


@needs_nvcc
def test_ptx_is_one_file_and_needs_no_host_compiler(cuda: Work) -> None:
    runs = cuda.build("--ptx", "--arch", "sm_80")
    assert len(runs) == 2 and " -ptx " in runs[0] and runs[1] == "--version"
    ptx = (cuda.folder / "out" / "k.ptx").read_text()
    assert ".target sm_80" in ptx
    assert ptx.count(".visible .entry ") == len(ENTRIES)
    assert not list((cuda.folder / "out").glob("lib*"))
    record = cuda.record()
    assert (record["library"], record["kind"]) == ("k.ptx", "ptx")
    assert (record["architectures"], record["entries"]) == (["sm_80"], [])
    assert cuda.build("--ptx", "--arch", "sm_80") == []
    assert "unchanged out/k.ptx" in cuda.said
    # what fits another GPU, or is of another kind, is another build
    assert len(cuda.build("--ptx", "--arch", "sm_90")) == 2
    assert ".target sm_90" in (cuda.folder / "out" / "k.ptx").read_text()
    with pytest.raises(pycu.ManifestError, match="without --ptx makes a library"):
        pycu.load(cuda.folder / "out" / "k.json")


@needs_nvcc
def test_cubins_are_one_file_an_architecture(cuda: Work) -> None:
    options = ("--cubin", "--arch", "sm_90,sm_80,sm_90")
    runs = cuda.build(*options)
    assert len(runs) == 3 and all(" -cubin " in run for run in runs[:2])
    files = [cuda.folder / "out" / f"k.{name}.cubin" for name in ("sm_80", "sm_90")]
    assert sorted((cuda.folder / "out").glob("*.cubin")) == files
    assert all(file.read_bytes().startswith(b"\x7fELF") for file in files)
    record = cuda.record()
    assert (record["library"], record["kind"]) == ("k.sm_90.cubin", "cubin")
    assert record["architectures"] == ["sm_90", "sm_80"]
    told = {(one["entry"], one["architecture"]) for one in record["entries"]}
    assert told == {(name, arch) for name in ENTRIES for arch in ("sm_80", "sm_90")}
    for one in record["entries"]:
        file = cuda.folder / "out" / f"k.{one['architecture']}.cubin"
        assert one["symbol"].encode() in file.read_bytes()
    assert cuda.build(*options) == []
    files[0].write_bytes(files[0].read_bytes()[:-1])  # the second that is recorded
    assert len(cuda.build(*options)) == 3


@needs_nvcc
def test_a_fat_binary_has_code_for_each_architecture(cuda: Work) -> None:
    runs = cuda.build("--fatbin", "--arch", "sm_80,sm_90")
    assert len(runs) == 2 and " -fatbin " in runs[0]
    assert (cuda.folder / "out" / "k.fatbin").read_bytes()[:4] == b"\x50\xed\x55\xba"
    record = cuda.record()
    assert (record["library"], record["kind"]) == ("k.fatbin", "fatbin")
    assert {one["architecture"] for one in record["entries"]} == {"sm_80", "sm_90"}
    # a library beside it is another build
    assert len(cuda.build("--arch", "sm_80")) == 5  # the kernels, how they are launched, --version
    assert cuda.record()["library"] == "libk.so"


@needs_nvcc
def test_what_nvcc_reads_first_changes_no_code(cuda: Work) -> None:
    runs = cuda.build("--ptx", "--arch", "sm_80")
    assert "pycu_first.h" in runs[0]
    out = cuda.folder / "out"
    plain = ["nvcc", "-arch=sm_80", "-std=c++17", "-O3", "-x", "cu", "-ptx", "-o", "plain.ptx"]
    subprocess.run([*plain, "k.cu"], cwd=out, check=True)
    assert (out / "plain.ptx").read_text() == (out / "k.ptx").read_text()
    # a host compiler that does not take it does without
    script = cuda.folder / "other-nvcc"
    script.write_text(
        f'#!/bin/sh\ncase "$*" in *first.h*) exit 1 ;; esac\nexec {cuda.target[-1]} "$@"\n'
    )
    script.chmod(0o755)
    cuda.target = ("--target", "cuda", "--nvcc", str(script))
    runs = cuda.build("--ptx", "--arch", "sm_80")
    assert len(runs) == 2 and "pycu_first.h" not in runs[0]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--target", "cpu", "--ptx"], "for --target cuda"),
        (["--ptx", "--fatbin"], "name one"),
        (["--cubin"], "--arch names, and it names none"),
        (["--fatbin", "--lib", "all"], "make no library"),
        (["--ptx", "--static"], "make no library"),
        (["--ptx", "--march", "native"], "--march is for --target cpu"),
        (["--ptx", "--host"], "--host is for --target cpu"),
        (["--ptx", "--arch", "all-minor"], "`all-minor`"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, options: list[str], said: str) -> None:
    work = Work(tmp_path)
    work.build(*options, code=2)
    assert said in work.said
    assert work.said.count("error[PYCU0006]") == 1
    assert not (tmp_path / "out").exists()


@needs_nvcc
def test_code_of_others_is_linked_into_libraries_alone(tmp_path: Path) -> None:
    work = Work(tmp_path, "--target", "cuda", "--arch", "sm_80")
    work.source.write_text(FOREIGN)
    (tmp_path / "twice.cu").write_text("")
    work.build("--ptx", code=1)
    assert "k.py:4:" in work.said and "--ptx makes code of one text" in work.said


@needs_nvcc
def test_architectures_of_a_text_are_compiled_at_once(cuda: Work) -> None:
    options = ("--arch", "sm_80,sm_86,sm_90")
    assert "--threads" not in cuda.build(*options, "-j", 1)[0]
    reported = cuda.record()["entries"]
    assert len(reported) == 3 * len(ENTRIES)
    assert "--threads 2 " in cuda.build(*options, "--static", "-j", 2)[0]
    assert cuda.record()["entries"] == reported
    assert "--threads 3 " in cuda.build(*options, "--fatbin", "-j", 16)[0]
    runs = cuda.build(*options, "-j", 16, "-Xnvcc", "--threads=1")
    assert runs[0].count("--threads") == 1
    assert "--threads" not in cuda.build("--arch", "sm_80", "-j", 16)[0]
    (cuda.folder / "l.py").write_text(cuda.source.read_text())
    assert not any("--threads" in run for run in cuda.build("l.py", *options, "-j", 2))


def fake_nvcc(folder: Path, answer: str) -> str:
    """An nvcc of a machine with other GPUs than this one: a script that says so."""
    script = folder / "nvcc"
    real = shutil.which("nvcc") or "false"
    script.write_text(
        f'#!/bin/sh\ncase "$*" in *--dryrun*-arch=native*) echo {answer!r} >&2 ;;\n'
        f'*) exec {real} "$@" ;; esac\n'
    )
    script.chmod(0o755)
    return str(script)


def test_native_without_a_gpu_says_so(tmp_path: Path) -> None:
    answer = 'nvcc warning : Cannot find valid GPU for "-arch=native", default arch is used\n'
    nvcc = fake_nvcc(tmp_path, answer + '#$ ptxas -arch=sm_75 -m64 "x.ptx"')
    work = Work(tmp_path)
    work.build("--nvcc", nvcc, "--arch", "native", code=3)
    assert "no GPU was found" in work.said and "`--arch native`" in work.said
    assert not (tmp_path / "out").exists()


@needs_nvcc
def test_native_is_what_nvcc_says(tmp_path: Path) -> None:
    lines = [f'#$ ptxas -arch=sm_{k} -m64 "x.ptx"' for k in (80, 90)]
    work = Work(tmp_path, "--nvcc", fake_nvcc(tmp_path, "\n".join(lines)))
    work.build("--cubin", "--arch", "sm_75,native")
    assert work.record()["architectures"] == ["sm_75", "sm_80", "sm_90"]
    work.build("--ptx", "--arch", "native", code=2)
    assert "--arch is sm_80,sm_90" in work.said


@needs_nvcc
def test_all_is_what_nvcc_knows(cuda: Work) -> None:
    listed = subprocess.run(["nvcc", "--list-gpu-code"], capture_output=True, text=True, check=True)
    known = set(listed.stdout.split())
    for word in ("all", "all-major"):
        cuda.build("--ptx", "--arch", word, code=2)
        names = cuda.said.partition("--arch is ")[2].split()[0].split(",")
        assert len(names) > 2 and set(names) <= known
        assert (set(names) == known) == (word == "all")
