"""Scalars: numbers, booleans, enum members, dates, characters of a fixed number, literals."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from pycu.types._base import Dummy, Hashable, Literal, Number, Type


class Boolean(Hashable):
    """`bool`."""

    def cast_python_value(self, value: Any) -> Any:
        return bool(value)


class _Ordered(Number):
    """Numbers of one class are ordered by their bits."""

    bitwidth: int

    def cast_python_value(self, value: Any) -> Any:
        return getattr(np, self.name)(value)

    def _comparable(self, other: Any) -> bool:
        return self.__class__ is other.__class__

    def __lt__(self, other: Any) -> Any:
        return self.bitwidth < other.bitwidth if self._comparable(other) else NotImplemented

    def __gt__(self, other: Any) -> Any:
        return self.bitwidth > other.bitwidth if self._comparable(other) else NotImplemented

    def __le__(self, other: Any) -> Any:
        return self.bitwidth <= other.bitwidth if self._comparable(other) else NotImplemented

    def __ge__(self, other: Any) -> Any:
        return self.bitwidth >= other.bitwidth if self._comparable(other) else NotImplemented


class Integer(_Ordered):
    """`int8` to `uint64`: `bitwidth`, `signed`, `minval`, `maxval`."""

    def __init__(self, name: str, bitwidth: int | None = None, signed: bool | None = None) -> None:
        super().__init__(name)
        self.bitwidth = int(name.lstrip("uint")) if bitwidth is None else bitwidth
        self.signed = name.startswith("int") if signed is None else signed

    @classmethod
    def from_bitwidth(cls, bitwidth: int, signed: bool = True) -> Integer:
        """The integer type of so many bits."""
        return cls(f"{'int' if signed else 'uint'}{bitwidth}")

    def _comparable(self, other: Any) -> bool:
        return super()._comparable(other) and self.signed == other.signed

    @property
    def maxval(self) -> int:
        """Its largest value."""
        return int((1 << (self.bitwidth - self.signed)) - 1)

    @property
    def minval(self) -> int:
        """Its smallest value."""
        return -(1 << (self.bitwidth - 1)) if self.signed else 0


class Float(_Ordered):
    """`float16`, `float32`, `float64`: `bitwidth`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.bitwidth = int(name[len("float") :])


class Complex(_Ordered):
    """`complex64`, `complex128`: `bitwidth`, `underlying_float`."""

    def __init__(self, name: str, underlying_float: Float) -> None:
        super().__init__(name)
        self.underlying_float = underlying_float
        self.bitwidth = int(name[len("complex") :])


class Bfloat16(Number):
    """The 16 bits that are the upper half of a float32."""

    def __init__(self) -> None:
        super().__init__("__nv_bfloat16")
        self.alignof_ = 2
        self.bitwidth = 16


class IntegerLiteral(Literal, Integer):
    """An integer that is known: `Literal[int](3)`."""

    def __init__(self, value: int) -> None:
        self._literal_init(value)
        base = self.literal_type
        Integer.__init__(self, f"Literal[int]({value})", base.bitwidth, base.signed)


class BooleanLiteral(Literal, Boolean):
    """A truth that is known: `Literal[bool](True)`."""

    def __init__(self, value: bool) -> None:
        self._literal_init(value)
        Boolean.__init__(self, f"Literal[bool]({value})")


class StringLiteral(Literal, Dummy):
    """A text that is known: `Literal[str](x)`."""


Literal.ctor_map.update({int: IntegerLiteral, bool: BooleanLiteral, str: StringLiteral})


class EnumClass(Dummy):
    """The type of a class of enum members, whose values have the type `dtype`."""

    basename = "Enum class"

    def __init__(self, cls: type, dtype: Type) -> None:
        self.instance_class = cls
        self.dtype = dtype
        super().__init__(f"{self.basename}<{dtype}>({cls.__name__})")

    @property
    def key(self) -> Any:
        return self.instance_class, self.dtype

    @functools.cached_property
    def member_type(self) -> EnumMember:
        """The type of the members."""
        return EnumMember(self.instance_class, self.dtype)


class IntEnumClass(EnumClass):
    """The type of a class of members that are ints."""

    basename = "IntEnum class"

    @functools.cached_property
    def member_type(self) -> EnumMember:
        """The type of the members."""
        return IntEnumMember(self.instance_class, self.dtype)


class EnumMember(Type):
    """The type of an enum's members: `instance_class`, `dtype`."""

    basename = "Enum"
    class_type_class = EnumClass

    def __init__(self, cls: type, dtype: Type) -> None:
        self.instance_class = cls
        self.dtype = dtype
        super().__init__(f"{self.basename}<{dtype}>({cls.__name__})")

    @property
    def key(self) -> Any:
        return self.instance_class, self.dtype

    @property
    def class_type(self) -> EnumClass:
        """The type of the class."""
        return self.class_type_class(self.instance_class, self.dtype)


class IntEnumMember(EnumMember):
    """The type of members that are ints."""

    basename = "IntEnum"
    class_type_class = IntEnumClass


# NumPy's units in the order of its codes; "" is the generic one.
UNITS = ("Y", "M", "W", "", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as")


@functools.total_ordering
class _Moment(Type):
    """A date or a duration: coarser units are smaller."""

    type_name = ""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.unit_code = 14 if unit == "" else UNITS.index(unit)
        super().__init__(f"{self.type_name}[{unit}]")

    def __lt__(self, other: Any) -> Any:
        if self.__class__ is not other.__class__:
            return NotImplemented
        return self.unit_code < other.unit_code

    # total_ordering leaves these alone; a class with its own order has no hash otherwise
    __hash__ = Type.__hash__

    def cast_python_value(self, value: Any) -> Any:
        kind = getattr(np, self.type_name)
        return kind(value, self.unit) if self.unit else kind(value)


class NPTimedelta(_Moment):
    """`timedelta64[unit]`."""

    type_name = "timedelta64"


class NPDatetime(_Moment):
    """`datetime64[unit]`."""

    type_name = "datetime64"


class CharSeq(Type):
    """`count` bytes, NumPy's `S3`."""

    mutable = True

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(f"[char x {count}]")

    @property
    def key(self) -> Any:
        return self.count


class UnicodeCharSeq(Type):
    """`count` characters, NumPy's `U3`."""

    mutable = True

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(f"[unichr x {count}]")

    @property
    def key(self) -> Any:
        return self.count

    def __repr__(self) -> str:
        return f"UnicodeCharSeq({self.count})"
