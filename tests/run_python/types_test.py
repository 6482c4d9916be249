"""pycu.types against Numba's own: names, texts, arithmetic of types, typeof, signatures."""

import array
import enum
import itertools
import pickle
from collections import namedtuple

import numpy as np
import pytest
from pycu import errors, types

numba = pytest.importorskip("numba", reason="the reference is Numba")
theirs = pytest.importorskip("numba.cuda.types", reason="the reference is numba-cuda")
import numba.core.errors as their_errors  # noqa: E402
from numba.core import sigutils  # noqa: E402
from numba.cuda.typing.typeof import typeof as their_typeof  # noqa: E402
from numba.np import numpy_support  # noqa: E402

NAMED = sorted(
    name
    for name, one in vars(theirs).items()
    if isinstance(one, theirs.Type) and not name.startswith("_")
)
SCALARS = sorted(
    name
    for name in NAMED
    if isinstance(getattr(theirs, name), (theirs.Number, theirs.Boolean)) and name != "bfloat16"
)


def same(ours, other):
    """Whether two types have one class name, one text and one form."""
    assert type(ours).__name__ == type(other).__name__
    assert (str(ours), repr(ours)) == (str(other), repr(other))
    for attribute in (
        "bitwidth signed minval maxval mutable reflected ndim layout aligned is_c_contig "
        "is_f_contig is_contig count unit unit_code size shape strides nitems fields"
    ).split():
        if attribute == "fields" and isinstance(other, theirs.Record):
            continue  # of types, which are compared by their texts
        has = hasattr(other, attribute)
        assert hasattr(ours, attribute) == has, attribute
        if has:
            assert getattr(ours, attribute) == getattr(other, attribute), attribute


@pytest.mark.parametrize("name", NAMED)
def test_every_name_is_the_same_type(name):
    same(getattr(types, name), getattr(theirs, name))


def test_the_same_names_are_public():
    import numba.core.types

    assert set(types.__all__) == set(numba.core.types.__all__)
    for name in types.__all__:
        assert hasattr(types, name)


@pytest.mark.parametrize(
    "left,right",
    [p for p in itertools.product(("int_", "float32", "u4", "intp", "bool_"), SCALARS)],
)
def test_equality_and_order_are_the_same(left, right):
    def answers(module):
        a, b = getattr(module, left), getattr(module, right)
        try:
            ordered = (a < b, a <= b, a > b, a >= b)
        except TypeError:
            ordered = None
        return a is b, a == b, a != b, hash(a) == hash(b), ordered

    assert answers(types) == answers(theirs)


@pytest.mark.parametrize("name", SCALARS)
@pytest.mark.parametrize(
    "value", [0, 3, -3, 2.5, True, "7", [1, 2], np.arange(3), np.float32(1.5), 1j, None, 10**30]
)
def test_a_scalar_type_converts_as_numbas(name, value):
    def answer(module):
        with np.errstate(all="ignore"):
            try:
                return getattr(module, name)(value)
            except Exception as error:  # noqa: BLE001
                return type(error), str(error)

    ours, other = answer(types), answer(theirs)
    assert type(ours) is type(other)
    np.testing.assert_array_equal(ours, other)


SUBSCRIPTS = [
    np.s_[:],
    np.s_[::1],
    np.s_[::2],
    np.s_[:, :],
    np.s_[:, ::1],
    np.s_[::1, :],
    np.s_[::1, ::1],
    np.s_[:, ::1, :],
    np.s_[:, :, :, ::1],
    (np.s_[::1],),
    [np.s_[:], np.s_[::1]],
]


@pytest.mark.parametrize("subscript", SUBSCRIPTS, ids=str)
@pytest.mark.parametrize("element", ["float32", "bool_", "complex128", "none", "int_"])
def test_arrays_of_subscripts(subscript, element):
    same(getattr(types, element)[subscript], getattr(theirs, element)[subscript])


@pytest.mark.parametrize("subscript", [3, np.s_[1:], np.s_[:3, :], "x", None], ids=str)
def test_other_subscripts_are_key_errors(subscript):
    with pytest.raises(KeyError) as raised:
        theirs.float32[subscript]
    with pytest.raises(KeyError) as ours:
        types.float32[subscript]
    assert str(ours.value) == str(raised.value)


class Color(enum.IntEnum):
    RED = 1
    BLUE = 2


class Rule(enum.Enum):
    ONE = 1.5
    TWO = 2.5


Point = namedtuple("Point", "x y")
PARTICLE = np.dtype([("x", np.float32), ("v", np.float64, (3, 2))], align=True)
PACKED = np.dtype([("a", np.int8), ("b", np.float64)])
NESTED = np.dtype(
    [("p", PARTICLE), ("n", np.int32), ("when", "M8[ns]"), ("name", "S5")], align=True
)

COMPOSED = [
    "Array(float32, 1, 'C')",
    "Array(float32, 0, 'C')",
    "Array(float32, 2, 'F', readonly=True)",
    "Array(float32, 2, 'A', aligned=False)",
    "Array(int32, 3, 'A', True).copy(ndim=1, layout='C')",
    "Array(int32, 3, 'A').copy(dtype=float64, readonly=True)",
    "Array(dtype=int8, ndim=1, layout='C')",
    "Array(NestedArray(int32, (2, 3)), 1, 'C')",
    "NestedArray(int32, (2, 3))",
    "NestedArray(NestedArray(float64, (4,)), (2,))",
    "UniTuple(int32, 3)",
    "UniTuple(int32, 0)",
    "UniTuple(float32[::1], 2)",
    "Tuple((int32, float32))",
    "Tuple((int32, int32))",
    "Tuple(())",
    "Tuple((int32,))",
    "Tuple((int32, UniTuple(int8, 2), Array(float32, 1, 'C')))",
    "NamedTuple((int32, float32), Point)",
    "NamedUniTuple(int32, 2, Point)",
    "BaseTuple.from_types((int32, int32), Point)",
    "BaseTuple.from_types((int32, float32))",
    "Optional(int32)",
    "optional(float32[:])",
    "CPointer(float32)",
    "CPointer(float32, 3)",
    "List(int32)",
    "List(int32, reflected=True)",
    "Set(int32)",
    "ListType(float32)",
    "DictType(int32, float32)",
    "Pair(int32, int8)",
    "Omitted(3)",
    "Omitted([])",
    "VarArg(int32)",
    "EnumMember(Rule, float64)",
    "IntEnumMember(Color, int64)",
    "IntEnumClass(Color, int64)",
    "IntEnumMember(Color, int64).class_type",
    "NPDatetime('D')",
    "NPTimedelta('ns')",
    "NPDatetime('')",
    "CharSeq(3)",
    "UnicodeCharSeq(3)",
    "DType(float32)",
    "DType(float32)[:]",
    "NumberClass(float32)",
    "TypeRef(float32[:])",
    "Dummy('d')",
    "Opaque('o')",
    "Type('t')",
    "Integer('int32')",
    "Integer.from_bitwidth(16, signed=False)",
    "Float('float32')",
    "Complex('complex64', float32)",
    "Boolean('bool')",
    "literal(3)",
    "literal(-3)",
    "literal(True)",
    "literal('abc')",
    "literal(slice(1, 2))",
    "unliteral(literal(3))",
    "IntegerLiteral(2**63)",
    "ExceptionClass(ValueError)",
    "ExceptionInstance(ValueError)",
    "NamedTupleClass(Point)",
    "RangeType(int32)",
    "Record.make_c_struct([('a', int8), ('b', float64), ('c', int16)])",
    "Record.make_c_struct([('a', int8), ('b', NestedArray(float32, (3,)))])",
    "Record([('a', {'type': int32, 'offset': 0}), ('b', {'type': int8, 'offset': 4})], 8, True)",
    "Record([('a', {'type': int32, 'offset': 4, 'title': 'A'})], 8, False)",
    "Record([('a', {'type': int32, 'offset': 0})], 4, True)[:]",
    "Record([('a', {'type': int32, 'offset': 0})], 4, False)[:]",
]


def evaluated(text, module):
    return eval(text, {**globals(), **vars(module)})


@pytest.mark.parametrize("text", COMPOSED)
def test_composed_types_are_the_same(text):
    ours = evaluated(text, types)
    same(ours, evaluated(text, theirs))
    if "Omitted([])" not in text:  # whose key is the list itself
        assert evaluated(text, types) is ours
        assert pickle.loads(pickle.dumps(ours)) is ours


WRONG = [
    "Array(float32, 1, 'Q')",
    "Array(float32[:], 1, 'C')",
    "Tuple(3)",
    "Optional(none)",
    "literal(1.5)",
    "literal(literal(3))",
    "Literal(3)",
    "Record.make_c_struct([('a', boolean)])",
    "DeferredType().get()",
    "float32[:](3)",
    "IntegerLiteral(2**70)",
]


@pytest.mark.parametrize("text", WRONG)
def test_wrong_types_raise_the_same(text):
    with pytest.raises(Exception) as raised:
        evaluated(text, theirs)
    with pytest.raises(Exception) as ours:
        evaluated(text, types)
    assert type(ours.value).__name__ == type(raised.value).__name__
    if "Record" not in text and "iteral(" not in text:
        assert str(ours.value) == str(raised.value)


SIGNATURES = [
    "void(float32[:], int32)",
    "void()",
    "float32(float32)",
    "(float32[:], int32)",
    "(int32,)",
    "()",
    "none(float32[:, ::1], UniTuple(int32, 2))",
    "void(Array(float32, 1, 'C', readonly=True), optional(int32))",
    "f4(f8[::1, :])",
    "void(Tuple((int32, f4)), boolean)",
    "  void( int32 ,\n float32 )  ",
    "void(NPDatetime('D'), CPointer(int8))",
    "Tuple([int32, int8])(int32)",
]


@pytest.mark.parametrize("text", SIGNATURES)
def test_signature_strings(text):
    def read(module):
        args, result = module.normalize_signature(text.strip())
        return [str(one) for one in args], str(result)

    assert read(types) == read(sigutils)
    ours, other = types.parse_signature(text), sigutils._parse_signature_string(text.strip())
    assert str(ours) == str(other)
    if isinstance(ours, types.Signature):
        assert ours == types.parse_signature(text)
        assert hash(ours) == hash(types.parse_signature(text))
        assert pickle.loads(pickle.dumps(ours)) == ours
        assert (ours.recvr, ours.pysig, ours.is_method) == (None, None, False)


@pytest.mark.parametrize(
    "text,error",
    [
        ("int32", TypeError),
        ("void(3)", NotImplementedError),
        ("nosuch(int32)", NameError),
        ("void(int32", SyntaxError),
        ("[int32]", TypeError),
        ("void(__import__('os').system('true'))", (AttributeError, NameError)),
        ("normalize_signature('int32')", TypeError),
        ("(lambda: int32)()", TypeError),
        ("(int32, 4)", TypeError),
    ],
)
def test_strings_that_are_no_signature(text, error):
    with pytest.raises(error):
        types.normalize_signature(text)


DTYPES = [
    *"? i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16 M8[D] m8[ns] M8 m8 S3 U4 O M8[as]".split(),
    PARTICLE,
    PACKED,
    NESTED,
    np.dtype({"names": ["a", "b"], "formats": ["i4", "f8"], "offsets": [4, 8], "itemsize": 32}),
    np.dtype([(("title", "a"), "i4"), ("b", "f4")]),
    np.dtype((np.int32, (2, 3))),
    np.dtype([]),
]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_dtypes_both_ways(dtype):
    dtype = np.dtype(dtype)
    try:
        other = numpy_support.from_dtype(dtype)
    except their_errors.NumbaNotImplementedError as error:
        with pytest.raises(errors.NumbaNotImplementedError, match=str(error)[:5]):
            types.from_dtype(dtype)
        return
    ours = types.from_dtype(dtype)
    same(ours, other)
    assert types.as_dtype(ours) == numpy_support.as_dtype(other)


@pytest.mark.parametrize("dtype", [">i4", "V7", "f16", ">f8", "M8[25s]", [("o", "O")]], ids=str)
def test_dtypes_without_a_type(dtype):
    dtype = np.dtype(dtype)
    with pytest.raises(their_errors.NumbaNotImplementedError) as raised:
        numpy_support.from_dtype(dtype)
    with pytest.raises(errors.NumbaNotImplementedError) as ours:
        types.from_dtype(dtype)
    assert str(ours.value) == str(raised.value)


@pytest.mark.parametrize("text", ["none", "float32[:]", "UniTuple(int8, 2)", "unicode_type"])
def test_types_without_a_dtype(text):
    with pytest.raises(errors.NumbaNotImplementedError, match="cannot be represented as a NumPy"):
        types.as_dtype(evaluated(text, types))


def readonly(made):
    made.flags.writeable = False
    return made


VALUES = [
    *(True, False, 0, 1, -1, 2**31, 2**63 - 1, 2**63, 2**64 - 1, -(2**63) + 1),
    *(1.5, float("nan"), 1j, None, "text", ..., slice(1, 2), slice(1, 2, 2)),
    *(np.dtype(code).type(1) for code in "? i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16".split()),
    *(np.datetime64("2020-01-01"), np.timedelta64(3, "s"), np.str_("abc"), np.bytes_(b"ab")),
    *((), (1,), (1, 2), (1, 2.5), (1, (2, 3.0)), (np.float32(1), np.zeros(2))),
    *(Point(1, 2), Point(1, 2.5), Point(Point(1, 2), None)),
    *(Color.RED, Rule.ONE, Color, Rule),
    *([1, 2], [1.5], {1}, b"abc", bytearray(b"abc"), memoryview(b"abc"), array.array("f", [1.0])),
    *(memoryview(np.zeros((2, 3))), memoryview(np.zeros((2, 3), order="F"))),
    *(np.float32, np.int64, ValueError, Point, np.dtype("f4"), np.dtype(PARTICLE)),
    *(np.zeros(shape) for shape in [(), 0, 1, 5, (2, 3), (1, 1), (2, 3, 4), (0, 3)]),
    *(np.zeros(shape, order="F") for shape in [5, (2, 3), (1, 3), (2, 3, 4)]),
    *(np.zeros(10)[::2], np.zeros((4, 4))[:, 1:], np.zeros((4, 4))[1:], np.zeros((4, 4)).T[1:]),
    *(np.zeros(5)[:1:2], np.broadcast_to(np.zeros(3), (2, 3)), readonly(np.zeros(3))),
    *(np.zeros(3, dtype) for dtype in (PARTICLE, PACKED, NESTED, "M8[s]", "m8", "S3", "U2")),
    *(np.zeros(3, PARTICLE)[0], np.zeros(3, PACKED)[0], np.rec.array(np.zeros(3, PARTICLE))),
    *(np.zeros((3, 2), PARTICLE)["v"], np.zeros(3, PACKED)["b"], np.zeros(3, object)),
    np.random.default_rng(1),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{type(value).__name__}:{value!s:.30}")
def test_typeof_is_numbas(value):
    same(types.typeof(value), their_typeof(value))


@pytest.mark.parametrize(
    "value",
    [
        *(2**64, -(2**64), [], set(), object(), len, {}, {1: 2}, frozenset([1]), (1, object())),
        *(
            np.zeros(3, ">i4"),
            np.ma.zeros(3),
            range(3),
            lambda x: x,
            enum.Enum("Mixed", {"a": 1, "b": 1.5}),
        ),
        *(np.zeros(3, "f16"), [object()], np),
    ],
    ids=lambda value: f"{type(value).__name__}:{value!s:.12}",
)
def test_values_without_a_type(value):
    with pytest.raises(Exception) as raised:
        their_typeof(value)
    with pytest.raises(
        type(raised.value) if isinstance(raised.value, ValueError) else Exception
    ) as ours:
        types.typeof(value)
    assert type(ours.value).__name__ == type(raised.value).__name__
    assert str(ours.value) == str(raised.value)


def test_types_of_types_and_of_what_knows_its_own():
    class Own:
        _numba_type_ = types.int32

    assert types.typeof(Own()) is types.int32
    assert str(types.typeof(types.float32)) == str(their_typeof(theirs.float32))
    assert str(types.typeof(types.float32[:])) == str(their_typeof(theirs.float32[:]))
    assert types.typeof(types.literal(3)) is types.literal(3)


class Foreign:
    """What another library's array on a device shows."""

    def __init__(self, made, strides=None, readonly=False, shape=None):
        self.made = made
        self.__cuda_array_interface__ = {
            "shape": made.shape if shape is None else shape,
            "strides": strides,
            "typestr": made.dtype.str,
            "descr": made.dtype.descr,
            "data": (made.ctypes.data, readonly),
            "version": 3,
        }


@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize("shape", [(), (4,), (2, 3), (1, 3), (3, 1), (2, 3, 4), (0, 3)], ids=str)
@pytest.mark.parametrize("dtype", ["f4", "?", "c16", PARTICLE], ids=str)
def test_foreign_arrays_have_the_type_of_numpys(shape, order, dtype):
    made = np.zeros(shape, dtype, order=order)
    given = types.typeof(Foreign(made, made.strides))
    assert given.dtype.dtype == made.dtype if made.dtype.fields else True
    assert (given.layout, given.ndim) == (types.typeof(made).layout, len(shape))
    assert given.mutable
    assert types.typeof(Foreign(made)).layout == "C"
    assert not types.typeof(Foreign(made, readonly=True)).mutable


def test_strided_foreign_arrays_have_any_layout():
    made = np.zeros((4, 6), np.float32)[:, ::2]
    assert str(types.typeof(Foreign(made, made.strides))) == "array(float32, 2d, A)"
    assert str(types.typeof(Foreign(np.zeros(3), (0,)))) == "array(float64, 1d, A)"


def test_a_users_own_type():
    class Interval(types.Type):
        def __init__(self):
            super().__init__(name="Interval")

    assert Interval() is Interval()
    assert str(types.void(Interval(), types.int32)) == "(Interval, int32) -> none"
    assert Interval() != types.Type("Interval")


def test_a_deferred_type_is_told_once():
    later = types.deferred_type()
    later.define(types.int32)
    assert later.get() is types.int32
    with pytest.raises(TypeError, match="already defined"):
        later.define(types.int32)
