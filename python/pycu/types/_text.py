"""Signatures as text: what `pycu --sig` reads, and what decorators take."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from pycu.errors import UnsupportedError
from pycu.types import _names
from pycu.types._arrays import Array, NestedArray, Record
from pycu.types._base import Signature, Type, unliteral
from pycu.types._containers import BaseNamedTuple, BaseTuple, UniTuple
from pycu.types._dtypes import from_dtype
from pycu.types._foreign import own
from pycu.types._misc import CPointer, NoneType, Omitted, Optional
from pycu.types._scalars import Boolean, Complex, EnumMember, Float, Integer

# The states of Numba's random generators, which every source knows under this name.
RANDOM_STATE = from_dtype(np.dtype([("s0", "u8"), ("s1", "u8")], align=True))


def signature_text(what: Type | Signature, names: Mapping[Any, str] | None = None) -> str:
    """The text that `pycu --sig 'k=...'` reads: `void(float32[:, ::1], int64)`.

    `names` maps the dtypes of records, and classes of enums and named tuples, to the names that
    they have in the source; classes have their own names otherwise. Raises UnsupportedError for a
    type that no kernel takes and for a record without a name.
    """
    known = {_key(one): name for one, name in (names or {}).items()}
    if not isinstance(what, Signature):
        return "void" if what is _names.none else _text(what, known)
    args = ", ".join(_text(one, known) for one in what.args)
    if what.return_type is None:
        return f"({args},)" if len(what.args) == 1 else f"({args})"
    result = "void" if what.return_type is _names.none else _text(what.return_type, known)
    return f"{result}({args})"


def _key(named: Any) -> Any:
    """A class, or the record type of a dtype: dtypes that differ in their alignment are equal."""
    return named if isinstance(named, (type, Type)) else from_dtype(named)


def _text(one: Type, names: Mapping[Any, str]) -> str:
    one = unliteral(one)
    if isinstance(one, (Boolean, Integer, Float, Complex)):
        return one.name
    if isinstance(one, (NoneType, Omitted)) and getattr(one, "value", None) is None:
        return "none"
    if isinstance(one, Record):
        return _record(one, names)
    if isinstance(one, EnumMember):
        return names.get(one.instance_class, one.instance_class.__name__)
    if isinstance(one, Array) and not isinstance(one, NestedArray):
        return _array(one, names)
    if isinstance(one, CPointer):
        return f"CPointer({_text(one.dtype, names)})"
    if isinstance(one, Optional):
        return f"optional({_text(one.type, names)})"
    if isinstance(one, BaseTuple):
        return _tuple(one, names)
    raise UnsupportedError(f"a kernel of pycu takes no argument of the type {one}")


def _record(one: Record, names: Mapping[Any, str]) -> str:
    if is_random_state(one):  # under any other name generators would not take it
        return "xoroshiro128p_type"
    if one in names:
        return names[one]
    raise UnsupportedError(f"no variable of the source holds the dtype {one.dtype}")


def is_random_state(one: Record) -> bool:
    """Whether a record is a generator's state, aligned as one or not."""
    return [(name, field.type, field.offset) for name, field in one.fields.items()] == [
        (name, field.type, field.offset) for name, field in RANDOM_STATE.fields.items()
    ]


def _array(one: Array, names: Mapping[Any, str]) -> str:
    element = _text(one.dtype, names)
    if one.mutable and one.ndim > 0 and (one.layout != "F" or one.ndim > 1):
        slices = [":"] * one.ndim
        if one.layout in "CF":
            slices[-1 if one.layout == "C" else 0] = "::1"
        return f"{element}[{', '.join(slices)}]"
    readonly = ", readonly=True" if not one.mutable else ""
    return f'Array({element}, {one.ndim}, "{one.layout}"{readonly})'


def _tuple(one: BaseTuple, names: Mapping[Any, str]) -> str:
    items = [_text(item, names) for item in one.types]
    if isinstance(one, BaseNamedTuple):
        cls = one.instance_class  # type: ignore[attr-defined]
        return f"NamedTuple(({', '.join(items)},), {names.get(cls, cls.__name__)})"
    if isinstance(one, UniTuple) and one.count > 0:
        return f"UniTuple({items[0]}, {one.count})"
    return f"Tuple(({', '.join(items)}{',' if len(items) == 1 else ''}))"


def parse_signature(
    text: str, names: Mapping[str, Any] | None = None
) -> Signature | tuple[Any, ...] | Type:
    """What a signature string of a decorator means: a Signature, a tuple of types, or a type.

    The names are those of `numba.types`, then what `names` has for dtypes of records, Enum classes
    and classes of named tuples; no other text is run. Raises the exception that Numba's `eval`
    would: NameError, SyntaxError, TypeError, ...
    """
    tree = ast.parse(text.strip(), mode="eval")
    return _evaluated(tree.body, names or {})


def _evaluated(node: ast.expr, names: Mapping[str, Any]) -> Any:
    reader = _READERS.get(type(node))
    if reader is None:
        raise TypeError(f"no type is written `{ast.unparse(node)}`")
    return reader(node, names)


def _name(node: Any, names: Mapping[str, Any]) -> Any:
    import pycu.types

    found = _type_of_source(names.get(node.id))
    if not isinstance(found, type):  # of named tuples the program's come first
        found = getattr(pycu.types, node.id, found)
    if found is None and node.id == "xoroshiro128p_type":
        found = RANDOM_STATE
    if found is None:
        raise NameError(f"name '{node.id}' is not defined")
    return found


def _type_of_source(value: Any) -> Any:
    """The type that a dtype or a class of a program stands for, or the class of named tuples."""
    import pycu.types

    if isinstance(value, np.dtype) and value.fields is not None:
        return pycu.types.from_dtype(value)
    if isinstance(value, type) and issubclass(value, enum.Enum):
        members = list(value)
        return pycu.types.typeof(members[0]) if members else None
    is_named = isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")
    return value if is_named or isinstance(value, Type) else None


def _member(node: Any, names: Mapping[str, Any]) -> Any:
    """`types.float32`, as some write it."""
    if isinstance(node.value, ast.Name) and node.value.id in ("types", "numba"):
        return _name(ast.Name(node.attr), names)
    raise AttributeError(f"no type is written `{ast.unparse(node)}`")


def _call(node: Any, names: Mapping[str, Any]) -> Any:
    called = _evaluated(node.func, names)
    if not isinstance(called, Type) and not (isinstance(called, type) and issubclass(called, Type)):
        raise TypeError(f"`{ast.unparse(node.func)}` is no type")
    keywords = {one.arg: _evaluated(one.value, names) for one in node.keywords}
    return called(*(_evaluated(one, names) for one in node.args), **keywords)


def _slice(node: Any, names: Mapping[str, Any]) -> slice:
    parts = (node.lower, node.upper, node.step)
    return slice(*(None if one is None else _evaluated(one, names) for one in parts))


_READERS: dict[type, Callable[[Any, Mapping[str, Any]], Any]] = {
    ast.Name: _name,
    ast.Attribute: _member,
    ast.Call: _call,
    ast.Subscript: lambda node, names: _evaluated(node.value, names)[_evaluated(node.slice, names)],
    ast.Slice: _slice,
    ast.Tuple: lambda node, names: tuple(_evaluated(one, names) for one in node.elts),
    ast.List: lambda node, names: [_evaluated(one, names) for one in node.elts],
    ast.Constant: lambda node, names: node.value,
    ast.UnaryOp: lambda node, names: ast.literal_eval(node),
}


def normalize_signature(sig: Any) -> tuple[tuple[Any, ...], Any]:
    """(types of the arguments, type of the result or None) of what a decorator was given.

    `sig` is a string, a tuple of types or a Signature, of pycu's types or of a real Numba's;
    TypeError for all else.
    """
    parsed = parse_signature(sig) if isinstance(sig, str) else own(sig)
    if isinstance(parsed, tuple):
        args, result = parsed, None
    elif isinstance(parsed, Signature):
        args, result = parsed.args, parsed.return_type
    else:
        raise TypeError(
            f"invalid signature: {sig!r} (type: {sig.__class__.__name__!r}) evaluates to "
            f"{parsed.__class__.__name__!r} instead of tuple or Signature"
        )
    for one in args if result is None else (*args, result):
        if not isinstance(one, Type):
            raise TypeError(f"invalid type in signature: expected a type instance, got {one!r}")
    return args, result


def with_names_of(sig: Any, function: Any) -> Any:
    """A signature string that names what the module of a function has, as a signature."""
    if not isinstance(sig, str):
        return sig
    try:
        parse_signature(sig)
    except (AttributeError, NameError):
        return parse_signature(sig, function.__globals__)
    return sig


def is_signature(sig: Any) -> bool:
    """Whether a decorator may take it for a signature."""
    return isinstance(own(sig), (str, tuple, Signature))
