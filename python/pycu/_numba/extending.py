"""`numba.extending`: decorators that tell Numba's compiler of functions and types of one's own.

pycu compiles what Python's text of a function says, and has no use for them. They take what they
are given, so that a library which declares such things is imported; what they declare is not known
in kernels. An intrinsic, which is nothing but text of LLVM, says so when it is called.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

from pycu._numba import models
from pycu.types import Type, typeof_impl

core_models = models

NativeValue = namedtuple("NativeValue", "value is_error cleanup", defaults=(None, None))


def _keep(*args: Any, **kwargs: Any) -> Any:
    """A decorator with arguments that leaves what it decorates as it is."""
    return lambda decorated: decorated


overload = overload_method = overload_attribute = overload_classmethod = _keep
register_model = lower_builtin = lower_getattr = lower_setattr = lower_cast = _keep
lower_getattr_generic = lower_setattr_generic = box = unbox = reflect = infer_getattr = _keep
infer_global = type_callable = _keep


def register_jitable(*args: Any, **kwargs: Any) -> Any:
    """The function as it is: a kernel that calls it compiles it."""
    return args[0] if args and callable(args[0]) else _keep()


def infer(template: Any) -> Any:
    """The class as it is."""
    return template


def make_attribute_wrapper(typeclass: Any, struct_attr: str, python_attr: str) -> None:
    """Does nothing but check that it is given a class of types."""
    if not isinstance(typeclass, type) or not issubclass(typeclass, Type):
        raise TypeError(f"typeclass should be a Type subclass, got {typeclass}")


class _Intrinsic:
    """What `@intrinsic` makes."""

    def __init__(self, name: str, defn: Any) -> None:
        self._name = self.__name__ = name
        self._defn = defn
        self.__doc__ = defn.__doc__

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{self!r} is not usable in pure-python")

    def __repr__(self) -> str:
        return f"<intrinsic {self._name}>"


def intrinsic(*args: Any, **kwargs: Any) -> Any:
    """A function that only Numba's compiler could call."""
    if args and callable(args[0]):
        return _Intrinsic(args[0].__name__, args[0])
    return lambda function: _Intrinsic(function.__name__, function)


class AbstractTemplate:
    """The base of classes that type functions."""

    def __init__(self, context: Any = None) -> None:
        self.context = context


class AttributeTemplate(AbstractTemplate):
    """The base of classes that type attributes."""


class ConcreteTemplate(AbstractTemplate):
    """The base of classes with a list of signatures."""


class CallableTemplate(AbstractTemplate):
    """The base of classes whose function types a call."""


class Registry:
    """A table that forgets what it is told."""

    def __init__(self, name: str = "") -> None:
        self.name = name

    def register(self, template: Any) -> Any:
        """The class as it is."""
        return template

    register_attr = register

    def register_global(self, val: Any = None, typ: Any = None, **kwargs: Any) -> Any:
        """A decorator that leaves a class as it is; nothing where a type is given."""
        return None if typ is not None else _keep()

    lower = lower_getattr = lower_setattr = lower_cast = lower_constant = staticmethod(_keep)
    lower_getattr_generic = lower_setattr_generic = staticmethod(_keep)


class _AsNumbaType:
    """`as_numba_type`: the type that a class of Python's stands for."""

    def __init__(self) -> None:
        from pycu import types

        self.lookup = {
            bool: types.boolean,
            int: types.intp,
            float: types.float64,
            complex: types.complex128,
            str: types.unicode_type,
            type(None): types.none,
        }

    def __call__(self, py_type: Any) -> Any:
        from pycu.errors import TypingError

        if isinstance(py_type, Type):
            return py_type
        if py_type in self.lookup:
            return self.lookup[py_type]
        raise TypingError(f"Cannot infer Numba type of Python type {py_type}")

    def register(self, func_or_py_type: Any, numba_type: Any = None) -> Any:
        """Tells the type of a class."""
        self.lookup[func_or_py_type] = numba_type
        return numba_type


as_numba_type = _AsNumbaType()

__all__ = [
    "AbstractTemplate",
    "AttributeTemplate",
    "CallableTemplate",
    "ConcreteTemplate",
    "NativeValue",
    "Registry",
    "as_numba_type",
    "box",
    "core_models",
    "infer",
    "infer_getattr",
    "infer_global",
    "intrinsic",
    "lower_builtin",
    "lower_cast",
    "lower_getattr",
    "lower_getattr_generic",
    "lower_setattr",
    "lower_setattr_generic",
    "make_attribute_wrapper",
    "models",
    "overload",
    "overload_attribute",
    "overload_classmethod",
    "overload_method",
    "reflect",
    "register_jitable",
    "register_model",
    "type_callable",
    "typeof_impl",
    "unbox",
]
