"""Builds scripts with nvcc and runs what it made without a GPU.

`build` has many modules compiled by one nvcc, as PTX only; `standin` loads the library that stands
in for libcudart.so.13 and interprets that PTX (tests/ptx). `Compared` launches every kernel on both
targets and compares all that they wrote.
"""

from __future__ import annotations

import ctypes
import functools
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import harness
import numpy as np
import pycu
import pytest

# The oldest architecture of nvcc 13 has all that pycu's text uses, and its PTX runs on every
# later one; it is what `pycu build` takes where there is no GPU.
ARCHITECTURE = "75"
PTX_ONLY = [f"-gencode=arch=compute_{ARCHITECTURE},code=compute_{ARCHITECTURE}"]
# -fmad=false: as the CPU target, which contracts nothing.
# nvcc optimises device code without being asked. -O would be for the wrappers on the host alone,
# and takes more time than all the rest.
OPTIONS = ["-std=c++17", "-fmad=false", "-Xcompiler", "-fPIC,-fvisibility=hidden"]
INTERPRETED = [*PTX_ONLY, "-no-compress", "--cudart", "shared"]
ON_A_GPU = ["-arch=native", "--cudart", "static"]
# The same for `pycu build`.
PASSED_ON = [
    word
    for option in ["--cudart", "shared", "-no-compress", "-fmad=false"]
    for word in ("-Xnvcc", option)
]


def find_nvcc() -> str | None:
    """nvcc as pycu finds it: in PATH or in CUDA_HOME."""
    home = os.environ.get("CUDA_HOME", "")
    return shutil.which("nvcc") or (shutil.which("nvcc", path=f"{home}/bin") if home else None)


def needs_nvcc() -> str:
    nvcc = find_nvcc()
    if nvcc is None:
        pytest.skip("nvcc was not found in PATH or CUDA_HOME: no CUDA text was executed")
    return nvcc


def needs_gpu() -> None:
    """Skips a test on a machine where no GPU answers."""
    command = shutil.which("nvidia-smi")
    if command is None:
        pytest.skip("nvidia-smi was not found: nothing ran on a GPU")
    done = subprocess.run([command, "-L"], capture_output=True, text=True)
    if done.returncode != 0 or "GPU" not in done.stdout:
        pytest.skip(f"nvidia-smi finds no GPU: nothing ran on one: {done.stdout}{done.stderr}")


def standin_folder() -> Path:
    """Where the stand-in for libcudart.so.13 lies."""
    return Path(os.environ.get("PYCU_BUILD", harness.REPOSITORY / "build/dev")) / "tests"


def environment() -> dict[str, str]:
    """What makes a running program take the stand-in's device, whose memory the host cannot touch.

    With PYCU_TEST_GPU=1 it is nothing, and programs take the GPU that is there.
    """
    if os.environ.get("PYCU_TEST_GPU", "") == "1":
        return {"PYCU_TARGET": "cuda"}
    return {
        "PYCU_TARGET": "cuda",
        "PTX_HIDDEN_MEMORY": "1",
        "LD_LIBRARY_PATH": str(standin_folder()),
    }


def take_device() -> None:
    """Lets this process and those that it starts run kernels on the stand-in's device."""
    os.environ.update(environment())
    if "LD_LIBRARY_PATH" in environment():
        standin()  # the loader has read its path already


@functools.cache
def standin() -> ctypes.CDLL:
    """The stand-in, loaded before any library that asks for libcudart.so.13."""
    path = standin_folder() / "libcudart.so.13"
    library = ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
    library.ptx_record.restype = ctypes.c_char_p
    library.ptx_fail.argtypes = [ctypes.c_char_p, ctypes.c_int]
    return library


def record() -> list[dict[str, Any]]:
    """All calls of the runtime since the last reset."""
    return json.loads(standin().ptx_record())


def launches() -> list[dict[str, Any]]:
    return [one for one in record() if one["function"] == "launch"]


def transpile(sources: Sequence[Path], out: Path) -> None:
    command = [harness.binary(), "transpile", *sources, "-o", out]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def start_nvcc(
    nvcc: str, modules: Sequence[str], out: Path, number: int, options: Sequence[str]
) -> subprocess.Popen[str]:
    """Compiles some modules as one source into one library."""
    together = out / f"together{number}.cu"
    texts = [text for one in modules for text in (f"{one}.cu", f"{one}_reduce.cu")]
    lines = [f'#include "{text}"\n' for text in texts if (out / text).exists()]
    together.write_text("".join(lines), encoding="utf-8")
    library = out / f"libtogether{number}.so"
    command = [nvcc, *options, *OPTIONS, "-shared", "-o", library, together]
    return subprocess.Popen(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def build(
    nvcc: str, sources: Sequence[Path], out: Path, options: Sequence[str] = INTERPRETED
) -> None:
    """Transpiles scripts and compiles them by two nvcc, each for half of them."""
    transpile(sources, out)
    modules = [path.stem for path in sources]
    halves = [half for half in (modules[0::2], modules[1::2]) if half]
    running = [start_nvcc(nvcc, half, out, number, options) for number, half in enumerate(halves)]
    for number, (half, process) in enumerate(zip(halves, running)):
        output, _ = process.communicate()
        assert process.returncode == 0, f"nvcc exited with {process.returncode}:\n{output}"
        for module in half:
            built = {
                "schema": 1,
                "module": module,
                "target": "cuda",
                "library": f"libtogether{number}.so",
                "compiler": "nvcc",
                "architectures": [],
            }
            text = json.dumps(built, indent=2)
            (out / f"{module}.build.json").write_text(text, encoding="utf-8")


def ulps(actual: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """How many floats lie between two arrays, element by element; 0 for two NaN."""
    integer = {2: np.int16, 4: np.int32, 8: np.int64}[actual.dtype.itemsize]

    def ordered(a: np.ndarray) -> np.ndarray:
        bits = np.ascontiguousarray(a).view(integer).astype(object)
        return np.where(bits < 0, -(bits & np.iinfo(integer).max), bits)

    distance = abs(ordered(actual) - ordered(expected))
    return np.where(np.isnan(actual) & np.isnan(expected), 0, distance)


class OfTheLargest(float):
    """A distance in floats of the largest element: for sums whose terms are as large as that."""


class OfFloat32(float):
    """A distance in floats of float32: for functions of float32 whose results become float64."""


def complex_distance(actual: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """How far numbers lie apart, in floats of their size; parts that are not finite are equal."""
    parts = [(actual.real, expected.real), (actual.imag, expected.imag)]
    finite = np.isfinite(expected)
    equal = np.all([(a == b) | (np.isnan(a) & np.isnan(b)) for a, b in parts], axis=0)
    with np.errstate(invalid="ignore", over="ignore"):
        distance = np.abs(actual - expected) / np.spacing(np.abs(expected))
    return np.where(equal, 0, np.where(finite, distance, np.inf))


def assert_agree(actual: np.ndarray, expected: np.ndarray, allowed: float, what: str) -> None:
    """Bit for bit where nothing is allowed, but for the payload of a NaN."""
    if isinstance(allowed, OfFloat32) and actual.dtype in (np.float64, np.complex128):
        allowed *= 2.0**29
    if actual.dtype.kind in "fc" and isinstance(allowed, OfTheLargest):
        floats = float(np.max(np.abs(actual - expected)) / np.spacing(np.max(np.abs(expected))))
        assert floats <= allowed, f"{what}: {floats} floats of the largest element apart"
        return
    if actual.dtype.kind == "c" and allowed:
        distance = complex_distance(actual, expected)
        bad = ~(distance <= allowed)
        assert not bad.any(), (
            f"{what}: {actual[bad][:4]} on CUDA and {expected[bad][:4]} on the CPU, "
            f"{distance[bad][:4]} floats apart"
        )
        return
    if actual.dtype.kind != "f":
        np.testing.assert_array_equal(actual, expected, err_msg=what)
        return
    same_sign = (np.signbit(actual) == np.signbit(expected)) | np.isnan(expected)
    if np.array_equal(actual, expected, equal_nan=True) and (allowed or same_sign.all()):
        return
    distance = ulps(actual, expected)
    bad = (distance > allowed) | (~same_sign if not allowed else False)
    assert not bad.any(), (
        f"{what}: {actual[bad][:4]} on CUDA and {expected[bad][:4]} on the CPU, "
        f"{distance[bad][:4]} floats apart"
    )


def give_back(array: np.ndarray | np.void, old: np.ndarray | np.void) -> None:
    """The values that an array or a record had."""
    if isinstance(array, np.void):
        for name in array.dtype.names or ():
            array[name] = old[name]
    elif array.flags.writeable:
        array[...] = old


def arrays_in(values: tuple[Any, ...]) -> Iterator[np.ndarray | np.void]:
    """The arrays and records among arguments, those in tuples with them."""
    for value in values:
        if isinstance(value, tuple):
            yield from arrays_in(value)
        elif isinstance(value, (np.ndarray, np.void)):
            yield value


class ComparedKernel:
    """A kernel whose launches run on both targets, on the same arrays."""

    def __init__(self, cuda: pycu.Kernel, cpu: pycu.Kernel, allowed: float) -> None:
        self.cuda = cuda
        self.cpu = cpu
        self.allowed = allowed

    def __getitem__(self, configuration: Any) -> Any:
        return self.both(self.cuda[configuration], self.cpu[configuration])

    def forall(self, *values: Any, **options: Any) -> Any:
        return self.both(self.cuda.forall(*values, **options), self.cpu.forall(*values, **options))

    def both(self, on_cuda: Any, on_cpu: Any) -> Any:
        def launch(*values: Any) -> None:
            arrays = list(arrays_in(values))
            before = [a.copy() for a in arrays]
            on_cpu(*values)
            expected = [a.copy() for a in arrays]
            for a, old in zip(arrays, before):
                give_back(a, old)
            on_cuda(*values)
            for number, (a, one) in enumerate(zip(arrays, expected)):
                what = f"{self.cuda.name}, array {number}"
                assert_agree(a, one, self.allowed, what)

        return launch

    def __getattr__(self, name: str) -> Any:
        return getattr(self.cuda, name)


class Compared:
    """A module of both targets: what a script's `check` gets as `k`.

    `allowed` says how many floats may lie between the results of a kernel, `default` of others.
    """

    def __init__(self, cuda: Any, cpu: Any, allowed: Mapping[str, float], default: float) -> None:
        self._cuda = cuda
        self._cpu = cpu
        self._allowed = allowed
        self._default = default

    def __getitem__(self, name: str) -> Any:
        if isinstance(self._cuda[name], harness.UFUNCS):
            return self._cuda[name]  # which a check compares with NumPy
        allowed = self._allowed.get(name, self._default)
        return ComparedKernel(self._cuda[name], self._cpu[name], allowed)

    def __getattr__(self, name: str) -> Any:
        return self[name]
