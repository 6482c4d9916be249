"""Pickles of kernels, ufuncs and functions: by their text, their code and their live values.

Pickle takes functions by name, and finds neither closures nor what stands in a notebook or in a
script that the other process has not imported. So a pickle holds the function's code and the text
of its file, from which the other process compiles it, and the values that its free names have.
"""

from __future__ import annotations

import collections
import hashlib
import importlib
import importlib.util
import linecache
import marshal
import types
import uuid
import weakref
from pathlib import Path
from typing import Any

from pycu._jit.sources import lines_behind, lines_of

BY_NAME = ("builtins", "math", "numpy", "operator", "pycu")  # packages that every process has
EMPTY = "pycu: a cell without a value"

# what was pickled or unpickled, by its token: one process has one object of it
_known: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()
# tasks come one by one with the same kernel: it has to outlive the time between them
_recent: collections.deque[Any] = collections.deque(maxlen=32)
# while a pickle is written, a function is one object in it
_packed: weakref.WeakValueDictionary[int, Packed] = weakref.WeakValueDictionary()


class Pickled:
    """Something that compiles `py_func`; in a process there is one object of all its pickles."""

    _token: str | None = None

    def _pickled(self) -> tuple[Any, ...]:
        """The arguments of `__init__` that make it again, functions packed."""
        raise NotImplementedError

    def __reduce__(self) -> Any:
        if self._token is None:
            self._token = uuid.uuid4().hex
            _known[self._token] = self
        return _shell, (type(self), self._token), self._pickled(), None, None, _restore


def _shell(kind: type[Pickled], token: str) -> Pickled:
    one = _known.get(token)
    if one is None:
        one = _known[token] = kind.__new__(kind)
        one._token = token
    _recent.append(one)
    return one


def _restore(one: Pickled, arguments: tuple[Any, ...]) -> None:
    if "py_func" not in vars(one):
        one.__init__(*arguments)  # type: ignore[misc]


class Packed:
    """Stands for a function in a pickle, which makes the function of it."""

    def __init__(self, function: types.FunctionType) -> None:
        self.function = function

    def __reduce__(self) -> Any:
        function = self.function
        code = function.__code__
        text = "".join(lines_behind(function))
        head = (importlib.util.MAGIC_NUMBER, marshal.dumps(code), text)
        names = (function.__module__, function.__qualname__)
        return _function, (*head, *names), _live_values(function), None, None, _fill


class _Module:
    """Stands for a module, which the other process imports."""

    def __init__(self, module: types.ModuleType) -> None:
        self.name = module.__name__

    def __reduce__(self) -> Any:
        return importlib.import_module, (self.name,)


def packed(value: Any) -> Any:
    """What stands for a value in a pickle; a value that pickles by itself is its own."""
    from pycu._stubs import path_of  # dispatchers, which pycu.cuda has, are made of this

    if isinstance(value, types.ModuleType):
        return _Module(value)
    if type(value) in (tuple, list):
        return type(value)(map(packed, value))
    if not isinstance(value, types.FunctionType) or path_of(value) is not None:
        return value
    if str(value.__module__).partition(".")[0] in BY_NAME:
        return value
    one = _packed.get(id(value))
    if one is None:
        one = _packed[id(value)] = Packed(value)
    return one


def _live_values(function: types.FunctionType) -> dict[str, Any]:
    from pycu._jit.capture import global_names

    names = global_names(function.__code__) & function.__globals__.keys()
    return {
        "globals": {name: packed(function.__globals__[name]) for name in sorted(names)},
        "cells": [_content(cell) for cell in function.__closure__ or ()],
        "defaults": packed(function.__defaults__),
        "named": function.__kwdefaults__,
    }


def _content(cell: types.CellType) -> Any:
    try:
        return packed(cell.cell_contents)
    except ValueError:
        return EMPTY


def _function(
    magic: bytes, code: bytes, text: str, module: str, qualname: str
) -> types.FunctionType:
    """A function without its values, as the pickle goes on with them."""
    if magic != importlib.util.MAGIC_NUMBER:
        raise RuntimeError(f"`{qualname}` was pickled by another version of Python")
    loaded = marshal.loads(code)
    if text and "".join(lines_of(loaded.co_filename)) != text:
        digest = hashlib.sha1(text.encode("utf-8", "replace")).hexdigest()[:8]
        loaded = _renamed(loaded, f"<pickle {digest}>/{Path(loaded.co_filename).name}")
        linecache.cache[loaded.co_filename] = (
            len(text),
            None,
            text.splitlines(keepends=True),
            loaded.co_filename,
        )
    cells = tuple(types.CellType() for _ in loaded.co_freevars)
    namespace = {"__name__": module, "__builtins__": __builtins__}
    made = types.FunctionType(loaded, namespace, loaded.co_name, None, cells)
    made.__module__, made.__qualname__ = module, qualname
    return made


def _renamed(code: types.CodeType, file: str) -> types.CodeType:
    """The code as that of another file."""
    constants = tuple(
        _renamed(one, file) if isinstance(one, types.CodeType) else one for one in code.co_consts
    )
    return code.replace(co_filename=file, co_consts=constants)


def _fill(function: types.FunctionType, values: dict[str, Any]) -> None:
    function.__globals__.update(values["globals"])
    function.__defaults__, function.__kwdefaults__ = values["defaults"], values["named"]
    for cell, value in zip(function.__closure__ or (), values["cells"]):
        if not (isinstance(value, str) and value == EMPTY):
            cell.cell_contents = value
