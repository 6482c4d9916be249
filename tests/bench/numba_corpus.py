"""The kernels of numba-cuda's own tests and documentation, through pycu.

    .venv/bin/python tests/bench/numba_corpus.py --work /tmp/corpus

The tests run in Numba's simulator, in a process of their own, and every launch is recorded with
what the kernel got and what it wrote. Each kernel then becomes a script with the types of its
arguments; printed is how many of them pycu takes, nvcc compiles, run on the CPU target and agree,
and what pycu says of the others. Nothing of Numba's text is kept in this repository.
"""

from __future__ import annotations

import argparse
import ast
import functools
import inspect
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import unittest
from collections import Counter
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import numpy as np

TESTS = Path(__file__).resolve().parent.parent
FOLDERS = ("doc_examples", "cudapy")
SECONDS = 20  # for all tests of a file: some wait for a device, or launch very many threads
BYTES = 1 << 18
PER_KERNEL = 2
HEAD = "import math\nimport cmath\nimport operator\n\nimport numba\nimport numpy as np\n"
HEAD += "from numba import cuda, types\nfrom numba.cuda import cg\n\n"


class Needs(Exception):
    """A kernel cannot stand alone: what it needs."""


# Recording, inside the simulator.


def plain(value: Any) -> Any:
    """A copy of an argument that can be written to a file."""
    array = getattr(value, "_ary", value)
    if isinstance(array, np.ndarray):
        if array.nbytes > BYTES:
            raise Needs("an array of more than 256 KiB")
        return array.copy(order="K")
    if isinstance(array, (bool, int, float, complex, np.generic, type(None))):
        return array
    if isinstance(array, tuple):
        return tuple(plain(one) for one in array)
    raise Needs(f"an argument of type {type(value).__name__}")


def constant(name: str, value: Any, texts: dict[str, str]) -> str:
    """The text that gives a global or a closure variable its value again."""
    if inspect.ismodule(value):
        return f"import {value.__name__.replace('.simulator', '')} as {name}"
    function = getattr(value, "fn", value)
    if inspect.isfunction(function):
        if name not in texts:
            is_device = function is not value
            texts[name] = ""
            texts[name] = script(function, name, texts, "@cuda.jit(device=True)" * is_device)
        return ""
    if isinstance(value, (bool, int, float, complex, str, type(None), tuple, np.generic)):
        return f"{name} = {constant_text(value)}"
    if isinstance(value, np.ndarray) and value.size < 2000 and value.dtype.kind in "biufc":
        return f"{name} = np.array({value.tolist()}, np.{value.dtype.name})"
    if isinstance(value, type) and issubclass(value, np.generic):
        return f"{name} = np.{value.__name__}"
    if type(value).__module__.startswith("numba") and re.fullmatch(r"\w+", str(value)):
        return f"{name} = types.{value}"
    raise Needs(f"a global of type {type(value).__name__}")


def constant_text(value: Any) -> str:
    if isinstance(value, np.generic):
        return f"np.{value.dtype.name}({value.item()!r})"
    if isinstance(value, tuple):
        return "(" + "".join(constant_text(one) + ", " for one in value) + ")"
    return "float('inf')" if value == float("inf") else repr(value)


def script(function: Any, name: str, texts: dict[str, str], decorator: str) -> str:
    """The function under a decorator, behind what its names mean."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    found = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
    if not found or function.__name__ == "<lambda>":
        raise Needs("a lambda")
    found[0].decorator_list = []
    found[0].name = name
    names = inspect.getclosurevars(function)
    lines = []
    for one, value in {**names.globals, **names.nonlocals}.items():
        if one not in ("np", "cuda", "math", "numba", "cmath", "operator", "types", "cg"):
            lines.append(constant(one, value, texts))
    return "\n".join([*filter(None, lines), decorator, ast.unparse(found[0])]) + "\n\n"


class Recorder:
    """Stands before the simulator's launches."""

    def __init__(self) -> None:
        self.launches: list[dict[str, Any]] = []
        self.counts: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def install(self) -> None:
        from numba.cuda.simulator import kernel

        call = kernel.FakeCUDAKernel.__call__

        @functools.wraps(call)
        def launch(one: Any, *args: Any) -> Any:
            if one._device or kernel._kernel_context:
                return call(one, *args)
            record = self.begin(one, args)
            result = call(one, *args)
            if record is not None:
                record["after"] = [plain(arg) for arg in args]
                self.launches.append(record)
            return result

        kernel.FakeCUDAKernel.__call__ = launch

    def begin(self, kernel: Any, args: tuple[Any, ...]) -> dict[str, Any] | None:
        key = f"{kernel.fn.__module__}.{kernel.fn.__qualname__}"
        self.counts[key] += 1
        if self.counts[key] > PER_KERNEL:
            return None
        try:
            texts: dict[str, str] = {}
            text = script(kernel.fn, "kernel", texts, "# decorator")
            return {
                "key": key,
                "text": "".join(texts.values()) + text,
                "before": [plain(arg) for arg in args],
                "grid": tuple(kernel.grid_dim),
                "block": tuple(kernel.block_dim),
                "shared": kernel.dynshared_size,
            }
        except (Needs, OSError, TypeError, SyntaxError, ValueError) as error:
            self.refused[f"cannot stand alone: {error}"[:90]] += 1
            return None


def record(out: Path) -> None:
    """Runs numba-cuda's tests and writes what they launched."""
    for name in ("filecheck", "filecheck.matcher", "filecheck.options", "filecheck.parser"):
        sys.modules[name] = MagicMock()  # what only looks at generated code asks for it
    sys.modules["filecheck.finput"] = MagicMock()
    import numba.cuda.tests as tests

    recorder = Recorder()
    recorder.install()

    def late(*_: Any) -> None:
        raise KeyboardInterrupt  # which ends a run of unittest, as no other exception does

    signal.signal(signal.SIGALRM, late)
    root = Path(next(iter(tests.__path__)))
    for path in (one for folder in FOLDERS for one in sorted((root / folder).glob("test_*.py"))):
        name = f"numba.cuda.tests.{path.parent.name}.{path.stem}"
        signal.alarm(SECONDS)
        try:
            suite = unittest.defaultTestLoader.loadTestsFromName(name)
            with open(os.devnull, "w") as nowhere:
                unittest.TextTestRunner(stream=nowhere, verbosity=0).run(suite)
        except BaseException as error:  # a skip of pytest is no Exception
            print(f"{name}: {type(error).__name__}", flush=True)
        finally:
            signal.alarm(0)
        out.write_bytes(pickle.dumps((recorder.launches, recorder.counts, recorder.refused)))
    os._exit(0)  # threads of tests that were cut off may still run


# The other side: pycu.


def type_text(value: Any) -> str:
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in "biufc":
            raise Needs(f"an array of {value.dtype}")
        name = "boolean" if value.dtype.kind == "b" else value.dtype.name
        dims = ", ".join([":"] * (value.ndim - 1) + ["::1" if value.flags.c_contiguous else ":"])
        if value.ndim == 0:
            raise Needs("an array of rank 0")
        return f"{name}[{dims}]"
    if isinstance(value, tuple):
        return "Tuple((" + "".join(type_text(one) + ", " for one in value) + "))"
    if isinstance(value, np.generic):
        return "boolean" if value.dtype.kind == "b" else value.dtype.name
    names = {bool: "boolean", int: "int64", float: "float64", complex: "complex128"}
    if type(value) not in names:
        raise Needs(f"an argument of type {type(value).__name__}")
    return names[type(value)]


def agrees(actual: Any, expected: Any) -> bool:
    if not isinstance(expected, np.ndarray):
        return True
    if expected.dtype.kind in "fc":
        tolerance = 1e-5 if expected.dtype.itemsize <= 4 else 1e-12
        return bool(np.allclose(actual, expected, tolerance, tolerance, equal_nan=True))
    return bool(np.array_equal(actual, expected))


def written(launches: list[dict[str, Any]], folder: Path, reasons: Counter[str]) -> dict[str, Any]:
    """A script for each kernel and list of types."""
    cases: dict[str, Any] = {}
    seen = set()
    for one in launches:
        try:
            signature = f"void({', '.join(type_text(arg) for arg in one['before'])})"
        except Needs as reason:
            reasons[f"cannot stand alone: {reason}"] += 1
            continue
        if (one["text"], signature) in seen:
            continue
        seen.add((one["text"], signature))
        name = f"c{len(cases)}"
        text = one["text"].replace("# decorator", f'@cuda.jit("{signature}")')
        (folder / f"{name}.py").write_text(HEAD + text, encoding="utf-8")
        cases[name] = one
    return cases


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=Path, default=Path("corpus"))
    parser.add_argument("--record", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--again", action="store_true", help="take the records that are there")
    options = parser.parse_args()
    if options.record:
        record(options.record)
    options.work.mkdir(parents=True, exist_ok=True)
    records = options.work / "records.pickle"
    if not options.again or not records.exists():
        command = [sys.executable, __file__, "--record", str(records)]
        environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
        subprocess.run(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    launches, counts, reasons = pickle.loads(records.read_bytes())
    shutil.rmtree(options.work / "in", ignore_errors=True)
    (options.work / "in").mkdir()
    cases = written(launches, options.work / "in", reasons)
    print(f"{len(counts)} kernels launched, {len(cases)} stand alone with their types")
    report(cases, options.work, reasons)
    return 0


def report(cases: dict[str, Any], work: Path, reasons: Counter[str]) -> None:
    sys.path[:0] = [str(TESTS / "common"), str(TESTS.parent / "python")]
    import harness
    import pycu

    out = work / "out"
    shutil.rmtree(out, ignore_errors=True)
    taken = []
    for name in cases:
        command = [harness.binary(), "transpile", work / "in" / f"{name}.py", "-o", out]
        command += ["--diagnostic-format", "json", "--error-limit", "0"]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        if done.returncode == 0:
            taken.append(name)
            continue
        lines = [json.loads(x) for x in done.stderr.splitlines() if x.startswith("{")]
        errors = [one for one in lines if one["severity"] == "error"]
        said = f"{errors[0]['code']} {errors[0]['message']}" if errors else done.stderr[-80:]
        reasons[said[:90]] += 1
    print(f"{len(taken)} taken by pycu")
    by_nvcc = nvcc_takes(taken, out)
    print(f"{by_nvcc} compiled by nvcc" if by_nvcc >= 0 else "nvcc was not found")
    sources = [work / "in" / f"{name}.py" for name in taken]
    failed = harness.build_each(sources, work / "built", "-Xcxx", "-O0") if sources else {}
    ran, same = 0, 0
    for name in taken:
        if name in failed:
            reasons["a host compiler refuses it"] += 1
            continue
        one = cases[name]
        args = [arg.copy() if isinstance(arg, np.ndarray) else arg for arg in one["before"]]
        try:
            module = pycu.load(work / "built" / f"{name}.json")
            module.kernel[one["grid"], one["block"], 0, one["shared"]](*args)
        except Exception as error:
            reasons[f"does not run: {error}"[:90]] += 1
            continue
        ran += 1
        is_same = all(agrees(arg, after) for arg, after in zip(args, one["after"]))
        same += is_same
        if not is_same:
            reasons[f"other results: {one['key'].split('tests.')[-1]}"] += 1
    print(f"{ran} run on the CPU target, {same} agree with the simulator")
    for reason, count in reasons.most_common():
        print(f"  {count:4}  {reason}")


def nvcc_takes(names: list[str], out: Path) -> int:
    """How many generated texts nvcc compiles, all of them included in one source."""
    if shutil.which("nvcc") is None:
        return -1
    left = list(names)
    while left:
        together = out / "together.cu"
        together.write_text("".join(f'#include "{name}.cu"\n' for name in left), encoding="utf-8")
        command = [
            "nvcc",
            "-std=c++17",
            "-ptx",
            "-arch=compute_75",
            "-o",
            "/dev/null",
            "together.cu",
        ]
        done = subprocess.run(command, cwd=out, capture_output=True, text=True)
        bad = set(re.findall(r"\b(c\d+)\.cu[(:]\d+", done.stderr)) & set(left)
        if done.returncode == 0 or not bad:
            return len(left) if done.returncode == 0 else 0
        left = [name for name in left if name not in bad]
    return 0


if __name__ == "__main__":
    sys.exit(main())
