"""Functions of the host: what `@jit` compiles, where pycu's language and Numba's njit agree.

A function is composed with all that it calls, as a kernel is, and becomes one that returns a value
(`pycu build --host`). What cannot be compiled so that it does what Numba's njit does is refused,
and runs as Python.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, Callable

import numpy as np

from pycu import types
from pycu._binary import CompilerError
from pycu._host_function import HostFunction, arrays_in, parts
from pycu._jit import settings
from pycu._jit.capture import Binding, Capture, Captured
from pycu._jit.compiler import Options, loaded
from pycu._jit.compose import compose
from pycu._jit.sources import SourceError
from pycu.errors import NumbaError

# what keeps a function from being compiled, and its message says why
REFUSALS = (NumbaError, SourceError, CompilerError, OSError)

VARARGS, VARKEYWORDS = 0x04, 0x08  # of a code object's flags

_PYTHON_NUMBERS = (bool, float, complex, type(None))


class Refused(NumbaError):
    """What is no function that pycu compiles for the host."""


class HostCapture(Capture):
    """What a function of the host needs."""

    def binding(self, value: Any) -> Binding:
        """What stands for a value; a list may change while the program runs."""
        if isinstance(value, (list, dict, set)):
            return {"unknown": f"it is a {type(value).__name__}, whose items may change"}
        return super().binding(value)

    def _function(self, value: Any) -> Binding | None:
        declared = getattr(value, "_declared", None)
        if declared and hasattr(value, "py_func"):
            options = {"device": True, "signatures": declared}
            return {"name": self.add(value.py_func, options)}
        return super()._function(value)

    def named_tuples(self) -> dict[str, type]:
        """The classes of named tuples by their names in the source."""
        kept = {self._names[id(one)]: one for one in self._kept}
        return {name: kept[name] for name in self.classes if hasattr(kept.get(name), "_fields")}


def key_of(value: Any) -> Any:
    """What decides the type of an argument; None for one that no compiled function takes."""
    kind = type(value)
    if kind is np.ndarray:
        return types.array_key(value)
    if kind is int:
        return "int" if -(2**63) <= value < 2**63 else None
    if kind in _PYTHON_NUMBERS:
        return kind
    if isinstance(value, np.generic):
        return value.dtype.type if value.dtype.kind in "biufc" else None
    if isinstance(value, tuple):
        keys = tuple(map(key_of, value))
        return None if None in keys else (kind, *keys)
    return None


def _can_pass(one: Any) -> bool:
    """Whether a value of the type can be an argument."""
    if isinstance(one, types.BaseTuple):
        return types.none not in one.types and all(map(_can_pass, one.types))
    if isinstance(one, types.Array):
        return _can_pass(one.dtype)
    is_number = isinstance(one, (types.Number, types.Boolean)) and one != types.float16
    return is_number or one == types.none


def argument_types(values: Sequence[Any], keys: Sequence[Any]) -> tuple[Any, ...]:
    """The types of arguments; raises Refused where one is of none that can be passed."""
    found = []
    for value in values:
        try:
            one = types.int64 if type(value) is int else types.typeof(value)
        except ValueError as error:
            raise Refused(str(error)) from None
        if not _can_pass(one):
            raise Refused(f"an argument is of type {one}")
        found.append(one)
    if None in keys:
        raise Refused("an argument is an int of more than 63 bits")
    return tuple(found)


def refusal(function: Any, options: dict[str, Any]) -> str:
    """Why a function is not compiled, whatever it is called with; empty where nothing says so."""
    code = getattr(function, "__code__", None)
    if code is None:
        return "it is no function of Python"
    if code.co_flags & (VARARGS | VARKEYWORDS) or code.co_kwonlyargcount:
        return "it has parameters that are not given by position"
    if settings.debug or options.get("boundscheck"):
        return "Python checks every index"
    wanted = ("forceobj", "locals", "target_backend", "pipeline_class")
    return next((f"it has `{name}`" for name in wanted if options.get(name)), "")


def compiled(function: Any, signature: Any, options: dict[str, Any]) -> Callable[..., Any]:
    """The function for a tuple of argument types, or for a signature.

    Raises one of REFUSALS where it cannot be had.
    """
    capture = HostCapture()
    name = capture.add(function, None)
    text = capture.declared(signature)
    program = compose(capture, name, f"cuda.jit([{text!r}], device=True)")
    divides = options.get("error_model") == "numpy"
    wanted = Options(target="cpu", host=True, numpy_errors=divides)
    made, _ = loaded(program, wanted, f"{function.__name__}: {text}")
    assert isinstance(made, HostFunction)
    made.classes = capture.named_tuples()
    if options.get("nogil"):
        made.release_gil()
    return _Apart(made, function) if _may_meet(made, capture.functions) else made


def _may_meet(made: HostFunction, functions: Sequence[Captured]) -> bool:
    """Whether two arguments may be one memory that a slice of one is copied to from the other.

    NumPy and Numba compute all of the slice first; compiled code takes it that arrays with two
    names are apart.
    """
    arrays = [part for arg in made.info.args for part in parts(arg) if part.kind == "array"]
    if len(arrays) < 2 or not any(arg.written for arg in arrays):
        return False
    has_rows = any(arg.rank > 1 for arg in arrays)
    return has_rows or any(_stores_slice(one.text.node) for one in functions)


def _stores_slice(node: ast.AST) -> bool:
    """Whether a part of an array is written at once: `a[1:] = b`."""
    for one in ast.walk(node):
        if isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store):
            parts = one.slice.elts if isinstance(one.slice, ast.Tuple) else [one.slice]
            if not all(isinstance(part, (ast.Name, ast.Constant, ast.BinOp)) for part in parts):
                return True
    return False


def result_type(one: Any) -> Any:
    """The type of what a compiled function returns; its text for arrays, lists and tuples."""
    return getattr(types, one.info.result.type, one.info.result.type)


def converted(overloads: dict[Any, Any], args: tuple[Any, ...]) -> Callable[..., Any]:
    """The declared function that arguments of these types fit best, which converts them.

    Raises TypeError where there is none.
    """
    costs = {one: _cost(args, one) for one in overloads}
    possible = [one for one, cost in costs.items() if cost is not None]
    shown = f"({', '.join(map(str, args))})"
    if not possible:
        raise TypeError(f"No matching definition for argument type(s) {shown[1:-1]}")
    declared = min(possible, key=lambda one: costs[one])
    best = [one for one in possible if costs[one] == costs[declared]]
    if len(best) > 1:
        every = "\n".join(f"({', '.join(map(str, one))})" for one in best)
        raise TypeError(f"Ambiguous overloading for arguments {shown}:\n{every}")
    call, to = overloads[declared], list(map(_conversion, args, declared))
    if not any(to):
        return call
    return lambda *values: call(*(v if c is None else c(v) for c, v in zip(to, values)))


EXACT, WIDER, SAFE, UNSAFE = range(4)


def _cost(args: tuple[Any, ...], declared: tuple[Any, ...]) -> Any:
    """How far arguments are from declared types; None where they cannot become them."""
    if len(args) != len(declared):
        return None
    costs = list(map(_cost_of, args, declared))
    return None if None in costs else sorted(costs, reverse=True)


def _cost_of(given: Any, to: Any) -> int | None:
    if given == to:
        return EXACT
    if isinstance(given, types.Array) and isinstance(to, types.Array):
        same = (given.dtype, given.ndim) == (to.dtype, to.ndim) and to.layout == "A"
        return SAFE if same and (to.mutable <= given.mutable) else None
    numbers = (types.Number, types.Boolean)
    if not isinstance(given, numbers) or not isinstance(to, numbers):
        return None
    one, other = types.as_dtype(given), types.as_dtype(to)
    if one.kind == "c" and other.kind != "c":
        return None
    is_safe = np.can_cast(one, other, "safe")
    return (WIDER if one.kind == other.kind else SAFE) if is_safe else UNSAFE


def _conversion(given: Any, to: Any) -> Callable[[Any], Any] | None:
    """What makes a number of the declared type of one of another, as C does."""
    if given == to or not isinstance(to, (types.Number, types.Boolean)):
        return None
    dtype, source = types.as_dtype(to), types.as_dtype(given)
    return lambda value: np.asarray(value, source).astype(dtype)[()]


class _Apart:
    """A function whose slices may overlap where its arguments do: then Python runs it."""

    def __init__(self, compiled: HostFunction, function: Callable[..., Any]) -> None:
        self.info = compiled.info
        self._compiled = compiled
        self._function = function

    def __call__(self, *values: Any) -> Any:
        arrays = list(arrays_in(values))
        for at, one in enumerate(arrays):
            if any(np.may_share_memory(one, other) for other in arrays[:at]):
                return self._function(*values)
        return self._compiled(*values)
