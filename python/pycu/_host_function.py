"""Functions of a loaded module that return values: what `pycu build --host` makes."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Mapping
from typing import Any, Callable

import numpy as np

from pycu._arguments import C_SCALARS, array_struct, c_types, c_value
from pycu._errors import RAISED, LaunchError, raised
from pycu._library import Library
from pycu._manifest import Arg, FunctionInfo

Converter = Callable[[Any, list[Any]], None]


class HostFunction:
    """A function for one list of argument types, called with values of these very types.

    It has the speed of ctypes: nothing is checked, since the caller has chosen it by its types.
    An argument that is None has no place. Exceptions that the function raises are Python's.
    """

    def __init__(self, library: Library, info: FunctionInfo) -> None:
        self.info = info
        self.classes: Mapping[str, type] = {}
        self._library = library
        self._converters = [_converter(arg) for arg in info.args]
        self._results = list(_scalars(info.result))
        self._call = self._bound(ctypes.PYFUNCTYPE)

    def release_gil(self) -> None:
        """Lets other threads of Python run meanwhile."""
        self._call = self._bound(ctypes.CFUNCTYPE)

    def _bound(self, kind: Any) -> Any:
        symbol = self._library.function(self.info.symbol)
        pointers = [ctypes.POINTER(C_SCALARS[one.dtype]) for one in self._results]
        arguments = [c_type for arg in self.info.args for c_type in c_types(arg)]
        address = ctypes.cast(symbol, ctypes.c_void_p).value
        return kind(ctypes.c_int, *arguments, *pointers)(address)

    def __call__(self, *values: Any) -> Any:
        flat: list[Any] = []
        given = values if len(values) == len(self._converters) else _without_none(values)
        for convert, value in zip(self._converters, given):
            convert(value, flat)
        results = [C_SCALARS[one.dtype]() for one in self._results]
        code = self._call(*flat, *map(ctypes.byref, results))
        if code != 0:
            raise _exception(self._library.last_error(), code)
        return self._made(self.info.result, iter(results))

    def _made(self, result: Arg, values: Iterator[Any]) -> Any:
        """What Python gets: its own numbers, and tuples of them."""
        if result.type == "none":
            return None
        if result.kind == "tuple":
            items = [self._made(item, values) for item in result.items]
            named = self.classes.get(result.type.partition("(")[0])
            return tuple(items) if named is None else named(*items)
        value = next(values)
        return complex(value.re, value.im) if result.dtype.startswith("complex") else value.value


def _scalars(result: Arg) -> Iterator[Arg]:
    """The numbers that a result consists of."""
    if result.kind == "tuple":
        for item in result.items:
            yield from _scalars(item)
    else:
        yield result


def _converter(arg: Arg) -> Converter:
    """What appends the value of a parameter to those of a call."""
    if arg.kind == "tuple":
        items = [_converter(item) for item in arg.items]
        return lambda value, flat: _append_items(items, value, flat)
    if arg.kind == "array":
        struct = array_struct(arg.rank)
        if arg.rank == 0:
            return lambda value, flat: flat.append(struct(value.ctypes.data))
        shapes = ctypes.c_int64 * arg.rank
        return lambda value, flat: flat.append(
            struct(value.ctypes.data, shapes(*value.shape), shapes(*value.strides))
        )
    if arg.dtype.startswith("complex"):
        return lambda value, flat: flat.append(c_value(arg, value))
    return _append_number


def _without_none(values: Any) -> Any:
    return [value for value in values if value is not None]


def _append_items(items: list[Converter], value: Any, flat: list[Any]) -> None:
    for convert, one in zip(items, value):
        convert(one, flat)


def _append_number(value: Any, flat: list[Any]) -> None:
    flat.append(value.item() if isinstance(value, np.generic) else value)


def _exception(text: str, code: int) -> Exception:
    """The exception of `kernels.py:12: ValueError: too large`, with the text that it was given."""
    found = re.match(r".*?:\d+: (\w+)(?:: (.*))?\Z", text, re.DOTALL)
    if code != RAISED or found is None:
        return LaunchError(text, code)
    made = raised(text, code)
    message = found.group(2)
    made.args = () if message is None else (message,)
    return made
