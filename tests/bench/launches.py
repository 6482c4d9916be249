"""Launches of small kernels on the CPU target: what Python takes from `k[g, b](...)` to the kernel.

A child process times them with the extension module, another one without it (`PYCU_NATIVE=0`), by
turns. Beside both stands ctypes with arguments that were made before: a call of the library that
looks at nothing, which the extension has to beat; with arrays of other libraries, which answer
first, it comes near. Ratios are those of one run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import timeit
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent.parent
TURNS = 3
REPEATS = 7
WIDTH = 52
LOOP_SECONDS = 0.02
MIN_SPEEDUP = 5  # beside the same without the extension; it is 70 and more
FOREIGN = "configured, of others': "  # followed by what another library's arrays have
FOREIGN_RATIO = 1.5  # the most with those, beside ctypes
ASKING = "__dlpack__ of two arrays, asked alone"
CTYPES = "ctypes, arguments made before"

Times = dict[str, float]  # microseconds by what was launched


def best(statement: str, names: dict[str, object]) -> float:
    """Microseconds of a statement: the best of several loops."""
    timer = timeit.Timer(statement, globals=names)
    timer.timeit(3)
    loops = max(1, int(LOOP_SECONDS / (timer.timeit(100) / 100)))
    return min(timer.repeat(REPEATS, loops)) / loops * 1e6


def foreign(host: Any, device: Any) -> dict[str, Any]:
    """An array of the host and one of the device as other libraries have them, by protocols."""

    class OnDevice:
        def __init__(self) -> None:
            self.own = device
            self.told = device.__cuda_array_interface__

        @property
        def __cuda_array_interface__(self) -> Any:
            return self.told

    class OnHost:
        def __init__(self) -> None:
            self.own = host
            self.__array_interface__ = host.__array_interface__

    class Tensor:
        __dlpack__, __dlpack_device__ = host.__dlpack__, host.__dlpack_device__

    found = {
        "__cuda_array_interface__": OnDevice(),
        "__array_interface__": OnHost(),
        "memoryview": memoryview(host),
        "__dlpack__": Tensor(),
    }
    try:
        import torch
    except ImportError:
        return found
    return {**found, "PyTorch": torch.from_numpy(host)}


def measure() -> Times:
    """Times the launches in this process."""
    import numpy as np
    from pycu import cuda

    @cuda.jit
    def axpy(a, x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] += a * x[i]

    host = np.ones(32), np.zeros(32)
    device = tuple(map(cuda.to_device, host))
    times = {}
    for kind, (x, y) in {"device arrays": device, "NumPy arrays": host}.items():
        names = {"k": axpy, "f": axpy[1, 32], "x": x, "y": y}
        times[f"k[g, b](...) of {kind}"] = best("k[1, 32](2.0, x, y)", names)
        times[f"configured, of {kind}"] = best("f(2.0, x, y)", names)

    made_of = [foreign(*arrays) for arrays in zip(host, device)]
    for kind, x in made_of[0].items():
        names = {"f": axpy[1, 32], "x": x, "y": made_of[1][kind]}
        times[FOREIGN + kind] = best("f(2.0, x, y)", names)
    times[ASKING] = 2 * best("x.__dlpack__(max_version=(1, 0))", {"x": made_of[0]["__dlpack__"]})

    # What the process has compiled is a kernel of a module.
    (compiled,) = axpy.overloads.values()
    kernel, values = compiled.kernel, (2.0, *host)
    names = {"k": kernel, "a": values}
    times["k[g, b](...) of a loaded module"] = best("k[1, 32](*a)", names)
    launcher = kernel[1, 32]
    entry, made = kernel._choose(values)
    made[:0] = launcher.grid, launcher.block, launcher.sharedmem, launcher.stream
    times[CTYPES] = best("call(*made)", {"call": entry.call, "made": made})
    return times


def in_a_child(binary: Path, folder: Path, native: str) -> Times:
    """The same in a process of its own; nothing where it is to have the extension and has not."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(REPOSITORY / "python"),
        "PYCU_BINARY": str(binary),
        "PYCU_CACHE_DIR": str(folder / "launches"),
        "PYCU_TARGET": "cpu",
        "PYCU_WORKERS": "1",
        "PYCU_NATIVE": native,
    }
    command = [sys.executable, __file__]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"bench: {__file__} exited with {done.returncode}")
    return json.loads(done.stdout)


def launches(binary: Path, folder: Path) -> list[str]:
    """Prints the times with and without the extension and returns the bounds that were missed."""
    both: list[Times] = [{}, {}]
    for _ in range(TURNS):
        for times, native in zip(both, ("1", "0")):
            for name, took in in_a_child(binary, folder, native).items():
                times[name] = min(took, times.get(name, took))
    fast, plain = both
    if not fast:
        print("launches: the extension was not built")
        return []
    if FOREIGN + "PyTorch" not in fast:
        print("launches with tensors of PyTorch: not timed, there is no PyTorch")
    missed = []
    prepared, asking = fast.pop(CTYPES), fast.pop(ASKING)
    print(f"launch, {CTYPES:{WIDTH}}{prepared:7.2f} us")
    print(f"launch, {ASKING:{WIDTH}}{asking:7.2f} us")
    for name, took in fast.items():
        faster = plain[name] / took
        beside = f"ctypes {prepared / took:.1f} times as long, without the extension {faster:.0f}"
        print(f"launch, {name:{WIDTH}}{took:7.2f} us, {beside} ({plain[name]:.1f} us)")
        bound = prepared * (FOREIGN_RATIO if name.startswith(FOREIGN) else 1)
        if took >= bound or faster < MIN_SPEEDUP:
            missed.append(f"a launch, {name}: {bound:.2f} us, and {MIN_SPEEDUP} times as fast")
    return missed


def main() -> None:
    from pycu import _native

    wants_it = os.environ.get("PYCU_NATIVE") != "0"
    json.dump({} if wants_it and _native.fast is None else measure(), sys.stdout)


if __name__ == "__main__":
    main()
