"""What is None on one path: types are those of the paths on which the program goes on, or open.

Each use of such a value runs in CPython with it and without it; what kernels get in both runs is
all that pycu may find. What most programs do, it must find.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from tried_programs import HEAD, inferred, launched

# Ways to have a value `m` that may be None.
VALUE = "np.zeros((4, 3), np.float32)"
MADE = {
    "assigned": "m = None\nif flag:\n    m = VALUE\n",
    "other_way": "m = VALUE\nif not flag:\n    m = None\n",
    "chosen": "m = VALUE if flag else None\n",
    "returned": "def made():\n    if flag:\n        return VALUE\nm = made()\n",
    "attribute": """
class Has:
    def __init__(self):
        self.m = None
    def fill(self):
        if flag:
            self.m = VALUE
        return self
m = Has().fill().m
""",
    "in_loop": "m = None\nfor i in range(os.getpid() if flag else 0):\n    m = VALUE\n    break\n",
    "global": "m = None\ndef fill():\n    global m\n    if flag:\n        m = VALUE\nfill()\n",
    "item": "d = {'m': None}\nif flag:\n    d['m'] = VALUE\nm = d['m']\n",
    "argument": "def same(m=None):\n    return m\nm = same(VALUE) if flag else same()\n",
}

# What it is used for, and whether pycu must know all that is launched.
USES = {
    "k[1, 1](m)": True,
    "k[1, 1](m.astype(np.int16))": True,
    "k[1, 1](m[0])": True,
    "k[1, 1](m.T)": True,
    "k[1, 1](m + 1.0)": True,
    "k[1, 1](-m)": True,
    "k[1, 1](m.copy())": True,
    "k[1, 1](np.ascontiguousarray(m))": False,
    "n = m.shape[0]; k[1, 1](np.zeros(n)); k[1, 1](m)": True,
    "for row in m: k[1, 1](row)": True,
    "m[0] = 1; k[1, 1](m)": True,
    "m.fill(3); k[1, 1](m)": True,
    "m += 1; k[1, 1](m)": True,
    "k[1, 1](m if m is not None else np.zeros((3, 3), np.float32))": True,
    "k[1, 1](np.zeros((3, 3), np.float32) if m is None else m)": True,
    "if m is None: m = np.zeros((2, 2), np.float32)\nk[1, 1](m)": True,
    "if m is None: m = np.zeros(3, np.int8)\nk[1, 1](m)": False,
    "if m is not None: k[1, 1](m)": True,
    "if m is None: k[1, 1](np.zeros(3, np.int8))\nelse: k[1, 1](m)": True,
    "if not (m is None): k[1, 1](m)": True,
    "if m is not None and flag: k[1, 1](m)": True,
    "if m is None: sys.exit()\nk[1, 1](m)": True,
    "if m is None: raise ValueError\nk[1, 1](m.astype(np.int8))": True,
    "assert m is not None; k[1, 1](m)": True,
    "while m is None: m = VALUE\nk[1, 1](m)": False,
    "xs = [m]; k[1, 1](xs[0])": True,
    "d = {'a': m}; k[1, 1](d['a'])": True,
    "point.x = m; k[1, 1](point.x)": True,
    "point.x = m\nif point.x is None: point.x = np.zeros((1, 1), np.float32)\n"
    "k[1, 1](point.x)": True,
    "def f(x=None):\n    k[1, 1](x)\nf(m)": True,
    "def f(x):\n    return x\nk[1, 1](f(m)[1:])": True,
    "f = lambda x: x.copy(); k[1, 1](f(m))": True,
    # None is taken, too: in its place stands something else, or nothing.
    "k[1, 1](np.add(array, 1, out=m))": False,
    "k[1, 1](array[m])": False,
    "k[1, 1](array[m, 0])": False,
    "k[1, 1](np.zeros(3, np.int8 if m is None else np.float64))": False,
    "k[1, 1](np.zeros(3, m.dtype if hasattr(m, 'dtype') else np.int8))": False,
    "k[1, 1](np.zeros(3, getattr(m, 'dtype', np.dtype(np.int8))))": False,
    "if isinstance(m, np.ndarray): k[1, 1](np.zeros(3, np.int8))": False,
    "if isinstance(m, type(None)): k[1, 1](np.zeros(3, np.int8))": False,
    "if type(m) is np.ndarray: k[1, 1](np.zeros(3, np.int8))": False,
    "if m is None or flag: k[1, 1](np.zeros(3, np.int8))": False,
    "k[1, 1](np.zeros(len(str(m)) % 2 + 1, np.int8))": False,
    "k[1, 1](np.zeros((2,) * len(f'{m}'), np.int8))": False,
    "k[1, 1](np.zeros(3, {True: np.int8, False: np.int16}[m is None]))": False,
    "k[1, 1](np.zeros(3, np.int8 if m in [None] else np.int16))": False,
    "k[1, 1](np.zeros(3, np.int8 if callable(m) else np.int16))": False,
    "k[1, 1](np.zeros(3, np.int8 if bool(m is None) else np.int16))": False,
    "try:\n    m.shape\nexcept AttributeError:\n    k[1, 1](np.zeros(3, np.int8))": False,
    "try:\n    m[0]\nexcept TypeError:\n    m = np.zeros(3, np.int8)\nk[1, 1](m)": False,
    "try:\n    m + 1\n    t = np.int8\nexcept TypeError:\n    t = np.int16\n"
    "k[1, 1](np.zeros(3, t))": False,
    "try:\n    for r in m: pass\n    t = np.int8\nexcept TypeError:\n    t = np.int16\n"
    "k[1, 1](np.zeros(3, t))": False,
    "try:\n    -m\n    t = np.int8\nexcept TypeError:\n    t = np.int16\n"
    "k[1, 1](np.zeros(3, t))": False,
    "try:\n    len(m)\n    t = np.int8\nexcept TypeError:\n    t = np.int16\n"
    "k[1, 1](np.zeros(3, t))": False,
    "match m:\n    case None: k[1, 1](np.zeros(3, np.int8))\n    case _: k[1, 1](m)": False,
}

# What fails on None, inside a `try`.
FAILING = [
    "a, b, c, d = m",
    "m.x = 1",
    "print(*m)",
    "xs = [*m]",
    "xs = [v for v in m]",
    "3 in m",
    "with m: pass",
    "m[0] = 1",
    "f = m.fill",
    "m(1)",
    "for a in m: pass",
    "a = {**m}",
]
USES |= {
    f"try:\n    {one}\n    t = np.int8\nexcept (TypeError, AttributeError):\n    t = np.int16\n"
    "k[1, 1](np.zeros(3, t))": False
    for one in FAILING
}

# The same of other things than arrays: a list, an object, a function.
OTHERS = [
    ("[np.int8(1), np.int8(2)]", "k[1, 1](np.array(m))", False),
    ("[np.zeros(3, np.int8)]", "for x in m or [np.zeros(3, np.int16)]: k[1, 1](x)", False),
    ("[np.zeros(3, np.int8)]", "for x in m: k[1, 1](x)", True),
    ("[np.zeros(3, np.int8)]", "k[1, 1](m[0])", True),
    ("[np.zeros(3, np.int8)]", "if m: k[1, 1](m[0])", True),
    ("[np.zeros(3, np.int8)]", "m.append(np.zeros(3, np.int16)); k[1, 1](m[-1])", True),
    ("(np.zeros(3), np.zeros(3, np.int8))", "a, b = m; k[1, 1](a); k[1, 1](b)", True),
    ("{'a': np.zeros(3, np.int8)}", "k[1, 1](m['a'])", True),
    ("{'a': np.zeros(3, np.int8)}", "d = dict(m or {}); k[1, 1](d.get('a', array))", False),
    ("{'a': np.zeros(3, np.int8)}", "if m: k[1, 1](m['a'])\nelse: k[1, 1](array)", True),
    ("Point(np.zeros(3, np.int8))", "k[1, 1](m.x)", True),
    ("Point(np.zeros(3, np.int8))", "if m: k[1, 1](m.x)", True),
    (
        "Point(np.zeros(3, np.int8))",
        "if not m: m = Point(np.zeros(3, np.int8))\nk[1, 1](m.x)",
        True,
    ),
    ("Point(np.zeros(3, np.int8))", "m.x = np.zeros(3, np.int16); k[1, 1](m.x)", True),
    ("Point(np.zeros(3, np.int8))", "k[1, 1](m.x if isinstance(m, Point) else array)", False),
    ("Point(np.zeros(3, np.int8))", "k[1, 1](array if m == None else m.x)", False),
    ("(lambda n: np.zeros(n, np.int8))", "k[1, 1](m(3))", True),
    ("(lambda n: np.zeros(n, np.int8))", "k[1, 1](m(3) if m else array)", False),
    ("half", "k[1, 1](np.zeros(3, np.int8 if m else np.int16))", False),
    ("k", "m[1, 1](array)", True),
    ("k", "(m or k)[1, 1](array)", False),
    # Numbers, texts and types are taken where None is: nobody knows them.
    ("1", "k[1, 1](np.zeros((2, 3)).sum(axis=m))", False),
    ("0", "k[1, 1](array[m])", False),
    ("slice(0, 1)", "k[1, 1](array[m])", False),
    ("np.float32", "k[1, 1](np.zeros(3, m))", False),
    ("'f4'", "k[1, 1](np.zeros(3, m))", False),
    ("'F'", "k[1, 1](np.zeros((3, 3), order=m))", False),
]


def program_of(made: str, value: str, use: str) -> str:
    body = "flag = os.environ.get('FLAG') == '1'\n" + made + use + "\n"
    return HEAD + body.replace("VALUE", value)


def seen_of(program: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What is launched in the two runs, up to where they end."""
    seen: set[str] = set()
    for flag in "01":
        monkeypatch.setenv("FLAG", flag)
        with contextlib.suppress(Exception, SystemExit):
            seen |= launched(program, seen)
    return seen


def check(programs: list[tuple[str, bool]], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong, unknown = [], []
    for (program, must), ours in zip(programs, inferred([one for one, _ in programs], folder)):
        seen = {one for one in seen_of(program, monkeypatch) if one != "void(none)"}
        body = program[len(HEAD) :]
        if not set(ours) - {"?"} <= seen:
            wrong.append(f"{body}\n  pycu says {ours}, CPython launches {sorted(seen)}")
        elif must and set(ours) != seen:
            unknown.append(f"{body}\n  {ours} of {sorted(seen)}")
    assert not wrong, "\n".join(wrong)
    assert not unknown, "\n".join(unknown)


@pytest.mark.parametrize("made", MADE)
def test_arrays(made: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uses = list(USES.items()) if made == "assigned" else list(USES.items())[::4]
    programs = [(program_of(MADE[made], VALUE, use), must) for use, must in uses]
    check(programs, tmp_path, monkeypatch)


def test_other_things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = [(program_of(MADE["assigned"], value, use), must) for value, use, must in OTHERS]
    check(programs, tmp_path, monkeypatch)


def test_a_kernel_that_takes_none(tmp_path: Path) -> None:
    kernel = "@cuda.jit\ndef k(x, y):\n    if y is not None:\n        x[0] += y[0, 0]\n"
    head = HEAD.replace("@cuda.jit\ndef k(x):\n    x[0] = 1\n", kernel)
    body = "flag = os.environ.get('FLAG') == '1'\n" + MADE["assigned"] + "k[1, 1](array, m)\n"
    (found,) = inferred([head + body.replace("VALUE", VALUE)], tmp_path)
    assert found == []
