"""`cuda.jit` and `cuda.reduce`."""

from __future__ import annotations

import types as python_types
from collections.abc import Sequence
from typing import Any, Callable

from pycu import types
from pycu.cuda._dispatcher import Dispatcher

# what decorators take and pycu has no use for
IGNORED = {
    "cache",
    "forceinline",
    "forceobj",
    "inline",
    "launch_bounds",
    "link",
    "lto",
    "nogil",
    "nopython",
    "shared_memory_carveout",
}


def _signatures(given: Any) -> list[Any]:
    """The signatures of a decorator: one or a list, texts, types of Numba's or tuples of them."""
    return list(given) if isinstance(given, list) else [given]


def is_signature(given: Any) -> bool:
    """Whether the first argument of a decorator says types."""
    return isinstance(given, (str, tuple, list, types.Signature))


def jit(func_or_sig: Any = None, device: bool = False, **options: Any) -> Any:
    """Makes a kernel, or with `device=True` a function for kernels, of a function.

    `@cuda.jit`, `@cuda.jit(fastmath=True)`, `@cuda.jit("void(float32[:])")` as in Numba. With
    signatures it is compiled at once, else when it is first launched with arguments of new types.
    """
    options = {"device": device, **options}
    if options.get("link") and not isinstance(options["link"], (list, tuple)):
        options["link"] = [options["link"]]
    if is_signature(func_or_sig):
        return lambda function: _made(function, options, _signatures(func_or_sig))
    if func_or_sig is None:
        return lambda function: _made(function, options, ())
    return _made(func_or_sig, options, ())


def _made(function: Any, options: dict[str, Any], signatures: Sequence[Any]) -> Dispatcher:
    if isinstance(function, Dispatcher):
        if function.is_device:
            raise TypeError(
                "A jit decorator was called on an already jitted function. If trying to get access "
                "to the original python function, use the .py_func attribute."
            )
        function = function.py_func
    if isinstance(function, (staticmethod, classmethod)):
        raise TypeError("cuda.jit stands below @staticmethod, not above it")
    if not isinstance(function, python_types.FunctionType):
        raise TypeError(f"cuda.jit is for functions, not for {type(function).__name__}")
    return Dispatcher(function, options, signatures)


def declare_device(name: str, signature: Any, **options: Any) -> Callable[..., Any]:
    """A function that is linked from elsewhere; pycu does not link what others compiled."""
    raise NotImplementedError(
        f"cuda.declare_device({name!r}): pycu links no functions of other sources yet"
    )
