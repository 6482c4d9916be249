"""Runs programs without a GPU and writes down what each of their launches gives its kernel.

`python recorder.py FOLDER...` runs the `main.py` of each folder and prints JSON, by folder:

    {"launches": {"FILE": {"QUALNAME": [SIGNATURE, ...]}},
     "instances": {"FILE": {"NAME": [SIGNATURE, ...]}}, "error": TEXT or null}

FILE is relative to the folder. `instances` are kernels that functions made, under the names that
modules have for them. The host code runs in plain Python against numba-cuda's own arrays,
whose memory of a device is memory here; kernels are not executed. Signatures are those of Numba's
`typeof`, as pycu writes them; an argument that pycu has no name for is `?`.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import runpy
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1] / "python"))

import numba_types
import numpy as np
from numba import cuda
from numba.cuda.args import ArgHint
from numba.cuda.cudadrv import devicearray
from numba.cuda.typing.typeof import typeof

Launches = dict[str, dict[str, list[str]]]


class HostMemory(numba_types.Memory):
    """Memory of the host that stands in for a device's, so that copies copy."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.bytes = np.zeros(self.size, np.uint8)
        self.device_pointer = self.bytes.ctypes.data
        self.device_ctypes_pointer = numba_types.ctypes.c_void_p(self.device_pointer)

    def view(self, start: int, stop: int | None = None) -> HostMemory:
        part = HostMemory.__new__(HostMemory)
        part.bytes = self.bytes[start:stop]
        part.size = part.bytes.size
        part.device_pointer = self.device_pointer + start
        part.device_ctypes_pointer = numba_types.ctypes.c_void_p(part.device_pointer)
        return part


class Context:
    """Stands in for a device."""

    def memalloc(self, size: int) -> HostMemory:
        return HostMemory(size)

    def memhostalloc(self, size: int, **_: Any) -> np.ndarray:
        return np.zeros(size, np.byte)


def address(memory: Any) -> int:
    """Where host or device memory lies."""
    if isinstance(memory, np.ndarray):
        return memory.ctypes.data
    return getattr(memory, "gpu_data", memory).device_pointer


def copy(to: Any, of: Any, size: int, **_: Any) -> None:
    numba_types.ctypes.memmove(address(to), address(of), size)


def spelled(value: Any) -> str:
    """The type of an argument as pycu writes it."""
    value = value.value if isinstance(value, ArgHint) else value
    if getattr(getattr(value, "dtype", None), "names", None) == ("s0", "s1"):
        return "xoroshiro128p_type[::1]"
    return numba_types.spelled(typeof(value)) or "?"


class Kernel:
    """What `@cuda.jit` makes: a kernel that only writes down its launches."""

    def __init__(self, function: Callable[..., Any], launches: Launches, root: Path) -> None:
        self.py_func = function
        self.launches = launches
        self.root = root
        self.signatures: list[str] = []

    def __getitem__(self, configuration: Any) -> Callable[..., None]:
        assert isinstance(configuration, tuple) and 2 <= len(configuration) <= 4
        return self.launch

    def forall(self, _: int, *__: Any) -> Callable[..., None]:
        return self.launch

    def launch(self, *args: Any) -> None:
        code = self.py_func.__code__
        assert len(args) == code.co_argcount, f"{code.co_name} takes {code.co_argcount} arguments"
        signature = f"void({', '.join(map(spelled, args))})"
        file = str(Path(code.co_filename).resolve().relative_to(self.root))
        found = self.launches.setdefault(file, {}).setdefault(self.py_func.__qualname__, [])
        for signatures in (found, self.signatures):
            if signature not in signatures:
                signatures.append(signature)


@contextlib.contextmanager
def replaced(owner: Any, **values: Any) -> Iterator[None]:
    """Attributes of a module, for a while."""
    before = {name: getattr(owner, name) for name in values}
    try:
        for name, value in values.items():
            setattr(owner, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(owner, name, value)


def recording_jit(launches: Launches, root: Path) -> Callable[..., Any]:
    def jit(*args: Any, device: bool = False, **_: Any) -> Any:
        def decorate(function: Callable[..., Any]) -> Any:
            return function if device else Kernel(function, launches, root)

        plain = len(args) == 1 and callable(args[0]) and hasattr(args[0], "__code__")
        return decorate(args[0]) if plain else decorate

    return jit


def random_states(count: int, *_: Any, **__: Any) -> Any:
    """What `create_xoroshiro128p_states` gives, without the kernel that fills it."""
    return cuda.device_array(count, dtype=np.dtype([("s0", np.uint64), ("s1", np.uint64)]))


@contextlib.contextmanager
def no_device(launches: Launches, root: Path) -> Iterator[None]:
    """numba.cuda without a device: memory of the host, launches that are written down."""
    from numba.cuda import random
    from numba.cuda.cudadrv import devices

    event = SimpleNamespace(
        record=lambda *_: None, synchronize=lambda: None, elapsed_time=lambda *_: 1.0
    )
    stream = SimpleNamespace(
        synchronize=lambda: None, auto_synchronize=lambda: contextlib.nullcontext(stream)
    )
    get_context = lambda _=None: Context()  # noqa: E731
    with (
        replaced(
            devices._runtime,
            ensure_context=contextlib.nullcontext,
            get_or_create_context=get_context,
        ),
        replaced(devices, get_context=get_context),
        replaced(
            devicearray._driver, host_to_device=copy, device_to_host=copy, device_to_device=copy
        ),
        replaced(random, create_xoroshiro128p_states=random_states),
        replaced(
            cuda,
            jit=recording_jit(launches, root),
            synchronize=lambda: None,
            stream=lambda: stream,
            event=lambda **_: event,
            event_elapsed_time=lambda *_: 1.0,
            is_available=lambda: True,
        ),
    ):
        yield


def instances(names: dict[str, Any]) -> dict[str, list[str]]:
    """The kernels among a module's names that a function made."""
    kernels = {name: one for name, one in names.items() if isinstance(one, Kernel)}
    return {
        name: one.signatures
        for name, one in kernels.items()
        if "<locals>" in one.py_func.__qualname__
    }


def record(folder: Path) -> dict[str, Any]:
    """Runs the `main.py` of a folder; what its modules leave behind is taken away."""
    launches: Launches = {}
    made: Launches = {}
    modules, path, here = set(sys.modules), list(sys.path), Path.cwd()
    error = None
    try:
        os.chdir(folder)
        sys.path.insert(0, str(folder))
        with (
            no_device(launches, folder),
            replaced(sys, argv=["main.py"]),
            warnings.catch_warnings(),
            contextlib.redirect_stdout(io.StringIO()),
        ):
            warnings.simplefilter("ignore")
            names = runpy.run_path(str(folder / "main.py"), run_name="__main__")
            made["main.py"] = instances(names)
    except BaseException:  # also SystemExit: a program must come to its end
        error = traceback.format_exc()
    finally:
        os.chdir(here)
        sys.path[:] = path
        for name in set(sys.modules) - modules:
            # Libraries are loaded once.
            file = getattr(sys.modules[name], "__file__", None) or str(folder / name)
            if Path(file).is_relative_to(folder):
                made[str(Path(file).relative_to(folder))] = instances(vars(sys.modules.pop(name)))
    return {"launches": launches, "instances": made, "error": error}


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    folders = [Path(one).resolve() for one in sys.argv[1:]]
    print(json.dumps({str(one): record(one) for one in folders}))
