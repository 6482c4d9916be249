"""Random typed expressions, each with its text, its reference text and its type."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from reference import conversion
from scalar_types import (
    FLOATS,
    TYPES,
    binary,
    converted,
    function,
    is_float,
    is_integer,
    limits,
    unary,
    unified,
    value_type,
)

ARITHMETIC = ["+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>", "**"]
COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]
ROUNDINGS = ["floor", "ceil", "trunc"]
INT_LITERALS = [0, 1, 2, 3, 5, 7, 10, 100, 127, 128, 255, 65535, 2**31 - 1, 2**31, 2**32, 2**53 + 1,
                2**62, 2**63 - 1]  # fmt: skip
FLOAT_LITERALS = ["0.0", "0.1", "0.5", "1.0", "1.5", "2.5", "3.0", "1e10", "1e-10", "1e300"]
DEPTH = 4


@dataclass(slots=True)
class Node:
    """An expression: `{0}` in its texts stands for its first operand."""

    kind: str
    text: str
    reference: str
    kids: list[Node] = field(default_factory=list)

    @property
    def type(self) -> str:
        return value_type(self.kind)

    def render(self, dialect: str) -> str:
        own = self.text if dialect == "python" else self.reference
        return own.format(*(kid.render(dialect) for kid in self.kids)) if self.kids else own

    @property
    def varies(self) -> bool:
        """Whether a variable stands in it; Numba prunes branches on what is constant."""
        return any(kid.varies for kid in self.kids) if self.kids else not self.text[0].isdigit()


def written(*nodes: Node) -> bool:
    """Whether all are literals: CPython computes with them before Numba sees them."""
    return all("literal" in one.kind for one in nodes)


@dataclass
class Helper:
    """A device function that expressions call, with exactly these types."""

    name: str
    params: list[str]
    returns: list[str]


def literal(kind: str, text: str) -> Node:
    return Node(kind, text, text)


def as_type(node: Node, kind: str) -> Node:
    """`np.kind(node)`."""
    name = "bool_" if kind == "bool" else kind
    return Node(kind, f"np.{name}({{0}})", conversion("{0}", node.type, kind), [node])


class Expressions:
    """Makes expressions over the variables of `scope`.

    `alike` leaves out what njit computes otherwise than the CUDA target.
    """

    def __init__(self, rng: random.Random, alike: bool) -> None:
        self.rng = rng
        self.alike = alike
        self.scope: dict[str, str] = {}
        self.arrays: dict[str, str] = {}
        self.tuples: dict[str, list[str]] = {}
        self.helpers: list[Helper] = []

    def any(self, depth: int) -> Node:
        """An expression of whatever type."""
        if depth <= 0 or self.rng.random() < 0.12:
            return self.leaf()
        for _ in range(30):
            made = self.rng.choice(self.FORMS)(self, depth)
            if made is not None:
                return made
        return self.leaf()

    def of(self, kind: str, depth: int) -> Node:
        """An expression of a type: one that happens to have it, or a cast."""
        for _ in range(3):
            made = self.any(depth)
            if made.kind == kind:
                return made
        return self.cast_to(made, kind)

    def condition(self, depth: int) -> Node:
        for _ in range(5):
            made = self.test(depth)
            if made.varies:
                return made
        return as_type(Node(self.scope["a0"], "a0", "a0"), "bool")

    def test(self, depth: int) -> Node:
        rng = self.rng
        roll = rng.random()
        if depth > 1 and roll < 0.25:
            op = rng.choice(["and", "or"])
            kids = [self.condition(depth - 1), self.condition(depth - 1)]
            return Node("bool", f"({{0}} {op} {{1}})", f"({{0}} {op} {{1}})", kids)
        if depth > 1 and roll < 0.35:
            return Node("bool", "(not {0})", "(not {0})", [self.condition(depth - 1)])
        if roll < 0.45:
            return Node("bool", "bool({0})", "({0} != 0)", [self.any(depth - 1)])
        return self.comparison(depth) or as_type(self.leaf(), "bool")

    def leaf(self) -> Node:
        rng = self.rng
        roll = rng.random()
        if self.scope and roll < 0.7:
            name = rng.choice(sorted(self.scope))
            return Node(self.scope[name], name, name)
        if self.arrays and roll < 0.75:
            name = rng.choice(sorted(self.arrays))
            at = rng.choice(["0", "-1", "2", "-3"])
            return Node(self.arrays[name], f"{name}[{at}]", f"{name}[{at}]")
        if roll < 0.85:
            return literal("int literal", str(rng.choice(INT_LITERALS)))
        if roll < 0.92:
            return literal("float literal", rng.choice(FLOAT_LITERALS))
        kind = rng.choice(TYPES)
        return self.cast_to(literal("int literal", str(rng.choice(INT_LITERALS[:12]))), kind)

    def variable(self, kind: str) -> Node | None:
        names = sorted(name for name, one in self.scope.items() if one == kind)
        name = self.rng.choice(names) if names else None
        return Node(kind, name, name) if name else None

    def cast_to(self, node: Node, kind: str) -> Node:
        if self.alike and is_float(node.type) and is_integer(kind):
            return self.guarded(node, kind)
        return as_type(node, kind)

    def guarded(self, node: Node, kind: str) -> Node:
        """A float of any size made an integer where it fits, which is the same everywhere."""
        high = min(limits(kind)[1], 2**30)
        low = 0 if limits(kind)[0] == 0 else -high
        text = f"(np.{kind}({{0}}) if {low} <= {{0}} < {high} else np.{kind}(1))"
        cast = conversion("{0}", node.type, kind)
        return Node(kind, text, f"({cast} if {low} <= {{0}} < {high} else 1)", [node])

    # One method for each form of expression; None where the types it drew do not fit.

    def arithmetic(self, depth: int) -> Node | None:
        op = self.rng.choice(ARITHMETIC)
        left, right = self.any(depth - 1), self.any(depth - 1)
        if op in ("<<", ">>") and self.alike and is_integer(right.type):
            right = Node("int64", "({0} & 31)", "wrap_int64({0} & 31)", [as_type(right, "int64")])
        if op == "**":
            return self.power(left, right)
        if written(left, right):
            return None
        kind = binary(op, left.kind, right.kind)
        if kind is None or kind not in TYPES:
            return None
        x, y = converted(op, left.kind, right.kind)
        if op in ("<<", ">>"):
            x = kind
        if op in ("/", "//", "%"):
            x = y = kind
        first, second = conversion("{0}", left.type, x), conversion("{1}", right.type, y)
        reference = self.applied(op, kind, first, second)
        return Node(kind, f"({{0}} {op} {{1}})", reference, [left, right])

    @staticmethod
    def applied(op: str, kind: str, x: str, y: str) -> str:
        """The reference text of an operator for operands that have been converted."""
        if kind == "bool":
            return f"({x} {op} {y})"
        if is_float(kind):
            if op in ("//", "%"):
                return f"floor_{'div' if op == '//' else 'mod'}_{kind}({x}, {y})"
            plain = f"divide({x}, {y})" if op == "/" else f"({x} {op} {y})"
            return f"single({plain})" if kind == "float32" else plain
        names = {"//": "floor_div", "%": "floor_mod", "<<": "shift_left", ">>": "shift_right"}
        names["**"] = "power"
        plain = f"{names[op]}({x}, {y})" if op in names else f"({x} {op} {y})"
        return f"wrap_{kind}({plain})"

    def power(self, left: Node, right: Node) -> Node | None:
        rng = self.rng
        if rng.random() < 0.6:
            exponent = rng.choice(["0", "1", "2", "3", "5", "10"])
            right = literal("int literal", exponent)
        elif is_float(right.type) or is_float(left.type):
            return self.float_power(left, right)
        elif self.alike or right.kind == "int literal":
            return None
        kind = binary("**", left.kind, right.kind)
        if kind is None or left.type == "bool" or written(left, right):
            return None
        x, y = converted("**", left.kind, right.kind)
        first, second = conversion("{0}", left.type, x), conversion("{1}", right.type, y)
        if is_float(kind):
            reference = f"power_{kind}({first}, {second})"
        else:
            reference = self.applied("**", kind, first, second)
        return Node(kind, "({0} ** {1})", reference, [left, right])

    def float_power(self, left: Node, right: Node) -> Node | None:
        """Of two variables, so that no compiler computes it in another way beforehand."""
        kind = self.rng.choice(FLOATS)
        one, other = self.variable(kind), self.variable(kind)
        if one is None or other is None or self.alike:
            return None
        return Node(kind, "({0} ** {1})", f"raised_{kind}({{0}}, {{1}})", [one, other])

    def comparison(self, depth: int) -> Node | None:
        op = self.rng.choice(COMPARISONS)
        left, right = self.any(depth - 1), self.any(depth - 1)
        if written(left, right) or binary(op, left.kind, right.kind) != "bool":
            return None
        x, y = converted(op, left.kind, right.kind)
        if self.alike and is_float(x) and not is_float(left.type) and not is_float(right.type):
            return None
        first, second = conversion("{0}", left.type, x), conversion("{1}", right.type, y)
        return Node("bool", f"({{0}} {op} {{1}})", f"({first} {op} {second})", [left, right])

    def sign(self, depth: int) -> Node | None:
        op = self.rng.choice(["-", "+", "~", "abs"])
        one = self.any(depth - 1)
        kind = unary(op, one.kind)
        if kind is None or one.type == "bool" or kind not in TYPES or written(one):
            return None
        text = "abs({0})" if op == "abs" else f"({op}{{0}})"
        if is_float(kind):
            return Node(kind, text, text, [one])
        # In the operand's width, then extended.
        inner = f"wrap_{one.type}({text})"
        return Node(kind, text, conversion(inner, one.type, kind), [one])

    def cast(self, depth: int) -> Node | None:
        one = self.any(depth - 1)
        roll = self.rng.random()
        if roll < 0.75:
            return self.cast_to(one, self.rng.choice(TYPES))
        if roll < 0.85 and one.type != "bool":
            kind = unary("float", one.kind)
            return Node(str(kind), "float({0})", conversion("{0}", one.type, str(kind)), [one])
        kind = unary("int", one.kind)
        if kind is None or (self.alike and is_float(one.type)):
            return None
        return Node(kind, "int({0})", conversion("{0}", one.type, kind), [one])

    def smaller_or_larger(self, depth: int) -> Node | None:
        name = self.rng.choice(["min", "max"])
        left, right = self.any(depth - 1), self.any(depth - 1)
        kind = binary(name, left.kind, right.kind)
        if kind is None or kind not in TYPES or "bool" in (left.type, right.type):
            return None
        first, second = (conversion(f"{{{i}}}", one.type, kind) for i, one in
                         enumerate((left, right)))  # fmt: skip
        if is_float(left.type) and is_float(right.type):
            if self.alike:
                return None
            # Adding a zero, for either zero may be the result.
            zero = "np.float32(0.0)" if kind == "float32" else "0.0"
            reference = f"({'fewest' if name == 'min' else 'most'}({first}, {second}) + 0.0)"
            return Node(kind, f"({name}({{0}}, {{1}}) + {zero})", reference, [left, right])
        op = "<" if name == "min" else ">"
        reference = f"({second} if {second} {op} {first} else {first})"
        return Node(kind, f"{name}({{0}}, {{1}})", reference, [left, right])

    def choice(self, depth: int) -> Node | None:
        test = self.condition(depth - 1)
        left, right = self.any(depth - 1), self.any(depth - 1)
        kind = unified(left.kind, right.kind)
        if kind is None or kind not in TYPES:
            return None
        first = conversion("{1}", left.type, kind)
        second = conversion("{2}", right.type, kind)
        reference = f"({first} if {{0}} else {second})"
        return Node(kind, "({1} if {0} else {2})", reference, [test, left, right])

    def either(self, depth: int) -> Node | None:
        op = self.rng.choice(["and", "or"])
        left, right = self.any(depth - 2), self.any(depth - 2)
        kind = binary(op, left.kind, right.kind)
        if kind is None or kind not in TYPES or "literal" in left.kind + right.kind:
            return None
        first, second = conversion("{0}", left.type, kind), conversion("{1}", right.type, kind)
        parts = (second, first) if op == "and" else (first, second)
        reference = f"({parts[0]} if {{0}} != 0 else {parts[1]})"
        return Node(kind, f"({{0}} {op} {{1}})", reference, [left, right])

    def rounded(self, depth: int) -> Node | None:
        name = self.rng.choice([*ROUNDINGS, "sqrt", "fabs", "nearest", "copysign"])
        one = self.any(depth - 1)
        if name == "nearest":
            if not is_float(one.type) or self.alike:
                return None
            return Node("int64", "round({0})", "nearest({0})", [one])
        if name == "copysign":
            other = self.any(depth - 2)
            if one.type != "float64" or not is_integer(other.type):
                return None
            text = "math.copysign({0}, np.float64({1}))"
            return Node("float64", text, "copysign({0}, float({1}))", [one, other])
        kind = function(f"math.{name}", one.kind)
        if kind is None or (self.alike and name in ROUNDINGS):
            return None
        argument = conversion("{0}", one.type, kind)
        inner = f"{'abs' if name == 'fabs' else 'root' if name == 'sqrt' else name}({argument})"
        reference = f"single({inner})" if kind == "float32" else inner
        return Node(kind, f"math.{name}({{0}})", reference, [one])

    def tested(self, depth: int) -> Node | None:
        name = self.rng.choice(["isnan", "isinf", "isfinite"])
        one = self.any(depth - 1)
        if not is_float(one.type):
            return None
        return Node("bool", f"math.{name}({{0}})", f"math.{name}({{0}})", [one])

    def both_parts(self, depth: int) -> Node | None:
        """One part of a divmod."""
        left, right = self.any(depth - 1), self.any(depth - 1)
        kind, other = binary("//", left.kind, right.kind), binary("%", left.kind, right.kind)
        both = binary("divmod", left.kind, right.kind)
        if both != f"UniTuple({kind}, 2)" or kind != other or kind is None:
            return None
        part = self.rng.randrange(2)
        first, second = conversion("{0}", left.type, kind), conversion("{1}", right.type, kind)
        reference = self.applied(["//", "%"][part], kind, first, second)
        return Node(kind, f"divmod({{0}}, {{1}})[{part}]", reference, [left, right])

    def element(self, depth: int) -> Node | None:
        if not self.arrays:
            return None
        name = self.rng.choice(sorted(self.arrays))
        at = self.any(depth - 2)
        if not is_integer(at.type):
            return None
        # Four elements; a negative index counts from the end.
        index = as_type(at, "int64")
        if self.rng.random() < 0.5:
            wrapped = Node("int64", "({0} & 3)", "({0} & 3)", [index])
        else:
            wrapped = Node("int64", "({0} % 4 - 4)", "({0} % 4 - 4)", [index])
        return Node(self.arrays[name], f"{name}[{{0}}]", f"{name}[{{0}}]", [wrapped])

    def item(self, depth: int) -> Node | None:
        if not self.tuples:
            return None
        name = self.rng.choice(sorted(self.tuples))
        kinds = self.tuples[name]
        at = self.rng.randrange(-len(kinds), len(kinds))
        return Node(kinds[at], f"{name}[{at}]", f"{name}[{at}]")

    def called(self, depth: int) -> Node | None:
        single = [one for one in self.helpers if len(one.returns) == 1]
        if not single:
            return None
        helper = self.rng.choice(single)
        return self.call(helper, depth)

    def call(self, helper: Helper, depth: int) -> Node:
        kids = [self.of(kind, depth - 2) for kind in helper.params]
        kids = [kid if kid.kind == kind else self.cast_to(kid, kind)
                for kid, kind in zip(kids, helper.params)]  # fmt: skip
        text = f"{helper.name}({', '.join(f'{{{i}}}' for i in range(len(kids)))})"
        return Node(helper.returns[0], text, text, kids)

    FORMS = [
        arithmetic, arithmetic, arithmetic, arithmetic, arithmetic, comparison, sign, cast, cast,
        smaller_or_larger, choice, either, rounded, tested, both_parts, element, item, called,
    ]  # fmt: skip
