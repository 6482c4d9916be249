"""Functions and classes that are passed as values, and what CUDA has types for."""

from __future__ import annotations

import weakref
from typing import Any

from pycu.types._base import Callable, DTypeSpec, Dummy, Opaque, Signature, Type


class WeakType(Type):
    """A type of one object, which it does not keep alive."""

    def _store_object(self, obj: Any) -> None:
        self._wr = weakref.ref(obj)

    def _get_object(self) -> Any:
        found = self._wr()
        if found is None:
            raise ReferenceError("underlying object has vanished")
        return found

    @property
    def key(self) -> Any:
        return self._wr

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        found = self._wr()
        return found is not None and found is other._wr()  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return Type.__hash__(self)


class Dispatcher(WeakType, Callable, Dummy):
    """The type of a function that a decorator made: `dispatcher`."""

    def __init__(self, dispatcher: Any) -> None:
        self._store_object(dispatcher)
        super().__init__(f"type({dispatcher})")

    @property
    def dispatcher(self) -> Any:
        """What the decorator made; ReferenceError when it is gone."""
        return self._get_object()


class CUDADispatcher(Dispatcher):
    """The type of what `cuda.jit` made."""


class BaseFunction(Callable):
    """The base of functions."""


class Function(BaseFunction, Opaque):
    """The type of a function that has a table of its types: `typing_key`."""

    def __init__(self, template: Any) -> None:
        self.template = template
        super().__init__(f"{type(self).__name__}({template})")

    @property
    def key(self) -> Any:
        return self.template

    @property
    def typing_key(self) -> Any:
        """What it is found under."""
        return getattr(self.template, "key", self.template)


class FunctionType(Type):
    """The type of any function of one signature."""

    def __init__(self, signature: Signature) -> None:
        self.nargs = len(signature.args)
        self.signature = signature
        args = ", ".join(map(str, signature.args))
        super().__init__(f"FunctionType[{signature.return_type}({args})]")

    def is_precise(self) -> bool:
        return self.signature.is_precise()


class NumberClass(Callable, DTypeSpec, Opaque):
    """The type of a class of numbers, as `np.float64` is one: `instance_type`."""

    def __init__(self, instance_type: Any) -> None:
        self.instance_type = instance_type
        super().__init__(f"class({instance_type})")

    @property
    def key(self) -> Any:
        return self.instance_type

    @property
    def dtype(self) -> Any:
        """The type of the numbers."""
        return self.instance_type


class NamedTupleClass(Callable, Opaque):
    """The type of a class of named tuples."""

    def __init__(self, instance_class: Any) -> None:
        self.instance_class = instance_class
        super().__init__(f"class({instance_class})")

    @property
    def key(self) -> Any:
        return self.instance_class


class ExternalFunction(Function):
    """A function with a symbol and a signature."""

    def __init__(self, symbol: str, sig: Signature) -> None:
        self.symbol = symbol
        self.sig = sig
        super().__init__(symbol)

    @property
    def key(self) -> Any:
        return self.symbol, self.sig


class Dim3(Type):
    """Three numbers x, y, z: where a thread or a block is."""

    def __init__(self) -> None:
        super().__init__("Dim3")


class GridGroup(Type):
    """All threads of a cooperative launch."""

    def __init__(self) -> None:
        super().__init__("GridGroup")


class NumPyRandomGeneratorType(Type):
    """`np.random.Generator`."""

    def __init__(self, name: Any) -> None:
        super().__init__("NumPyRandomGeneratorType")


class NumPyRandomBitGeneratorType(Type):
    """A bit generator of NumPy's."""

    def __init__(self, name: Any) -> None:
        super().__init__("NumPyRandomBitGeneratorType")
