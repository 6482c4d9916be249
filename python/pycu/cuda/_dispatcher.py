"""`@cuda.jit` functions: compiled when they are first called with arguments of new types."""

from __future__ import annotations

import functools
import inspect
import math
import threading
import types as python_types
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from pycu import _plans, types
from pycu._errors import check
from pycu._jit import record, settings
from pycu._jit.capture import Capture
from pycu._jit.compiler import Options, loaded
from pycu._jit.compose import Program, compose
from pycu._jit.pickled import Pickled, packed
from pycu._launch import Kernel, Launchable, Launcher, compiling
from pycu.cuda import _config
from pycu.cuda._arguments import prepared
from pycu.cuda._contexts import cuda_context, host_context
from pycu.cuda._inspection import Compiled, Inspection, argument_types
from pycu.cuda._overlap import copied, overlapping
from pycu.cuda._protocols import importing
from pycu.cuda._transfers import is_device_memory
from pycu.errors import NumbaPerformanceWarning

# what a composed decorator passes on; the others tell Numba how to compile
PASSED = ("fastmath", "max_registers", "lineinfo", "debug", "opt")


MIN_GRID = 128  # blocks, fewer of which are worth a warning


class Dispatcher(Inspection, Pickled, Launchable):
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
        self.overloads: dict[Any, Compiled] = {}
        self.specializations: dict[Any, Dispatcher] = {}
        self.specialized = False
        self.launch_config_sensitive = False
        # objects whose `prepare_args(type, value, stream=, retr=)` see arguments first
        self.extensions: list[Any] = list(options.get("extensions") or ())
        self._asks = self.is_device
        if host_context is not None:
            self._context = host_context
        self._lock = threading.RLock()
        self._declared_kernel: Kernel | None = None
        if self._declared and not self.is_device:
            self._declared_kernel = self._compiled(self._declared)

    def _pickled(self) -> tuple[Any, ...]:
        return packed(self.py_func), self.targetoptions, self._declared

    @property
    def is_device(self) -> bool:
        """Whether only kernels call it."""
        return bool(self.targetoptions.get("device"))

    @property
    def _pycu_options(self) -> dict[str, Any]:
        return {**self.targetoptions, "signatures": self._declared}

    @property
    def signatures(self) -> list[Any]:
        """The argument types that it was compiled for, tuples of types."""
        if self._declared:
            return [argument_types(one) for one in self._declared]
        return list(self.overloads)

    def __repr__(self) -> str:
        return f"<pycu kernel {self.py_func.__qualname__}>"

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """A kernel in a class is called with the object first, as a method is."""
        return self if instance is None else python_types.MethodType(self, instance)

    def configure(
        self, griddim: Any, blockdim: Any, stream: Any = 0, sharedmem: int = 0
    ) -> Launcher:
        """The kernel with a grid of blocks of threads; the same as `kernel[griddim, blockdim]`."""
        if self.is_device:
            raise RuntimeError("Cannot compile a device function as a kernel")
        launcher = super().configure(griddim, blockdim, stream, sharedmem)
        if _config.CUDA_LOW_OCCUPANCY_WARNINGS:
            _warn_of_small_grid(launcher)
        return launcher

    def __call__(self, *values: Any, **named: Any) -> Any:
        if self.is_device:
            raise RuntimeError(
                f"`{self.py_func.__name__}` is a device function: kernels call it, Python does not"
            )
        return super().__call__(*values)

    def _launch(self, launcher: Launcher, values: tuple[Any, ...]) -> None:
        if self.extensions:
            values = tuple(self._extended(value, launcher) for value in values)
        if _config.CUDA_WARN_ON_IMPLICIT_COPY:
            _warn_of_copies(values)
        ready = prepared(values)
        kernel = self._kernel_for(ready.values, launcher, values)
        entry, flat = self._chosen(kernel, ready.values)
        library = kernel._library
        for callback in launcher.pre_launch_callbacks:
            callback(kernel, launcher)

        overlap = overlapping(entry.args, ready)

        def run() -> None:
            # Numba copies each array of the host to the device, also where they share memory.
            with copied(entry.args, ready.values, overlap) as apart:
                taken = self._chosen(kernel, apart)[1] if overlap else flat
                code = library.launch(entry.call, launcher, entry.args, taken, ready.transfers)
                check(library, kernel.name, code)

        ready.run(launcher.stream_object, run)
        if library.memory is not None and cuda_context is not None:
            self._context = cuda_context
        _plans.remember(kernel, entry, values, ready.values, importing(copies=True), self)

    def _extended(self, value: Any, launcher: Launcher) -> Any:
        """An argument as the extensions hand it over, the last one first."""
        for one in reversed(self.extensions):
            retrieved: list[Any] = []
            _, value = one.prepare_args(None, value, stream=launcher.stream_object, retr=retrieved)
        return value

    def _chosen(self, kernel: Kernel, values: tuple[Any, ...]) -> Any:
        """The specialisation and what it is called with.

        Where one signature is declared its integers wrap around, as C's do in Numba's launch; where
        there are several, the types have to fit one of them.
        """
        try:
            return kernel._choose(values)
        except TypeError as error:
            if self._declared_kernel is None:
                raise
            if len(self._declared) > 1:
                found = ", ".join(str(types.typeof(value)) for value in values)
                raise TypeError(
                    f"No matching definition for argument type(s) {found}\n{error}"
                ) from None
        return kernel._choose(wrapped(kernel._entries[0].args, values))

    def _kernel_for(self, values: tuple[Any, ...], launcher: Launcher, given: Any) -> Kernel:
        if self._declared_kernel is not None:
            return self._declared_kernel
        key = tuple(map(_key, values))
        kernel = self._kernels.get(key)
        if kernel is None:
            compiling.launcher, compiling.args = launcher, given
            try:
                kernel = self._kernels[key] = self._compile_for_args(*values)
            finally:
                compiling.launcher = compiling.args = None
        return kernel

    def _compile_for_args(self, *args: Any) -> Kernel:
        code = self.py_func.__code__
        if len(args) != code.co_argcount and not code.co_flags & inspect.CO_VARARGS:
            problem = "not enough" if len(args) < code.co_argcount else "too many"
            raise TypeError(f"{problem} arguments: expected {code.co_argcount}, got {len(args)}")
        return self.compile(tuple(map(types.typeof, args)))

    def mark_launch_config_sensitive(self) -> None:
        """Says that what is compiled depends on the launch; pycu compiles the same for all."""
        self.launch_config_sensitive = True

    def recompile(self) -> None:
        """Compiles it again for all that it was compiled for, with the values of now."""
        with self._lock:
            known = list(self.overloads)
            self.overloads.clear()
            self._kernels.clear()
            self._forget()
            if self._declared_kernel is not None:
                self._declared_kernel = self._compiled(self._declared)
                return
            for args in known:
                self._compiled([args])

    def compile(self, signature: Any) -> Kernel:
        """The kernel for a signature or a tuple of types, compiled where it was not."""
        args = argument_types(signature)
        with self._lock:
            known = self.overloads.get(args)
            return known.kernel if known is not None else self._compiled([args])

    def _compiled(self, signatures: Sequence[Any]) -> Kernel:
        program = self.program(signatures)
        debug = bool(settings.debug or self.targetoptions.get("debug"))
        options = Options.of_process(debug)
        what = f"{self.py_func.__name__}: {', '.join(map(_shown, signatures))}"
        kernel, folder = loaded(program, options, what)
        assert isinstance(kernel, Kernel)
        for one in signatures:
            args = argument_types(one)
            made = self.overloads[args] = Compiled(kernel, args, program, folder)
            made.launch_config_sensitive = self.launch_config_sensitive
            signature = types.Signature(types.none, args)
            record.note(self.py_func, signature, self, bool(self._declared))
        return kernel

    def program(self, signatures: Sequence[Any]) -> Program:
        """The source and the live values that it is compiled from for signatures."""
        capture = Capture(target=settings.target())
        capture.links.includes = _config.search_paths()
        name = capture.add(self.py_func, None)
        passed = {key: self.targetoptions.get(key) for key in PASSED}
        words = [f"{key}={value!r}" for key, value in passed.items() if value is not None]
        link = self.targetoptions.get("link")
        if link:
            words.append(f"link={capture.links.texts(link, capture.target)}")
        texts = list(map(capture.signature, signatures))
        decorator = f"cuda.jit({', '.join([repr(texts), *words])})"
        return compose(capture, name, decorator)

    def specialize(self, *args: Any) -> Dispatcher:
        """The kernel for the types of these arguments alone; one for each list of types.

        Raises RuntimeError for a kernel that is one already.
        """
        if self.specialized or self._declared:
            raise RuntimeError("Dispatcher already specialized")
        key = tuple(one if isinstance(one, types.Type) else _typeof(one) for one in types.own(args))
        if key not in self.specializations:
            made = Dispatcher(self.py_func, self.targetoptions)
            made.compile(key)
            made.specialized = True
            self.specializations[key] = made
        return self.specializations[key]


def _warn_of_small_grid(launcher: Launcher) -> None:
    blocks = math.prod(launcher.griddim)
    if blocks < MIN_GRID:
        warnings.warn(
            NumbaPerformanceWarning(
                f"Grid size {blocks} will likely result in GPU under-utilization due to low "
                "occupancy."
            ),
            stacklevel=4,
        )


def _warn_of_copies(values: tuple[Any, ...]) -> None:
    if any(isinstance(one, np.ndarray) and not is_device_memory(one) for one in values):
        warnings.warn(
            NumbaPerformanceWarning(
                "Host array used in CUDA kernel will incur copy overhead to/from device."
            ),
            stacklevel=4,
        )


def _typeof(value: Any) -> Any:
    (ready,) = prepared((value,)).values
    return types.typeof(ready)


def wrapped(args: Sequence[Any], values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Values whose integers have the size of the parameters that they are for."""
    made = list(values)
    for place, (arg, value) in enumerate(zip(args, values)):
        is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
        if is_integer and arg.kind == "scalar" and np.dtype(arg.dtype).kind in "iu":
            bits = np.iinfo(arg.dtype).bits
            low = int(value) & (2**bits - 1)
            is_negative = arg.dtype.startswith("int") and low >= 2 ** (bits - 1)
            made[place] = low - 2**bits if is_negative else low
    return tuple(made)


def _shown(signature: Any) -> str:
    return signature if isinstance(signature, str) else str(argument_types(signature))


SIMPLE = (bool, float, complex, type(None))


def _key(value: Any) -> Any:
    """What decides the type of an argument, cheaper to make and to compare than the type."""
    kind = type(value)
    if kind is np.ndarray:
        return types.array_key(value)
    if kind is int:
        return "int" if -(2**63) <= value < 2**63 else "uint"
    if kind in SIMPLE or (isinstance(value, np.generic) and not isinstance(value, np.void)):
        return kind
    if kind is tuple:
        return tuple(map(_key, value))
    return types.typeof(value)
