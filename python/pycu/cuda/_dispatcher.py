"""`@cuda.jit` functions: compiled when they are first called with arguments of new types."""

from __future__ import annotations

import functools
import threading
import types as python_types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pycu import types
from pycu._errors import check
from pycu._jit import settings
from pycu._jit.capture import Capture
from pycu._jit.compiler import Options, build, load_program
from pycu._jit.compose import Program, compose
from pycu._launch import Kernel, Launchable, Launcher
from pycu.cuda._arguments import prepared

# what a composed decorator passes on; the others tell Numba how to compile
PASSED = ("fastmath", "max_registers", "lineinfo", "debug", "opt")


class Dispatcher(Launchable):
    """A kernel or a device function of a running program.

    `kernel[grid, block, stream, shared](...)` compiles it for the types of its arguments, as they
    are and with the values that its free names have at that moment, and launches it.
    """

    def __init__(
        self,
        py_func: python_types.FunctionType,
        options: dict[str, Any],
        signatures: Sequence[Any] = (),
    ) -> None:
        functools.update_wrapper(self, py_func)
        self.py_func = py_func
        self.targetoptions = options
        self._declared = list(signatures)
        self._kernels: dict[Any, Kernel] = {}
        self._folders: dict[Any, tuple[Program, Path]] = {}
        self._lock = threading.RLock()
        self._declared_kernel: Kernel | None = None
        if self._declared and not self.is_device:
            self._declared_kernel = self._compiled("declared", self._declared)

    @property
    def is_device(self) -> bool:
        """Whether only kernels call it."""
        return bool(self.targetoptions.get("device"))

    @property
    def _pycu_options(self) -> dict[str, Any]:
        return self.targetoptions

    @property
    def signatures(self) -> list[Any]:
        """The argument types that it was compiled for, tuples of types."""
        if self._declared:
            return [_argument_types(one) for one in self._declared]
        return [key for key in self._folders if isinstance(key, tuple)]

    def __repr__(self) -> str:
        return f"<pycu kernel {self.py_func.__qualname__}>"

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """A kernel in a class is called with the object first, as a method is."""
        return self if instance is None else python_types.MethodType(self, instance)

    def __call__(self, *values: Any, **named: Any) -> Any:
        if self.is_device:
            raise RuntimeError(
                f"`{self.py_func.__name__}` is a device function: kernels call it, Python does not"
            )
        return super().__call__(*values)

    def _launch(self, launcher: Launcher, values: tuple[Any, ...]) -> None:
        ready = prepared(values)
        kernel = self._kernel_for(ready.values)
        entry, flat = kernel._choose(ready.values)
        library = kernel._library

        def run() -> None:
            check(library, kernel.name, library.launch(entry.call, launcher, entry.args, flat))

        ready.run(launcher.stream_object, run)

    def _kernel_for(self, values: tuple[Any, ...]) -> Kernel:
        if self._declared_kernel is not None:
            return self._declared_kernel
        key = tuple(map(_key, values))
        kernel = self._kernels.get(key)
        if kernel is None:
            with self._lock:
                kernel = self._kernels.get(key) or self.compile(
                    tuple(types.typeof(value) for value in values)
                )
                self._kernels[key] = kernel
        return kernel

    def compile(self, signature: Any) -> Kernel:
        """The kernel for a signature or a tuple of types, compiled where it was not."""
        args = _argument_types(signature)
        with self._lock:
            return self._compiled(args, [args])

    def _compiled(self, key: Any, signatures: Sequence[Any]) -> Kernel:
        program = self.program(signatures)
        debug = bool(settings.debug or self.targetoptions.get("debug"))
        options = Options(target=settings.target(), debug=debug)
        what = f"{self.py_func.__name__}: {', '.join(map(_shown, signatures))}"
        folder = build(program, options, what)
        self._folders[key] = (program, folder)
        kernel = load_program(folder, program)[program.name]
        assert isinstance(kernel, Kernel)
        return kernel

    def program(self, signatures: Sequence[Any]) -> Program:
        """The source and the live values that it is compiled from for signatures."""
        capture = Capture()
        name = capture.add(self.py_func, None)
        passed = {key: self.targetoptions.get(key) for key in PASSED}
        words = [f"{key}={value!r}" for key, value in passed.items() if value is not None]
        texts = [one if isinstance(one, str) else capture.signature(one) for one in signatures]
        decorator = f"cuda.jit({', '.join([repr(texts), *words])})"
        stem = Path(self.py_func.__code__.co_filename).stem
        return compose(capture, name, decorator, stem if stem.isidentifier() else "kernels")

    def specialize(self, *args: Any) -> Dispatcher:
        """The kernel for the types of these arguments alone."""
        made = Dispatcher(self.py_func, self.targetoptions)
        made.compile(tuple(types.typeof(value) for value in prepared(args).values))
        return made

    def inspect_cuda(self, signature: Any = None) -> Any:
        """The CUDA C++ text: of one signature, or a dict of all that it was compiled for."""
        texts = {
            key: (folder / f"{program.stem}.cu").read_text(encoding="utf-8")
            for key, (program, folder) in self._folders.items()
        }
        return texts if signature is None else texts[_argument_types(signature)]


def _argument_types(signature: Any) -> Any:
    if isinstance(signature, str):
        signature = types.parse_signature(signature)
    args = getattr(signature, "args", signature)
    return tuple(args) if isinstance(args, (tuple, list)) else (args,)


def _shown(signature: Any) -> str:
    return signature if isinstance(signature, str) else str(_argument_types(signature))


SIMPLE = (bool, float, complex, type(None))


def _key(value: Any) -> Any:
    """What decides the type of an argument, cheaper to make and to compare than the type."""
    kind = type(value)
    if kind is np.ndarray:
        flags = value.flags
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        return value.dtype, value.ndim, layout, flags.writeable
    if kind is int:
        return "int" if -(2**63) <= value < 2**63 else "uint"
    if kind in SIMPLE or (isinstance(value, np.generic) and not isinstance(value, np.void)):
        return kind
    if kind is tuple:
        return tuple(map(_key, value))
    return types.typeof(value)
