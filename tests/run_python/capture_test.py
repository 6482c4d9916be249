"""What is captured of a live function: its text, what it calls, the values of free names."""

import enum
import json
import math
from collections import namedtuple
from types import SimpleNamespace

import numpy as np
import pytest
from pycu import cuda, types
from pycu._jit.capture import Capture, literal, record_text
from pycu._jit.compose import compose
from pycu._jit.sources import SourceError, renamed, text_of
from pycu.errors import NumbaError

N = 7
Point = namedtuple("Point", "x y")


class Color(enum.IntEnum):
    RED = 3
    GREEN = 4


class Config:
    SIZE = 5
    OTHER = 6


def decorated(function):
    return function


def functions():
    @decorated
    def documented(x: "int", y: int = N, *, z=(1, 2)) -> None:
        text = """A
  text"""
        # ü before, ä behind
        return x + y, text

    doubled = lambda x, b=2: (  # noqa: E731
        x * b
    )
    one, two = (lambda x: x + 1), (lambda x: x + 2)
    return documented, doubled, one, two


documented, doubled, one, two = functions()


def text(function, name="f"):
    return "".join(renamed(text_of(function, literal), name))


def test_a_function_is_its_own_lines_at_column_0():
    assert text(documented) == (
        "def f(x, y = 7, *, z=(1, 2)) :\n"
        '    text = """A\n  text"""\n'
        "    # ü before, ä behind\n"
        "    return x + y, text\n"
    )
    with open(__file__, encoding="utf-8") as file:
        lines = file.readlines()
    first = text_of(documented, literal)
    assert lines[first.line - 1].startswith("    def documented(")
    assert first.indent == 4


def test_a_lambda_is_told_from_others_of_its_line():
    assert text(two) == "f = lambda x: x + 2\n"
    assert text(one) == "f = lambda x: x + 1\n"
    made = {}
    exec(text(doubled), made)
    assert made["f"](4) == 8


def test_lambdas_of_a_line_are_told_by_their_names_and_the_types_of_their_numbers():
    a, b = 1, 2
    # fmt: off
    some = [lambda x: x + a, lambda x: x + b, lambda x: x + 1, lambda x: x + 1.0, lambda x: x + 2]
    # fmt: on
    ends = ["x + a", "x + b", "x + 1", "x + 1.0", "x + 2"]
    assert [text(one) for one in some] == [f"f = lambda x: {end}\n" for end in ends]
    assert a < b


def test_defaults_are_their_values():
    nan, zero, name = math.nan, -0.0, Color.GREEN

    def named(x, a=nan, b=(math.inf, N), c=zero, *, d=name, e=np.float32(0.1)):
        return x + a + b[0] + c + d + e

    made = {"np": np}
    exec(text(named), made)
    assert repr(made["f"].__defaults__) == repr(named.__defaults__)
    assert made["f"].__kwdefaults__ == {"d": 4, "e": np.float32(0.1)}
    assert "d=4, e=np.float32(" in text(named)
    made = [lambda x, i=i: x + i for i in (1, 2.5)]
    assert [text(one) for one in made] == [
        "f = lambda x, i=1: x + i\n",
        "f = lambda x, i=2.5: x + i\n",
    ]


def test_a_function_of_exec_says_that_it_has_no_source():
    made = {}
    exec("def f(x):\n    return x\n", made)
    with pytest.raises(SourceError, match="the source of `f` is not to be had"):
        text_of(made["f"], literal)


VALUES = [
    0,
    -1,
    2**70,
    True,
    None,
    1.5,
    -0.0,
    math.inf,
    -math.inf,
    math.nan,
    1 + 2j,
    complex(-0.0, math.nan),
    "a'b\n",
    (1, (2.0, "x")),
    (),
    (3,),
    np.float32(0.1),
    np.int8(-3),
    np.uint64(2**64 - 1),
    np.bool_(True),
    np.float16(1.5),
    np.complex64(1 - 2j),
    np.float32("inf"),
    np.dtype("f8"),
    np.dtype([("a", "i4"), ("b", "f8", (2, 3))], align=True),
]


@pytest.mark.parametrize("value", VALUES, ids=map(repr, VALUES))
def test_the_text_of_a_value_makes_it_again(value):
    again = eval(literal(value), {"np": np, "float": float, "complex": complex})
    assert type(again) is type(value)
    assert again == value if isinstance(value, np.dtype) else repr(again) == repr(value)


def test_dtypes_keep_their_offsets():
    odd = np.dtype(
        {"names": ["a", "b"], "formats": ["u1", "f8"], "offsets": [3, 16], "itemsize": 40}
    )
    assert eval(record_text(odd), {"np": np}) == odd
    assert eval(record_text(odd), {"np": np}).itemsize == 40


def helper(x):
    return x * N


@cuda.jit(device=True)
def calls_helper(x):
    return helper(x) + recursive(x)


def recursive(x):
    return x if x < 1 else recursive(x - 1)


space = SimpleNamespace(K=4, name="not read")
table = np.arange(6, dtype=np.float32).reshape(2, 3)
point = Point(1, 2.5)
opened = open(__file__, encoding="utf-8")  # noqa: SIM115
opened.close()


def kernel(x):
    i = cuda.grid(1)
    x[i] = calls_helper(x[i]) + Config.SIZE + space.K + table[1, 2] + point.y + Color.RED
    x[i] += math.sin(x[i]) + len(opened) + [N for _ in range(2)][0]


def captured(function=kernel):
    capture = Capture()
    name = capture.add(function, None)
    return capture, {one.name: one.bindings for one in capture.functions}[name]


def test_free_names_have_their_live_values():
    capture, bindings = captured()
    assert bindings["N"] == "7"
    assert bindings["cuda"] == {"path": "numba.cuda"}
    assert bindings["math"] == {"path": "math"}
    assert bindings["table"] == {
        "array": "0.bin",
        "dtype": "float32",
        "order": "C",
        "shape": [2, 3],
    }
    assert bindings["point"]["class"] == "Point"
    assert bindings["Color"] == {"name": "Color"}
    assert "class `TextIOWrapper`" in bindings["opened"]["unknown"]
    assert "len" not in bindings
    assert capture.modules[bindings["Config"]["path"]] == {"SIZE": "5"}
    assert capture.modules[bindings["space"]["path"]] == {"K": "4"}


class Mode(enum.IntFlag):
    READ = 1
    WRITE = 2


class Metres(float):
    def __repr__(self):
        return "far"


class Count(int):
    pass


@pytest.mark.parametrize(
    "value", [Mode.READ | Mode.WRITE, Mode(0), Metres(2.5), Count(7), Mode.WRITE], ids=repr
)
def test_numbers_of_derived_classes_are_numbers(value):
    @cuda.jit
    def reads(x):
        x[0] = value

    x = np.zeros(1)
    reads[1, 1](x)
    assert x[0] == value
    plain = float if isinstance(value, float) else int
    assert eval(literal(value)) == value and type(eval(literal(value))) is plain


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (np.arange(3, dtype=">f8"), "its elements have the dtype `>f8`"),
        (np.zeros(3, [("a", ">i4")]), "its elements have the dtype `|V4`"),
        (np.ma.masked_array([1, 2], [0, 1]), "it is a masked array"),
    ],
    ids=["swapped", "swapped_field", "masked"],
)
def test_arrays_that_numba_has_no_type_for_have_no_value(table, why):
    def reads(x):
        x[0] = table[1]

    with pytest.raises(NumbaError):
        types.typeof(table)
    assert captured(reads)[1]["table"] == {"unknown": why}


def test_functions_come_with_what_they_call():
    capture, bindings = captured()
    assert bindings["calls_helper"] == {"name": "calls_helper"}
    assert [one.name for one in capture.functions] == [
        "helper",
        "recursive",
        "calls_helper",
        "kernel",
    ]


def make(c):
    def inner(x):
        return x * c

    return inner


def test_closures_of_one_def_are_functions_of_their_own():
    twice, thrice = make(2), make(3)

    def both(x):
        return twice(x) + thrice(x)

    capture, bindings = captured(both)
    assert bindings == {"thrice": {"name": "inner"}, "twice": {"name": "inner_2"}}
    assert [one.bindings for one in capture.functions[:2]] == [{"c": "3"}, {"c": "2"}]


def test_a_composed_source_keeps_the_lines_of_its_file():
    capture, _ = captured()
    program = compose(capture, "kernel", 'cuda.jit("void(float32[:])")')
    with open(__file__, encoding="utf-8") as file:
        own = file.read().splitlines()
    for row, place in program.places.items():
        assert place.line == row
        assert program.lines[row - 1] == own[row - 1]
    assert program.lines[-1] == 'kernel = cuda.jit("void(float32[:])")(kernel)'
    content = json.loads(program.bindings_text())
    assert content["functions"]["helper"] == {"N": "7"}


def test_signatures_define_the_classes_that_they_name():
    capture = Capture()
    record = types.from_dtype(np.dtype([("a", "i4")]))
    args = (types.Array(record, 1, "C"), types.typeof(Color.RED), types.typeof(point))
    text = capture.signature(args)
    assert text == "void(record[::1], Color, NamedTuple((int64, float64,), Point))"
    source = "import numpy as np\n" + "\n".join("\n".join(one) for one in capture.classes.values())
    made = {}
    exec(source, made)
    assert made["record"] == record.dtype
    assert made["Color"].GREEN == 4
    assert made["Point"]._fields == ("x", "y")
