"""Random programs: device functions with branches, loops, tuples, local arrays and helpers.

A program has two texts: the one that pycu and njit compile, and the reference, which is Python with
every conversion written out. The types of variables follow Numba's rules where paths meet.
"""

from __future__ import annotations

import random

from expressions import DEPTH, Expressions, Helper, Node
from program import Line, Program, converted_line
from reference import conversion
from scalar_types import TYPES, binary, converted, is_integer, loop_variable, unified

NAMES = ["x", "y", "z", "total", "w", "auto", "this", "short", "new", "acc", "value", "t_"]
# Forms of range(...), and what their bounds are: the given value, or a literal.
RANGES = [
    ("range({0})", ["k"]),
    ("range(1, {0})", ["int literal", "k"]),
    ("range({0}, -2, -1)", ["k", "int literal", "int literal"]),
    ("range({0}, 9, 2)", ["k", "int literal", "int literal"]),
    ("range(3)", ["int literal"]),
]


class Generator:
    """Makes programs; the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def program(self, name: str, alike: bool) -> Program:
        helpers = []
        if self.rng.random() < 0.25:
            helpers.append(Body(self.rng, alike, []).made(f"{name}_helper", 1))
        made = Body(self.rng, alike, helpers).made(name, self.rng.choice([1, 2, 2, 3, 4]))
        made.helpers = helpers
        return made


class Body:
    """One function in the making."""

    def __init__(self, rng: random.Random, alike: bool, helpers: list[Program]) -> None:
        self.rng = rng
        self.alike = alike
        self.make = Expressions(rng, alike)
        self.make.helpers = [Helper(one.name, one.params, one.returns) for one in helpers]
        self.returned: list[str] = []
        self.loops = 0
        self.frozen: set[str] = set()
        self.carried: dict[str, tuple[str, str]] = {}
        self.count = 0
        self.nested = 0

    def made(self, name: str, statements: int) -> Program:
        rng = self.rng
        params = [rng.choice(TYPES) for _ in range(rng.randint(1, 4))]
        self.make.scope = {f"a{i}": kind for i, kind in enumerate(params)}
        body = self.block(statements)
        body.append(self.leave())
        kind = self.returned[0]
        for other in self.returned:
            kind = unified(kind, other) or kind
        return Program(name, params, body, [kind], self.alike)

    def depth(self) -> int:
        return self.rng.choice([1, 1, 2, 2, 2, 3, DEPTH])

    def leave(self) -> Line:
        """A return: at most two types, so that their order cannot matter."""
        made = self.make.any(self.depth())
        if "literal" in made.kind:
            made = self.make.cast_to(made, self.rng.choice(TYPES))
        if len(set(self.returned) | {made.kind}) > 2 or any(
            unified(made.kind, one) not in TYPES for one in self.returned
        ):
            made = self.make.cast_to(made, self.returned[0])
        self.returned.append(made.kind)
        return Line("return {0}", None, [made], returned=made)

    def block(self, statements: int) -> list[Line]:
        lines: list[Line] = []
        for _ in range(statements):
            lines += self.statement()
        return lines

    def statement(self) -> list[Line]:
        forms = [
            self.assign,
            self.assign,
            self.assign,
            self.augment,
            self.swap,
            self.tuple_value,
            self.branch,
            self.branch,
            self.local_array,
        ]
        if self.nested > 2:
            forms.remove(self.branch)
            forms.remove(self.branch)  # fmt: skip
        if self.loops < 1 or self.loops < 2 and self.rng.random() < 0.4:
            forms += [self.for_loop, self.for_loop, self.while_loop]
        return self.rng.choice(forms)()

    def free_name(self) -> str | None:
        """A variable to assign: none that a loop above carries with another type."""
        names = [n for n in NAMES if n not in self.frozen and n not in self.make.arrays]
        names = [n for n in names if n not in self.make.tuples]
        return self.rng.choice(names) if names else None

    def set(self, name: str, made: Node) -> Line:
        self.make.scope[name] = made.type
        return Line(f"{name} = {{0}}", f"{name} = {{0}}", [made])

    def assign(self) -> list[Line]:
        name = self.free_name()
        if name is None:
            return []
        made = self.make.any(self.depth())
        if "literal" in made.kind:
            made = self.make.cast_to(made, self.rng.choice(TYPES))
        return [self.set(name, made)]

    def augment(self) -> list[Line]:
        """`x += e`, typed as `x = x + e`."""
        names = sorted(set(self.make.scope) - self.frozen)
        if not names:
            return []
        name = self.rng.choice(names)
        for _ in range(5):
            made = self.make.arithmetic(2)
            op = made.text.split()[1] if made is not None else ""
            if made is None or op not in ("+", "-", "*", "|", "&", "^"):
                continue
            other = made.kids[1]
            again = self.joined(op, Node(self.make.scope[name], name, name), other)
            if again is None:
                continue
            self.make.scope[name] = again.type
            line = Line(f"{name} {op}= {{0}}", None, [other])
            return [line, Line(None, f"{name} = {{0}}", [again])]
        return []

    def joined(self, op: str, left: Node, right: Node) -> Node | None:
        kind = binary(op, left.kind, right.kind)
        if kind is None or kind not in TYPES or kind == "bool":
            return None
        x, y = converted(op, left.kind, right.kind)
        first, second = conversion("{0}", left.type, x), conversion("{1}", right.type, y)
        return Node(kind, "", Expressions.applied(op, kind, first, second), [left, right])

    def swap(self) -> list[Line]:
        names = sorted(set(self.make.scope) - self.frozen)
        if len(names) < 2:
            return []
        one, other = self.rng.sample(names, 2)
        left = self.make.any(2)
        if "literal" in left.kind:
            left = self.make.cast_to(left, "int32")
        right = Node(self.make.scope[one], one, one)
        text = f"{one}, {other} = {{0}}, {{1}}"
        self.make.scope[one], self.make.scope[other] = left.type, right.type
        return [Line(text, text, [left, right])]

    def tuple_value(self) -> list[Line]:
        if self.loops:
            return []
        self.count += 1
        name = f"pair{self.count}"
        items = [self.make.any(2) for _ in range(self.rng.randint(2, 3))]
        items = [self.make.cast_to(one, "int16") if "literal" in one.kind else one for one in items]
        text = f"{name} = ({', '.join(f'{{{i}}}' for i in range(len(items)))})"
        self.make.tuples = {**self.make.tuples, name: [one.type for one in items]}
        return [Line(text, text, items)]

    def local_array(self) -> list[Line]:
        """Four elements, set in a loop; later statements may store into it."""
        rng = self.rng
        if self.make.arrays and rng.random() < 0.7:
            name = rng.choice(sorted(self.make.arrays))
            at = rng.choice(["0", "1", "-1", "-2", "3"])
            made = self.make.any(self.depth())
            if self.alike and not is_integer(made.type):
                made = self.make.cast_to(made, self.make.arrays[name])
            kind = self.make.arrays[name]
            stored = conversion("{0}", made.type, kind)
            return [Line(f"{name}[{at}] = {{0}}", f"{name}[{at}] = {stored}", [made])]
        if self.loops or self.make.arrays:
            return []
        name, kind = "buffer", rng.choice(TYPES)
        made = self.make.any(2)
        if self.alike and not is_integer(made.type):
            made = self.make.cast_to(made, kind)
        dtype = "bool_" if kind == "bool" else kind
        stored = conversion("{0}", made.type, kind)
        self.make.arrays = {**self.make.arrays, name: kind}
        head = Line(f"{name} = cuda.local.array(4, np.{dtype})", f"{name} = [0] * 4")
        fill = Line(f"{name}[j] = {{0}}", f"{name}[j] = {stored}", [made])
        return [head, Line(None, None, [], [("for j in range(4):", [fill])])]

    def branch(self) -> list[Line]:
        before = dict(self.make.scope)
        tuples, arrays = self.make.tuples, self.make.arrays
        test = self.make.condition(2)
        ends = []
        blocks = []
        self.nested += 1
        for _ in range(2):
            self.make.scope = dict(before)
            block = self.block(self.rng.choice([1, 1, 2]))
            stays = len(block)
            left = self.rng.random() < 0.12
            if left and not blocks:
                block.append(self.leave())
            elif left and self.loops and self.rng.random() < 0.8:
                block += [*self.settled(), Line(*[self.rng.choice(["break", "continue"])] * 2)]
            else:
                left = False
            self.make.tuples, self.make.arrays = tuples, arrays
            blocks.append(block)
            ends.append(None if left else dict(self.make.scope))
        if ends[0] is None and ends[1] is None:
            del blocks[1][stays:]
            ends[1] = dict(self.make.scope)
        self.nested -= 1
        self.meet(ends, blocks)
        heads = ["if {0}:", "else:"]
        return [Line(None, None, [test], list(zip(heads, blocks)))]

    def meet(self, ends: list[dict[str, str] | None], blocks: list[list[Line]]) -> None:
        """The variables after two paths; a conversion at the end of a path where types differ."""
        live = [end for end in ends if end is not None]
        if len(live) == 1:
            self.make.scope = live[0]
            return
        scope = {}
        for name in sorted(set(live[0]) & set(live[1])):
            kind = unified(live[0][name], live[1][name])
            if kind is None or kind not in TYPES:
                continue
            scope[name] = kind
            for end, block in zip(live, blocks):
                if end[name] != kind:
                    block.append(converted_line(name, end[name], kind))
        self.make.scope = scope

    def settled(self) -> list[Line]:
        """Casts of the variables that a loop carries, where they have another type."""
        lines = []
        for name, (kind, header) in sorted(self.carried.items()):
            now = self.make.scope.get(name, "")
            if now not in (kind, header):
                made = self.make.cast_to(Node(now, name, name), kind)
                lines.append(Line(f"{name} = {{0}}", f"{name} = {{0}}", [made]))
                now = kind
            if now != header:
                lines.append(converted_line(name, now, header))
        return lines

    def loop_body(self, statements: int) -> tuple[list[Line], list[Line]]:
        """What comes before a loop, and its body; types follow the variables round it."""
        outer, carried, frozen = dict(self.make.scope), self.carried, self.frozen
        self.carried, before = {}, []
        changing: set[str] = set()
        self.frozen = set(frozen)
        for name, kind in sorted(outer.items()):
            if name in frozen:
                continue
            if self.rng.random() < 0.4 or name.startswith("a") and self.rng.random() < 0.7:
                self.frozen.add(name)
                continue
            # Not of a bool: Numba types a body with it first, and refuses what no bool may do.
            changes = kind != "bool" and self.rng.random() < 0.3
            other = self.rng.choice(TYPES) if changes else kind
            header = unified(kind, other)
            if header is None or header not in TYPES or unified(header, other) != header:
                other = header = kind
            self.carried[name] = (other, header)
            if header != kind:
                changing.add(name)
            self.make.scope[name] = header
            if header != kind:
                before.append(converted_line(name, kind, header))
        self.loops += 1
        tuples, arrays = self.make.tuples, self.make.arrays
        body = self.block(statements)
        body += self.forced(changing)
        self.make.tuples, self.make.arrays = tuples, arrays
        self.loops -= 1
        headers = {name: header for name, (_, header) in self.carried.items()}
        self.make.scope = {name: headers.get(name, kind) for name, kind in outer.items()}
        self.carried, self.frozen = carried, frozen
        return before, body

    def forced(self, changing: set[str]) -> list[Line]:
        """The end of a loop's body: every carried variable gets its type for certain."""
        lines = []
        for name, (kind, header) in sorted(self.carried.items()):
            now = self.make.scope[name]
            if now != kind or name in changing:
                made = self.make.cast_to(Node(now, name, name), kind)
                lines.append(Line(f"{name} = {{0}}", f"{name} = {{0}}", [made]))
            if kind != header:
                lines.append(converted_line(name, kind, header))
        return lines

    def for_loop(self) -> list[Line]:
        self.count += 1
        name = f"k{self.count}"
        first = self.make.cast_to(self.make.any(1), self.rng.choice(["int8", "int32", "int64"]))
        stop = Node(first.kind, f"np.{first.kind}({{0}} & 7)", "({0} & 7)", [first])
        text, bounds = self.rng.choice(RANGES)
        kind = loop_variable(*(first.kind if b == "k" else b for b in bounds))
        if kind is None or kind not in TYPES:
            return []
        # The scope inside has the variable; it may not be assigned there.
        frozen = self.frozen
        self.frozen = self.frozen | {name}
        outer = dict(self.make.scope)
        self.make.scope[name] = kind
        before, body = self.loop_body(self.rng.choice([1, 1, 2, 3]))
        self.make.scope.pop(name, None)
        self.make.scope = {n: k for n, k in self.make.scope.items() if n in outer}
        self.frozen = frozen
        blocks = [(f"for {name} in {text}:", body)]
        bound = self.hoisted(stop)
        if self.rng.random() < 0.15:
            lines, scope = [], dict(self.make.scope)
            one = self.free_name()
            if one is not None and one not in scope and not self.loops:
                lines = [Line(f"{one} = np.int32(1)", f"{one} = 1")]
                blocks.append(("else:", lines))
        return [*bound[0], *before, Line(None, None, [bound[1]], blocks)]

    def hoisted(self, node: Node) -> tuple[list[Line], Node]:
        """The value before the loop, under a name, for what comes before it may change it."""
        name = f"n{self.count}"
        line = Line(f"{name} = {{0}}", f"{name} = {{0}}", [node])
        return [line], Node(node.kind, name, name)

    def while_loop(self) -> list[Line]:
        self.count += 1
        name = f"c{self.count}"
        outer = dict(self.make.scope)
        self.make.scope[name] = "int64"
        frozen = self.frozen
        self.frozen = self.frozen | {name}
        before, body = self.loop_body(self.rng.choice([1, 1, 2, 3]))
        test = self.make.condition(2)
        self.make.scope = {n: k for n, k in self.make.scope.items() if n in outer}
        self.frozen = frozen
        start = Line(f"{name} = np.int64(0)", f"{name} = 0")
        step = Line(f"{name} += 1", f"{name} += 1")
        head = f"while {name} < {self.rng.randint(1, 6)} and {{0}}:"
        return [start, *before, Line(None, None, [test], [(head, [step, *body])])]
