"""What the extension is told of a launch, so that it makes the next one of its kind.

A description of an argument says what a value has to be, exactly, to be handed over as the one that
was just launched. It is a tuple, of which the first item is its kind and the second a class:

- `("array", class, dtype, rank, mask, flags, item, written)`: an `ndarray`, or what kernels see as
  one, of that very dtype, whose flags are these where the mask has ones; those with an `item`, the
  bytes of an element, are left to Python where they share memory and the kernel writes to one;
- `("import", class, ..., written, protocol, format, how)`: the same for an array of another
  library, and how the extension asks it for its memory (`Protocol`);
- `("integer", class, code, low, high)`: an `int` from low to high, for a parameter of that type;
- `("number", class, code)`: a `bool`, `float` or `complex`;
- `("scalar", class, code, code)`: a scalar of NumPy, and what its bytes are;
- `("tuple", class, items)` and `("none", class, ())`.
"""

from __future__ import annotations

import bisect
import ctypes
import enum
import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Callable, NamedTuple

import numpy as np

from pycu import _native
from pycu._errors import check
from pycu._manifest import CODES, Arg

if TYPE_CHECKING:
    from pycu._launch import Kernel, _Entry

C_ORDER, F_ORDER, WRITEABLE = 1, 2, 0x400  # NumPy's flags of an array
MAX_RANK = 64

# Where the integers end that a type holds: between two of these, a value fits the same types.
_ENDS = [
    -(2**63),
    -(2**31),
    -(2**15),
    -(2**7),
    0,
    2**7,
    2**8,
    2**15,
    2**16,
    2**31,
    2**32,
    2**63,
    2**64,
]

Description = tuple[Any, ...]


class Protocol(enum.IntEnum):
    """How an array of another library is asked for its memory; native.h has the same numbers.

    Beside it stand what the protocol calls the dtype, and how it is used: for `CAPSULE` a function
    that asks for one and whether memory is read-only of which DLPack does not say it, for
    `EXCHANGE` the capsule that the class has.
    """

    CONVERTED = 0  # Python makes an `ndarray` of it
    CUDA_INTERFACE = 1  # `__cuda_array_interface__`
    HOST_INTERFACE = 2  # `__array_interface__`
    CAPSULE = 3  # `__dlpack__`
    EXCHANGE = 4  # `__dlpack_c_exchange_api__`
    BUFFER = 5


Way = tuple[Protocol, str, Any]  # a protocol, its name of a dtype, and how it is used


class Importing(NamedTuple):
    """How arrays of other libraries are imported.

    `convert` makes an `ndarray` of one, `ways` tells by which protocols that can be had without it,
    of an array and what was made of it, the best one first. `functions` are addresses: see
    `Target.memory_functions`. A running program has copies of the host's arrays, one for each; a
    loaded module has not (`copies`).
    """

    convert: Callable[[Any], Any] | None = None
    ways: Callable[[Any, Any], Sequence[Way]] = lambda given, seen: ()
    functions: tuple[int, int] = (0, 0)
    copies: bool = False

    def plan(self, address: int, descriptions: tuple[Description, ...], failed: Any = None) -> Any:
        """A plan of the extension."""
        return _native.fast.Plan(address, descriptions, failed, self.convert, *self.functions)


NO_IMPORTING = Importing()


class _Unknown(Exception):
    """An argument that only Python hands over."""


def _imported(description: Description, given: Any, seen: Any, importing: Importing) -> Description:
    """The description of an array of another library, with the first way that gets its memory."""
    for way in (*importing.ways(given, seen), (Protocol.CONVERTED, "", None)):
        made = ("import", *description[1:], *way)
        if importing.plan(0, (made,)).fits((given,)):
            return made
    raise _Unknown


def _array(arg: Arg, given: Any, seen: Any, importing: Importing) -> Description:
    if type(seen) is not np.ndarray or seen.ndim > MAX_RANK:
        raise _Unknown
    flags = seen.flags
    # All of them: an array of one axis is contiguous both ways, and parameters may ask for either.
    mask = C_ORDER | F_ORDER | WRITEABLE
    value = (
        (C_ORDER if flags.c_contiguous else 0)
        | (F_ORDER if flags.f_contiguous else 0)
        | (WRITEABLE if flags.writeable else 0)
    )
    is_own = given is seen or (isinstance(given, _native.Viewed) and given._seen is seen)
    is_copy = importing.copies and not hasattr(given, "__cuda_array_interface__")
    item = seen.itemsize if is_copy else 0
    made = "array", type(given), seen.dtype, seen.ndim, mask, value, item, arg.written
    return made if is_own else _imported(made, given, seen, importing)


def _integer(arg: Arg, value: int, alone: bool) -> Description:
    """An integer; where several signatures may take it, only those that fit the same types."""
    if alone and arg.dtype in CODES and np.dtype(arg.dtype).kind in "iu" and value < 2**63:
        limits = np.iinfo(arg.dtype)
        low, high = int(limits.min), int(limits.max)
    else:
        place = bisect.bisect_right(_ENDS, value)
        if not 0 < place < len(_ENDS):
            raise _Unknown
        low, high = _ENDS[place - 1], _ENDS[place] - 1
    if not low <= value <= high:
        raise _Unknown
    return "integer", int, CODES[arg.dtype], min(low, 2**63 - 1), high


def _scalar(arg: Arg, value: Any, alone: bool) -> Description:
    kind = type(value)
    if arg.dtype == "float16" and kind is np.float16:
        return "scalar", kind, "u2", "u2"  # its bits, in a struct
    if arg.dtype == "float16":
        raise _Unknown
    if kind is int:
        return _integer(arg, value, alone)
    if kind in (bool, float, complex):
        return "number", kind, CODES[arg.dtype]
    dtype = getattr(value, "dtype", None)
    if not isinstance(value, np.generic) or dtype.type is not kind or dtype == np.float16:
        raise _Unknown
    if dtype.name not in CODES:
        raise _Unknown
    return "scalar", kind, CODES[arg.dtype], CODES[dtype.name]


def _described(arg: Arg, given: Any, seen: Any, alone: bool, importing: Importing) -> Description:
    if arg.kind == "array":
        return _array(arg, given, seen, importing)
    if arg.kind == "scalar":
        return _scalar(arg, seen, alone)
    if arg.kind != "tuple":
        raise _Unknown
    if seen is None:
        return "none", type(None), ()
    items = zip(arg.items, given, seen)
    return "tuple", type(given), tuple(_described(*item, alone, importing) for item in items)


def _all_on_device(given: Any) -> bool:
    """Whether no argument is memory of the host; of a tuple, no item."""
    if isinstance(given, tuple):
        return all(map(_all_on_device, given))
    is_number = given is None or isinstance(given, (bool, int, float, complex, np.generic))
    return is_number or hasattr(given, "__cuda_array_interface__")


def remember(
    kernel: Kernel,
    entry: _Entry,
    given: tuple[Any, ...],
    seen: tuple[Any, ...] | None = None,
    importing: Importing = NO_IMPORTING,
    launchable: Any = None,
) -> None:
    """Tells the extension how values were handed over that it had no plan for.

    `given` is what `launchable` (the kernel, where it is None) was called with, `seen` what
    `importing` made of that for the kernel.
    """
    launchable = launchable or kernel
    if not launchable._wants_plan:
        return
    launchable._wants_plan = False
    alone = len(kernel._entries) == 1
    values = zip(entry.args, given, given if seen is None else seen)
    try:
        # A library for CUDA gets copies of host arrays, which only Python makes.
        if kernel._library.memory is not None and not _all_on_device(given):
            raise _Unknown
        descriptions = tuple(_described(*value, alone, importing) for value in values)
    except _Unknown:
        return
    address = ctypes.cast(entry.call, ctypes.c_void_p).value
    failed = functools.partial(check, kernel._library, kernel.name)
    launchable._remember(importing.plan(address, descriptions, failed))
