"""One of every statement."""
from __future__ import annotations

import math as m, os.path
from . import sibling
from ..package.module import (name as other, second,)

total: int = 0
(grouped): float = 1.0
table: dict[str, int]
first = second = third, *rest = 1, 2, 3, 4
total += 1
total **= 2 if first else 3
items = [1, 2, 3]; items[0] = 4; del items[0], items[1:]


def loops(n, /, step: int = 1, *extra: int, low=0, high: float = 2.5, **names) -> None:
    global total
    for i, (j, k) in enumerate(zip(range(n), extra)):
        if i % 2 == 0:
            continue
        elif j > 3:
            break
        else:
            total = k
    else:
        while n > 0:
            n -= step
        else:
            pass
    return None


class Shape(object, metaclass=type):
    sides: int = 4

    @property
    @other.decorate(1, *items, key="value", **table)
    def area(self):
        """Docstring."""
        yield self.sides
        value = yield from self.parts
        return value

    def outer(self):
        count = 0

        def inner():
            nonlocal count
            count += 1
            return lambda x, *y, z=1, **w: x + z

        return inner


async def fetch(urls):
    async with open(urls) as (a, b), close:
        async for url in a:
            await url.get()
    return [await u async for u in urls if u]


try:
    with open("a") as f, open("b"):
        raise ValueError("x") from None
except (ValueError, TypeError) as error:
    assert error, "message"
except KeyError:
    raise
else:
    pass
finally:
    total = 1

try:
    pass
except* OSError as group:
    print(group)

with (open("a") as f, open("b") as g,):
    pass

match first, second:
    case 0 | -1 | 2.5 + 3j:
        pass
    case [x, y, *others] if x > y:
        pass
    case {"key": value, m.pi: _, **remaining}:
        pass
    case Shape(1, sides=(2 | 3) as sides):
        pass
    case str() | None | True | "a" "b":
        pass
    case (_):
        match = case = 1
