"""Keeps the texts that a program gives to `exec`, so that functions made there can be compiled.

Numba compiles bytecode, pycu texts. Under `pycu run` code that `exec` makes of a text is of a file
of its own, `<string 1f2e3d4c>`, whose lines `linecache` has: tracebacks show them, too.
"""

import __future__

import builtins
import hashlib
import importlib
import linecache
import runpy
import sys
from typing import Any

_exec = builtins.exec
_compile = builtins.compile
_FUTURE = 0
for _name in __future__.all_feature_names:
    _FUTURE |= getattr(__future__, _name).compiler_flag


def _named(text: str) -> str:
    """The name of the file that stands for a text."""
    name = f"<string {hashlib.sha1(text.encode('utf-8', 'replace')).hexdigest()[:8]}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    return name


def _has_functions(source: Any) -> bool:
    return isinstance(source, str) and ("def " in source or "lambda" in source)


def compile_text(
    source: Any,
    filename: Any,
    mode: str,
    flags: int = 0,
    dont_inherit: bool = False,
    optimize: int = -1,
    **more: Any,
) -> Any:
    """`compile`, which keeps a text that is of no file."""
    if not dont_inherit:
        flags |= sys._getframe(1).f_code.co_flags & _FUTURE
    if filename == "<string>" and _has_functions(source):
        filename = _named(source)
    return _compile(source, filename, mode, flags, True, optimize, **more)


def exec_text(source: Any, globals: Any = None, locals: Any = None, /, **more: Any) -> None:
    """`exec`, which keeps a text."""
    frame = sys._getframe(1)
    if _has_functions(source):
        flags = frame.f_code.co_flags & _FUTURE
        source = _compile(source, _named(source), "exec", flags, True)
    if globals is None:
        globals = frame.f_globals
        if locals is None:
            locals = frame.f_locals
            locals = locals if isinstance(locals, dict) else dict(locals)
    _exec(source, globals, globals if locals is None else locals, **more)


# They run every module: tracebacks of a program would name this file once an import.
_IMPORTERS = (importlib._bootstrap, importlib._bootstrap_external, runpy)  # type: ignore[attr-defined]


def keep() -> None:
    """Keeps the texts of `exec` and `compile` from now on."""
    for module in _IMPORTERS:
        module.exec = _exec
    builtins.exec = exec_text
    builtins.compile = compile_text  # type: ignore[assignment]


def forget() -> None:
    """Gives `exec` and `compile` back."""
    builtins.exec = _exec
    builtins.compile = _compile
