"""What pycu computes of a module's constants has the value and the type that Python gives it.

Two sources of expressions: a list that names everything that the evaluator knows, and a generator
that combines it and lets names build on earlier names. Python and NumPy compute each of them here;
pycu may answer that it does not know, never anything else that differs.
"""

from __future__ import annotations

import json
import math
import os
import random
import struct
import subprocess
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

BUILD = Path(os.environ.get("PYCU_BUILD", Path(__file__).parents[2] / "build"))
DUMP = BUILD / "tests" / "constants_dump"
HEAD = "import math\nimport numpy as np\n"
GENERATED = 1500
SEED = 20240
# How many of the generated expressions pycu may leave to the running program, in per cent.
UNKNOWN_PER_CENT = 1.2
# Functions that NumPy computes with vector code of its own, which depends on the processor.
NUMPY_ULPS = 4

Encoded = list[Any]


def dump(text: str) -> dict[str, Encoded]:
    done = subprocess.run([DUMP], input=text, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def number_text(value: Any) -> str:
    """A number as the dump prints it: integers whole, floats so that they can be read back."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    return repr(float(value))


def memory_order(value: np.ndarray) -> tuple[str, list[str]]:
    """The layout that Numba would give an array, and its elements as they lie in memory."""
    if value.flags.c_contiguous:
        return "C", [number_text(x) for x in value.ravel("C")]
    if value.flags.f_contiguous:
        return "F", [number_text(x) for x in value.ravel("F")]
    return "A", [number_text(x) for x in value.ravel("C")]


def encoded(value: Any) -> Encoded:
    """A value of Python's in the words of the dump."""
    if isinstance(value, np.ndarray):
        layout, elements = memory_order(value)
        return ["array", value.dtype.name, list(value.shape), layout, elements]
    if isinstance(value, np.generic):
        if isinstance(value, np.complexfloating):
            return ["other"]
        return ["numpy", value.dtype.name, number_text(value)]
    if isinstance(value, complex):
        return ["complex", repr(value.real), repr(value.imag)]
    if isinstance(value, (bool, int, float)):
        return [type(value).__name__, number_text(value)]
    if isinstance(value, str):
        return ["str", value]
    if isinstance(value, (tuple, list)):
        return [type(value).__name__, [encoded(item) for item in value]]
    if isinstance(value, np.dtype):
        return ["type", value.name]
    if value is None:
        return ["none"]
    return ["other"]


def same_number(ours: str, theirs: str, ulps: Any = None) -> bool:
    if ours == theirs:
        return True
    try:
        x, y = float(ours), float(theirs)
    except ValueError:
        return False
    if "." not in theirs and "e" not in theirs and theirs.lstrip("-").isdigit():
        return False  # integers have one spelling
    if math.isnan(x) or math.isnan(y):
        return math.isnan(x) and math.isnan(y)
    if struct.pack("d", x) == struct.pack("d", y):
        return True
    return ulps is not None and abs(x - y) <= NUMPY_ULPS * float(np.spacing(ulps(abs(y))))


def same(ours: Encoded, theirs: Encoded, is_near: bool = False) -> bool:
    """Whether two encoded values are one, kind for kind; floats bit for bit but for NaNs."""
    if len(ours) != len(theirs) or ours[0] != theirs[0]:
        return False
    kind = ours[0]
    ulps = None
    if is_near and kind in ("array", "numpy") and theirs[1] in ("float32", "float64"):
        ulps = np.dtype(theirs[1]).type
    if kind in ("tuple", "list"):
        return len(ours[1]) == len(theirs[1]) and all(map(same, ours[1], theirs[1]))
    if kind == "array":
        return (
            dtype(ours[1]) == dtype(theirs[1])
            and ours[2:4] == theirs[2:4]
            and len(ours[4]) == len(theirs[4])
            and all(same_number(x, y, ulps) for x, y in zip(ours[4], theirs[4]))
        )
    if kind == "numpy":
        return dtype(ours[1]) == dtype(theirs[1]) and same_number(ours[2], theirs[2], ulps)
    if kind == "type":
        return dtype(ours[1]) == dtype(theirs[1])
    if kind in ("float", "complex"):
        return all(same_number(x, y) for x, y in zip(ours[1:], theirs[1:]))
    return ours == theirs


def dtype(name: str) -> str:
    return "bool" if name in ("bool", "boolean", "bool_") else name


def evaluate(text: str, names: dict[str, Any]) -> Any:
    """Python's value, or None with the exception's name in a tuple of its own kind."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return eval(text, names)  # noqa: S307


# ---- everything once

LISTED = (Path(__file__).parent / "constants_expressions.txt").read_text().splitlines()


def is_vector_code(text: str) -> bool:
    """Whether NumPy computes a part of it with functions that are no correctly rounded ones."""
    names = "sin cos tan arcsin arccos arctan sinh cosh tanh exp exp2 expm1 log log2 log10 log1p"
    names += " arctan2 hypot cbrt power arcsinh arccosh arctanh"
    return any(f"np.{name}(" in text for name in names.split()) or "**" in text


def is_unknown(value: Encoded) -> bool:
    """Whether pycu does not know a value, or an item of it."""
    return value[0] == "unknown" or (
        value[0] in ("tuple", "list") and any(map(is_unknown, value[1]))
    )


def compare(expressions: list[tuple[str, str]], names: dict[str, Any]) -> tuple[list, list]:
    """What differs and what pycu does not know, of `(name, expression)` in order."""
    text = HEAD + "".join(f"{name} = {expression}\n" for name, expression in expressions)
    ours = dump(text)
    differing, unknown = [], []
    for name, expression in expressions:
        got = ours[name]
        if isinstance(names[name], Exception):
            if not is_unknown(got):
                differing.append((expression, got, repr(names[name])))
            continue
        wanted = encoded(names[name])
        if is_unknown(got):
            unknown.append((expression, str(got[1])))
        elif not same(got, wanted, is_vector_code(expression)):
            differing.append((expression, got, wanted))
    return differing, unknown


def environment() -> dict[str, Any]:
    return {"math": math, "np": np}


def test_every_listed_expression_has_pythons_value() -> None:
    names = environment()
    expressions = []
    may_be_unknown = set()
    for i, line in enumerate(LISTED):
        if not line or line.startswith("#"):
            continue
        name = f"v{i}"
        if line.startswith("? "):
            line = line[2:]
            may_be_unknown.add(line)
        try:
            names[name] = evaluate(line, names)
        except Exception as error:  # noqa: BLE001
            names[name] = error
        expressions.append((name, line))
    differing, unknown = compare(expressions, names)
    assert len(expressions) > 300
    assert not differing, "\n".join(map(str, differing))
    missing = [one for one in unknown if one[0] not in may_be_unknown]
    assert not missing, "\n".join(map(str, missing))


# ---- generated


class Generator:
    """Random expressions of a wanted kind; names that were made before are used again."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names: dict[str, list[str]] = {}

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def any(self, depth: int) -> str:
        kind = self.pick("int", "int", "float", "bool", "scalar", "scalar", "tuple", "array")
        kind = self.pick(kind, kind, kind, "array", "string", "complex")
        return self.of(kind, depth)

    def of(self, kind: str, depth: int) -> str:
        known = self.names.get(kind)
        if known and self.random.random() < 0.25:
            return self.random.choice(known)
        return getattr(self, "make_" + kind)(depth)

    def make_int(self, depth: int) -> str:
        if depth <= 0:
            return self.pick("0", "1", "2", "3", "-7", "16", "255", "-128", "1000", "0x7fffffff")
        sub = depth - 1
        a, b = self.of("int", sub), self.of("int", sub)
        return self.pick(
            f"({a} {self.pick('+', '-', '*', '//', '%', '&', '|', '^')} {b})",
            f"({a} {self.pick('<<', '>>')} {self.pick('0', '1', '5', '9')})",
            f"({a} ** {self.pick('0', '1', '2', '3')})",
            f"({self.pick('-', '~', '+')}{a})",
            f"({a} if {self.of('bool', sub)} else {b})",
            f"({a} {self.pick('and', 'or')} {b})",
            f"{self.pick('min', 'max')}({a}, {b})",
            f"abs({a})",
            f"int({self.of('float', sub)})",
            f"int({self.of('scalar', sub)})",
            f"round({self.of('float', sub)})",
            f"len({self.of(self.pick('tuple', 'array', 'string'), sub)})",
            f"sum({self.make_ints(sub)})",
            f"{self.make_ints(sub)}[{self.pick('0', '-1', '1')}]",
            f"divmod({a}, {b})[{self.pick('0', '1')}]",
            f"math.{self.pick('floor', 'ceil', 'trunc')}({self.of('float', sub)})",
            f"math.{self.pick('gcd', 'lcm')}({a}, {b})",
            f"math.isqrt(abs({a}))",
            f"{self.of('array', sub)}.{self.pick('ndim', 'size', 'itemsize', 'nbytes')}",
            f"np.iinfo(np.{self.integer_type()}).{self.pick('max', 'min', 'bits')}",
            f"sum(i * {a} for i in range(4) if i != {self.pick('1', '2')})",
        )

    def make_ints(self, depth: int) -> str:
        items = [self.of("int", depth - 1) for _ in range(self.random.randint(1, 3))]
        return self.pick(
            f"({', '.join(items)},)",
            f"[{', '.join(items)}]",
            f"[i + {items[0]} for i in range({self.pick('1', '2', '4')})]",
            f"tuple(range({self.pick('3', '1, 5', '9, 1, -3')}))",
        )

    def make_float(self, depth: int) -> str:
        if depth <= 0:
            return self.pick("0.0", "0.5", "-1.5", "2.75", "1e-3", "3e8", "math.pi", "-0.1", "1e22")
        sub = depth - 1
        a, b = self.of("float", sub), self.of(self.pick("float", "int"), sub)
        function = self.pick(
            "sin cos tan atan sinh tanh exp sqrt log log2 log10 log1p expm1 fabs radians",
            "degrees erf erfc gamma lgamma asin acos asinh acosh atanh cosh exp2 cbrt",
        ).split()
        return self.pick(
            f"({a} {self.pick('+', '-', '*', '/', '//', '%', '**')} {b})",
            f"({b} {self.pick('+', '-', '*', '/', '//', '%')} {a})",
            f"({self.of('int', sub)} / {self.of('int', sub)})",
            f"(-{a})",
            f"abs({a})",
            f"{self.pick('min', 'max')}({a}, {b})",
            f"float({self.of(self.pick('int', 'bool', 'scalar'), sub)})",
            f"math.{self.random.choice(function)}({a})",
            f"math.{self.pick('atan2', 'hypot', 'fmod', 'copysign', 'pow', 'remainder')}({a}, {b})",
            f"math.ldexp({a}, {self.pick('1', '-3', '10')})",
            f"({a} if {self.of('bool', sub)} else {self.of('float', sub)})",
            f"round({a}, {self.pick('1', '2', '3')})",
            f"sum([{a}, {b}, {self.of('float', sub)}])",
            f"np.float64({a}).item()",
        )

    def make_bool(self, depth: int) -> str:
        if depth <= 0:
            return self.pick("True", "False")
        sub = depth - 1
        kind = self.pick("int", "float", "string", "tuple")
        return self.pick(
            f"({self.of(kind, sub)} {self.pick('<', '<=', '==', '!=')} {self.of(kind, sub)})",
            f"({self.of('int', sub)} < {self.of('float', sub)} <= {self.of('int', sub)})",
            f"(not {self.of(self.pick('int', 'bool', 'tuple', 'string'), sub)})",
            f"({self.of('bool', sub)} {self.pick('and', 'or', '&', '|', '^')} "
            f"{self.of('bool', sub)})",
            f"({self.of('int', sub)} {self.pick('in', 'not in')} {self.make_ints(sub)})",
            f"bool({self.of(self.pick('int', 'float', 'scalar'), sub)})",
            f"math.{self.pick('isnan', 'isinf', 'isfinite')}({self.of('float', sub)})",
            f"{self.pick('any', 'all')}({self.make_ints(sub)})",
        )

    def integer_type(self) -> str:
        return self.pick("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")

    def number_type(self) -> str:
        return self.pick(self.integer_type(), "float32", "float64", "float32", "bool_")

    def make_scalar(self, depth: int) -> str:
        if depth <= 0:
            return f"np.{self.number_type()}({self.pick('0', '1', '3', '100', '2.5', 'True')})"
        sub = depth - 1
        a = self.of("scalar", sub)
        b = self.of(self.pick("scalar", "scalar", "int", "float"), sub)
        return self.pick(
            f"({a} {self.pick('+', '-', '*', '/', '//', '%', '&', '|', '^')} {b})",
            f"({b} {self.pick('+', '-', '*', '/', '//', '%')} {a})",
            f"({a} {self.pick('<<', '>>')} {self.pick('1', '3', 'np.int32(2)')})",
            f"({a} ** {self.pick('2', '3', '0.5', 'np.int32(2)')})",
            f"({self.pick('-', '~', '+')}{a})",
            f"({a} {self.pick('<', '<=', '==', '!=', '>')} {b})",
            f"np.{self.number_type()}({self.of(self.pick('int', 'float', 'scalar'), sub)})",
            f"abs({a})",
            f"np.{self.pick('sqrt', 'floor', 'ceil', 'abs', 'square', 'sign', 'rint')}({a})",
            f"np.{self.pick('minimum', 'maximum', 'add', 'multiply', 'subtract')}({a}, {b})",
            f"{self.of('array', sub)}.{self.pick('sum', 'min', 'max', 'prod')}()",
            f"{self.make_vector(sub)}[{self.pick('0', '-1', '1')}]",
            f"np.finfo(np.{self.pick('float32', 'float64')}).{self.pick('eps', 'max', 'tiny')}",
            f"({a} if {self.of('bool', sub)} else {b})",
            f"{self.pick('min', 'max')}({a}, {b})",
        )

    def make_vector(self, depth: int) -> str:
        items = [self.of(self.pick("int", "float", "int"), depth - 1) for _ in range(3)]
        of_type = f"np.{self.number_type()}"
        return self.pick(
            f"np.array([{', '.join(items)}])",
            f"np.array(({', '.join(items)}), dtype={of_type})",
            f"np.arange({self.pick('5', '1, 9, 2', '4, -2, -1', '0, 1, 0.25', '3.0')})",
            f"np.arange({self.pick('4', '2, 6')}, dtype={of_type})",
            f"np.linspace({self.pick('0, 1', '-1, 2')}, {self.pick('3', '5', '8')})",
            f"np.{self.pick('zeros', 'ones')}({self.pick('3', '(4,)')}, {of_type})",
            f"np.full({self.pick('2', '(3,)')}, {items[0]})",
        )

    def make_array(self, depth: int) -> str:
        if depth <= 0:
            return self.make_vector(1)
        sub = depth - 1
        a, b = self.of("array", sub), self.of(self.pick("array", "scalar", "int", "float"), sub)
        row = [self.of("int", 0) for _ in range(4)]
        return self.pick(
            self.make_vector(depth),
            f"np.array([[{row[0]}, {row[1]}], [{row[2]}, {row[3]}]], "
            f"order={self.pick(repr('C'), repr('F'))})",
            f"({a} {self.pick('+', '-', '*', '/', '//', '%')} {b})",
            f"({b} {self.pick('+', '-', '*')} {a})",
            f"({a} {self.pick('<', '>=', '==', '!=')} {b})",
            f"(-{a})",
            f"({a} ** {self.pick('2', '3')})",
            f"{a}.astype(np.{self.number_type()})",
            f"{a}.{self.pick('ravel', 'flatten', 'copy')}()",
            f"{a}{self.pick('.T', '.transpose()', '[::-1]', '[1:]', '[:2]', '[..., 0]')}",
            f"np.arange(6).reshape({self.pick('2, 3', '(3, 2)', '-1, 2', '1, 6')})",
            f"np.arange(12).reshape(3, 4)[{self.pick('1', ':, 1', '1:, :2', '::2', '-1, 1:3')}]",
            f"np.asfortranarray({a})",
            f"np.ascontiguousarray({a})",
            f"np.{self.pick('sqrt', 'floor', 'sin', 'exp', 'abs', 'square')}({a})",
            f"np.{self.pick('zeros_like', 'ones_like')}({a})",
            f"np.{self.pick('minimum', 'maximum')}({a}, {b})",
            f"np.array([math.sin(x) for x in range({self.pick('3', '6')})])",
            f"np.{self.pick('eye', 'identity')}({self.pick('2', '3')})",
        )

    def make_tuple(self, depth: int) -> str:
        items = [self.of(self.pick("int", "float", "bool"), depth - 1) for _ in range(3)]
        return self.pick(
            f"({', '.join(items)})",
            f"[{', '.join(items)}]",
            f"(({items[0]}, {items[1]}) + ({items[2]},))",
            f"(({items[0]},) * {self.pick('2', '3')})",
            f"({', '.join(items)})[{self.pick('1:', ':2', '::-1')}]",
            f"tuple(x * 2 for x in ({', '.join(items)}))",
            f"[(i, x) for i, x in enumerate(({items[0]}, {items[1]}))]",
            f"list(zip(({items[0]}, {items[1]}), ({items[2]}, 1)))",
            f"tuple(reversed(({', '.join(items)})))",
            f"sorted([{self.of('int', 0)}, {self.of('int', 0)}, {self.of('float', 0)}])",
            f"{self.of('array', depth - 1)}.shape",
            f"{self.of('array', depth - 1)}.tolist()",
            f"(*({items[0]}, {items[1]}), {items[2]})",
        )

    def make_string(self, depth: int) -> str:
        if depth <= 0:
            return self.pick("'a'", "'float32'", "''", "'x y'")
        sub = depth - 1
        return self.pick(
            f"({self.of('string', sub)} + {self.of('string', sub)})",
            f"f'{{{self.of('int', 0)}}} {{{self.of('int', 0)}:03d}}'",
            f"str({self.of('int', sub)})",
            f"({self.of('string', sub)} * {self.pick('2', '0')})",
            f"'{{}}-{{}}'.format({self.of('int', sub)}, 'b')",
            f"{self.of('string', sub)}.{self.pick('upper', 'lower', 'strip')}()",
            f"{self.of('string', sub)}[{self.pick('1:', ':2', '::-1')}]",
            f"','.join([{self.of('string', sub)}, 'z'])",
        )

    def make_complex(self, depth: int) -> str:
        if depth <= 0:
            return self.pick("1j", "2.5j", "(1 + 2j)", "(0.5 - 1j)")
        sub = depth - 1
        a, b = self.of("complex", sub), self.of(self.pick("complex", "int", "float"), sub)
        return self.pick(
            f"({a} {self.pick('+', '-', '*', '/')} {b})",
            f"(-{a})",
            f"complex({self.of('float', sub)}, {self.of('int', sub)})",
            f"({a} ** {self.pick('2', '3')})",
            f"{a}.conjugate()",
        )


def kind_of(value: Any) -> str | None:
    """Where a value may be used again; nothing for what grew too large."""
    if isinstance(value, np.ndarray):
        is_small = 0 < value.size <= 64 and value.ndim <= 2 and value.dtype.kind in "biuf"
        return "array" if is_small and value.dtype != np.float16 else None
    if isinstance(value, np.generic):
        return "scalar" if value.dtype.kind in "biuf" and value.dtype != np.float16 else None
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int" if abs(value) < 2**40 else None
    if isinstance(value, float):
        return "float"
    if isinstance(value, complex):
        return "complex"
    if isinstance(value, str):
        return "string" if len(value) < 40 else None
    return "tuple" if isinstance(value, (tuple, list)) and len(value) < 20 else None


def is_in_reach(value: Any) -> bool:
    """Whether pycu has such values at all: no float16, nothing complex of NumPy's, no huge int."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.dtype.kind in "biuf" and value.dtype != np.float16
    if isinstance(value, (tuple, list)):
        return all(map(is_in_reach, value))
    return not isinstance(value, int) or abs(value) < 2**100


def generate() -> tuple[list[tuple[str, str]], dict[str, Any]]:
    generator = Generator(SEED)
    names = environment()
    expressions = []
    while len(expressions) < GENERATED:
        text = generator.any(generator.random.randint(1, 4))
        name = f"v{len(expressions)}"
        if len(text) > 400:
            continue
        try:
            value = evaluate(text, names)
        except Exception as error:  # noqa: BLE001
            if generator.random.random() < 0.8:
                continue
            value = error
        if not isinstance(value, Exception):
            if not is_in_reach(value):
                continue
            kind = None if is_vector_code(text) else kind_of(value)
            if kind is not None and generator.random.random() < 0.3:
                generator.names.setdefault(kind, []).append(name)
        names[name] = value
        expressions.append((name, text))
    return expressions, names


@pytest.fixture(scope="module")
def generated() -> tuple[list, list, int]:
    expressions, names = generate()
    differing, unknown = compare(expressions, names)
    return differing, unknown, len(expressions)


def test_no_generated_expression_differs(generated: tuple[list, list, int]) -> None:
    differing, _, _ = generated
    assert not differing, "\n".join(map(str, differing[:40]))


def test_few_generated_expressions_are_unknown(generated: tuple[list, list, int]) -> None:
    _, unknown, count = generated
    print(f"{len(unknown)} of {count} are unknown")
    limit = count * UNKNOWN_PER_CENT / 100
    assert len(unknown) <= limit, "\n".join(map(str, unknown[:60]))
