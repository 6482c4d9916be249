"""`python -m pycu`: `run script.py` for a script that imports Numba; else what `pycu` does."""

from __future__ import annotations

import argparse
import builtins
import contextlib
import linecache
import os
import pkgutil
import runpy
import sys
import zipfile
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType, TracebackType
from typing import NoReturn

USAGE = (
    "pycu run [--debug] [--record] [--target cpu|cuda] [--keep-numba-cpu] "
    "SCRIPT.py|-|-m MODULE [ARGS]"
)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pycu run",
        usage=USAGE,
        description="Runs a script that imports numba.cuda, unmodified, on what pycu compiles. "
        "Neither Numba nor a GPU is needed.",
    )
    parser.add_argument("--debug", action="store_true", help="checks every index, barrier and race")
    parser.add_argument(
        "--target",
        choices=["cpu", "cuda"],
        help="where kernels run; else on a GPU where there is one",
    )
    parser.add_argument(
        "--record", action="store_true", help="writes what kernels are launched with to .sigs.toml"
    )
    parser.add_argument(
        "--keep-numba-cpu",
        action="store_true",
        help="leaves to an installed Numba all that is not numba.cuda: njit, prange, typed lists, "
        "ufuncs of the CPU; PYCU_KEEP_NUMBA_CPU=1 does, too",
    )
    parser.add_argument("-m", dest="module", metavar="MODULE", help="runs a module")
    return parser


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """pycu's own options, and the script or module with its arguments."""
    for at, word in enumerate(arguments):
        if word == "-m":
            return list(arguments[: at + 2]), list(arguments[at + 2 :])
        is_script = word == "-" or not word.startswith("-")
        if is_script and (at == 0 or arguments[at - 1] != "--target"):
            return list(arguments[:at]), list(arguments[at:])
    return list(arguments), []


def run(arguments: Sequence[str]) -> None:
    """Runs the script that the arguments name, as `python` would."""
    own, rest = _split(arguments)
    given = _parser().parse_args(own)
    if given.debug:
        os.environ["PYCU_DEBUG"] = "1"
    if given.target:
        os.environ["PYCU_TARGET"] = given.target
    if given.module is None and not rest:
        _parser().error("there is no script")
    from pycu import _numba

    _install(given.keep_numba_cpu or os.environ.get(_numba.KEEP_CPU, "") not in ("", "0"))
    _numba.share()
    with _recorded(given.record):
        _run(given.module, rest)


def _install(keep_cpu: bool) -> None:
    from pycu import _numba

    try:
        _numba.install(keep_cpu=keep_cpu)
    except ImportError as error:
        absent = isinstance(error, ModuleNotFoundError) and error.name == "numba"
        why = "is not installed" if absent else f"cannot be imported: {error}"
        sys.exit(f"pycu run --keep-numba-cpu: Numba, which is to be kept, {why}; {sys.executable}")


def _recorded(is_wanted: bool) -> contextlib.AbstractContextManager[object]:
    from pycu._jit.record import record

    return record() if is_wanted else contextlib.nullcontext()


def _run(module: str | None, rest: list[str]) -> None:
    # The program's own for good: it has threads and handlers of exit that outlive its last line.
    main = sys.modules["__main__"] = ModuleType("__main__")
    main.__dict__.update(__builtins__=builtins, __annotations__={})
    sys.argv = rest if module is None else [module, *rest]
    if module is not None:
        with contextlib.suppress(OSError):
            sys.path.insert(0, os.getcwd())
        runpy._run_module_as_main(module)  # type: ignore[attr-defined]
    elif rest[0] == "-":
        sys.path.insert(0, "")
        text = sys.stdin.read()
        linecache.cache["<stdin>"] = len(text), None, text.splitlines(keepends=True), "<stdin>"
        exec(_compiled("<stdin>", text), main.__dict__)
    else:
        _run_file(Path(rest[0]), main)


def _run_file(script: Path, main: ModuleType) -> None:
    """Runs a file in the module `main`, or the `__main__.py` of a folder or of a zip."""
    if not script.exists():
        sys.exit(f"pycu run: {script}: there is no such file")
    if script.suffix == ".ipynb":
        sys.exit(
            f"pycu run: {script}: pycu runs no notebooks: in Jupyter, "
            "`from pycu import cuda` in place of `from numba import cuda` does the same"
        )
    if script.is_dir() or zipfile.is_zipfile(script):
        sys.path.insert(0, os.path.abspath(script))
        runpy._run_module_as_main("__main__", alter_argv=False)  # type: ignore[attr-defined]
        return
    sys.path.insert(0, str(script.resolve().parent))
    file = os.path.abspath(script)
    with open(file, "rb") as stream:
        code = pkgutil.read_code(stream)  # type: ignore[attr-defined]
    loader = SourceFileLoader("__main__", file)
    main.__dict__.update(__file__=file, __cached__=None, __loader__=loader)
    exec(code or _compiled(file, script.read_bytes()), main.__dict__)


def _compiled(file: str, text: str | bytes) -> CodeType:
    return compile(text, file, "exec", dont_inherit=True)


def _show(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Shows what a script raised as `python` shows it: from its own first line."""
    own = os.path.join(os.path.dirname(__file__), "")
    frame = trace
    while frame is not None and frame.tb_frame.f_code.co_filename.startswith(
        (own, "<frozen runpy")
    ):
        frame = frame.tb_next
    if frame is not None or isinstance(error, SyntaxError):
        trace = frame
    sys.__excepthook__(kind, error.with_traceback(trace), trace)


def _become_program(arguments: Sequence[str]) -> NoReturn:
    """All other commands are those of the executable."""
    from pycu._binary import CompilerError, binary

    try:
        os.execv(binary(), ["pycu", *arguments])
    except (CompilerError, OSError) as error:
        sys.exit(f"pycu: {error}")


def main() -> None:
    """The command line."""
    if sys.argv[1:2] != ["run"]:
        _become_program(sys.argv[1:])
    sys.excepthook = _show
    # `python -m` has put the current folder in front; a script has its own there.
    with contextlib.suppress(OSError):  # there may be no current folder any more
        if sys.path and sys.path[0] in ("", os.getcwd()):
            del sys.path[0]
    run(sys.argv[2:])


if __name__ == "__main__":
    main()
