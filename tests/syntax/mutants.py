"""Breaks Python texts in small ways: the inputs of python_rules_test.py."""

# ruff: noqa: E501
from __future__ import annotations

import random
import re
from collections.abc import Callable

TOKEN = re.compile(
    r"\"\"\".*?\"\"\"|[rbfuRBFU]{0,2}\"(?:\\.|[^\"\\\n])*\"|[rbfuRBFU]{0,2}'(?:\\.|[^'\\\n])*'"
    r"|\d[\w.]*|\w+|\*\*=?|//=?|>>=?|<<=?|->|:=|[-+*/%&|^@=<>!]=|\.\.\.|\n[ \t]*|[ \t]+|#[^\n]*|.",
    re.S,
)

POOL = (
    "( ) [ ] { } : , ; . = == != < > <= + - * ** / // % @ & | ^ ~ -> := += **= ... \\ ! ? $ "
    "if elif else for while in is not and or lambda def class return yield await async break "
    "continue pass del global nonlocal import from as with try except finally raise assert "
    "None True False match case print _ __debug__ x y 1 0777 1__0 1_ 0x 1.5 2j 1e 0b2 'a' b'b' "
    'f"{x}" f"{}" "\\x" "open x=1 *x **x (x) (x,) [x] x:int @x #c é ¼'
).split(" ") + ["\n", "\n    ", "\n        ", "\t", "  ", "return x", "not in", "is not", "x, y"]

LINES = [
    # what tree-sitter reads unlike Python: stars, slices in annotations, ends of lines, keywords
    "x: a[:, ::1] = 1", "x: a[1, ::2] | None", "return *1, -2", "x = *(y), *[z]", "*[a], b = c",
    "*(a), b = c", "x = a[*b.c, *(d)]", "x = *a or b", "x = *a | b, 1", "x = * *a, 1", "x = (**a, 1)",
    "a, * = c", "x = a.\ny", "x++\nf()", "assert a,\nb", "import a,\nb", "global q,\nr",
    "if x\n: y", "x = lambda a\n: a", "f(, )", "x = [,]", "f(def)", "x.return", "from a import b.c",
    "with a as b, :", "f(x for x in y, )", "[x for x in 1, 2]", "x = y := 1", "x = a <> b",
    "while a: b:", "x = [yield]", "x = not lambda: 0", "x = a or lambda: 0", "x = await -y",
    "x = 1if y else 2", "x = 0xfor y", "x = 1..real", "x = print[1]", "print >>a, b", "type X = int",
    "match = case = type = 1", "match[0]: int = 1", "x = f'{*a, 1}'", "x = f'{a if b}'",
    "try:\n    pass\nexcept *A:\n    pass", "x = (a as b)", "raise a, b", "from . import (a,)",
    "from . import a,", "x += y = 1", "x: int = y = 1", "x = (yield) + 1", "x = y, *z,", "del ()",
    "break", "continue", "return", "return 1", "pass", "yield 1", "await x", "global x",
    "nonlocal x", "x = 1", "x: int = 1", "(x, y): int = 1", "f(a=1, 2)", "f(**a, *b)", "f(a=1, a=2)",
    "f(x for x in y, 1)", "def g(a, a): pass", "def g(a=1, b): pass", "def g(*): pass",
    "def g(*, **k): pass", "lambda x, x: 1", "x = y = 1 = z", "f() = 1", "x + 1 = 2", "None = 1",
    "del f()", "del x, (y, z)", "f() += 1", "x, y += 1", "*a = 1", "a, *b, *c = x", "print x",
    "exec 'x'", "if x:", "for i in x:", "while x:", "else:", "try:", "except:", "finally:",
    "def g():", "class C:", "with x:", "import a.b as c", "from a import *", "from a import b,",
    "from __future__ import division", "x = (yield)", "[x := 1 for x in y]", "[(x := 1) for z in y]",
    "x := 1", "(x := 1)", "assert (x, 1)", "raise x from y", "raise x, y", "if x = 1: pass",
    "x if y", "x = *a", "x = *a,", "a[*b]", "{**a for a in b}", "[*a for a in b]", "(*a)",
    "f'{x!z}'", "f'{x'", "f'{a b}'", "f'{x!r:{y}}'", "b'é'", "'\\N{bad}'", "b'a' 'b'", "1 if 2 else",
    "async def g(): yield from x", "async def g(): return [i async for i in x]",
    "async with x: pass", "def g(): return 1; yield", "x = 0777", "x = 1__0", "x = 0xg",
    "x = 1if y else 2", "x = 1_000.0_1e1_0j", "match x:", "match x: case 1: pass",
    "match(x)", "match = 1", "case = 2", "print(x, sep='')", "x = not y", "x = y not z",
    "x <> y", "x = `y`", "x++", "x = y++z", "@x", "@x\ndef g(): pass", "x;", ";x", "x;;y",
    "if x: y = 1; z = 2", "if x: if y: pass", "for x in y: pass", "for f() in y: pass",
    "for x, in y: pass", "for *x in y: pass", "with a as b, c as (d, e): pass",
    "with (a as b, c): pass", "with a as f(): pass", "try: pass\nexcept A, B: pass",
    "try: pass\nexcept: pass\nexcept A: pass", "global x, y", "def g(x): global x",
    "def g():\n    x = 1\n    global x", "def g():\n    print(x)\n    nonlocal x",
    "def g():\n    def h():\n        nonlocal zz", "def g():\n    zz = 1\n    def h():\n        nonlocal zz",
    "class C:\n    return", "lambda: (yield)", "x = [i for i in range(3) if i else 2]",
    "x = {1: 2, 3}", "x = {1, 2: 3}", "f(x)(y)[z].w = 1", "x.y: int", "x[0]: int = 2", "f(): int",
    "import a.b.c, d", "import a as b.c", "from . import a", "from .. import", "from a import (b",
    "x = (1,\n  2)", "x = [1,\n2]", "x = 1 + \\\n  2", "x = 1 + \\ 2", "\tx = 1", "    x = 1",
    "True = 1", "f(True=1)", "def True(): pass", "class None: pass", "x.None", "x.print", "x.match",
    "__debug__ = 1", "f(__debug__=1)", "def g(__debug__): pass", "x.__debug__ = 1", "nonlocal x, x",
]  # fmt: skip


def _tokens(text: str) -> list[str]:
    return TOKEN.findall(text)


def _solid(tokens: list[str], rng: random.Random) -> int:
    """The index of a token that is no blank, if there is one."""
    solid = [i for i, token in enumerate(tokens) if token.strip()]
    return rng.choice(solid) if solid else 0


def delete_token(text: str, rng: random.Random) -> str:
    tokens = _tokens(text)
    del tokens[_solid(tokens, rng)]
    return "".join(tokens)


def double_token(text: str, rng: random.Random) -> str:
    tokens = _tokens(text)
    at = _solid(tokens, rng)
    tokens.insert(at, tokens[at] + rng.choice(["", " "]))
    return "".join(tokens)


def swap_tokens(text: str, rng: random.Random) -> str:
    tokens = _tokens(text)
    solid = [i for i, token in enumerate(tokens) if token.strip()]
    at = rng.randrange(max(1, len(solid) - 1))
    one, other = solid[at], solid[min(at + 1, len(solid) - 1)]
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return "".join(tokens)


def replace_token(text: str, rng: random.Random) -> str:
    tokens = _tokens(text)
    tokens[_solid(tokens, rng)] = rng.choice(POOL)
    return "".join(tokens)


def insert_token(text: str, rng: random.Random) -> str:
    tokens = _tokens(text)
    tokens.insert(rng.randrange(len(tokens) + 1), rng.choice(["", " "]) + rng.choice(POOL) + " ")
    return "".join(tokens)


def exchange_alike(text: str, rng: random.Random) -> str:
    """Puts one token of the text in the place of another of its sort; often still Python."""
    tokens = _tokens(text)
    at = _solid(tokens, rng)
    sort = tokens[at][0].isalnum()
    alike = [t for t in tokens if t.strip() and t[0].isalnum() == sort and not t.startswith("#")]
    tokens[at] = rng.choice(alike)
    return "".join(tokens)


def delete_character(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + text[at + 1 :]


def insert_character(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice("()[]{}:,;'\"\\ \t\n=.*0_a#@") + text[at:]


def indent_line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    line = lines[at]
    body = line.lstrip(" ")
    blanks = len(line) - len(body)
    lines[at] = rng.choice(
        [
            " " * (blanks + rng.randint(1, 4)) + body,
            " " * max(0, blanks - rng.randint(1, 4)) + body,
            "\t" * (blanks // 4) + body,
            "\t" * (blanks // 8) + " " * (blanks % 8) + body,
            "\t" + line,
            "\f" + line,
        ]
    )
    return "\n".join(lines)


def indent_lines(text: str, rng: random.Random) -> str:
    """Moves several lines alike, which often keeps a text sound."""
    lines = text.split("\n")
    first = rng.randrange(len(lines))
    last = rng.randrange(first, len(lines)) + 1
    by = rng.choice([-4, -2, -1, 1, 2, 4])
    for i in range(first, last):
        line = lines[i]
        lines[i] = " " * by + line if by > 0 else line[min(-by, len(line) - len(line.lstrip())) :]
    return "\n".join(lines)


def delete_line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


def double_line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    lines.insert(at, lines[at])
    return "\n".join(lines)


def swap_lines(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    other = rng.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def join_lines(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    lines[at : at + 2] = [rng.choice(["", " ", "; ", " \\\n"]).join(lines[at : at + 2])]
    return "\n".join(lines)


def insert_line(text: str, rng: random.Random) -> str:
    """Puts a statement anywhere, mostly with the indentation of the line it comes before."""
    lines = text.split("\n")
    at = rng.randrange(len(lines) + 1)
    near = lines[min(at, len(lines) - 1)]
    blanks = len(near) - len(near.lstrip(" "))
    if rng.random() < 0.1:
        blanks = rng.choice([0, 4, 8, 2])
    added = rng.choice(LINES).split("\n")
    lines[at:at] = [" " * blanks + line for line in added]
    return "\n".join(lines)


def empty_block(text: str, rng: random.Random) -> str:
    """Drops all lines below a colon that are indented deeper."""
    lines = text.split("\n")
    heads = [i for i, line in enumerate(lines) if line.rstrip().endswith(":")]
    if not heads:
        return delete_line(text, rng)
    head = rng.choice(heads)
    depth = len(lines[head]) - len(lines[head].lstrip())
    last = head + 1
    while last < len(lines) and (
        not lines[last].strip() or len(lines[last]) - len(lines[last].lstrip()) > depth
    ):
        last += 1
    lines[head + 1 : last] = rng.choice([[], ["# nothing"], [""]])
    return "\n".join(lines)


def change_parameters(text: str, rng: random.Random) -> str:
    """Adds something to a list of parameters or arguments."""
    places = [m.end() for m in re.finditer(r"[(,]", text)]
    if not places:
        return insert_token(text, rng)
    at = rng.choice(places)
    names = re.findall(r"\w+", text) or ["x"]
    name = rng.choice(names)
    added = rng.choice(
        ["{0}, ", "{0}=1, ", "*, ", "/, ", "*{0}, ", "**{0}, ", ", ", "{0}: int, ", "({0}), ",
         "{0}={0}, ", "{0} for {0} in {0}, ", "{0} := 1, "]
    )  # fmt: skip
    return text[:at] + added.format(name) + text[at:]


MUTATORS: list[Callable[[str, random.Random], str]] = [
    delete_token, double_token, swap_tokens, replace_token, insert_token, exchange_alike,
    exchange_alike, delete_character, insert_character, indent_line, indent_lines, delete_line,
    double_line, swap_lines, join_lines, insert_line, insert_line, empty_block, change_parameters,
]  # fmt: skip


def mutants(texts: list[str], count: int, seed: int) -> list[tuple[str, str]]:
    """Mutants with the names of their mutators; one in five is changed twice."""
    rng = random.Random(seed)
    out = []
    while len(out) < count:
        text = rng.choice(texts)
        used = []
        for _ in range(2 if rng.random() < 0.2 else 1):
            mutator = rng.choice(MUTATORS)
            used.append(mutator.__name__)
            text = mutator(text, rng)
        out.append(("+".join(used), text))
    return out
