"""The types that have names: `float32`, `void`, `f4`, `int_`."""

from __future__ import annotations

import numpy as np

from pycu.types._base import Dummy, Opaque, Phantom
from pycu.types._functions import (
    Dim3,
    GridGroup,
    NumPyRandomBitGeneratorType,
    NumPyRandomGeneratorType,
)
from pycu.types._misc import (
    EllipsisType,
    NoneType,
    PyObject,
    RangeIteratorType,
    RangeType,
    RawPointer,
    SliceType,
    Undefined,
    UndefVar,
    UnicodeType,
)
from pycu.types._scalars import Bfloat16, Boolean, Complex, Float, Integer

boolean = bool_ = b1 = c_bool = py_bool = np_bool_ = Boolean("bool")
int8 = i1 = char = c_int8 = np_int8 = np_char = Integer("int8")
int16 = i2 = short = c_int16 = np_int16 = np_short = Integer("int16")
int32 = i4 = intc = c_int32 = np_int32 = np_intc = Integer("int32")
int64 = i8 = c_int64 = np_int64 = Integer("int64")
uint8 = u1 = byte = uchar = c_uint8 = np_uint8 = np_uchar = Integer("uint8")
uint16 = u2 = ushort = c_uint16 = np_uint16 = np_ushort = Integer("uint16")
uint32 = u4 = uintc = c_uint32 = np_uint32 = np_uintc = Integer("uint32")
uint64 = u8 = c_uint64 = np_uint64 = Integer("uint64")

# 64 bits wherever there is CUDA; C's long has 32 on Windows
intp = ssize_t = int_ = py_int = c_intp = np_intp = np_int_ = int64
uintp = size_t = uint = c_uintp = np_uintp = np_uint = uint64
long_ = np_long = int64 if np.dtype("l").itemsize == 8 else int32
ulong = np_ulong = uint64 if np.dtype("l").itemsize == 8 else uint32
longlong = np_longlong = int64
ulonglong = np_ulonglong = uint64

float16 = f2 = c_float16 = np_float16 = Float("float16")
float32 = f4 = c_float32 = np_float32 = np_float_ = Float("float32")
float64 = f8 = double = c_float64 = py_float = np_float64 = np_double = Float("float64")
complex64 = c8 = np_complex64 = Complex("complex64", float32)
complex128 = c16 = py_complex = np_complex128 = Complex("complex128", float64)
bfloat16 = Bfloat16()

none = void = NoneType("none")
pyobject = PyObject("pyobject")
ffi = Opaque("ffi")
ffi_forced_object = Opaque("ffi_forced_object")
ellipsis = EllipsisType("...")
undefined = Undefined("undefined")
unknown = Dummy("unknown")
_undef_var = UndefVar("_undef_var")
unicode_type = string = UnicodeType("unicode_type")
py2_string_type = Opaque("str")
code_type = Opaque("code")
pyfunc_type = Opaque("pyfunc")
voidptr = RawPointer("void*")
slice2_type = SliceType("slice<a:b>", 2)
slice3_type = SliceType("slice<a:b:c>", 3)
any_type = Phantom("any")
npy_rng = NumPyRandomGeneratorType("rng")
npy_bitgen = NumPyRandomBitGeneratorType("bitgen")
dim3 = Dim3()
grid_group = GridGroup()

range_state32_type = RangeType(int32)
range_state64_type = RangeType(int64)
unsigned_range_state64_type = RangeType(uint64)
range_iter32_type = RangeIteratorType(int32)
range_iter64_type = RangeIteratorType(int64)
unsigned_range_iter64_type = RangeIteratorType(uint64)

signed_domain = py_signed_domain = np_signed_domain = frozenset([int8, int16, int32, int64])
unsigned_domain = np_unsigned_domain = frozenset([uint8, uint16, uint32, uint64])
integer_domain = py_integer_domain = np_integer_domain = signed_domain | unsigned_domain
real_domain = py_real_domain = np_real_domain = frozenset([float32, float64])
complex_domain = py_complex_domain = np_complex_domain = frozenset([complex64, complex128])
number_domain = py_number_domain = np_number_domain = real_domain | integer_domain | complex_domain

# What `from numba import *` and `from numba.types import *` bring.
PUBLIC = """
    int8 int16 int32 int64 uint8 uint16 uint32 uint64 intp uintp intc uintc ssize_t size_t boolean
    float32 float64 complex64 complex128 bool_ byte char uchar short ushort int_ uint long_ ulong
    longlong ulonglong double void none b1 i1 i2 i4 i8 u1 u2 u4 u8 f4 f8 c8 c16 optional
    ffi_forced_object ffi deferred_type
""".split()
