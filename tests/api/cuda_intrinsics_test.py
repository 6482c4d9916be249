"""Every row of the intrinsics tables as nvcc compiles it, interpreted, against the CPU target.

Edge values and random ones of every type, as in intrinsics_values_test.py, which holds the CPU
target to references of its own. Geometry is left out: the host's program makes its own.
"""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from typing import Any

import cuda_target
import numpy as np
import pytest
from intrinsics_atomics_test import same, values_for
from intrinsics_program import RUNTIME, Row, build_folder, call, compile_host, load_rows, source
from intrinsics_reference import APPROXIMATE
from intrinsics_values_test import PURE, inputs

if not (build_folder() / "intrinsics_table").exists():
    pytest.skip("the test programs are not built", allow_module_level=True)

ROWS = load_rows()
COMPUTED = [row for row in ROWS if row.effect == PURE and row.params]
ATOMICS = [row for row in ROWS if row.name.startswith("numba.cuda.atomic.")]
ULPS = 4
BLOCK = 128


class Dim3(ctypes.Structure):
    _fields_ = [(axis, ctypes.c_uint32) for axis in "xyz"]


class Interpreted:
    """The rows as kernels behind the stand-in, launched as nvcc's own stubs launch."""

    def __init__(self, libraries: list[Any]) -> None:
        self.runtime = cuda_target.standin()
        self.libraries = libraries

    def kernel(self, row: Row) -> Any:
        for library in self.libraries:
            if hasattr(library, f"row_{row.index}"):
                return ctypes.cast(getattr(library, f"row_{row.index}"), ctypes.c_void_p)
        raise KeyError(row.label)

    def checked(self, code: int, row: Row) -> None:
        self.runtime.cudaGetErrorString.restype = ctypes.c_char_p
        assert code == 0, f"{row.label}: {self.runtime.cudaGetErrorString(code).decode()}"

    def __call__(self, row: Row, args: list[np.ndarray]) -> list[np.ndarray]:
        """The results of a row; the first argument of an atomic is changed."""
        count = len(args[0])
        outs = [np.zeros(count, np.dtype(result)) for result in row.results]
        memory = [ctypes.c_void_p() for _ in [*args, *outs]]
        for place, array in zip(memory, [*args, *outs]):
            size, data = ctypes.c_size_t(array.nbytes), ctypes.c_void_p(array.ctypes.data)
            self.checked(self.runtime.cudaMalloc(ctypes.byref(place), size), row)
            self.checked(self.runtime.cudaMemcpy(place, data, size, 4), row)
        number = ctypes.c_int64(count)
        values = [number, *memory]
        pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(v) for v in values))
        grid, block = Dim3(-(-count // BLOCK), 1, 1), Dim3(BLOCK, 1, 1)
        code = self.runtime.cudaLaunchKernel(
            self.kernel(row), grid, block, pointers, ctypes.c_size_t(0), None
        )
        self.checked(code, row)
        for place, array in zip(memory, [*args, *outs]):
            size, data = ctypes.c_size_t(array.nbytes), ctypes.c_void_p(array.ctypes.data)
            self.checked(self.runtime.cudaMemcpy(data, place, size, 4), row)
            self.checked(self.runtime.cudaFree(place), row)
        return outs


@pytest.fixture(scope="module")
def interpreted(tmp_path_factory: pytest.TempPathFactory) -> Interpreted:
    nvcc = cuda_target.needs_nvcc()
    runtime = cuda_target.standin()
    runtime.ptx_reset()
    out = tmp_path_factory.mktemp("cuda_rows")
    running = []
    for number, half in enumerate((ROWS[0::2], ROWS[1::2])):
        text, library = out / f"rows{number}.cu", out / f"librows{number}.so"
        text.write_text(source(half), encoding="utf-8")
        command = [nvcc, *cuda_target.INTERPRETED, "-std=c++17", "-fmad=false", "-shared"]
        # the kernels themselves are launched, so their stubs have to be seen
        command += ["-device-entity-has-hidden-visibility=false", "-Xcompiler", "-fPIC"]
        command += [f"-I{RUNTIME}", "-o", str(library), str(text)]
        running.append((library, subprocess.Popen(command)))
    for _, process in running:
        assert process.wait() == 0
    return Interpreted([ctypes.CDLL(str(library)) for library, _ in running])


@pytest.fixture(scope="module")
def on_the_host(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = Path(tmp_path_factory.mktemp("host_rows")) / "rows.cu"
    path.write_text(source(ROWS), encoding="utf-8")
    return ctypes.CDLL(str(compile_host("g++", path.parent, path)))


def differing(
    row: Row, args: list[np.ndarray], actual: np.ndarray, wanted: np.ndarray
) -> np.ndarray:
    if actual.dtype.kind != "f":
        return actual != wanted
    allowed = ULPS if row.name in APPROXIMATE else 0
    bad = cuda_target.ulps(actual, wanted) > allowed
    if not row.text.startswith(("fmax", "fmin")):  # of two zeros either may win
        bad |= (actual == 0) & (wanted == 0) & (np.signbit(actual) != np.signbit(wanted))
    if row.name == "math.lgamma":
        # Between its zeros CUDA's is as exact as the numbers around them, as NVIDIA documents.
        is_between = (args[0] > -11) & (args[0] < -2)
        with np.errstate(invalid="ignore"):
            distance = np.abs(actual - wanted)
        bad &= ~(is_between & (distance <= 4 * np.finfo(actual.dtype).eps))
    if row.name.startswith("numpy.logaddexp"):
        # The larger argument is added last, and may cancel the logarithm.
        with np.errstate(invalid="ignore"):
            distance = np.abs(actual - wanted)
        largest = np.maximum(np.abs(args[0]), np.abs(args[1])).astype(actual.dtype)
        bad &= ~(distance <= ULPS * np.spacing(largest))
    return bad


@pytest.mark.parametrize("name", sorted({row.name for row in COMPUTED}))
def test_values(interpreted: Interpreted, on_the_host: Any, name: str) -> None:
    problems = []
    for row in (one for one in COMPUTED if one.name == name):
        args = inputs(row)
        wanted = call(on_the_host, row, args, len(args[0]))
        for got, one in zip(interpreted(row, args), wanted, strict=True):
            bad = np.flatnonzero(differing(row, args, got, one))
            for i in bad[:4]:
                values = ", ".join(repr(a[i]) for a in args)
                problems.append(f"{row.label}({values}): {got[i]!r}, on the CPU {one[i]!r}")
    assert not problems, "\n".join(problems[:20])


@pytest.mark.parametrize("name", sorted({row.name for row in ATOMICS}))
def test_atomics(interpreted: Interpreted, on_the_host: Any, name: str) -> None:
    for row in (one for one in ATOMICS if one.name == name):
        before, *values = values_for(row)
        on_host, on_cuda = before.copy(), before.copy()
        (wanted,) = call(on_the_host, row, [on_host, *values], len(before))
        (got,) = interpreted(row, [on_cuda, *values])
        assert same(got, wanted).all(), row.label
        assert same(on_cuda, on_host).all(), row.label
