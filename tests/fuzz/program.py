"""A random program: statements with two texts each, Python's and the reference's."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from expressions import Node
from reference import conversion

INDENT = "    "


@dataclass
class Line:
    """A statement: its text, its reference text, and the blocks below it."""

    text: str | None
    reference: str | None
    nodes: list[Node] = field(default_factory=list)
    blocks: list[tuple[str, list[Line]]] = field(default_factory=list)
    returned: Node | None = None


@dataclass
class Program:
    name: str
    params: list[str]
    body: list[Line]
    returns: list[str]
    alike: bool
    helpers: list[Program] = field(default_factory=list)

    def text(self, decorator: str = "@cuda.jit(device=True)") -> str:
        """The program, without the parentheses that Python does not need."""
        lines = [f"def {self.name}({self.arguments()}):", *self.lines(self.body, "python", 1)]
        plain = ast.unparse(ast.parse("\n".join(lines)))
        helpers = "".join(helper.text(decorator) for helper in self.helpers)
        return f"{helpers}{decorator}\n{plain}\n\n\n"

    def reference(self) -> str:
        helpers = "".join(helper.reference() for helper in self.helpers)
        lines = [f"def {self.name}({self.arguments()}):", *self.lines(self.body, "reference", 1)]
        return helpers + "\n".join(lines) + "\n\n\n"

    def arguments(self) -> str:
        return ", ".join(f"a{i}" for i in range(len(self.params)))

    def lines(self, body: list[Line], dialect: str, depth: int) -> list[str]:
        found = []
        for line in body:
            own = line.text if dialect == "python" else line.reference
            if line.returned is not None and dialect != "python":
                own = f"return {conversion('{0}', line.returned.type, self.returns[0])}"
            if own is not None:
                rendered = own.format(*(node.render(dialect) for node in line.nodes))
                found.append(INDENT * depth + rendered)
            for head, block in line.blocks:
                if head:
                    rendered = head.format(*(node.render(dialect) for node in line.nodes))
                    found.append(INDENT * depth + rendered)
                inner = self.lines(block, dialect, depth + 1)
                found += inner or [INDENT * (depth + 1) + "pass"]
        return found


def converted_line(name: str, source: str, target: str) -> Line:
    """A conversion that only the reference writes out."""
    if source == target:
        return Line(None, None)
    return Line(None, f"{name} = {conversion(name, source, target)}")
