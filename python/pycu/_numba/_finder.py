"""The finder that makes `numba` and all below it pycu's modules; see `pycu._numba.install`.

It answers every import of `numba...`: with a module of pycu's that has another name, with a module
that only holds others, or with ModuleNotFoundError and what pycu has instead. So an installed Numba
is never mixed in; where it is to be kept, all this is so from `numba.cuda` on.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

OWN = "pycu._numba"
# In the path of Python programs that others start; see `pycu._numba.share`.
SHARED = Path(__file__).resolve().parent / "path"

# Names of Numba's and the module of pycu's that each is. Below `numba.cuda` a name that is not here
# is `pycu.cuda`'s own module of the name.
SAME = {
    "numba": f"{OWN}.root",
    "numba.config": f"{OWN}.config",
    "numba.core.config": f"{OWN}.config",
    "numba.core.decorators": f"{OWN}.cpu",
    "numba.core.dispatcher": f"{OWN}.cpu",
    "numba.core.errors": "pycu.errors",
    "numba.core.extending": f"{OWN}.extending",
    "numba.core.sigutils": "pycu.types",
    "numba.core.target_extension": f"{OWN}.target_extension",
    "numba.core.types": "pycu.types",
    "numba.core.typing": f"{OWN}.typing",
    "numba.core.typing.templates": f"{OWN}.typing",
    "numba.core.typing.typeof": "pycu.types._typeof",
    "numba.core.utils": f"{OWN}.utils",
    "numba.cuda": "pycu.cuda",
    "numba.cuda.api": "pycu.cuda",
    "numba.cuda.args": "pycu.cuda._arguments",
    "numba.cuda.compiler": "pycu.cuda",
    "numba.cuda.config": f"{OWN}.config",
    "numba.cuda.core.config": f"{OWN}.config",
    "numba.cuda.core.errors": f"{OWN}.launch_errors",
    "numba.cuda.core.pythonapi": f"{OWN}.extending",
    "numba.cuda.core.sigutils": "pycu.types",
    "numba.cuda.core.types": "pycu.types",
    "numba.cuda.cudadrv.linkable_code": f"{OWN}.linkable_code",
    "numba.cuda.datamodel.models": f"{OWN}.models",
    "numba.cuda.decorators": "pycu.cuda",
    "numba.cuda.device_init": "pycu.cuda",
    "numba.cuda.dispatcher": "pycu.cuda._dispatcher",
    "numba.cuda.errors": f"{OWN}.launch_errors",
    "numba.cuda.extending": f"{OWN}.extending",
    "numba.cuda.intrinsics": "pycu.cuda",
    "numba.cuda.kernels.reduction": "pycu.cuda",
    "numba.cuda.memory_management": f"{OWN}.nrt",
    "numba.cuda.memory_management.nrt": f"{OWN}.nrt",
    "numba.cuda.misc.special": f"{OWN}.special",
    "numba.cuda.np.numpy_support": f"{OWN}.numpy_support",
    "numba.cuda.stubs": "pycu.cuda",
    "numba.cuda.testing": f"{OWN}.testing",
    "numba.cuda.types": "pycu.types",
    "numba.cuda.types.ext_types": "pycu.types",
    "numba.cuda.typing": f"{OWN}.typing",
    "numba.cuda.typing.templates": f"{OWN}.typing",
    "numba.cuda.typing.typeof": "pycu.types._typeof",
    "numba.cuda.utils": f"{OWN}.utils",
    "numba.cuda.vectorizers": f"{OWN}.vectorizers",
    "numba.decorators": f"{OWN}.cpu",
    "numba.errors": "pycu.errors",
    "numba.experimental": f"{OWN}.experimental",
    "numba.experimental.jitclass": f"{OWN}.experimental",
    "numba.core.datamodel.models": f"{OWN}.models",
    "numba.core.imputils": f"{OWN}.extending",
    "numba.cuda.core.imputils": f"{OWN}.extending",
    "numba.extending": f"{OWN}.extending",
    "numba.misc.special": f"{OWN}.special",
    "numba.np.numpy_support": f"{OWN}.numpy_support",
    "numba.np.ufunc": f"{OWN}.ufuncs",
    "numba.np.ufunc.decorators": f"{OWN}.ufuncs",
    "numba.numpy_support": f"{OWN}.numpy_support",
    "numba.special": f"{OWN}.special",
    "numba.typed": f"{OWN}.typed",
    "numba.typed.typeddict": f"{OWN}.typed",
    "numba.typed.typedlist": f"{OWN}.typed",
    "numba.types": "pycu.types",
    "numba.types.misc": "pycu.types",
    "numba.types.npytypes": "pycu.types",
    "numba.types.scalars": "pycu.types",
    "numba.types.containers": "pycu.types",
    "numba.core.types.misc": "pycu.types",
    "numba.core.types.npytypes": "pycu.types",
    "numba.core.types.scalars": "pycu.types",
    "numba.core.types.containers": "pycu.types",
    "numba.typing": f"{OWN}.typing",
    "numba.typing.typeof": "pycu.types._typeof",
}
# Packages of Numba's that only hold others of these.
HOLDERS = {name.rpartition(".")[0] for name in SAME} - set(SAME) - {""}


class Holder(ModuleType):
    """A package that has nothing but modules; they are imported when somebody asks for them."""

    __path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return importlib.import_module(f"{self.__name__}.{name}")
        except ModuleNotFoundError as error:
            raise AttributeError(f"module {self.__name__!r} has no {name!r}: {error}") from None


class Known(Loader):
    """A loader of a module that is there already, under a name of its own."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self.spec = module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self.module

    def exec_module(self, module: ModuleType) -> None:
        if self.spec is not None:
            module.__spec__ = self.spec  # the machinery has put in Numba's


class Finder(MetaPathFinder):
    """Stands first in `sys.meta_path`, and answers for `root` and all that is below it.

    With `tests`, `numba.cuda.tests` is numba-cuda's folder.
    """

    def __init__(self, tests: bool = False, root: str = "numba") -> None:
        self.tests = _tests_folder() if tests else None
        self.root = root

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        if fullname == "numba" != self.root:
            return _real_numba()
        if not _is_below(fullname, self.root):
            return None
        if self.tests and (fullname + ".").startswith("numba.cuda.tests."):
            return _file_spec(fullname, self.tests)
        module = self._module(fullname)
        if self.tests:
            module = _for_tests(fullname, module, self.tests.parent)
        if module is None:
            raise ModuleNotFoundError(_missing(fullname), name=fullname)
        return ModuleSpec(fullname, Known(module), is_package=True)

    def _module(self, fullname: str) -> ModuleType | None:
        own = SAME.get(fullname)
        head, _, rest = fullname.partition("numba.cuda.")
        if own is None and not head and rest and not rest.startswith("_"):
            own = f"pycu.cuda.{rest}"
            own = own if _exists(own) else None
        if own is not None:
            module = importlib.import_module(own)
            if "__path__" not in module.__dict__:
                module.__path__ = []  # modules of Numba's stand below it
            return module
        return Holder(fullname) if fullname in HOLDERS else None


def _for_tests(fullname: str, module: ModuleType | None, cuda: Path) -> ModuleType | None:
    """The module with the names of Numba's insides, or one of nothing else; see `absent`."""
    from pycu._numba import absent

    if module is not None:
        absent.complete(module)
        return module
    file = cuda.joinpath(*fullname.split(".")[2:])
    core = fullname.startswith("numba.core.")
    there = file.is_dir() or file.with_suffix(".py").is_file()
    there = there and fullname.startswith("numba.cuda.")
    return absent.AbsentModule(fullname) if core or there else None


def submodule(package: str, name: str) -> ModuleType:
    """The module that Numba has in a package; AttributeError where pycu has none for it."""
    own = SAME.get(f"{package}.{name}")
    if own is None:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    return importlib.import_module(own)


def _exists(name: str) -> bool:
    if "._" in name.replace("pycu._numba", ""):
        return False
    try:
        return importlib.util.find_spec(name) is not None
    except (ModuleNotFoundError, ValueError):
        return False


def _missing(fullname: str) -> str:
    beside = fullname.rpartition(".")[0]
    near = sorted(one for one in SAME if one.rpartition(".")[0] == beside and "._" not in one)
    has = f"; of {beside} it has {', '.join(near)}" if near else ""
    return f"No module named {fullname!r}: pycu stands for Numba here{has}"


def _tests_folder() -> Path:
    """The folder `tests` of an installed numba-cuda; ModuleNotFoundError where there is none."""
    found = PathFinder.find_spec("numba_cuda")
    for folder in found.submodule_search_locations or [] if found else []:
        tests = Path(folder) / "numba" / "cuda" / "tests"
        if tests.is_dir():
            return tests
    raise ModuleNotFoundError("numba-cuda, whose tests are asked for, is not installed")


def _file_spec(fullname: str, tests: Path) -> ModuleSpec:
    file = tests.joinpath(*fullname.split(".")[3:])
    for found, package in ((file / "__init__.py", True), (file.with_suffix(".py"), False)):
        if found.is_file():
            folders = [str(file)] if package else None
            made = importlib.util.spec_from_file_location(
                fullname, found, submodule_search_locations=folders
            )
            if made is not None:
                return made
    if file.is_dir():
        made = ModuleSpec(fullname, None, is_package=True)
        made.submodule_search_locations = [str(file)]
        return made
    raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def loaded(root: str) -> list[str]:
    """The names of a package and of all below it that are imported."""
    return [name for name in sys.modules if _is_below(name, root)]


def _is_below(name: str, root: str) -> bool:
    return name == root or name.startswith(f"{root}.")


def _real_numba() -> ModuleSpec | None:
    """The installed Numba, where a folder of `pycu._numba.share` stands in front of it, too."""
    others = [one for one in sys.path if Path(one) != SHARED]
    for finder in sys.meta_path:
        if not isinstance(finder, Finder) and hasattr(finder, "find_spec"):
            found = finder.find_spec("numba", others if finder is PathFinder else None)
            if found is not None:
                return found
    return None
