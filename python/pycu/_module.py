"""`pycu.load`: from a manifest to a module whose kernels are attributes."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Union

import numpy as np

from pycu._content import Content, pickled, register
from pycu._errors import ManifestError
from pycu._host_function import HostFunction
from pycu._launch import Kernel
from pycu._library import Library
from pycu._manifest import Build, manifests_of, read_build, read_manifest
from pycu._reduce import Reduce
from pycu._ufunc import Ufunc

Entry = Union[HostFunction, Kernel, Reduce, Ufunc]

# the state of a generator: `xoroshiro128p_dtype` of Numba
STATE = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)


class Names(NamedTuple):
    """What a module has, by dotted names."""

    kernels: dict[str, Entry]
    values: dict[str, Any]
    skipped: list[str]


class Namespace:
    """What a module has under the names of its source.

    Attributes are kernels, ufuncs and reductions (`k.saxpy`, `k.Class.kernel`), constants
    (`k.BLOCK`, `k.Config.SIZE`) and dtypes (`k.particle`). As a mapping it has kernels, ufuncs and
    reductions alone: `k["saxpy"]`, `list(k)`.
    """

    __slots__ = ("__weakref__", "_pycu_module", "_pycu_names", "_pycu_prefix")

    def __init__(self, names: Names, module: Module | None = None, prefix: str = "") -> None:
        self._pycu_names = names
        self._pycu_module = module  # that this is a part of
        self._pycu_prefix = prefix

    def __reduce__(self) -> Any:
        return getattr, (self._pycu_module, self._pycu_prefix[:-1])

    # Any: what a name holds is known when the module is loaded, and not before.
    def __getattr__(self, name: str) -> Any:
        if name.startswith(("__", "_pycu_")):
            raise AttributeError(name)
        full, names = self._pycu_prefix + name, self._pycu_names
        for known in (names.kernels, names.values):
            if full in known:
                return known[full]
        if any(one.startswith(full + ".") for one in (*names.kernels, *names.values)):
            return Namespace(names, self._pycu_module or self, full + ".")
        if full in names.skipped:
            raise AttributeError(f"kernel {full!r} was skipped when this module was transpiled")
        raise AttributeError(
            f"no kernel {full!r} in this module; it has {', '.join(dir(self)) or 'none'}"
        )

    def __getitem__(self, name: str) -> Any:
        try:
            return self._pycu_names.kernels[self._pycu_prefix + name]
        except KeyError:
            raise KeyError(f"no kernel {name!r} in this module") from None

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._pycu_prefix + name in self._pycu_names.kernels

    def __iter__(self) -> Iterator[str]:
        start = len(self._pycu_prefix)
        return (
            name[start:] for name in self._pycu_names.kernels if name.startswith(self._pycu_prefix)
        )

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __dir__(self) -> list[str]:
        start = len(self._pycu_prefix)
        return sorted(
            {
                name[start:].split(".")[0]
                for name in (*self._pycu_names.kernels, *self._pycu_names.values)
                if name.startswith(self._pycu_prefix)
            }
        )


class Module(Namespace):
    """A loaded module."""

    __slots__ = ("_pycu_content", "_pycu_library")

    def __init__(self, library: Library, names: Names, content: Content) -> None:
        super().__init__(names)
        self._pycu_library = library
        self._pycu_content = content
        for entry in names.kernels.values():
            entry._module = self

    def __reduce__(self) -> Any:
        return pickled(self._pycu_content)

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


class Modules:
    """The modules of a folder, as attributes and items by their names."""

    __slots__ = ("_pycu_folder", "_pycu_modules")

    def __init__(self, folder: Path, modules: dict[str, Module]) -> None:
        self._pycu_folder = folder
        self._pycu_modules = modules

    def __getattr__(self, name: str) -> Any:
        if name in self._pycu_modules:
            return self._pycu_modules[name]
        raise AttributeError(f"no module {name!r} in {self._pycu_folder}; it has {', '.join(self)}")

    def __getitem__(self, name: str) -> Any:
        return self._pycu_modules[name]

    def __contains__(self, name: object) -> bool:
        return name in self._pycu_modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._pycu_modules)

    def __len__(self) -> int:
        return len(self._pycu_modules)

    def __dir__(self) -> list[str]:
        return sorted(self._pycu_modules)

    def __reduce__(self) -> Any:
        return Modules, (self._pycu_folder, self._pycu_modules)

    def __repr__(self) -> str:
        return f"<pycu modules of {self._pycu_folder}: {', '.join(self)}>"


def load(path: str | os.PathLike[str]) -> Module | Modules:
    """Loads what `pycu build` has built: a `Module`, or the `Modules` of a folder.

    `path` is a manifest ("out/x.json"), or a folder ("out"): one with a single manifest is that
    module, one with several has them as attributes by their names (`pycu.load("out").x.saxpy`).
    The library of a module is the one that `x.build.json` names, or `lib<module>.so` where there is
    none. `ManifestError` for what is damaged, missing, or not what was built.
    """
    given = Path(path)
    if not given.is_dir():
        return load_module(given)
    modules = [load_module(one) for one in manifests_of(given)]
    if len(modules) == 1:
        return modules[0]
    named = {module._pycu_library.module: module for module in modules}
    return Modules(given, dict(sorted(named.items())))


def load_module(manifest_path: Path) -> Module:
    """The module of one manifest."""
    manifest = read_manifest(manifest_path)
    build_path = manifest_path.with_suffix(".build.json")
    build = read_build(build_path)
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
    if library_path.suffix in (".ptx", ".cubin", ".fatbin"):
        option = f"--{library_path.suffix[1:]}"
        raise ManifestError(
            f"{library_path}: device code alone, for programs that load it with CUDA's driver; "
            f"`pycu build` without {option} makes a library to load"
        )
    library = Library(library_path, manifest.module, build.target, build.library_hash)
    kernels: dict[str, Entry] = {info.name: Kernel(library, info) for info in manifest.kernels}
    for function in manifest.functions:
        kernels[function.name] = HostFunction(library, function)
    for ufunc in manifest.ufuncs:
        make = Reduce if ufunc.kind == "reduction" else Ufunc
        kernels[ufunc.name] = make(library, ufunc)
    names = Names(kernels, {**manifest.records, **manifest.globals}, manifest.skipped)
    content = Content(
        path=manifest_path.resolve(),
        manifest=manifest_path.read_bytes(),
        build=build_path.read_bytes() if build_path.exists() else None,
        library=build.library,
        library_hash=library.sha256,
    )
    module = Module(library, names, content)
    register(module, content)
    return module
