"""`k.saxpy[grid, block, stream, shared](...)`: kernels, their configuration and their launch."""

from __future__ import annotations

import ctypes
import numbers
import operator
import pickle
import threading
from typing import Any, Callable, NoReturn

from pycu import _native, _plans
from pycu._arguments import Dim3, Match, Mismatch, c_types, is_of_numpy, match
from pycu._errors import check
from pycu._library import Library
from pycu._manifest import KernelInfo, Specialisation
from pycu._staging import Transfer, Transfers

MISSING_CONFIGURATION = """
Kernel launch configuration was not specified. Use the syntax:

kernel_function[blockspergrid, threadsperblock](arg0, arg1, ..., argn)
"""

# of this thread: the `launcher` that a kernel is being compiled for, and the `args` of its call
compiling = threading.local()
FORALL_BLOCK = 256
DIMENSION_LIMIT = 2**32


def dimensions(value: Any, name: str) -> Dim3:
    """A grid or a block as Numba takes it: an int, or one to three of them."""
    given = list(value) if isinstance(value, (tuple, list)) else [value]
    if not 1 <= len(given) <= 3:
        raise ValueError(f"{name} must be a sequence of 1, 2 or 3 integers, got {given!r}")
    for extent in given:
        if not isinstance(extent, numbers.Integral):
            raise TypeError(f"{name} must be a sequence of integers, got {given!r}")
        if not 0 <= extent < DIMENSION_LIMIT:
            raise ValueError(f"{name} has {extent}, which is no extent, in {given!r}")
    return Dim3(*(int(extent) for extent in given + [1] * (3 - len(given))))


class _Entry:
    """One specialisation, bound to its symbol."""

    def __init__(self, library: Library, one: Specialisation) -> None:
        self.args = one.args
        self.signature = one.signature
        self.call: Callable[..., int] = library.function(one.symbol)
        self.call.argtypes = [  # type: ignore[attr-defined]
            Dim3,
            Dim3,
            ctypes.c_uint32,
            ctypes.c_void_p,
            *(c_type for arg in one.args for c_type in c_types(arg)),
        ]
        self.call.restype = ctypes.c_int  # type: ignore[attr-defined]

    def match(self, values: tuple[Any, ...]) -> Match | Mismatch:
        if len(values) != len(self.args):
            names = ", ".join(arg.name for arg in self.args)
            return Mismatch(f"takes {len(self.args)} arguments ({names}), got {len(values)}")
        cost = 0
        flat: list[Any] = []
        for arg, value in zip(self.args, values):
            result = match(arg, value)
            if isinstance(result, Mismatch):
                return Mismatch(f"argument `{arg.name}` {result.reason}")
            cost += result.cost
            flat += result.values
        return Match(cost, flat)


class Launchable(_native.Launchable):  # type: ignore[misc]
    """What is indexed with a launch configuration to get a callable."""

    def _configured(self, configuration: Any) -> Launcher:
        """`kernel[configuration]`, where the extension does not make it."""
        if not isinstance(configuration, (tuple, list)) or len(configuration) < 2:
            raise ValueError("must specify at least the griddim and blockdim")
        if len(configuration) > 4:
            raise ValueError("must specify at most griddim, blockdim, stream and sharedmem")
        return self.configure(*configuration)

    if _native.fast is None:
        __getitem__ = _configured

    def configure(
        self, griddim: Any, blockdim: Any, stream: Any = 0, sharedmem: int = 0
    ) -> Launcher:
        """The kernel with a grid of blocks of threads; the same as `kernel[griddim, blockdim]`."""
        if griddim is None or blockdim is None:
            raise ValueError(MISSING_CONFIGURATION)
        return Launcher(
            self,
            dimensions(griddim, "griddim"),
            dimensions(blockdim, "blockdim"),
            stream,
            sharedmem,
        )

    def forall(
        self, ntasks: int, tpb: int = 0, stream: Any = 0, sharedmem: int = 0
    ) -> Callable[..., None]:
        """The kernel with a grid of at least `ntasks` threads; none launches nothing."""
        if ntasks < 0:
            raise ValueError(f"Can't create ForAll with negative task count: {ntasks}")
        if ntasks == 0:
            return lambda *values: None
        block = tpb or FORALL_BLOCK
        return self.configure((ntasks + block - 1) // block, block, stream, sharedmem)

    def __call__(self, *values: Any) -> NoReturn:
        raise ValueError(MISSING_CONFIGURATION)

    def _launch(self, launcher: Launcher, values: tuple[Any, ...]) -> None:
        raise NotImplementedError


def documentation(info: KernelInfo) -> str:
    """How a kernel is called, a line for each signature, and its docstring."""
    lines = [
        f"{info.name}[griddim, blockdim, stream=0, sharedmem=0]"
        f"({', '.join(f'{arg.name}: {arg.shown_type}' for arg in one.args)})"
        for one in info.specialisations
    ]
    return "\n".join([*lines, "", info.doc] if info.doc else lines)


class Kernel(Launchable):
    """A kernel of a loaded module."""

    def __init__(self, library: Library, info: KernelInfo) -> None:
        self._library = library
        self._info = info
        self._entries = [_Entry(library, one) for one in info.specialisations]
        self.__name__ = info.name
        self.__doc__ = documentation(info)
        self._module: Any = None  # that it is a part of

    def __reduce__(self) -> Any:
        return operator.getitem, (self._module, self.name)

    @property
    def name(self) -> str:
        """The name that Python code calls the kernel by."""
        return self._info.name

    @property
    def signatures(self) -> list[str]:
        """The signatures it was compiled for, in Numba's spelling."""
        return [one.signature for one in self._info.specialisations]

    def __repr__(self) -> str:
        return f"<pycu kernel {self.name}: {'; '.join(self.signatures)}>"

    def last_entry(self) -> str:
        """Which of a kernel's entries this thread's last launch took: contiguous or strided."""
        return self._library.last_entry()

    def _choose(self, values: tuple[Any, ...]) -> tuple[_Entry, list[Any]]:
        """The specialisation that `values` fit best; among equals the first."""
        best: tuple[_Entry, Match] | None = None
        reasons = []
        for entry in self._entries:
            result = entry.match(values)
            if isinstance(result, Mismatch):
                reasons.append((entry, result.reason))
            elif best is None or result.cost < best[1].cost:
                best = (entry, result)
        if best is not None:
            return best[0], best[1].values
        if len(reasons) == 1:
            raise TypeError(f"{self.name}: {reasons[0][1]}")
        lines = [f"  {entry.signature}: {reason}" for entry, reason in reasons]
        raise TypeError("\n".join([f"{self.name}: no signature takes these arguments", *lines]))

    def _launch(self, launcher: Launcher, values: tuple[Any, ...]) -> None:
        is_on_cpu = self._library.memory is None
        if is_on_cpu and hasattr(launcher.stream_object, "submit"):
            self._launch_in_turn(launcher, values)
            return
        try:
            entry, flat = self._choose(values)
        except TypeError:
            if all(map(is_of_numpy, values)):
                raise
            self._launch_in_turn(launcher, values)
            return
        self._run(launcher, entry, flat)
        _plans.remember(self, entry, values)

    def _launch_in_turn(self, launcher: Launcher, values: tuple[Any, ...]) -> None:
        """A launch behind what stands before it in a stream of the running program, or one with
        arrays of other libraries, which are taken in their memory."""
        from pycu.cuda._arguments import prepared  # 60 ms, for those who need it

        ready = prepared(values)
        if self._library.memory is None and ready.is_on_device:
            raise TypeError(f"{self.name}: is built for the CPU, and an argument is on the GPU")
        entry, flat = self._choose(ready.values)

        def run(keep: Any = ready) -> None:
            self._run(launcher, entry, flat, keep.transfers)

        ready.run(launcher.stream_object, run)
        self._remember_in_turn(entry, values, ready.values)

    def _remember_in_turn(self, entry: _Entry, given: Any, seen: Any) -> None:
        """Lets the extension launch so where no other stream has work before it."""
        from pycu.cuda._contexts import host_context
        from pycu.cuda._protocols import importing
        from pycu.cuda._target import target

        if host_context is not None and self._library.memory is None and target().is_host:
            self._context = host_context
            _plans.remember(self, entry, given, seen, importing(copies=False))

    def _run(
        self,
        launcher: Launcher,
        entry: _Entry,
        flat: list[Any],
        transfers: Transfers = Transfer.BOTH,
    ) -> None:
        code = self._library.launch(entry.call, launcher, entry.args, flat, transfers)
        check(self._library, self.name, code)


class Launcher(_native.Launcher):  # type: ignore[misc]
    """A kernel with its launch configuration; calling it launches.

    `griddim` and `blockdim` are blocks and threads along x, y and z, `sharedmem` is bytes,
    `dispatcher` is the kernel, `stream` the handle of its stream (None: the default one) and
    `stream_object` what was given for it. `pre_launch_callbacks` is a list of functions that are
    called with the kernel and this before each launch.
    """

    if _native.fast is not None:
        __slots__ = ()

    def __init__(
        self, kernel: Launchable, grid: Dim3, block: Dim3, stream: Any, shared: int
    ) -> None:
        if not isinstance(shared, numbers.Integral) or not 0 <= shared < DIMENSION_LIMIT:
            raise TypeError(f"sharedmem must be a number of bytes, got {shared!r}")
        super().__init__(
            kernel,
            (grid.x, grid.y, grid.z),
            (block.x, block.y, block.z),
            _handle(stream),
            stream,
            int(shared),
        )

    @property
    def grid(self) -> Dim3:
        """The blocks of the grid, as a wrapper takes them."""
        return Dim3(*self.griddim)

    @property
    def block(self) -> Dim3:
        """The threads of a block, as a wrapper takes them."""
        return Dim3(*self.blockdim)

    @property
    def args(self) -> Any:
        """What the kernel was called with, while this thread compiles it; None at other times."""
        is_ours = getattr(compiling, "launcher", None) is self
        return compiling.args if is_ours else None

    def _called(self, *values: Any) -> None:
        """A launch that the extension does not make."""
        self.dispatcher._launch(self, values)

    if _native.fast is None:
        __call__ = _called

    def __reduce__(self) -> Any:
        if self.pre_launch_callbacks:
            raise pickle.PicklingError(
                "Cannot pickle configured launches with pre-launch callbacks"
            )
        configuration = (self.griddim, self.blockdim, self.stream_object, self.sharedmem)
        return operator.getitem, (self.dispatcher, configuration)


if _native.fast is not None:
    _native.fast.make_launchers_of(Launcher)


def _handle(stream: Any) -> int | None:
    """The CUDA handle of a stream: an int, or an object that has one."""
    handle = getattr(stream, "handle", stream)
    handle = getattr(handle, "value", handle)
    if handle is None or handle == 0:
        return None
    if not isinstance(handle, numbers.Integral):
        raise TypeError(f"stream must be a stream or its handle, got {stream!r}")
    return int(handle)
