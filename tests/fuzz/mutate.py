"""Kernels changed in Python's syntax tree: what comes out parses, and may mean anything."""

from __future__ import annotations

import ast
import copy
import random
import re
import warnings
from collections.abc import Callable

CONSTANTS = [
    0,
    1,
    -1,
    2,
    7,
    31,
    32,
    64,
    127,
    255,
    2**31,
    2**32,
    2**53 + 1,
    2**63 - 1,
    2**63,
    2**64,
    0.0,
    0.5,
    1.5,
    -0.0,
    1e300,
    1e-300,
    1e400,
    True,
    False,
    None,
    "x",
    2j,
    ...,
    (),
    (1, 2),
]
CALLS = [
    "math.sqrt",
    "math.sin",
    "math.floor",
    "math.pow",
    "math.atan2",
    "math.isnan",
    "abs",
    "min",
    "max",
    "int",
    "float",
    "bool",
    "round",
    "len",
    "range",
    "divmod",
    "pow",
    "sum",
    "complex",
    "zip",
    "enumerate",
    "np.int8",
    "np.int32",
    "np.uint64",
    "np.float32",
    "np.bool_",
    "np.sqrt",
    "np.maximum",
    "cuda.grid",
    "cuda.gridsize",
    "cuda.syncthreads",
    "cuda.atomic.add",
    "cuda.atomic.cas",
    "cuda.popc",
    "cuda.shared.array",
    "cuda.local.array",
    "cuda.shfl_down_sync",
    "cuda.threadIdx",
    "print",
    "tuple",
]
TYPES = [
    "boolean",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
]
DIMS = ["", "[:]", "[::1]", "[:, :]", "[:, ::1]", "[::1, :]", "[:, :, :]"]
BINARY = [
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.Div,
    ast.FloorDiv,
    ast.Mod,
    ast.Pow,
    ast.LShift,
    ast.RShift,
    ast.BitAnd,
    ast.BitOr,
    ast.BitXor,
    ast.MatMult,
]
COMPARE = [
    ast.Lt,
    ast.LtE,
    ast.Gt,
    ast.GtE,
    ast.Eq,
    ast.NotEq,
    ast.Is,
    ast.IsNot,
    ast.In,
    ast.NotIn,
]
UNARY = [ast.UAdd, ast.USub, ast.Invert, ast.Not]
INDICES = [
    "0",
    "-1",
    "i",
    ":",
    "::2",
    "::-1",
    "1:",
    ":-1",
    "None",
    "...",
    "i, i",
    "i, :",
    "(0, 1)",
    "0.5",
]
FORMS = [
    "({0} if {1} else {2})",
    "({0} and {1})",
    "({0}, {1})",
    "[{0}, {1}]",
    "{0}[{1}]",
    "not {0}",
    "-{0}",
    "{0}.T",
    "{0}.shape",
    "{0}.size",
    "{0}.real",
    "(lambda v: v + {0})({1})",
    "[v for v in range({0})]",
    "{0} < {1} < {2}",
    "({0} or {1})",
    "({0},)",
    "(v0 := {0})",
]
BLOCKS = [
    "if {0}:\n    pass\n",
    "for j in range({0}):\n    pass\n",
    "while {0}:\n    pass\n",
    "if {0}:\n    pass\nelse:\n    pass\n",
    "for j in {0}:\n    pass\nelse:\n    pass\n",
    "for j, v in enumerate({0}):\n    pass\n",
    "with {0}:\n    pass\n",
]
TARGETS = ["i", "x", "a[0]", "i, j", "[i, j]", "(i, (j, k))", "a.x", "*i, j"]
WRITTEN = re.compile(r"\b(boolean|bool|u?int\d+|float\d+)\b(\[[^]]*\])?")


class Mutator:
    """Changes one function of a module."""

    def __init__(self, tree: ast.Module, rng: random.Random) -> None:
        self.rng = rng
        self.tree = tree
        functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
        device = [one for one in functions if one.decorator_list]
        self.function = rng.choice(device or functions)
        self.expressions = [one for one in ast.walk(self.function) if isinstance(one, ast.expr)]

    def some(self, *kinds: type[ast.AST]) -> ast.AST | None:
        body = ast.Module(self.function.body, [])
        found = [one for one in ast.walk(body) if isinstance(one, kinds)]
        return self.rng.choice(found) if found else None

    def copied(self) -> ast.expr:
        """An expression of the function, or a small one of its own."""
        body = ast.Module(self.function.body, [])
        found = [one for one in ast.walk(body) if isinstance(one, ast.expr)]
        found = [one for one in found if isinstance(getattr(one, "ctx", ast.Load()), ast.Load)]
        if not found or self.rng.random() < 0.2:
            return ast.Constant(self.rng.choice(CONSTANTS))
        return copy.deepcopy(self.rng.choice(found))

    def blocks(self) -> list[list[ast.stmt]]:
        found = []
        for one in ast.walk(self.function):
            for name in ("body", "orelse"):
                block = getattr(one, name, None)
                if isinstance(block, list) and block and not isinstance(one, ast.Lambda):
                    found.append(block)
        return found

    def replace(self, make: Callable[[ast.expr], ast.expr]) -> None:
        """Puts a new expression in the place of one that is read."""
        places = []
        for one in ast.walk(ast.Module(self.function.body, [])):
            for name, value in ast.iter_fields(one):
                many = value if isinstance(value, list) else [value]
                for at, item in enumerate(many):
                    is_read = isinstance(getattr(item, "ctx", ast.Load()), ast.Load)
                    if isinstance(item, ast.expr) and is_read:
                        places.append((one, name, at if isinstance(value, list) else None))
        if not places:
            return
        one, name, at = self.rng.choice(places)
        if at is None:
            setattr(one, name, make(getattr(one, name)))
        else:
            getattr(one, name)[at] = make(getattr(one, name)[at])

    # The mutations.

    def operands(self) -> None:
        one = self.some(ast.BinOp)
        if isinstance(one, ast.BinOp):
            one.left, one.right = one.right, one.left

    def operator(self) -> None:
        one = self.some(ast.BinOp, ast.AugAssign, ast.Compare, ast.UnaryOp)
        if isinstance(one, (ast.BinOp, ast.AugAssign)):
            one.op = self.rng.choice(BINARY)()
        elif isinstance(one, ast.Compare):
            one.ops[0] = self.rng.choice(COMPARE)()
        elif isinstance(one, ast.UnaryOp):
            one.op = self.rng.choice(UNARY)()

    def name(self) -> None:
        one, other = self.some(ast.Name), self.some(ast.Name)
        if isinstance(one, ast.Name) and isinstance(other, ast.Name):
            one.id = other.id

    def constant(self) -> None:
        one = self.some(ast.Constant)
        if isinstance(one, ast.Constant):
            one.value = self.rng.choice(CONSTANTS)
        else:
            self.replace(lambda old: ast.Constant(self.rng.choice(CONSTANTS)))

    def delete(self) -> None:
        block = self.rng.choice(self.blocks())
        del block[self.rng.randrange(len(block))]
        if not block:
            block.append(ast.Pass())

    def double(self) -> None:
        block = self.rng.choice(self.blocks())
        at = self.rng.randrange(len(block))
        block.insert(self.rng.randrange(len(block) + 1), copy.deepcopy(block[at]))

    def move(self) -> None:
        one, other = self.rng.choice(self.blocks()), self.rng.choice(self.blocks())
        moved = copy.deepcopy(self.rng.choice(one))
        other.insert(self.rng.randrange(len(other) + 1), moved)

    def wrap(self) -> None:
        block = self.rng.choice(self.blocks())
        at = self.rng.randrange(len(block))
        text = self.rng.choice(BLOCKS).format(ast.unparse(self.copied()))
        made = ast.parse(text).body[0]
        assert isinstance(made, (ast.If, ast.For, ast.While, ast.With))
        made.body = [block[at]]
        block[at] = made

    def jump(self) -> None:
        block = self.rng.choice(self.blocks())
        text = self.rng.choice(
            [
                "break",
                "continue",
                "return",
                "return 1",
                "raise ValueError('no')",
                "assert i > 0",
                "i += 1",
                "i, j = 1, 2",
                "global i",
                "del i",
            ]
        )
        block.insert(self.rng.randrange(len(block) + 1), ast.parse(text).body[0])

    def expression(self) -> None:
        self.replace(lambda old: self.copied())

    def form(self) -> None:
        def made(old: ast.expr) -> ast.expr:
            texts = [ast.unparse(one) for one in (old, self.copied(), self.copied())]
            return ast.parse(self.rng.choice(FORMS).format(*texts), mode="eval").body

        self.replace(made)

    def call(self) -> None:
        one = self.some(ast.Call)
        name = ast.parse(self.rng.choice(CALLS), mode="eval").body
        if isinstance(one, ast.Call) and self.rng.random() < 0.5:
            one.func = name
        else:
            self.replace(lambda old: ast.Call(name, [old], []))

    def arguments(self) -> None:
        one = self.some(ast.Call)
        if not isinstance(one, ast.Call):
            return
        if one.args and self.rng.random() < 0.5:
            del one.args[self.rng.randrange(len(one.args))]
        elif self.rng.random() < 0.7:
            one.args.insert(self.rng.randrange(len(one.args) + 1), self.copied())
        else:
            name = self.rng.choice(["dtype", "x", "shape"])
            one.keywords.append(ast.keyword(name, self.copied()))

    def index(self) -> None:
        one = self.some(ast.Subscript)
        if isinstance(one, ast.Subscript):
            text = f"a[{self.rng.choice(INDICES)}]"
            made = ast.parse(text, mode="eval").body
            assert isinstance(made, ast.Subscript)
            one.slice = made.slice

    def signature(self) -> None:
        """Another type in a signature that the decorator has."""
        for one in self.function.decorator_list:
            for text in ast.walk(one):
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    found = list(WRITTEN.finditer(text.value))
                    if found:
                        at = self.rng.choice(found)
                        dims = self.rng.choice(DIMS) if self.rng.random() < 0.4 else at[2] or ""
                        new = self.rng.choice(TYPES) + dims
                        text.value = text.value[: at.start()] + new + text.value[at.end() :]

    def target(self) -> None:
        one = self.some(ast.Assign)
        if isinstance(one, ast.Assign):
            text = self.rng.choice(TARGETS)
            made = ast.parse(f"{text} = 0").body[0]
            assert isinstance(made, ast.Assign)
            one.targets = made.targets

    ALL = [
        operands, operator, operator, name, name, name, constant, constant, delete, double, move,
        wrap, jump, expression, expression, form, form, call, arguments, index, signature,
        signature, target,
    ]  # fmt: skip


def mutant(text: str, rng: random.Random) -> str:
    """The text with one to three changes; comments are lost."""
    for _ in range(20):
        tree = ast.parse(text)
        try:
            for _ in range(rng.choice([1, 1, 2, 3])):
                rng.choice(Mutator.ALL)(Mutator(tree, rng))
            made = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(made, "mutant", "exec", dont_inherit=True)
            return made
        except (SyntaxError, ValueError, RecursionError):
            continue  # most often a `return` or `break` where none may stand
    return text
