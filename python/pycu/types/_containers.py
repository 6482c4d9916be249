"""Tuples, lists, sets and dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pycu.errors import TypingError
from pycu.types._base import (
    ConstSized,
    Container,
    Hashable,
    IterableType,
    MutableSequence,
    Sequence,
    Type,
    unliteral,
)


def is_homogeneous(*tys: Any) -> bool:
    """Whether there are types, and all are one."""
    return bool(tys) and all(one == tys[0] for one in tys)


class BaseTuple(ConstSized, Hashable):
    """The base of all tuples: `types`, `count`; items by index."""

    types: tuple[Any, ...]

    @classmethod
    def from_types(cls, tys: Any, pyclass: type | None = None) -> Any:
        """The tuple of these types, named where `pyclass` is a class of named tuples."""
        tys = tuple(tys)
        if pyclass is not None and pyclass is not tuple:
            if not hasattr(pyclass, "_asdict"):
                return None
            tys = tuple(map(unliteral, tys))
            same = is_homogeneous(*tys)
            return NamedUniTuple(tys[0], len(tys), pyclass) if same else NamedTuple(tys, pyclass)
        return UniTuple(tys[0], len(tys)) if is_homogeneous(*tys) else Tuple(tys)

    def __len__(self) -> int:
        return len(self.types)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.types)


class BaseAnonymousTuple(BaseTuple):
    """A tuple without names."""

    def __unliteral__(self) -> Any:
        return BaseTuple.from_types([unliteral(one) for one in self])


class _HomogeneousTuple(Sequence, BaseTuple):
    """`count` items of the type `dtype`."""

    dtype: Any
    count: int

    @property
    def types(self) -> tuple[Any, ...]:  # type: ignore[override]
        """The items' types."""
        return (self.dtype,) * self.count

    def __getitem__(self, i: Any, /) -> Any:
        return self.dtype


class UniTuple(BaseAnonymousTuple, _HomogeneousTuple):
    """A tuple of `count` items of one type."""

    def __init__(self, dtype: Any, count: int) -> None:
        self.dtype = dtype
        self.count = count
        super().__init__(f"{type(self).__name__}({dtype} x {count})")

    @property
    def mangling_args(self) -> tuple[str, Any]:
        return "UniTuple", (self.dtype, self.count)

    @property
    def key(self) -> Any:
        return self.dtype, self.count

    def __repr__(self) -> str:
        return f"UniTuple({self.dtype!r}, {self.count})"


class UnionType(Type):
    """One of several types."""

    def __init__(self, types: Any) -> None:
        self.types = tuple(sorted(set(types), key=lambda one: one.name))
        super().__init__(f"Union[{','.join(map(str, self.types))}]")


class _HeterogeneousTuple(BaseTuple):
    """Items of several types."""

    def __getitem__(self, i: Any, /) -> Any:
        return self.types[i]


def _checked(types: Any) -> tuple[Any, ...]:
    if not isinstance(types, Iterable):
        raise TypingError("Argument 'types' is not iterable")
    return tuple(types)


class Tuple(BaseAnonymousTuple, _HeterogeneousTuple):
    """A tuple of several types; of one type it is a UniTuple."""

    def __new__(cls, types: Any) -> Any:
        types = _checked(types)
        if is_homogeneous(*types):
            return UniTuple(types[0], len(types))
        return object.__new__(cls)

    def __init__(self, types: Any) -> None:
        self.types = _checked(types)
        self.count = len(self.types)
        self.dtype = UnionType(self.types)
        super().__init__(f"Tuple({', '.join(map(str, self.types))})")

    @property
    def mangling_args(self) -> tuple[str, Any]:
        return "Tuple", self.types

    @property
    def key(self) -> Any:
        return self.types

    def __repr__(self) -> str:
        return f"Tuple({self.types})"


class BaseNamedTuple(BaseTuple):
    """A tuple with names: `fields`, `instance_class`."""


class NamedUniTuple(_HomogeneousTuple, BaseNamedTuple):
    """A named tuple of one type."""

    def __init__(self, dtype: Any, count: int, cls: Any) -> None:
        self.dtype = dtype
        self.count = count
        self.fields = tuple(cls._fields)
        self.instance_class = cls
        super().__init__(f"{cls.__name__}({dtype} x {count})")

    @property
    def key(self) -> Any:
        return self.instance_class, self.dtype, self.count


class NamedTuple(_HeterogeneousTuple, BaseNamedTuple):
    """A named tuple of several types."""

    def __init__(self, types: Any, cls: Any) -> None:
        self.types = _checked(types)
        self.count = len(self.types)
        self.fields = tuple(cls._fields)
        self.instance_class = cls
        super().__init__(f"{cls.__name__}({', '.join(map(str, self.types))})")

    @property
    def key(self) -> Any:
        return self.instance_class, self.types


class List(MutableSequence):
    """A list of one type."""

    def __init__(self, dtype: Any, reflected: bool = False, initial_value: Any = None) -> None:
        self.dtype = unliteral(dtype)
        self.reflected = reflected
        self.initial_value = initial_value
        kind = "reflected list" if reflected else "list"
        super().__init__(f"{kind}({self.dtype})<iv={initial_value}>")

    @property
    def key(self) -> Any:
        return self.dtype, self.reflected, str(self.initial_value)

    def __getitem__(self, args: Any, /) -> Any:
        return self.dtype

    def __repr__(self) -> str:
        return f"List({self.dtype}, {self.reflected})"


class Set(Container):
    """A set of one type."""

    mutable = True

    def __init__(self, dtype: Any, reflected: bool = False) -> None:
        self.dtype = dtype
        self.reflected = reflected
        super().__init__(f"{'reflected set' if reflected else 'set'}({dtype})")

    @property
    def key(self) -> Any:
        return self.dtype, self.reflected

    def __repr__(self) -> str:
        return f"Set({self.dtype}, {self.reflected})"


class ListType(IterableType):
    """`numba.typed.List`."""

    mutable = True

    def __init__(self, itemty: Any) -> None:
        self.item_type = self.dtype = unliteral(itemty)
        super().__init__(f"ListType[{self.item_type}]")

    @property
    def key(self) -> Any:
        return self.item_type

    def __repr__(self) -> str:
        return f"ListType({self.item_type!r})"


class DictType(IterableType):
    """`numba.typed.Dict`."""

    def __init__(self, keyty: Any, valty: Any, initial_value: Any = None) -> None:
        self.key_type = unliteral(keyty)
        self.value_type = unliteral(valty)
        self.keyvalue_type = Tuple([self.key_type, self.value_type])
        self.initial_value = initial_value
        super().__init__(f"DictType[{self.key_type},{self.value_type}]<iv={initial_value}>")

    @property
    def key(self) -> Any:
        return self.key_type, self.value_type, str(self.initial_value)

    def __repr__(self) -> str:
        return f"DictType({self.key_type}, {self.value_type})"


class Pair(Type):
    """Two values."""

    def __init__(self, first_type: Any, second_type: Any) -> None:
        self.first_type = first_type
        self.second_type = second_type
        super().__init__(f"pair<{first_type}, {second_type}>")

    @property
    def key(self) -> Any:
        return self.first_type, self.second_type
