"""Functions of a loaded module that return values: what `pycu build --host` makes."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from typing import Any, Callable

import numpy as np

from pycu._arguments import C_SCALARS, array_struct, c_types, c_value
from pycu._errors import exception_of
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
        self._results = [_result_type(one) for one in parts(info.result)]
        # numbers alone, of which Python has the same
        self._is_plain = info.result.kind == "scalar" and all(
            one.kind == "scalar" and not one.dtype.startswith("complex")
            for one in [*info.args, info.result]
        )
        self._makes_memory = any(one.kind == "array" for one in parts(info.result))
        self._call = self._bound(ctypes.PYFUNCTYPE)
        if self._makes_memory:
            self._release = library.function(f"{library.module}_release")
            self._release.restype = None

    def release_gil(self) -> None:
        """Lets other threads of Python run meanwhile."""
        self._call = self._bound(ctypes.CFUNCTYPE)

    def _bound(self, kind: Any) -> Any:
        symbol = self._library.function(self.info.symbol)
        pointers = [ctypes.POINTER(one) for one in self._results]
        arguments = [c_type for arg in self.info.args for c_type in c_types(arg)]
        address = ctypes.cast(symbol, ctypes.c_void_p).value
        return kind(ctypes.c_int, *arguments, *pointers)(address)

    def __call__(self, *values: Any) -> Any:
        given = values if len(values) == len(self._converters) else _without_none(values)
        if self._is_plain:
            return self._number(given)
        flat: list[Any] = []
        for convert, value in zip(self._converters, given):
            convert(value, flat)
        results = [one() for one in self._results]
        code = self._call(*flat, *map(ctypes.byref, results))
        if code != 0:
            raise exception_of(self._library.last_error(), code)
        made = self._made(self.info.result, iter(results), given)
        if self._makes_memory:
            self._release()
        return made

    def _number(self, given: Any) -> Any:
        """The same of a function of numbers that returns one."""
        result = self._results[0]()
        try:
            code = self._call(*given, ctypes.byref(result))
        except ctypes.ArgumentError:  # numbers of NumPy's
            numbers: list[Any] = []
            for value in given:
                _append_number(value, numbers)
            code = self._call(*numbers, ctypes.byref(result))
        if code != 0:
            raise exception_of(self._library.last_error(), code)
        return result.value

    def _made(self, result: Arg, values: Iterator[Any], given: Any) -> Any:
        """What Python gets: its own numbers, tuples of them, arrays that are its own."""
        if result.type == "none":
            return None
        if result.kind == "tuple":
            items = [self._made(item, values, given) for item in result.items]
            named = self.classes.get(result.type.partition("(")[0])
            return tuple(items) if named is None else named(*items)
        value = next(values)
        if result.kind == "array":
            found = _array(result, value, given)
            return found.tolist() if result.type.startswith("list(") else found
        return complex(value.re, value.im) if result.dtype.startswith("complex") else value.value


def parts(result: Arg) -> Iterator[Arg]:
    """The numbers and arrays that an argument or a result consists of."""
    if result.kind == "tuple":
        for item in result.items:
            yield from parts(item)
    else:
        yield result


def _result_type(result: Arg) -> Any:
    return array_struct(result.rank) if result.kind == "array" else C_SCALARS[result.dtype]


def _array(result: Arg, struct: Any, given: Any) -> np.ndarray:
    """An array of a result: an argument, a view of one, or a copy of what the function has made."""
    shape, strides = tuple(struct.shape), tuple(struct.strides)
    for one in arrays_in(given):
        begin = _address(one)
        is_same = begin == struct.data and result.element == one.dtype
        if is_same and shape == one.shape and strides == one.strides:
            return one
        steps = [(n - 1) * step for n, step in zip(one.shape, one.strides)]
        low = begin + sum(step for step in steps if step < 0)
        high = begin + sum(step for step in steps if step > 0) + one.itemsize
        if one.size and low <= (struct.data or 0) < high:
            return _view(one, result.element, shape, strides, struct.data - begin)
    count = int(np.prod(shape))
    if count == 0 or not struct.data:
        return np.zeros(shape, result.element)
    memory = (ctypes.c_char * (count * result.item_size)).from_address(struct.data)
    return np.frombuffer(memory, result.element).reshape(shape).copy()


def _view(of: np.ndarray, dtype: Any, shape: Any, strides: Any, offset: int) -> np.ndarray:
    """A part of an array, which keeps it alive."""
    interface = {
        "version": 3,
        "typestr": np.dtype(dtype).str,
        "shape": shape,
        "strides": strides,
        "data": (of.ctypes.data + offset, not of.flags.writeable),
    }
    holder = type("View", (), {"__array_interface__": interface, "base": of})
    return np.asarray(holder())


def arrays_in(given: Any) -> Iterator[np.ndarray]:
    """The arrays among arguments and in the tuples among them."""
    for one in given:
        if isinstance(one, np.ndarray):
            yield one
        elif isinstance(one, tuple):
            yield from arrays_in(one)


def _converter(arg: Arg) -> Converter:
    """What appends the value of a parameter to those of a call."""
    if arg.kind == "tuple":
        items = [_converter(item) for item in arg.items]
        return lambda value, flat: _append_items(items, value, flat)
    if arg.kind == "array":
        struct = array_struct(arg.rank)
        if arg.rank == 0:
            return lambda value, flat: flat.append(struct(_address(value)))
        shapes = ctypes.c_int64 * arg.rank
        return lambda value, flat: flat.append(
            struct(_address(value), shapes(*value.shape), shapes(*value.strides))
        )
    if arg.dtype.startswith("complex"):
        return lambda value, flat: flat.append(c_value(arg, value))
    return _append_number


def _address(array: np.ndarray) -> int:
    """Where an array begins, in half the time that `array.ctypes` takes."""
    return array.__array_interface__["data"][0]


def _without_none(values: Any) -> Any:
    return [value for value in values if value is not None]


def _append_items(items: list[Converter], value: Any, flat: list[Any]) -> None:
    for convert, one in zip(items, value):
        convert(one, flat)


def _append_number(value: Any, flat: list[Any]) -> None:
    flat.append(value.item() if isinstance(value, np.generic) else value)
