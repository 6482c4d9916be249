"""Numba's types: `float32`, `float32[:, ::1]`, `Array(float32, 1, "C")`, `void(int32)`.

`from pycu import types` has the names, texts and attributes of `numba.types`, and is what that is
under `pycu run`. Beside them: `typeof(value)`, `from_dtype` and `as_dtype`, `parse_signature` for
the strings of decorators, and `signature_text`, the text that `pycu --sig` reads.
"""

# __all__ is what `from numba import *` brings, far less than what is here.
# ruff: noqa: F401
from __future__ import annotations

import sys as _sys

import numpy as _np

from pycu.types import _names
from pycu.types._arrays import (
    Array,
    Buffer,
    ByteArray,
    Bytes,
    DType,
    MemoryView,
    NestedArray,
    PyArray,
    Record,
)
from pycu.types._base import (
    ArrayCompatible,
    Callable,
    ConstSized,
    Container,
    DTypeSpec,
    Dummy,
    Hashable,
    IterableType,
    IteratorType,
    Literal,
    MutableSequence,
    Number,
    Opaque,
    Phantom,
    Sequence,
    Signature,
    Sized,
    Type,
    TypeRef,
    literal,
    maybe_literal,
    signature,
    unliteral,
)
from pycu.types._containers import (
    BaseAnonymousTuple,
    BaseNamedTuple,
    BaseTuple,
    DictType,
    List,
    ListType,
    NamedTuple,
    NamedUniTuple,
    Pair,
    Set,
    Tuple,
    UnionType,
    UniTuple,
    is_homogeneous,
)
from pycu.types._dtypes import (
    as_dtype,
    as_struct_dtype,
    dtype_of_interface,
    from_dtype,
    from_struct_dtype,
    map_layout,
)
from pycu.types._foreign import own
from pycu.types._functions import (
    BaseFunction,
    CUDADispatcher,
    Dim3,
    Dispatcher,
    ExternalFunction,
    Function,
    FunctionType,
    GridGroup,
    NamedTupleClass,
    NumberClass,
    NumPyRandomBitGeneratorType,
    NumPyRandomGeneratorType,
    WeakType,
)
from pycu.types._misc import (
    CPointer,
    DeferredType,
    EllipsisType,
    EphemeralPointer,
    ExceptionClass,
    ExceptionInstance,
    Module,
    NoneType,
    Omitted,
    Optional,
    PyObject,
    RangeIteratorType,
    RangeType,
    RawPointer,
    SliceLiteral,
    SliceType,
    Undefined,
    UndefVar,
    UnicodeType,
    VarArg,
)
from pycu.types._scalars import (
    Bfloat16,
    Boolean,
    BooleanLiteral,
    CharSeq,
    Complex,
    EnumClass,
    EnumMember,
    Float,
    Integer,
    IntegerLiteral,
    IntEnumClass,
    IntEnumMember,
    NPDatetime,
    NPTimedelta,
    StringLiteral,
    UnicodeCharSeq,
)
from pycu.types._text import (
    is_random_state,
    is_signature,
    normalize_signature,
    parse_signature,
    signature_text,
    with_names_of,
)
from pycu.types._typeof import Purpose, array_key, typeof, typeof_impl

optional = Optional
deferred_type = DeferredType
Any = _names.any_type
globals().update(
    {name: one for name, one in vars(_names).items() if isinstance(one, (Type, frozenset))}
)
del any_type  # noqa: F821
__all__ = [*_names.PUBLIC]
if int(_np.__version__.split(".")[0]) >= 2:
    bool = _names.bool_
    __all__.append("bool")
else:
    float_ = _names.float32
    __all__.append("float_")

# Numba's types stand in several modules, and people import them from there.
abstract = common = containers = functions = iterators = misc = npytypes = scalars = (
    function_type
) = _sys.modules[__name__]
