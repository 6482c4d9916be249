"""Optionals, pointers, and what stands for Python's own things: None, str, slices, ranges."""

from __future__ import annotations

from typing import Any

from pycu.types._base import (
    Dummy,
    Hashable,
    IterableType,
    IteratorType,
    Literal,
    Opaque,
    Phantom,
    Type,
    unliteral,
)


class CPointer(Type):
    """A pointer to `dtype` in the address space `addrspace`."""

    mutable = True

    def __init__(self, dtype: Any, addrspace: int | None = None) -> None:
        self.dtype = dtype
        self.addrspace = addrspace
        super().__init__(f"{dtype}*" if addrspace is None else f"{dtype}_{addrspace}*")

    @property
    def key(self) -> Any:
        return self.dtype, self.addrspace


class EphemeralPointer(CPointer):
    """A pointer to something that is gone soon."""


class Optional(Type):
    """A value of the type `type`, or None."""

    def __init__(self, typ: Any) -> None:
        if isinstance(typ, (Optional, NoneType)):
            raise AssertionError
        self.type = unliteral(typ)
        super().__init__(f"OptionalType({self.type})")

    @property
    def key(self) -> Any:
        return self.type


class PyObject(Dummy):
    """Any object of Python's."""

    def is_precise(self) -> bool:
        return False


class Undefined(Dummy):
    """A type that is still to be found."""

    def is_precise(self) -> bool:
        return False


class UndefVar(Dummy):
    """The type of a variable that was never set."""


class RawPointer(Opaque):
    """A pointer to anything."""


class NoneType(Opaque):
    """The type of None; as a result: nothing."""


class EllipsisType(Opaque):
    """The type of `...`."""


class UnicodeType(IterableType, Hashable):
    """The type of a str."""


class Omitted(Opaque):
    """An argument that was left out; its default is `value`."""

    def __init__(self, value: Any) -> None:
        self._value = value
        super().__init__(f"omitted(default={value!r})")

    @property
    def key(self) -> Any:
        try:
            hash(self._value)
        except TypeError:
            return type(self._value), id(self._value)
        return type(self._value), self._value

    @property
    def value(self) -> Any:
        """The default."""
        return self._value


class VarArg(Type):
    """Any number of arguments of a type."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(f"*{dtype}")

    @property
    def key(self) -> Any:
        return self.dtype


class Module(Dummy):
    """A module that is passed as a value."""

    def __init__(self, pymod: Any) -> None:
        self.pymod = pymod
        super().__init__(f"Module({pymod})")

    @property
    def key(self) -> Any:
        return self.pymod


class SliceType(Type):
    """A slice with a step (`members` is 3) or without (2)."""

    def __init__(self, name: str, members: int) -> None:
        self.members = members
        self.has_step = members >= 3
        super().__init__(name)

    @property
    def key(self) -> Any:
        return self.members


class SliceLiteral(Literal, SliceType):
    """A slice that is known."""

    def __init__(self, value: slice) -> None:
        self._literal_init(value)
        members = 2 if value.step is None else 3
        SliceType.__init__(self, f"Literal[slice]({value})", members)

    @property
    def key(self) -> Any:
        one = self._literal_value
        return one.start, one.stop, one.step


Literal.ctor_map[slice] = SliceLiteral


class RangeType(IterableType):
    """The type of `range(n)`."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(f"range_state_{dtype}")


class RangeIteratorType(IteratorType):
    """The type of `iter(range(n))`."""

    def __init__(self, dtype: Any) -> None:
        self.yield_type = dtype
        super().__init__(f"range_iter_{dtype}")


class DeferredType(Type):
    """A type that is told later, with `define`."""

    def __init__(self) -> None:
        self._define: Any = None
        super().__init__(f"DeferredType#{id(self)}")

    def get(self) -> Any:
        """The type; RuntimeError before it was told."""
        if self._define is None:
            raise RuntimeError("deferred type not defined")
        return self._define

    def define(self, typ: Any) -> None:
        """Tells the type, once."""
        if self._define is not None:
            raise TypeError("deferred type already defined")
        if not isinstance(typ, Type):
            raise TypeError(f"arg is not a Type; got: {type(typ)}")
        self._define = typ


class ExceptionClass(Phantom):
    """The type of an exception's class."""

    def __init__(self, exc_class: type) -> None:
        self.exc_class = exc_class
        super().__init__(exc_class.__name__)

    @property
    def key(self) -> Any:
        return self.exc_class


class ExceptionInstance(Phantom):
    """The type of an exception."""

    def __init__(self, exc_class: type) -> None:
        self.exc_class = exc_class
        super().__init__(f"{exc_class.__name__}(...)")

    @property
    def key(self) -> Any:
        return self.exc_class
