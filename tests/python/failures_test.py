"""`try`: what kernels get behind it is what CPython gives them, or is not known.

Statements that raise and that do not stand in bodies of `try` in all the ways that there are; each
program runs in CPython with a kernel that notes the types of its arguments.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tried_programs import HEAD, inferred, launched

RAISING = [
    ("import a_module_that_is_not_there", "ImportError"),
    ("from a_module_that_is_not_there import x", "ModuleNotFoundError"),
    ("import numpy.a_module_that_is_not_there", "ImportError"),
    ("from numpy import a_name_that_is_not_there", "ImportError"),
    ("int('x')", "ValueError"),
    ("n = int(text)", "ValueError"),
    ("float('one')", "ValueError"),
    ("int([])", "TypeError"),
    ("1 / 0", "ZeroDivisionError"),
    ("n = 5 // zero", "ZeroDivisionError"),
    ("5 % zero", "ZeroDivisionError"),
    ("items[3]", "IndexError"),
    ("items[-4]", "IndexError"),
    ("n = (1, 2)[5]", "IndexError"),
    ("table['c']", "KeyError"),
    ("array[7, 0]", "IndexError"),
    ("array['x']", "IndexError"),
    ("text[9]", "IndexError"),
    ("a, b = items", "ValueError"),
    ("a, b, c, d = items", "ValueError"),
    ("a, b = 5", "TypeError"),
    ("a, *b, c, d, e = items", "ValueError"),
    ("assert zero", "AssertionError"),
    ("assert False, 'never'", "AssertionError"),
    ("raise RuntimeError", "RuntimeError"),
    ("fails()", "ValueError"),
    ("half(3)", "ValueError"),
    ("point.y", "AttributeError"),
    ("Point.z", "AttributeError"),
    ("Point()", "TypeError"),
    ("half()", "TypeError"),
    ("half(1, 2)", "TypeError"),
    ("half(m=2)", "TypeError"),
    ("a_name_that_is_not_there", "NameError"),
    ("text + 1", "TypeError"),
    ("'a' < 1", "TypeError"),
    ("-text", "TypeError"),
    ("items.index(9)", "ValueError"),
    ("items.remove(9)", "ValueError"),
    ("[].pop()", "IndexError"),
    ("table.pop('c')", "KeyError"),
    ("del table['c']", "KeyError"),
    ("next(iter([]))", "StopIteration"),
    ("max([])", "ValueError"),
    ("np.zeros(3) + np.zeros(4)", "ValueError"),
    ("array.reshape(3, 3)", "ValueError"),
    ("np.concatenate([array, np.zeros(3)])", "ValueError"),
    ("math.sqrt(-1)", "ValueError"),
    ("math.log(0)", "ValueError"),
    ("len(5)", "TypeError"),
    ("for i in 5: pass", "TypeError"),
    ("zero()", "TypeError"),
    ("os.environ['A_NAME_THAT_IS_NOT_THERE']", "KeyError"),
    ("sys.argv[99]", "IndexError"),
    ("int(os.environ.get('A_NAME_THAT_IS_NOT_THERE', 'x'))", "ValueError"),
    ("open('a_file_that_is_not_there')", "OSError"),
    ("sys.exit(1)", "SystemExit"),
    ("exit()", "SystemExit"),
    ("np.float32('x')", "ValueError"),
    ("getattr(point, 'y')", "AttributeError"),
    ("eval('1 +')", "SyntaxError"),
    ("[1 / i for i in range(3)]", "ZeroDivisionError"),
    ("(lambda: 1 / 0)()", "ZeroDivisionError"),
    ("sum(x for x in 'ab')", "TypeError"),
    ("math.factorial(-1)", "ValueError"),
    ("'{1}'.format(0)", "IndexError"),
    ("(1).bit_size()", "AttributeError"),
    ("array.x", "AttributeError"),
    ("np.x", "AttributeError"),
    ("items.x", "AttributeError"),
    ("1 << -1", "ValueError"),
    ("np.linalg.inv(array)", "np.linalg.LinAlgError"),
    ("np.loadtxt('a_file_that_is_not_there')", "OSError"),
    ("chr(-1)", "ValueError"),
    ("np.dtype('x')", "TypeError"),
    ("array[:, :, 0]", "IndexError"),
    ("array[[9]]", "IndexError"),
    ("array[4] = 1", "IndexError"),
    ("items[5] = 1", "IndexError"),
    ("b = array; b += np.zeros(3)", "ValueError"),
    ("array.shape = (3, 3)", "ValueError"),
    ("del a_name_that_is_not_there", "NameError"),
    ("del items[7]", "IndexError"),
    ("text.x = 1", "AttributeError"),
    ("zero.x = 1", "AttributeError"),
    ("(1, 2)[0] = 3", "TypeError"),
    ("from time import clock", "ImportError"),
    ("from itertools import izip", "ImportError"),
    ("from numba import roc", "ImportError"),
    ("from math import cube_root", "ImportError"),
    ("import time; time.clock", "AttributeError"),
    ("h, w, c = array.shape", "ValueError"),
    ("(h,) = array.shape", "ValueError"),
    ("n = array @ array", "ValueError"),
    ("np.stack([array, np.zeros(3)])", "ValueError"),
    ("np.vstack([array, np.zeros(3)])", "ValueError"),
    ("np.linspace(0, 1, -1)", "ValueError"),
    ("np.arange(3) ** -1", "ValueError"),
    ("b = np.arange(3); b += 1.5", "TypeError"),
    ("array.reshape(3, 7)", "ValueError"),
    ("n = 1 if array else 2", "ValueError"),
    ("n = array and 1", "ValueError"),
    ("n = not array", "ValueError"),
    ("while array: pass", "ValueError"),
    ("for i in range(1.5): pass", "TypeError"),
    ("n = [v for v in 3]", "TypeError"),
    ("n = [*3]", "TypeError"),
    ("n = zip([1], 3)", "TypeError"),
    ("n = sorted([1, 'a'])", "TypeError"),
    ("n = {[1]}", "TypeError"),
    ("n = {[1]: 2}", "TypeError"),
    ("n = 3 in 4", "TypeError"),
    ("n = f'{1:q}'", "ValueError"),
    ("n = {1 / i: 2 for i in range(3)}", "ZeroDivisionError"),
    ("with 3: pass", "TypeError"),
    ("with items: pass", "TypeError"),
    ("with array as a: pass", "TypeError"),
    ("with bare: pass", "TypeError"),
    ("with Enters(): pass", "TypeError"),
    ("class A(3): pass", "TypeError"),
    ("class A(text): pass", "TypeError"),
    ("class A(bool): pass", "TypeError"),
    ("class A(Bare, Bare): pass", "TypeError"),
    ("class A(object, Bare): pass", "TypeError"),
    ("class A(Slotted, More): pass", "TypeError"),
    ("class A(flag=3): pass", "TypeError"),
    ("class A(metaclass=3): pass", "TypeError"),
    ("class A: __slots__ = ('x',); x = 3", "ValueError"),
    ("def f(x: items[7]): pass", "IndexError"),
    ("def f(*, x: items[7] = 3): pass", "IndexError"),
    ("def f() -> items[7]: pass", "IndexError"),
    ("class A: x: items[7] = 3", "IndexError"),
    ("slotted.y = 3", "AttributeError"),
    ("slotted.z = 3", "AttributeError"),
    ("more.y = 3", "AttributeError"),
    ("setattr(slotted, 'y', 3)", "AttributeError"),
    ("frozen.x = 3", "AttributeError"),
    ("frozen.other = 3", "AttributeError"),
    ("read.x = 3", "AttributeError"),
    ("Bare(3)", "TypeError"),
    ("Bare(x=3)", "TypeError"),
    ("Slotted(3)", "TypeError"),
    ("Abstract()", "TypeError"),
    ("Frozen()", "TypeError"),
    ("Frozen(1, 2, 3)", "TypeError"),
    ("Frozen(1, z=3)", "TypeError"),
    ("Frozen(1, x=3)", "TypeError"),
]

# What runs to its end everywhere: what stands behind the `try` is known.
SAFE = [
    "import math",
    "from numba import cuda, float32",
    "import os, json as j",
    "from numpy import float32 as f",
    "n = int('5')",
    "n = items[2] + table['a']",
    "n = array[1, 2]",
    "a, b, c = items",
    "a, *b = items",
    "n = half(4)",
    "n = point.x",
    "assert items",
    "x = np.zeros((3, 4))",
    "x = array * 2",
    "n = array.shape[0]",
    "print('here')",
    "k[1, 1](array)",
    "items.append(4)",
    "table['c'] = 2",
    "n = max(items)",
    "n = math.sqrt(2)",
    "for i in range(3): n = i",
    "p = Point(5)",
    "n = zero + 3",
    "p = Bare()",
    "slotted.x = 3",
    "more.w = 3",
    "bare.y = 3",
    "p = Frozen(1, y=3)",
    "class A(Bare): pass",
    "class A(Slotted): pass",
    "class A(Bare, Keeps): pass",
    "class A(ValueError): pass",
    "def f(x: int = 3) -> float: return x",
]

FORMS = {
    "plain": """
T = np.int8
try:
    T = np.int16
    {statement}
    T = np.float32
except {error}:
    T = np.float64
k[1, 1](np.zeros(3, T))
""",
    "bare": """
try:
    {statement}
    T = np.float32
except:
    T = np.float64
k[1, 1](np.zeros(3, T))
""",
    "keeps": """
T = np.float64
try:
    {statement}
    T = np.float32
except Exception as e:
    pass
except BaseException:
    pass
k[1, 1](np.zeros(3, T))
""",
    "orelse": """
try:
    {statement}
except {error}:
    T = np.float64
else:
    T = np.float32
k[1, 1](np.zeros(3, T))
""",
    "final": """
T = np.float64
def run():
    global T
    try:
        {statement}
        T = np.float32
    finally:
        k[1, 1](np.zeros(3, T))
try:
    run()
except BaseException:
    pass
""",
    "inner": """
def run():
    {statement}
    return np.float32
def make():
    try:
        T = run()
    except {error}:
        return np.float64
    return T
k[1, 1](np.zeros(3, make()))
""",
    "nested": """
T = np.int8
try:
    try:
        {statement}
        T = np.float32
    except FloatingPointError:
        T = np.int16
except (FloatingPointError, {error}):
    T = np.float64
k[1, 1](np.zeros(3, T))
""",
    "suppressed": """
T = np.float64
with contextlib.suppress({error}):
    {statement}
    T = np.float32
k[1, 1](np.zeros(3, T))
""",
    "kept": """
T = np.float64
with Keeps():
    {statement}
    T = np.float32
k[1, 1](np.zeros(3, T))
""",
    "looped": """
T = np.float64
for _ in range(3):
    try:
        {statement}
    except {error}:
        continue
    T = np.float32
k[1, 1](np.zeros(3, T))
""",
}


@pytest.mark.parametrize("form", FORMS)
def test_what_raises_is_seen_or_nothing_is_said(form: str, tmp_path: Path) -> None:
    programs = [
        HEAD + FORMS[form].format(statement=statement, error=error) for statement, error in RAISING
    ]
    wrong = []
    for (statement, _), program, found in zip(
        RAISING, programs, inferred(programs, tmp_path), strict=True
    ):
        seen = launched(program)
        assert len(seen) == 1, (statement, seen)
        is_open = any("?" in one for one in found) or not found
        if not is_open and set(found) != seen:
            wrong.append(f"{statement}: {found}, not {seen}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("form", FORMS)
def test_what_cannot_raise_is_known(form: str, tmp_path: Path) -> None:
    programs = [
        HEAD + FORMS[form].format(statement=statement, error="Exception") for statement in SAFE
    ]
    wrong = []
    for statement, program, found in zip(SAFE, programs, inferred(programs, tmp_path), strict=True):
        seen = launched(program)
        if set(found) != seen:
            wrong.append(f"{statement}: {found}, not {seen}")
    assert not wrong, "\n".join(wrong)
