"""The functions that a kernel needs, and the live values of their free names.

A value becomes what `pycu build --bindings` reads (lib/README.md has the form). Functions, enums
and named tuples are defined by the composed source; here they get their names in it.
"""

from __future__ import annotations

import dis
import enum
import inspect
import math
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pycu._arguments import is_masked
from pycu._jit.links import DeclaredDevice, Links, is_ffi
from pycu._jit.sources import FunctionText, text_of
from pycu._stubs import path_of
from pycu.errors import UnsupportedError
from pycu.types import (
    Array,
    BaseNamedTuple,
    BaseTuple,
    EnumMember,
    Record,
    Signature,
    Type,
    dtype_of_interface,
    is_random_state,
    none,
    own,
    signature_text,
)

# names that the composed source has for itself
TAKEN = ("cuda", "guvectorize", "np", "numba", "vectorize")

Binding = Any  # a text of Python, or a dict with one of the keys that lib/README.md lists


@dataclass
class Captured:
    """A function of the composed source."""

    function: types.FunctionType
    name: str
    text: FunctionText
    bindings: dict[str, Binding]
    # what its decorator said; None for a function that has none
    options: dict[str, Any] | None
    # of a device function that has any: the types that its arguments become
    signatures: list[str] = field(default_factory=list)


@dataclass
class Capture:
    """What one kernel, ufunc or reduction needs, callees before callers."""

    functions: list[Captured] = field(default_factory=list)
    # definitions of enums and named tuples: name to text
    classes: dict[str, list[str]] = field(default_factory=dict)
    # the elements of `{"array": NAME}`
    arrays: dict[str, np.ndarray] = field(default_factory=dict)
    # arrays of the device, which must live as long as what was compiled
    memory: list[Any] = field(default_factory=list)
    # the code of others that is linked
    links: Links = field(default_factory=Links)
    # what it is compiled for, which decides what can be linked: "cpu" or "cuda"
    target: str = "cpu"
    # what modules and classes of the program have: path to names and values
    modules: dict[str, dict[str, Binding]] = field(default_factory=dict)
    _names: dict[int, str] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=lambda: set(TAKEN))
    # the attributes that the function reads whose values are taken
    _read: set[str] = field(default_factory=set)
    # whose identity is a key of _names: it must not be given to another object meanwhile
    _kept: list[Any] = field(default_factory=list)
    _open: set[int] = field(default_factory=set)  # dicts whose items are being captured

    def add(self, function: types.FunctionType, options: dict[str, Any] | None) -> str:
        """Takes a function with all that it calls; its name in the composed source."""
        known = self._names.get(id(function))
        if known is not None:
            return known
        name = self.name_of(function, _identifier(function.__name__))
        one = Captured(function, name, text_of(function, literal), {}, options)
        outer, self._read = self._read, attribute_names(function.__code__)
        for free, value in free_values(function):
            one.bindings[free] = self.binding(value)
        self._read = outer
        if options is not None and options.get("device"):
            one.signatures = [self.declared(given) for given in options.get("signatures", ())]
        self.functions.append(one)
        return name

    def name_of(self, thing: Any, wanted: str) -> str:
        """A name that nothing else in the composed source has."""
        if id(thing) not in self._names:
            name, count = wanted, 2
            while name in self._taken:
                name, count = f"{wanted}_{count}", count + 1
            self._taken.add(name)
            self._kept.append(thing)
            self._names[id(thing)] = name
        return self._names[id(thing)]

    def thing_called(self, name: str) -> Any:
        """What has a name in the composed source."""
        return next(one for one in self._kept if self._names[id(one)] == name)

    def signature(self, types: Any) -> str:
        """The text of a signature, or of a tuple of argument types, of a kernel of the source.

        A text is one already.
        """
        return self._signature(types, none)

    def declared(self, given: Any) -> str:
        """The text of a signature of a function that may return something: without a result where
        it says none."""
        return self._signature(given, None)

    def _signature(self, given: Any, result: Any) -> str:
        if isinstance(given, str):
            return given
        made = given if isinstance(given, Signature) else Signature(result, given)
        named: dict[Any, str] = {}
        for one in (*made.args, made.return_type):
            self._name_parts(one, named)
        return signature_text(made, named)

    def _name_parts(self, one: Any, named: dict[Any, str]) -> None:
        """Defines the records, enums and named tuples of a type."""
        if isinstance(one, Record):
            if is_random_state(one):
                return
            name = self.name_of(one, "record")
            self.classes[name] = [f"{name} = {record_text(one.dtype)}"]
            named[one] = name
        elif isinstance(one, EnumMember):
            named[one.instance_class] = self._enum(one.instance_class)
        elif isinstance(one, BaseTuple):
            if isinstance(one, BaseNamedTuple):
                named[one.instance_class] = self._tuple_class(one.instance_class)
            for item in one.types:
                self._name_parts(item, named)
        elif isinstance(one, Array):
            self._name_parts(one.dtype, named)

    def binding(self, value: Any) -> Binding:
        """What stands for a value in the bindings."""
        value = own(value)
        path = path_of(value)
        if path is not None:
            return {"path": path}
        if isinstance(value, DeclaredDevice):
            return {"name": self._declared_device(value)}
        if is_ffi(value):
            return {"path": "cffi.FFI"}
        found = self._function(value) or self._class(value)
        if found is not None:
            return found
        if isinstance(value, tuple):
            return {"tuple": [self.binding(item) for item in value]}
        if type(value) is dict:
            return self._dict(value)
        if isinstance(value, np.ndarray):
            return self._array(value)
        if hasattr(value, "__cuda_array_interface__"):
            return self._memory(value)
        text = literal(value)
        if text is not None:
            return text
        if isinstance(value, (types.ModuleType, types.SimpleNamespace, type)):
            return {"path": self._members(value)}
        return {"unknown": f"it is an object of the class `{type(value).__name__}`"}

    def _function(self, value: Any) -> Binding | None:
        options = getattr(value, "_pycu_options", None)
        function = getattr(value, "py_func", value)
        if not isinstance(function, types.FunctionType):
            return None
        return {"name": self.add(function, options)}

    def _class(self, value: Any) -> Binding | None:
        if isinstance(value, type) and issubclass(value, enum.Enum):
            return {"name": self._enum(value)}
        if isinstance(value, enum.Enum) and value.name in type(value).__members__:
            return {"attribute": value.name, "of": {"name": self._enum(type(value))}}
        fields = getattr(value, "_fields", None)
        if isinstance(value, type) and issubclass(value, tuple) and fields is not None:
            return {"name": self._tuple_class(value)}
        if isinstance(value, tuple) and fields is not None:
            items = [self.binding(item) for item in value]
            return {"tuple": items, "class": type(value).__name__, "fields": list(fields)}
        return None

    def _enum(self, of: type[enum.Enum]) -> str:
        name = self.name_of(of, _identifier(of.__name__))
        base = next(
            base.__name__
            for base in of.__mro__
            if base.__module__ == "enum" and base.__name__ in ("IntEnum", "IntFlag", "Flag", "Enum")
        )
        self.classes[name] = [
            f"from enum import {base}",
            f"class {name}({base}):",
            *(f"    {key} = {literal(member.value)}" for key, member in of.__members__.items()),
        ]
        return name

    def _declared_device(self, of: DeclaredDevice) -> str:
        name = self.name_of(of, _identifier(of.name))
        words = [repr(of.name), repr(self.declared(of.sig))]
        words.append(f"link={self.links.texts(of.link, self.target)}")
        words.append(f"use_cooperative={bool(of.use_cooperative)}")
        words.append(f"abi={of.abi!r}")
        self.classes[name] = [f"{name} = cuda.declare_device({', '.join(words)})"]
        return name

    def _tuple_class(self, of: Any) -> str:
        name = self.name_of(of, _identifier(of.__name__))
        self.classes[name] = [
            "from collections import namedtuple",
            f"{name} = namedtuple({name!r}, {list(of._fields)!r})",
        ]
        return name

    def _members(self, value: Any) -> str:
        """The path of something with attributes; those that the function reads are taken."""
        path = "program." + self.name_of(value, _identifier(getattr(value, "__name__", "names")))
        members = self.modules.setdefault(path, {})
        for name in sorted(self._read - members.keys()):
            found = inspect.getattr_static(value, name, members)
            if found is not members and not isinstance(found, property):
                members[name] = {"unknown": "it holds itself"}
                members[name] = self.binding(getattr(value, name))
        return path

    def _dict(self, value: dict[Any, Any]) -> Binding:
        if id(value) in self._open:
            return {"unknown": "it holds itself"}
        self._open.add(id(value))
        pairs = [[self.binding(key), self.binding(item)] for key, item in value.items()]
        self._open.remove(id(value))
        return {"dict": pairs}

    def _array(self, value: np.ndarray) -> Binding:
        if not value.dtype.isnative:
            return {"unknown": f"its elements have the dtype `{value.dtype.str}`"}
        if is_masked(value):
            return {"unknown": "it is a masked array"}
        order = "F" if value.flags.f_contiguous and not value.flags.c_contiguous else "C"
        name = f"{len(self.arrays)}.bin"
        self.arrays[name] = value.T if order == "F" else value
        known = {"array": name, "shape": list(value.shape), "order": order}
        return {**known, "dtype": _dtype_text(value.dtype)}

    def _memory(self, value: Any) -> Binding:
        """An array of the device, which kernels use where it lies."""
        self.memory.append(value)
        interface = value.__cuda_array_interface__
        address, readonly = interface["data"]
        dtype = dtype_of_interface(interface)
        shape = tuple(interface["shape"])
        row_major = [dtype.itemsize * math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
        return {
            "memory": address,
            "dtype": _dtype_text(dtype),
            "shape": list(shape),
            "strides": list(interface.get("strides") or row_major),
            "readonly": bool(readonly),
        }


def _dtype_text(dtype: np.dtype[Any]) -> str:
    """The text of a dtype in a binding."""
    return dtype.name if dtype.fields is None else record_text(dtype)


def _identifier(name: str) -> str:
    return name if name.isidentifier() else "function"


def free_values(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The free names of a function that have values: cells, globals, and what hides a builtin."""
    code = function.__code__
    for name, cell in zip(code.co_freevars, function.__closure__ or ()):
        try:
            yield name, cell.cell_contents
        except ValueError:
            continue  # not assigned yet
    for name in sorted(global_names(code)):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def _instructions(code: types.CodeType) -> Iterator[dis.Instruction]:
    """The instructions of a function and of those in it."""
    yield from dis.get_instructions(code)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _instructions(constant)


def global_names(code: types.CodeType) -> set[str]:
    """The globals that a function reads."""
    reads = ("LOAD_GLOBAL", "LOAD_NAME")
    return {one.argval for one in _instructions(code) if one.opname in reads}


def attribute_names(code: types.CodeType) -> set[str]:
    """The names behind dots in a function."""
    reads = ("LOAD_ATTR", "LOAD_METHOD")
    return {one.argval for one in _instructions(code) if one.opname in reads}


def literal(value: Any) -> str | None:
    """The text of Python that makes a number, a text, a type; None for anything else."""
    if isinstance(value, np.generic) and not isinstance(value, np.void):
        return _numpy_scalar(value)
    value = own(value)
    if value is None or isinstance(value, bool):
        return repr(value)
    # Of classes that are derived from them, too: flags that are several, ints with units.
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, str):
        return str.__repr__(value)
    if isinstance(value, float):
        return _float(float(value))
    if isinstance(value, complex):
        return f"complex({_float(value.real)}, {_float(value.imag)})"
    if isinstance(value, np.dtype):
        return record_text(value)
    if isinstance(value, Type):
        return _type_text(value)
    if isinstance(value, (tuple, list)) and type(value) in (tuple, list):
        items = [literal(item) for item in value]
        if None in items:
            return None
        inner = ", ".join(map(str, items)) + ("," if len(items) == 1 else "")
        return f"({inner})"
    return None


def _type_text(value: Type) -> str | None:
    """`numba.float32`, or the type of a record; device code uses no others as values."""
    if isinstance(value, Record) and not is_random_state(value):
        return f"numba.from_dtype({record_text(value.dtype)})"
    try:
        text = signature_text(value)
    except UnsupportedError:
        return None
    return f"numba.{text}" if text.isidentifier() else None


def _float(value: float) -> str:
    return repr(value) if math.isfinite(value) else f"float('{value}')"


def _numpy_scalar(value: np.generic) -> str | None:
    name = value.dtype.name
    plain = value.item()
    if isinstance(plain, (bool, int)):
        return f"np.{'bool_' if name == 'bool' else name}({plain!r})"
    if isinstance(plain, float):
        return f"np.{name}({_float(plain)})"
    if isinstance(plain, complex):
        return f"np.{name}(complex({_float(plain.real)}, {_float(plain.imag)}))"
    return None


def record_text(dtype: np.dtype[Any]) -> str:
    """The text of Python that makes a dtype."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return f"({record_text(base)}, {shape!r})"
    if dtype.fields is None:
        return f"np.dtype({dtype.str!r})"
    names = list(dtype.names or ())
    formats = ", ".join(record_text(dtype.fields[name][0]) for name in names)
    offsets = [dtype.fields[name][1] for name in names]
    return (
        f"np.dtype({{'names': {names!r}, 'formats': [{formats}], 'offsets': {offsets!r}, "
        f"'itemsize': {dtype.itemsize}}})"
    )
