"""The base of all types and of signatures: names, equality, `float32[:]`, `float32(int32)`."""

from __future__ import annotations

import itertools
import weakref
from abc import ABCMeta
from typing import Any

_codes = itertools.count()


class _Interning(ABCMeta):
    """Makes equal types one object, for as long as somebody holds it; Numba's are too."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        return _interned(super().__call__(*args, **kwargs))


_known: weakref.WeakValueDictionary[Any, Any] = weakref.WeakValueDictionary()


def _interned(made: Any) -> Any:
    kept = _known.setdefault((type(made), made.key), made)
    if kept is made and "_code" not in made.__dict__:
        made._code = next(_codes)
    return kept


def _rebuilt(kind: type, state: dict[str, Any]) -> Any:
    made = object.__new__(kind)
    made.__dict__.update(state)
    return _interned(made)


class Type(metaclass=_Interning):
    """A type of Numba's: `name` is its text, `key` what makes two of one class equal."""

    mutable = False
    reflected = False

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def key(self) -> Any:
        """What is compared and hashed."""
        return self.name

    @property
    def mangling_args(self) -> tuple[str, Any]:
        """The name and the parameters that a symbol is made of."""
        return self.name, ()

    @property
    def is_internal(self) -> bool:
        """Whether it is not a user's own type."""
        return type(self).__module__.partition(".")[0] in ("pycu", "numba")

    def is_precise(self) -> bool:
        """Whether nothing of it is still to be found."""
        return True

    def cast_python_value(self, value: Any) -> Any:
        """The value as one of this type; for scalars."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return self.__class__ is other.__class__ and bool(self.key == other.key)  # type: ignore[attr-defined]

    def __ne__(self, other: object) -> bool:
        return not (self == other)

    def __reduce__(self) -> Any:
        state = {name: value for name, value in self.__dict__.items() if name != "_code"}
        return _rebuilt, (type(self), state)

    def __call__(self, *args: Any) -> Any:
        """`float32(3)` is a value of the type, `float32(int32)` a signature that returns it."""
        if len(args) == 1 and not isinstance(args[0], Type):
            return self.cast_python_value(args[0])
        return signature(self, *args)

    def __getitem__(self, args: Any, /) -> Any:
        """`float32[:, ::1]`: an array of the type; KeyError where `args` are not such slices."""
        from pycu.types._arrays import Array

        ndim, layout = _rank_and_layout(args)
        return Array(self, ndim, layout)


def _rank_and_layout(args: Any) -> tuple[int, str]:
    slices = list(args) if isinstance(args, (tuple, list)) else [args]
    free = all(isinstance(one, slice) and one.start is None and one.stop is None for one in slices)
    if not free or not slices:
        raise KeyError(f"Can only index numba types with slices with no start or stop, got {args}.")
    if isinstance(args, (tuple, list)) and slices[0].step == 1:
        return len(slices), "F"
    return len(slices), "C" if slices[-1].step == 1 else "A"


class Signature:
    """The types of a function: `args`, `return_type` (None: to be found), `recvr`, `pysig`."""

    __slots__ = ("_args", "_pysig", "_recvr", "_return_type")

    def __init__(self, return_type: Any, args: Any, recvr: Any = None, pysig: Any = None) -> None:
        self._return_type = return_type
        self._args = tuple(args) if isinstance(args, list) else args
        self._recvr = recvr
        self._pysig = pysig

    @property
    def return_type(self) -> Any:
        """The type of the result."""
        return self._return_type

    @property
    def args(self) -> Any:
        """The arguments' types, a tuple."""
        return self._args

    @property
    def recvr(self) -> Any:
        """The type whose method it is, or None."""
        return self._recvr

    @property
    def pysig(self) -> Any:
        """The signature of the Python function, or None."""
        return self._pysig

    @property
    def is_method(self) -> bool:
        """Whether it is a method's."""
        return self._recvr is not None

    def replace(self, **kwargs: Any) -> Signature:
        """A copy with other values of what is named."""
        state = {
            "return_type": self._return_type,
            "args": self._args,
            "recvr": self._recvr,
            "pysig": self._pysig,
        }
        return Signature(**{**state, **kwargs})

    def is_precise(self) -> bool:
        """Whether all of its types are."""
        return all(one.is_precise() for one in (*self._args, self._return_type))

    def __getstate__(self) -> Any:
        return self._return_type, self._args, self._recvr, self._pysig

    def __setstate__(self, state: Any) -> None:
        self._return_type, self._args, self._recvr, self._pysig = state

    def __hash__(self) -> int:
        return hash((self._args, self._return_type))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Signature) and self.__getstate__() == other.__getstate__()

    def __repr__(self) -> str:
        return f"{self._args} -> {self._return_type}"


def signature(return_type: Any, *args: Any, recvr: Any = None) -> Signature:
    """The signature of a function of these types."""
    return Signature(return_type, args, recvr)


class Dummy(Type):
    """A type whose values are nothing at run time."""


class Opaque(Dummy):
    """A type whose values nothing looks into."""


class Phantom(Dummy):
    """A type that no value has."""


class Hashable(Type):
    """A type whose values hash."""


class Number(Hashable):
    """A type of numbers."""


class Callable(Type):
    """A type whose values are called."""


class DTypeSpec(Type):
    """A type that stands where NumPy takes a dtype."""


class IterableType(Type):
    """A type that a loop goes through."""


class Sized(Type):
    """A type that has a `len`."""


class ConstSized(Sized):
    """A type whose `len` is one number."""


class IteratorType(IterableType):
    """The type of an iterator."""


class Container(Sized, IterableType):
    """A type of things that hold others."""


class Sequence(Container):
    """A type of sequences; `dtype` is the items'."""


class MutableSequence(Sequence):
    """A type of sequences that can be written."""

    mutable = True


class ArrayCompatible(Type):
    """A type that can be taken for an array."""


class Literal(Type):
    """A type with one value, `literal_value`; `literal_type` is the type without it."""

    ctor_map: dict[type, Any] = {}

    def __init__(self, value: Any) -> None:
        if type(self) is Literal:
            raise TypeError(
                "Cannot be constructed directly. Use `numba.types.literal(value)` instead"
            )
        self._literal_init(value)
        super().__init__(f"Literal[{type(value).__name__}]({value})")

    def _literal_init(self, value: Any) -> None:
        self._literal_value = value

    @property
    def literal_value(self) -> Any:
        """The value."""
        return self._literal_value

    @property
    def literal_type(self) -> Any:
        """The type of the value."""
        from pycu.types._typeof import typeof

        try:
            return typeof(self._literal_value)
        except ValueError as error:
            raise TypeError(f"Cannot create literal type. {error}") from None


class TypeRef(Dummy):
    """The type of a type that is passed as a value."""

    def __init__(self, instance_type: Type) -> None:
        self.instance_type = instance_type
        super().__init__(f"typeref[{instance_type}]")

    @property
    def key(self) -> Any:
        return self.instance_type


def unliteral(lit_type: Any) -> Any:
    """The type without the value that a literal type has."""
    if hasattr(lit_type, "__unliteral__"):
        return lit_type.__unliteral__()
    return getattr(lit_type, "literal_type", lit_type)


def literal(value: Any) -> Any:
    """The literal type of an int, a bool, a str or a slice; LiteralTypingError for all else."""
    from pycu.errors import LiteralTypingError

    if isinstance(value, Literal):
        raise ValueError(
            f"the function does not accept a Literal type; got {value} ({type(value)})"
        )
    maker = Literal.ctor_map.get(type(value))
    if maker is None:
        raise LiteralTypingError(f"{type(value)} cannot be used as a literal")
    return maker(value)


def maybe_literal(value: Any) -> Any:
    """The literal type of a value, or None."""
    return literal(value) if type(value) in Literal.ctor_map else None
