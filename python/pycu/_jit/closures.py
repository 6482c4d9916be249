"""Functions that factories made, with the values that they hold, as `x.sigs.toml` has them.

A closure is told from others by the `def` that it is and the values of its cells: calls with the
same values have made the same one.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Union

import numpy as np

from pycu._jit.capture import Binding, Capture, Captured
from pycu._jit.sources import lines_of

INNER = "<locals>."
MOST_ELEMENTS = 256  # of an array that stands in a file for people
LONGEST_NAME = 48


class NotRecorded(Exception):
    """Why a function cannot be told by what it holds."""


@dataclass(frozen=True)
class Named:
    """What the module has under a name."""

    name: str


@dataclass(frozen=True)
class Member:
    """`RED` of `Color`."""

    name: str
    of: Value


@dataclass(frozen=True)
class Path:
    """A name of a library: `math.sin`."""

    path: str


@dataclass(frozen=True)
class Items:
    """A tuple; one with fields is a named one."""

    items: tuple[Value, ...]
    class_name: str = ""
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class Closure:
    """A function of a factory: `of` is "make.step", or "make.step:2" where two have the name."""

    of: str
    values: tuple[tuple[str, Value], ...] = ()

    @property
    def held(self) -> Iterator[Closure]:
        """The closures that it holds, those that they hold first, and itself."""
        for _, value in self.values:
            yield from _inside(value)
        yield self


Value = Union[str, Named, Member, Path, Items, Closure]


def _inside(value: Value) -> Iterator[Closure]:
    if isinstance(value, Closure):
        yield from value.held
    elif isinstance(value, Member):
        yield from _inside(value.of)
    elif isinstance(value, Items):
        for item in value.items:
            yield from _inside(item)


def is_inner(function: Any) -> bool:
    """Whether a call of another function has made it."""
    return INNER in function.__qualname__


class Closures:
    """Makes closures of what was captured for one kernel."""

    def __init__(self, capture: Capture) -> None:
        self._capture = capture
        self._functions = {one.name: one for one in capture.functions}
        self._made: dict[str, Closure | None] = {}

    def of(self, one: Captured) -> Closure:
        """The closure that a captured function of a factory is.

        Raises NotRecorded where it holds what no text says.
        """
        if one.name not in self._made:
            self._made[one.name] = None
            cells = {
                name: self._value(one, name, one.bindings[name])
                for name in one.function.__code__.co_freevars
                if name in one.bindings and not self._is_left_out(one, name)
            }
            self._made[one.name] = Closure(static_name(one), tuple(sorted(cells.items())))
        made = self._made[one.name]
        if made is None:
            raise NotRecorded(f"`{one.function.__name__}` holds functions that hold it")
        return made

    def _is_left_out(self, one: Captured, name: str) -> bool:
        """Whether a value is none that the table of closures has a form for, or the function
        itself."""
        binding = one.bindings[name]
        if not isinstance(binding, dict):
            return False
        return "unknown" in binding or "dict" in binding or binding.get("name") == one.name

    def _value(self, one: Captured, name: str, binding: Binding) -> Value:
        if isinstance(binding, str):
            return binding
        if "array" in binding:
            return array_text(self._capture.arrays[binding["array"]], name, binding["order"])
        if "memory" in binding:
            raise NotRecorded(f"`{name}` is an array of the device")
        if "tuple" in binding:
            items = tuple(self._value(one, name, item) for item in binding["tuple"])
            return Items(items, binding.get("class", ""), tuple(binding.get("fields", ())))
        if "attribute" in binding:
            return Member(binding["attribute"], self._value(one, name, binding["of"]))
        if "name" in binding:
            return self._named(one, name, binding["name"])
        if "path" in binding and not binding["path"].startswith("program."):
            return Path(binding["path"])
        raise NotRecorded(f"`{name}` holds an object of the program")

    def _named(self, one: Captured, name: str, composed: str) -> Value:
        function = self._functions.get(composed)
        if function is not None:
            if function.text.file != one.text.file:
                raise NotRecorded(f"`{name}` is a function of {function.text.file}")
            held = None if is_inner(function.function) else name_in_module(function.function)
            return self.of(function) if held is None else Named(held)
        thing = self._capture.thing_called(composed)
        held = getattr(thing, "__qualname__", "")
        if one.function.__globals__.get(held) is not thing:
            raise NotRecorded(f"`{name}` is a class that the module has no name for")
        return Named(held)


def name_in_module(function: Any, made: Any = None) -> str | None:
    """The global of its module that holds a function, or what a decorator made of it.

    The name that it was defined with comes first.
    """
    names = function.__globals__
    for name in (function.__name__, *names):
        if name in names and is_made_of(names[name], function, made):
            return name
    return None


def is_made_of(value: Any, function: Any, made: Any = None) -> bool:
    """Whether a value is a function or what a decorator made of it."""
    if value is function or (made is not None and value is made):
        return True
    return type(value).__module__.startswith("pycu.") and vars(value).get("py_func") is function


def array_text(array: np.ndarray, name: str, order: str = "C") -> str:
    """The text of Python that makes a small array, which capture has turned where its order is F.

    Raises NotRecorded for others.
    """
    array = array.T if order == "F" else array
    if array.dtype.kind not in "biuf":
        raise NotRecorded(f"`{name}` is an array of {array.dtype}")
    if array.size > MOST_ELEMENTS:
        raise NotRecorded(f"`{name}` is an array of {array.size} elements: {MOST_ELEMENTS} fit")
    dtype = "bool_" if array.dtype.kind == "b" else array.dtype.name
    shape = "" if array.ndim == 1 and array.size else f".reshape({array.shape!r})"
    flat = ", ".join(map(_element, array.ravel()))
    text = f"np.array([{flat}], np.{dtype}){shape}"
    return f"np.asfortranarray({text})" if order == "F" else text


def _element(value: Any) -> str:
    if value.dtype.kind != "f":
        return repr(value.item())
    if not np.isfinite(value):
        return f"float('{value.item()}')"
    short = float(str(value))
    return repr(short if type(value)(short) == value else value.item())


# ---- What pycu calls functions that stand in functions.


def static_name(one: Captured) -> str:
    """The name by which `x.sigs.toml` knows a function of a file."""
    qualname = one.function.__qualname__
    if "." in qualname.rpartition(INNER)[2] and is_inner(one.function):
        raise NotRecorded(f"`{one.function.__name__}` stands in a class of a function")
    places = _names_of("".join(lines_of(one.text.file)))
    name = places.get((one.text.node.lineno, one.text.node.col_offset))
    return name or qualname.replace(INNER, "").replace("<lambda>", "lambda")


def names_in(file: str) -> set[str]:
    """The names of all functions of a file."""
    return set(_names_of("".join(lines_of(file))).values())


@functools.lru_cache(maxsize=8)
def _names_of(text: str) -> dict[tuple[int, int], str]:
    """The names of all functions of a file, by where their definitions begin."""
    found: list[tuple[tuple[int, int], str]] = []
    _collect(ast.parse(text), "", {}, found)
    counts: dict[str, int] = {}
    names = {}
    for place, name in sorted(found):
        counts[name] = counts.get(name, 0) + 1
        names[place] = name if counts[name] == 1 else f"{name}:{counts[name]}"
    return names


def _collect(
    node: ast.AST, outer: str, assigned: dict[ast.AST, str], found: list[tuple[Any, str]]
) -> None:
    """Adds the functions in a node; a lambda has the name that it is assigned to."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Assign) and isinstance(child.targets[0], ast.Name):
            assigned[child.value] = child.targets[0].id
        name = getattr(child, "name", None)
        if isinstance(child, ast.Lambda):
            name = assigned.get(child, "lambda")
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            found.append(((child.lineno, child.col_offset), f"{outer}{name}"))
        is_scope = isinstance(
            child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
        )
        _collect(child, f"{outer}{name}." if is_scope else outer, assigned, found)


# ---- Names for what a run has no name for: of the values, so that they are the same in each run.


def digest(value: Value) -> str:
    """A few letters that tell a value from others."""
    return hashlib.sha256(repr(value).encode()).hexdigest()[:6]


def base_name(closure: Closure) -> str:
    """`step` of `make.step` and of `make.step:2`; lambdas are counted."""
    of, _, number = closure.of.partition(":")
    name = of.rpartition(".")[2]
    return f"lambda_{number or 1}" if name == "lambda" else name


def value_name(closure: Closure, names: dict[Closure, str]) -> str:
    """`step_n3` of `make.step` with `n` = 3; `names` has those of the closures that it holds."""
    parts = [base_name(closure), *(_part(*one, names) for one in closure.values)]
    name = "_".join(parts)
    return name if len(name) <= LONGEST_NAME else f"{parts[0]}_{digest(closure)}"


def _part(free: str, value: Value, names: dict[Closure, str]) -> str:
    if isinstance(value, Closure):
        held = names[value]
        return held if held.startswith(free) else f"{free}_{held}"
    if isinstance(value, (Named, Member)):
        return f"{free}_{value.name}"
    if isinstance(value, Path):
        return f"{free}_{value.path.rpartition('.')[2]}"
    if not isinstance(value, str):
        return f"{free}_{digest(value)}"
    plain = re.sub(r"^np\.\w+\((.*)\)$", r"\1", value).strip("'")
    plain = plain.replace("-", "m").replace("+", "").replace(".", "p")
    if not re.fullmatch("[A-Za-z0-9_]{1,16}", plain):
        return f"{free}_{digest(value)}"
    return f"{free}{plain}" if re.match("m?[0-9]", plain) else f"{free}_{plain}"
