"""Numba's own CUDA code, executed without a GPU: its PTX in the interpreter of tests/ptx.

`load` imports a script with Numba itself, whose decorators then compile nothing; `Module` compiles
each kernel with `numba.cuda.compile` for the types that pycu's manifest has, and launches what
comes out. Without optimisation libNVVM contracts no multiplication with an addition.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

os.environ.setdefault("NUMBA_FORCE_CUDA_CC", "7.5")
os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")

import cuda_target  # noqa: E402
import numpy as np  # noqa: E402
import pycu  # noqa: E402
from numba import cuda, types  # noqa: E402
from numba.cuda import dispatcher  # noqa: E402
from pycu._launch import dimensions  # noqa: E402

ENTRY = re.compile(r"\.visible \.entry (\w+)")
# What Numba would ask a device for.
dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=(7, 5))
# What a kernel may have without asking for more, in bytes.
LARGEST_SHARED = 48 * 1024
# Options that change what a kernel computes; the others say how it is compiled or launched.
KEPT = ("fastmath", "debug")


class NotTried(Exception):
    """A launch that this program cannot make, and why."""


class Refused(Exception):
    """Numba does not compile the kernel; its message."""


def load(path: Path) -> ModuleType:
    """The script with Numba's decorators; kernels are not compiled for their signatures."""
    real = cuda.jit

    def device(one: Any, signature: Any, options: dict[str, Any]) -> Any:
        try:
            return real(signature, **options)(one)
        except Exception:  # a recursion, say: without a signature only its callers fail
            return real(device=True)(one)

    def jit(function: Any = None, /, **options: Any) -> Any:
        kept = {name: value for name, value in options.items() if name in KEPT}
        if options.get("device") and isinstance(function, FunctionType):
            return real(function, **options)
        if options.get("device"):
            return lambda one: device(one, function, options)
        if isinstance(function, FunctionType):
            return real(function, **kept)
        return real(**kept)

    cuda.jit = jit
    try:
        spec = importlib.util.spec_from_file_location(f"numba_script_{path.stem}", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    finally:
        cuda.jit = real


def numba_type(arg: Any) -> Any:
    """The type that a parameter has in a manifest, as Numba's."""
    if arg.kind == "tuple":
        items = [numba_type(item) for item in arg.items]
        return types.UniTuple(items[0], len(items)) if len(set(items)) == 1 else types.Tuple(items)
    dtype = getattr(types, "boolean" if arg.dtype == "bool" else arg.dtype, None)
    if arg.kind not in ("scalar", "array") or dtype is None:
        raise NotTried(f"a parameter of type {arg.type}")
    if arg.kind == "scalar":
        return dtype
    return types.Array(dtype, arg.rank, arg.layout, readonly=arg.readonly)


class Memory:
    """Device copies of the arrays of one launch; arrays that share memory share a copy."""

    def __init__(self) -> None:
        self.runtime = cuda_target.standin()
        self.copies: dict[int, tuple[np.ndarray, int]] = {}

    def address(self, array: np.ndarray) -> int:
        root = array
        while isinstance(root.base, np.ndarray):
            root = root.base
        low, high = np.lib.array_utils.byte_bounds(root)
        if low not in self.copies:
            pointer = ctypes.c_void_p()
            size = max(high - low, 1)
            assert self.runtime.cudaMalloc(ctypes.byref(pointer), ctypes.c_size_t(size)) == 0
            assert pointer.value is not None
            ctypes.memmove(pointer.value, low, high - low)
            self.copies[low] = root, pointer.value
        return self.copies[low][1] + array.ctypes.data - low

    def release(self) -> None:
        for low, (root, pointer) in self.copies.items():
            if root.flags.writeable:
                ctypes.memmove(low, pointer, np.lib.array_utils.byte_bounds(root)[1] - low)
            self.runtime.cudaFree(ctypes.c_void_p(pointer))


def flattened(arg: Any, value: Any, memory: Memory) -> list[bytes]:
    """A value as Numba passes it: an array is its parts, a tuple its items."""
    if arg.kind == "tuple":
        parts = [flattened(item, one, memory) for item, one in zip(arg.items, value)]
        return [part for some in parts for part in some]
    if arg.kind == "scalar":
        one = np.array(value).astype(arg.dtype)
        parts = [one.real, one.imag] if one.dtype.kind == "c" else [one]
        return [part.tobytes() for part in parts]
    parts = [0, 0, value.size, value.itemsize, memory.address(value), *value.shape, *value.strides]
    return [int(part).to_bytes(8, "little", signed=True) for part in parts]


class Kernel:
    """A kernel as Numba compiles it, with the interface of pycu's."""

    def __init__(self, ours: pycu.Kernel, function: Any) -> None:
        self.ours = ours
        self.function = function
        self.compiled: dict[int, tuple[Any, str]] = {}
        self.name = ours.name

    def compile(self, number: int) -> tuple[Any, str]:
        if number not in self.compiled:
            args = self.ours._info.specialisations[number].args
            signature = types.void(*(numba_type(arg) for arg in args))
            fast = bool(self.function.targetoptions.get("fastmath"))
            try:
                text, _ = cuda.compile(
                    self.function.py_func, signature, device=False, abi="numba", opt=False,
                    output="ptx", cc=(7, 5), fastmath=fast,
                )  # fmt: skip
            except Exception as error:  # Numba refuses a kernel in one of many ways
                raise Refused(f"{type(error).__name__}: {error}") from error
            found = ENTRY.search(text)
            assert found, text
            runtime = cuda_target.standin()
            runtime.ptx_kernel.restype = ctypes.c_void_p
            runtime.ptx_fault.restype = ctypes.c_char_p
            handle = runtime.ptx_kernel(text.encode(), found[1].encode())
            assert handle, runtime.ptx_fault().decode()
            self.compiled[number] = handle, text
        return self.compiled[number]

    def __getitem__(self, configuration: Any) -> Any:
        grid, block, *rest = configuration
        shared = rest[1] if len(rest) > 1 else 0
        sizes = [dimensions(grid, "griddim"), dimensions(block, "blockdim")]
        return lambda *values: self.launch(sizes, shared, values)

    def forall(self, count: int, tpb: int = 0, stream: Any = 0, sharedmem: int = 0) -> Any:
        launcher = self.ours.forall(count, tpb, stream, sharedmem)
        if count == 0:
            return launcher
        return lambda *values: self.launch([launcher.grid, launcher.block], sharedmem, values)

    def launch(self, sizes: list[Any], shared: int, values: tuple[Any, ...]) -> None:
        if shared > LARGEST_SHARED:
            raise NotTried(f"{shared} bytes of shared memory: Numba asks for no more")
        chosen, _ = self.ours._choose(values)
        number = self.ours._entries.index(chosen)
        handle, _ = self.compile(number)
        memory = Memory()
        specialisation = self.ours._info.specialisations[number]
        parts = [
            part
            for arg, value in zip(specialisation.args, values)
            for part in flattened(arg, value, memory)
        ]
        buffers = [ctypes.create_string_buffer(part, 8) for part in parts]
        pointers = (ctypes.c_void_p * len(buffers))(*map(ctypes.addressof, buffers))
        six = (ctypes.c_uint * 6)(*(n for size in sizes for n in (size.x, size.y, size.z)))
        runtime = cuda_target.standin()
        code = runtime.ptx_launch(ctypes.c_void_p(handle), six, ctypes.c_uint(shared), pointers)
        memory.release()
        fault = runtime.ptx_fault().decode()
        if "has no text" in fault:
            raise NotTried(fault)
        assert code == 0, f"{self.name}: {code}: {fault}"

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ours, name)


class Module:
    """The kernels of a script as Numba compiles them, beside the module that pycu built."""

    def __init__(self, ours: Any, script: ModuleType) -> None:
        self.ours = ours
        self.script = script
        self.kernels: dict[str, Kernel] = {}

    def __getitem__(self, name: str) -> Kernel:
        if name not in self.kernels:
            function = self.script
            for part in name.split("."):
                function = getattr(function, part)
            if isinstance(function, FunctionType):  # compiled = cuda.jit("...")(function)
                function = cuda.jit(function)
            self.kernels[name] = Kernel(self.ours[name], function)
        return self.kernels[name]
