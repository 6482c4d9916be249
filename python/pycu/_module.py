"""`pycu.load`: from a manifest to a module whose kernels are attributes."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Union

import numpy as np

from pycu._errors import ManifestError
from pycu._launch import Kernel
from pycu._library import Library
from pycu._manifest import Build, read_build, read_manifest
from pycu._reduce import Reduce
from pycu._ufunc import Ufunc

Entry = Union[Kernel, Reduce, Ufunc]

# the state of a generator: `xoroshiro128p_dtype` of Numba
STATE = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)


class Namespace:
    """Kernels by name: `k.saxpy`, `k["saxpy"]`, and `k.Class.kernel` for a static method."""

    __slots__ = ("_pycu_kernels", "_pycu_prefix", "_pycu_skipped")

    def __init__(self, kernels: dict[str, Entry], skipped: list[str], prefix: str = "") -> None:
        self._pycu_kernels = kernels
        self._pycu_skipped = skipped
        self._pycu_prefix = prefix

    def __getattr__(self, name: str) -> Entry | Namespace:
        full = self._pycu_prefix + name
        if full in self._pycu_kernels:
            return self._pycu_kernels[full]
        if any(known.startswith(full + ".") for known in self._pycu_kernels):
            return Namespace(self._pycu_kernels, self._pycu_skipped, full + ".")
        if full in self._pycu_skipped:
            raise AttributeError(f"kernel {full!r} was skipped when this module was transpiled")
        known = ", ".join(sorted(self._pycu_kernels)) or "none"
        raise AttributeError(f"no kernel {full!r} in this module; it has {known}")

    def __getitem__(self, name: str) -> Entry:
        try:
            return self._pycu_kernels[self._pycu_prefix + name]
        except KeyError:
            raise KeyError(f"no kernel {name!r} in this module") from None

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._pycu_prefix + name in self._pycu_kernels

    def __iter__(self) -> Iterator[str]:
        start = len(self._pycu_prefix)
        return (name[start:] for name in self._pycu_kernels if name.startswith(self._pycu_prefix))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __dir__(self) -> list[str]:
        return sorted({name.split(".")[0] for name in self})


class Module(Namespace):
    """A loaded module."""

    __slots__ = ("_pycu_library",)

    def __init__(self, library: Library, kernels: dict[str, Entry], skipped: list[str]) -> None:
        super().__init__(kernels, skipped)
        self._pycu_library = library

    def init_xoroshiro128p_states(
        self, states: np.ndarray, seed: int, subsequence_start: int = 0
    ) -> None:
        """Fills states of generators: one seed, and a subsequence of 2^64 numbers for each."""
        if states.dtype != STATE or states.ndim != 1 or not states.flags.c_contiguous:
            raise TypeError(f"the states are no contiguous array of {STATE}")
        if not states.flags.writeable:
            raise TypeError("the states are read-only")
        pointer, count, word = ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint64
        init = self._pycu_library.function(f"{self._pycu_library.module}_init_xoroshiro128p_states")
        init.argtypes = [pointer, count, word, word]  # type: ignore[attr-defined]
        code = init(states.ctypes.data, states.size, seed, subsequence_start)
        if code != 0:
            raise MemoryError(f"the states cannot be made: error {code}")

    def create_xoroshiro128p_states(
        self, n: int, seed: int, subsequence_start: int = 0
    ) -> np.ndarray:
        """States for `n` generators, as an array that kernels of this module take."""
        states = np.zeros(n, STATE)
        self.init_xoroshiro128p_states(states, seed, subsequence_start)
        return states

    def __repr__(self) -> str:
        library = self._pycu_library
        return f"<pycu module {library.module} for {library.target}: {', '.join(self)}>"


def load(path: str | os.PathLike[str]) -> Module:
    """Loads the library that `pycu build` put beside the manifest `path` ("out/x.json").

    The library is the one that `x.build.json` names, or `lib<module>.so` where there is none.
    """
    manifest_path = Path(path)
    manifest = read_manifest(manifest_path)
    build = read_build(manifest_path.with_suffix(".build.json"))
    if build is None:
        build = Build(target="", library=f"lib{manifest.module}.so")
    library_path = manifest_path.parent / build.library
    if not library_path.exists():
        raise ManifestError(
            f"{library_path}: no such library; `pycu build {manifest.source}` makes it"
        )
    if library_path.suffix == ".a":
        raise ManifestError(
            f"{library_path}: a static library, for programs that link it; "
            "`pycu build` without --static makes one to load"
        )
    library = Library(library_path, manifest.module, build.target, build.library_hash)
    kernels: dict[str, Entry] = {info.name: Kernel(library, info) for info in manifest.kernels}
    for ufunc in manifest.ufuncs:
        make = Reduce if ufunc.kind == "reduction" else Ufunc
        kernels[ufunc.name] = make(library, ufunc)
    return Module(library, kernels, manifest.skipped)
