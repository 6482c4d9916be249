"""Arrays, records and what else has a buffer."""

from __future__ import annotations

import math
from collections import namedtuple
from typing import Any

import numpy as np

from pycu.errors import NumbaTypeError, NumbaValueError
from pycu.types._base import (
    ArrayCompatible,
    DTypeSpec,
    IterableType,
    Number,
    Opaque,
    Type,
    unliteral,
)


class Buffer(IterableType, ArrayCompatible):
    """Memory with a shape: `dtype`, `ndim`, `layout` ("C", "F" or "A": any), `mutable`."""

    mutable = True
    slice_is_copy = False
    aligned = True
    LAYOUTS = frozenset(["C", "F", "CS", "FS", "A"])

    def __init__(
        self,
        dtype: Any,
        ndim: int,
        layout: str,
        readonly: bool = False,
        name: str | None = None,
    ) -> None:
        if isinstance(dtype, Buffer):
            raise NumbaTypeError(
                "The dtype of a Buffer type cannot itself be a Buffer type, this is unsupported "
                f"behaviour.\nThe dtype requested for the unsupported Buffer was: {dtype}."
            )
        if layout not in self.LAYOUTS:
            raise NumbaValueError(f"Invalid layout '{layout}'")
        self.dtype = unliteral(dtype)
        self.ndim = ndim
        self.layout = layout
        if readonly:
            self.mutable = False
        if name is None:
            name = f"{type(self).__name__.lower()}({dtype}, {ndim}d, {layout})"
            name = f"readonly {name}" if readonly else name
        super().__init__(name)

    @property
    def key(self) -> Any:
        return self.dtype, self.ndim, self.layout, self.mutable

    @property
    def readonly(self) -> bool:
        """Whether nothing is written through it."""
        return not self.mutable

    @property
    def as_array(self) -> Buffer:
        """Itself."""
        return self

    @property
    def is_c_contig(self) -> bool:
        """Whether rows follow each other without a gap."""
        return self.layout == "C" or (self.ndim <= 1 and self.layout in "CF")

    @property
    def is_f_contig(self) -> bool:
        """Whether columns follow each other without a gap."""
        return self.layout == "F" or (self.ndim <= 1 and self.layout in "CF")

    @property
    def is_contig(self) -> bool:
        """Whether there is no gap."""
        return self.layout in "CF"

    def copy(self, dtype: Any = None, ndim: int | None = None, layout: str | None = None) -> Any:
        """The type with other values of what is given."""
        return type(self)(
            self.dtype if dtype is None else dtype,
            self.ndim if ndim is None else ndim,
            self.layout if layout is None else layout,
            readonly=not self.mutable,
        )


class Bytes(Buffer):
    """`bytes`."""

    mutable = False


class ByteArray(Buffer):
    """`bytearray`."""

    slice_is_copy = True


class PyArray(Buffer):
    """`array.array`."""

    slice_is_copy = True


class MemoryView(Buffer):
    """`memoryview`."""


class Array(Buffer):
    """An array of NumPy's, or one on a device."""

    def __init__(
        self,
        dtype: Any,
        ndim: int,
        layout: str,
        readonly: bool = False,
        name: str | None = None,
        aligned: bool = True,
    ) -> None:
        if readonly:
            self.mutable = False
        if not aligned or (isinstance(dtype, Record) and not dtype.aligned):
            self.aligned = False
        if isinstance(dtype, NestedArray):
            ndim += dtype.ndim
            dtype = dtype.dtype
        if name is None:
            kind = "array" if self.mutable else "readonly array"
            kind = kind if self.aligned else f"unaligned {kind}"
            name = f"{kind}({dtype}, {ndim}d, {layout})"
        super().__init__(dtype, ndim, layout, name=name)

    @property
    def key(self) -> Any:
        return self.dtype, self.ndim, self.layout, self.mutable, self.aligned

    @property
    def mangling_args(self) -> tuple[str, Any]:
        mutable = "mutable" if self.mutable else "readonly"
        aligned = "aligned" if self.aligned else "unaligned"
        return "Array", [self.dtype, self.ndim, self.layout, mutable, aligned]

    @property
    def box_type(self) -> type:
        """What Python has for it."""
        return np.ndarray

    def is_precise(self) -> bool:
        return bool(self.dtype.is_precise())

    def copy(
        self,
        dtype: Any = None,
        ndim: int | None = None,
        layout: str | None = None,
        readonly: bool | None = None,
    ) -> Array:
        """The type with other values of what is given."""
        return Array(
            self.dtype if dtype is None else dtype,
            self.ndim if ndim is None else ndim,
            self.layout if layout is None else layout,
            readonly=not self.mutable if readonly is None else readonly,
            aligned=self.aligned,
        )

    def __repr__(self) -> str:
        flags = f"{not self.mutable}, aligned={self.aligned}"
        return f"Array({self.dtype!r}, {self.ndim}, '{self.layout}', {flags})"


class NestedArray(Array):
    """An array inside a record; its `shape` belongs to its type."""

    def __init__(self, dtype: Any, shape: tuple[int, ...]) -> None:
        if isinstance(dtype, NestedArray):
            shape += dtype.shape
            dtype = dtype.dtype
        self._shape = shape
        name = f"nestedarray({dtype}, {shape})"
        super().__init__(dtype, len(shape), "C", name=name)

    @property
    def shape(self) -> tuple[int, ...]:
        """The extents."""
        return self._shape

    @property
    def nitems(self) -> int:
        """How many elements there are."""
        return math.prod(self._shape)

    @property
    def size(self) -> int:
        """The bytes of one element."""
        return int(self.dtype.bitwidth // 8)

    @property
    def strides(self) -> tuple[int, ...]:
        """The bytes from one element to the next, for each dimension."""
        return tuple(
            self.size * math.prod(self._shape[axis + 1 :]) for axis in range(len(self._shape))
        )

    @property
    def key(self) -> Any:
        return self.dtype, self._shape

    def __repr__(self) -> str:
        return f"NestedArray({self.dtype!r}, {self._shape})"


_RecordField = namedtuple("_RecordField", "type,offset,alignment,title")


class Record(Type):
    """A structure: `fields` by name, `size` in bytes, `aligned` as a compiler of C aligns."""

    mutable = True

    def __init__(self, fields: Any, size: int, aligned: bool) -> None:
        ordered = sorted(fields, key=lambda one: (one[1]["offset"], one[0]))
        self.fields = {
            name: _RecordField(
                info["type"], info["offset"], info.get("alignment"), info.get("title")
            )
            for name, info in ordered
        }
        self.size = size
        self.aligned = aligned
        described = ",".join(_described(name, field) for name, field in self.fields.items())
        super().__init__(f"Record({described};{size};{aligned})")
        self.bitwidth = self.dtype.itemsize * 8

    @classmethod
    def make_c_struct(cls, name_types: Any) -> Record:
        """The structure that a compiler of C makes of (name, type) pairs, in their order."""
        fields, end, widest = [], 0, 1
        for name, one in name_types:
            if not isinstance(one, (Number, NestedArray)):
                raise TypeError(f"Only Number and NestedArray types are supported, found: {one}. ")
            element = one.dtype if isinstance(one, NestedArray) else one
            align = _alignment(element)
            offset = -(-end // align) * align
            fields.append((name, {"type": one, "offset": offset, "alignment": align}))
            count = one.nitems if isinstance(one, NestedArray) else 1
            end = offset + element.bitwidth // 8 * count
            widest = max(widest, align)
        return cls(fields, -(-end // widest) * widest, True)

    @property
    def mangling_args(self) -> tuple[str, Any]:
        return "Record", (self._code,)  # type: ignore[attr-defined]

    @property
    def members(self) -> list[tuple[str, Any]]:
        """(name, type) of the fields by their offsets."""
        ordered = sorted(self.fields.items(), key=lambda one: one[1].offset)
        return [(name, field.type) for name, field in ordered]

    @property
    def dtype(self) -> np.dtype[Any]:
        """NumPy's dtype of it."""
        from pycu.types._dtypes import as_struct_dtype

        return as_struct_dtype(self)

    def __len__(self) -> int:
        return len(self.fields)

    def offset(self, key: str) -> int:
        """Where a field begins, in bytes."""
        return int(self.fields[key].offset)

    def typeof(self, key: str) -> Any:
        """The type of a field."""
        return self.fields[key].type

    def alignof(self, key: str) -> int | None:
        """The alignment of a field, or None where nobody gave one."""
        found: int | None = self.fields[key].alignment
        return found

    def has_titles(self) -> bool:
        """Whether a field has a title."""
        return any(field.title is not None for field in self.fields.values())

    def is_title(self, key: str) -> bool:
        """Whether a name is the title of a field."""
        return bool(self.fields[key].title == key)

    def __repr__(self) -> str:
        fields = ", ".join(
            f"('{name}', {{'type': {field.type!r}, 'offset': {field.offset}, "
            f"'alignment': {field.alignment}, 'title': {field.title}, }})"
            for name, field in self.fields.items()
        )
        return f"Record([{fields}], {self.size}, {self.aligned})"


def _alignment(element: Any) -> int:
    from pycu.types._dtypes import as_dtype

    return int(
        element.dtype.alignment if isinstance(element, Record) else as_dtype(element).alignment
    )


def _described(name: str, field: Any) -> str:
    more = ""
    if field.alignment is not None:
        more = f";alignment={field.alignment}"
    elif field.title is not None:
        more = f";title={field.title}"
    return f"{name}[type={field.type};offset={field.offset}{more}]"


class DType(DTypeSpec, Opaque):
    """The type of a NumPy dtype that is passed as a value."""

    def __init__(self, dtype: Type) -> None:
        self._dtype = dtype
        super().__init__(f"dtype({dtype})")

    @property
    def key(self) -> Any:
        return self._dtype

    @property
    def dtype(self) -> Type:
        """The type of the elements."""
        return self._dtype

    def __getitem__(self, args: Any, /) -> Any:
        return super().__getitem__(args).copy(dtype=self._dtype)
