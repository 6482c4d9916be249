"""Objects of the file's classes: what kernels get from them is what CPython gives them.

Every program runs in CPython with a kernel that notes the types of its arguments, and pycu reads
the same text; the signatures are to be the same.
"""

from __future__ import annotations

import json
import subprocess
import sys
import types as python_types
from pathlib import Path
from typing import Any

import harness
import numpy as np
import pytest
from numba import cuda
from numba.cuda.typing.typeof import typeof
from numba_types import device, spelled

__all__ = ["device"]

HEAD = """
import sys
import numpy as np
from numba import cuda


@cuda.jit
def k(x, n):
    x[cuda.grid(1)] = n


"""

PROGRAMS = {
    "a_method_launches": """
class Simulation:
    threads = 8

    def __init__(self, n, dt=0.5):
        self.n = n
        self.dt = dt
        self.u = cuda.to_device(np.zeros(n, dtype=np.float32))
        self.v = cuda.device_array_like(self.u)

    def advance(self, steps):
        for _ in range(steps):
            k[1, self.threads](self.u, self.dt)
            self.u, self.v = self.v, self.u


Simulation(4).advance(3)
""",
    "attributes_change": """
class A:
    def __init__(self):
        self.x = np.zeros(3, np.int8)


a = A()
b = a
k[1, 1](a.x, 1)
b.x = np.zeros(3, np.int16)
k[1, 1](a.x, 1)
a.n = 2.5
a.n += 1
k[1, 1](b.x, b.n)
c = A()
k[1, 1](c.x, True)
""",
    "properties": """
class A:
    def __init__(self):
        self._x = np.zeros((2, 3))

    @property
    def x(self):
        return self._x

    @x.setter
    def x(self, value):
        self._x = np.asarray(value, dtype=np.float32)


a = A()
k[1, 1](a.x, 1)
a.x = [[1, 2]]
k[1, 1](a.x, 1)
k[1, 1](a._x.T, 1)
""",
    "static_and_class_methods": """
class A:
    kind = np.float32

    def __init__(self, x):
        self.x = x

    @staticmethod
    def blocks(n, threads=4):
        return (n + threads - 1) // threads

    @classmethod
    def zeros(cls, n):
        return cls(np.zeros(n, cls.kind))

    def run(self):
        k[self.blocks(9), 4](self.x, A.blocks(8))


A.zeros(3).run()
A(np.ones(2, bool)).run()
""",
    "inheritance": """
class Base:
    kind = np.int32

    def __init__(self, n):
        self.x = np.zeros(n, self.kind)

    def run(self):
        k[1, 1](self.x, self.n())

    def n(self):
        return 1


class Middle(Base):
    def __init__(self, n, more):
        super().__init__(n)
        self.more = more

    def n(self):
        return super().n() + self.more


class Last(Middle):
    kind = np.uint8

    def __init__(self):
        Middle.__init__(self, 3, 0.5)


Base(2).run()
Middle(2, 2).run()
Last().run()
""",
    "dataclasses": """
from dataclasses import dataclass, field


@dataclass
class Params:
    n: int
    factor: float = 2.0
    data: np.ndarray = field(default_factory=lambda: np.ones(4, np.float32))

    def __post_init__(self):
        self.twice = self.factor * 2


@dataclass(order=True)
class More(Params):
    factor: float = np.float32(1)
    bias: int = 1


p = Params(3)
k[1, 1](p.data, p.n)
k[1, 1](p.data, Params(1, factor=3).factor)
k[1, 1](p.data, p.twice)
k[1, 1](Params(2, 1, np.zeros(2)).data, p.n)
k[1, 1](p.data, More.factor)
""",
    "objects_in_objects": """
class Field:
    def __init__(self, n, kind):
        self.data = np.zeros(n, kind)


class Model:
    def __init__(self):
        self.fields = {"u": Field(3, np.float32), "v": Field(4, np.float64)}
        self.layers = [Field(i + 1, np.int64) for i in range(3)]
        self.first = self.layers[0]


m = Model()
for name, one in m.fields.items():
    k[1, 1](one.data, len(name))
for layer in m.layers:
    k[1, 1](layer.data, 1.5)
m.first.data = np.zeros(2, np.int16)
k[1, 1](m.layers[0].data, 1)
""",
    "special_methods": """
class Buffer:
    def __init__(self):
        self.parts = [np.zeros(2, np.int8), np.zeros(2, np.int16)]

    def __len__(self):
        return len(self.parts)

    def __getitem__(self, i):
        return self.parts[i]

    def __setitem__(self, i, value):
        self.parts[i] = value

    def __call__(self, x):
        k[1, 1](x, len(self))

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.parts[0] = np.zeros(1, np.uint64)


with Buffer() as b:
    b(b[0])
    b[1] = np.zeros(2, np.float32)
    b(b[1])
b(b[0])
""",
    "methods_as_values": """
class A:
    def __init__(self, x):
        self.x = x

    def run(self, n=1):
        k[1, 1](self.x, n)


def twice(f):
    f()
    f(2.5)


a = A(np.zeros(3, np.float32))
twice(a.run)
run = A(np.zeros(3, np.int64)).run
run(True)
go = lambda: a.run(7)
go()
A.run(a, np.int8(3))
""",
    "asked_by_name": """
class A:
    def __init__(self):
        self.x = np.zeros(3, np.int8)


class B(A):
    pass


b = B()
setattr(b, "y", np.zeros(3, np.float32))
k[1, 1](getattr(b, "y"), 1)
if isinstance(b, A) and not hasattr(b, "z"):
    k[1, 1](getattr(b, "z", b.x), 1)
if type(b) is A:
    k[1, 1](b.x, 1.5)
del b.y
k[1, 1](b.x, 1 if hasattr(A, "x") else 2)
""",
    "caches": """
class A:
    def run(self):
        if not hasattr(self, "x"):
            self.x = np.zeros(3, np.int8)
        k[1, 1](self.x, getattr(self, "n", 2))
        if len(sys.argv) > 100:
            self.y = 1
        if not hasattr(self, "y"):
            k[1, 1](self.x, 2.5)
        self.n = 1


a = A()
a.run()
a.run()
""",
    "a_class_in_a_function": """
def make(n, kind):
    class Local:
        def __init__(self):
            self.x = np.zeros(n, kind)

        def run(self):
            k[1, 1](self.x, n)

    return Local()


make(2, np.float32).run()
make(np.int8(3), np.float64).run()
""",
    "one_path_sets_more": """
class A:
    def __init__(self):
        self.x = np.zeros(3)
        if len(sys.argv) > 100:
            self.extra = np.zeros(3, np.int8)

    def run(self):
        if len(sys.argv) > 100:
            self.x = self.x * 2
        k[1, 1](self.x, 1)


a = A()
a.run()
for _ in range(len(sys.argv)):
    a.run()
    a.n = 1
k[1, 1](a.x, a.n * 0.5)
""",
    "counters": """
class A:
    made = 0
    all = []

    def __init__(self):
        A.made += 1
        self.place = A.made
        A.all.append(np.zeros(self.place, np.float32))


for _ in range(3):
    A()
for x in A.all:
    k[1, 1](x, A.made)
k[1, 1](np.zeros((A.made, 2))[:, :1], A().place)
""",
}


class Kernel:
    """Notes what it is launched with."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def __getitem__(self, _: object) -> Any:
        def launch(*values: object) -> None:
            self.seen.add(f"void({', '.join(str(spelled(typeof(one))) for one in values)})")

        return launch


@pytest.mark.parametrize("name", PROGRAMS)
def test_launches_get_what_python_gives_them(name: str, tmp_path: Path, device: None) -> None:
    kernel = Kernel()
    module = python_types.ModuleType("objects")
    module.__dict__.update({"np": np, "cuda": cuda, "k": kernel})
    sys.modules["objects"] = module  # where dataclasses look
    try:
        exec("import sys\n" + PROGRAMS[name], module.__dict__)
    finally:
        del sys.modules["objects"]
    assert kernel.seen
    source = tmp_path / "objects.py"
    source.write_text(HEAD + PROGRAMS[name])
    command = [str(harness.binary()), "inspect", "--signatures", "--json", str(source)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert "PYCU" not in result.stderr, result.stderr
    assert set(json.loads(result.stdout)["signatures"]["k"]) == kernel.seen
