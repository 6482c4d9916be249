"""`python -m pycu`: `run script.py` for a script that imports Numba; else what `pycu` does."""

from __future__ import annotations

import argparse
import contextlib
import os
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import NoReturn

USAGE = "pycu run [--debug] [--record] [--target cpu|cuda] SCRIPT.py [ARGS] | -m MODULE [ARGS]"


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
    parser.add_argument("-m", dest="module", metavar="MODULE", help="runs a module")
    return parser


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """pycu's own options, and the script or module with its arguments."""
    for at, word in enumerate(arguments):
        if word == "-m":
            return list(arguments[: at + 2]), list(arguments[at + 2 :])
        if not word.startswith("-") and (at == 0 or arguments[at - 1] != "--target"):
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

    _numba.install()
    _numba.share()
    with _recorded(given.record):
        _run(given.module, rest)


def _recorded(is_wanted: bool) -> contextlib.AbstractContextManager[object]:
    from pycu._jit.record import record

    return record() if is_wanted else contextlib.nullcontext()


def _run(module: str | None, rest: list[str]) -> None:
    if module is not None:
        sys.argv = [module, *rest]
        sys.path.insert(0, os.getcwd())
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return
    script = Path(rest[0])
    if not script.exists():
        sys.exit(f"pycu run: {script}: there is no such file")
    sys.argv = rest
    sys.path.insert(0, str(script.resolve().parent))
    runpy.run_path(str(script), run_name="__main__")


def _show(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Shows what a script raised as `python` shows it: from its own first line."""
    own = os.path.dirname(__file__)
    while trace is not None and trace.tb_next is not None:
        file = trace.tb_frame.f_code.co_filename
        if file != "<frozen runpy>" and os.path.dirname(file) != own:
            break
        trace = trace.tb_next
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
    if sys.path and sys.path[0] in ("", os.getcwd()):
        del sys.path[0]
    run(sys.argv[2:])


if __name__ == "__main__":
    main()
