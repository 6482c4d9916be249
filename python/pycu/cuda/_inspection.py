"""What a dispatcher tells of its kernels: texts, types, what they need."""

from __future__ import annotations

import functools
import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn, TextIO

from pycu import types
from pycu._binary import binary
from pycu._jit.compose import Program
from pycu._launch import Kernel
from pycu.cuda._devices import get_current_device
from pycu.cuda._gpu import code, occupancy

MAX_THREADS = 1024  # of a block, on every target
MAX_GRID_BLOCKS = 1024  # of a grid whose blocks meet, on the CPU: max_grid_blocks of templates/host


class Compiled:
    """A kernel for one signature: an item of `Dispatcher.overloads`."""

    def __init__(self, kernel: Kernel, args: Any, program: Program, folder: Path) -> None:
        self.kernel = kernel
        self.argument_types = args
        self.signature = types.Signature(types.none, args)
        self.launch_config_sensitive = False
        self._program = program
        self._folder = folder

    @property
    def cuda(self) -> str:
        """The CUDA C++ text."""
        return self._file("cu").read_text(encoding="utf-8")

    @property
    def target(self) -> str:
        """What it runs on: "cpu" or "cuda"."""
        return self.kernel._library.target

    @property
    def ptx(self) -> str:
        """The PTX of a kernel for a GPU."""
        return code.ptx(self.kernel._library.path)

    @property
    def sass(self) -> str:
        """The machine code of a kernel for a GPU; RuntimeError where CUDA's tool is missing."""
        return code.sass(self.kernel._library.path)

    @functools.cached_property
    def needs(self) -> occupancy.Needs:
        """What the kernel needs of a GPU; NotImplementedError on the CPU target."""
        if self.target != "cuda":
            raise NotImplementedError(
                "what a kernel needs is known of kernels that are compiled for a GPU"
            )
        built = json.loads(self._file("build.json").read_text(encoding="utf-8"))
        return occupancy.needs_of(built["entries"], _architecture())

    @property
    def max_threads_per_block(self) -> int:
        """How many threads a block can have."""
        if self.target == "cpu":
            return MAX_THREADS
        return occupancy.max_threads(self.needs, get_current_device())

    def max_cooperative_grid_blocks(self, blockdim: Any, dynsmemsize: int = 0) -> int:
        """How many blocks of a kernel that syncs the whole grid can run at once."""
        if self.target == "cpu":
            return MAX_GRID_BLOCKS
        threads = math.prod(blockdim) if isinstance(blockdim, (tuple, list)) else int(blockdim)
        return occupancy.max_blocks(self.needs, get_current_device(), threads, dynsmemsize)

    def _file(self, ending: str) -> Path:
        return self._folder / f"{self._program.module}.{ending}"

    def variable_types(self) -> str:
        """The type of every variable, as `pycu inspect --types` shows it."""
        command = [binary(), "inspect", f"{self._program.stem}.py", "--types"]
        done = subprocess.run(
            [*command, "--bindings", "bindings.json"],
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout


def _architecture() -> str:
    major, minor = get_current_device().compute_capability
    return f"sm_{major}{minor}"


def argument_types(signature: Any) -> Any:
    """The types of the arguments of a signature: a text, a Signature, a tuple of types, a type."""
    if isinstance(signature, str):
        signature = types.parse_signature(signature)
    signature = types.own(signature)
    args = getattr(signature, "args", signature)
    return tuple(args) if isinstance(args, (tuple, list)) else (args,)


class Inspection:
    """The part of a dispatcher that looks at `overloads`, compiled kernels by argument types."""

    overloads: dict[Any, Compiled]
    py_func: Any

    def _each(self, signature: Any, look: Any) -> Any:
        """What `look` says of one signature, or of all of them by their argument types."""
        if signature is not None:
            return look(self.overloads[argument_types(signature)])
        return {args: look(one) for args, one in self.overloads.items()}

    def inspect_cuda(self, signature: Any = None) -> Any:
        """The CUDA C++ text: of one signature, or a dict of all that it was compiled for."""
        return self._each(signature, lambda one: one.cuda)

    def inspect_types(self, file: TextIO | None = None) -> None:
        """Prints the type of every variable, for each signature."""
        for args, one in self.overloads.items():
            print(f"{self.py_func.__name__} {args}", file=file or sys.stdout)
            print(one.variable_types(), file=file or sys.stdout)

    def _no_text(self, what: str) -> NoReturn:
        raise NotImplementedError(
            f"there is no {what} of `{self.py_func.__name__}`: pycu writes CUDA C++; "
            "`inspect_cuda()` gives the text"
        )

    def inspect_llvm(self, signature: Any = None) -> NoReturn:
        """Raises NotImplementedError: there is no LLVM in pycu."""
        self._no_text("LLVM IR")

    def _of_a_gpu(self, signature: Any, what: str, look: Any) -> Any:
        """What `look` says of kernels for a GPU; others have no such text."""
        if any(one.target == "cpu" for one in self.overloads.values()):
            self._no_text(what)
        return self._each(signature, look)

    def inspect_asm(self, signature: Any = None) -> Any:
        """The PTX: of one signature, or a dict of all; NotImplementedError on the CPU target."""
        return self._of_a_gpu(signature, "PTX", lambda one: one.ptx)

    def inspect_lto_ptx(self, signature: Any = None) -> NoReturn:
        """Raises NotImplementedError: pycu makes no LTO-IR."""
        self._no_text("LTO-IR")

    def inspect_sass(self, signature: Any = None) -> Any:
        """The machine code: of one signature, or a dict of all.

        NotImplementedError on the CPU target, RuntimeError where CUDA's tool for it is missing.
        """
        return self._of_a_gpu(signature, "SASS", lambda one: one.sass)

    def inspect_sass_cfg(self, signature: Any = None) -> NoReturn:
        """Raises NotImplementedError, as `inspect_sass`."""
        self._no_text("SASS")

    def get_max_threads_per_block(self, signature: Any = None) -> Any:
        """How many threads a block can have: of one signature, or of each."""
        return self._each(signature, lambda one: one.max_threads_per_block)

    def get_regs_per_thread(self, signature: Any = None) -> Any:
        """The registers of a thread: of one signature, or of each; of the entry that needs most.

        NotImplementedError on the CPU target, as from the functions below.
        """
        return self._each(signature, lambda one: one.needs.registers)

    def get_local_mem_per_thread(self, signature: Any = None) -> Any:
        """The bytes of local memory of a thread."""
        return self._each(signature, lambda one: one.needs.stack_bytes)

    def get_shared_mem_per_block(self, signature: Any = None) -> Any:
        """The bytes of shared memory of a block, without what a launch adds."""
        return self._each(signature, lambda one: one.needs.shared_bytes)

    def get_const_mem_size(self, signature: Any = None) -> Any:
        """The bytes of constant memory, with those of the arguments."""
        return self._each(signature, lambda one: one.needs.constant_bytes)
