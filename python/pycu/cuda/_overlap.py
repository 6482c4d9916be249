"""Arrays of the host that share memory, as arguments of one launch.

Numba copies each of them to the device by itself, so that nothing that a kernel writes to one is
seen in another; then those that were written are copied back, the last one last.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from pycu.cuda._transfers import host_memory_extents

if TYPE_CHECKING:
    from pycu._manifest import Arg
    from pycu.cuda._arguments import Prepared

Path = tuple[int, ...]  # the place of an argument, and of items in tuples


def _host_arrays(
    args: Sequence[Arg], given: Sequence[Any], seen: Sequence[Any], inside: Path = ()
) -> Iterator[tuple[Path, Arg, np.ndarray]]:
    """The arrays that a launch in Numba would copy."""
    for place, (arg, one, value) in enumerate(zip(args, given, seen)):
        path = (*inside, place)
        if arg.kind == "tuple" and isinstance(value, tuple):
            yield from _host_arrays(arg.items, one, value, path)
        elif arg.kind == "array" and isinstance(value, np.ndarray):
            if not hasattr(getattr(one, "value", one), "__cuda_array_interface__"):
                yield path, arg, value


def overlapping(args: Sequence[Arg], ready: Prepared) -> list[tuple[Path, Arg]]:
    """The arrays of the host that share memory with others, where the kernel writes to some."""
    arrays = list(_host_arrays(args, ready.given, ready.values))
    if len(arrays) < 2 or not any(arg.written for _, arg, _ in arrays):
        return []
    found: dict[Path, Arg] = {}
    spans = [(path, arg, *host_memory_extents(value)) for path, arg, value in arrays]
    for one, other in itertools.combinations(spans, 2):
        is_shared = one[2] < other[3] and other[2] < one[3]
        if is_shared and (one[1].written or other[1].written):
            found.update({one[0]: one[1], other[0]: other[1]})
    return sorted(found.items())


def _item(values: Any, path: Path) -> Any:
    for place in path:
        values = values[place]
    return values


def _replaced(values: tuple[Any, ...], path: Path, value: Any) -> tuple[Any, ...]:
    """The tuple with another item at a place, which may lie in a tuple inside."""
    place, *rest = path
    item = _replaced(values[place], tuple(rest), value) if rest else value
    items = (*values[:place], item, *values[place + 1 :])
    return getattr(values, "_make", tuple)(items)


@contextmanager
def copied(
    args: Sequence[Arg], values: tuple[Any, ...], overlap: Sequence[tuple[Path, Arg]]
) -> Iterator[tuple[Any, ...]]:
    """The values with copies of the arrays that share memory; what is written is copied back."""
    apart = values
    for path, _ in overlap:
        apart = _replaced(apart, path, _item(values, path).copy(order="K"))
    yield apart
    for path, arg in overlap:
        if arg.written:
            np.copyto(_item(values, path), _item(apart, path))
