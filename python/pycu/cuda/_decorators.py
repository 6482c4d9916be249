"""`cuda.jit` and `cuda.reduce`."""

from __future__ import annotations

import types as python_types
from collections.abc import Sequence
from typing import Any

from pycu import types
from pycu._jit.links import DeclaredDevice, listed
from pycu._jit.sources import remember
from pycu.cuda._dispatcher import Dispatcher
from pycu.errors import DeprecationError

# what decorators take and pycu has no use for
IGNORED = {
    "cache",
    "forceinline",
    "forceobj",
    "inline",
    "launch_bounds",
    "lto",
    "nogil",
    "nopython",
    "shared_memory_carveout",
}


def _signatures(given: Any) -> list[Any]:
    """The signatures of a decorator: one or a list, texts, types of Numba's or tuples of them."""
    return types.own(given if isinstance(given, list) else [given])


def is_signature(given: Any) -> bool:
    """Whether the first argument of a decorator says types."""
    return isinstance(given, list) or types.is_signature(given)


def jit(func_or_sig: Any = None, device: bool = False, **options: Any) -> Any:
    """Makes a kernel, or with `device=True` a function for kernels, of a function.

    `@cuda.jit`, `@cuda.jit(fastmath=True)`, `@cuda.jit("void(float32[:])")` as in Numba. With
    signatures it is compiled at once, else when it is first launched with arguments of new types.
    """
    options = {"device": device, **options}
    _check_options(options)
    options["link"] = listed(options.get("link"))
    if is_signature(func_or_sig):
        return lambda function: _made(function, options, _signatures(func_or_sig))
    if func_or_sig is None:
        return lambda function: _made(function, options, ())
    return _made(func_or_sig, options, ())


def _check_options(options: dict[str, Any]) -> None:
    """Refuses values that Numba's decorator refuses, too."""
    if options.get("boundscheck"):
        raise NotImplementedError("bounds checking is not supported for CUDA")
    for name in ("argtypes", "restype", "bind"):
        if options.get(name) is not None:
            raise DeprecationError(_DEPRECATED[name])
    if options["device"] and options.get("link"):
        raise ValueError("link keyword invalid for device function")
    bounds = options.get("launch_bounds")
    if isinstance(bounds, (tuple, list)) and len(bounds) > 3:
        raise ValueError(
            f"Got {len(bounds)} launch bounds: {bounds}. A maximum of three are supported: "
            "(max_threads_per_block, min_blocks_per_sm, max_blocks_per_cluster)"
        )
    carveout = options.get("shared_memory_carveout")
    if carveout is not None:
        _check_carveout(carveout)


_DEPRECATED = {
    name: f"Deprecated keyword argument `{name}`. {instead}"
    for name, instead in (
        ("argtypes", "Signatures should be passed as the first positional argument."),
        ("restype", "Signatures should be passed as the first positional argument."),
        ("bind", "Kernels are bound when they are compiled."),
    )
}
CARVEOUTS = ["default", "maxl1", "maxshared"]


def _check_carveout(carveout: Any) -> None:
    if isinstance(carveout, str):
        if carveout.lower() not in CARVEOUTS:
            raise ValueError(
                f"Invalid carveout value: {carveout}. Must be -1 to 100 or one of {CARVEOUTS}"
            )
    elif not isinstance(carveout, int):
        kind = type(carveout).__name__
        raise TypeError(f"shared_memory_carveout must be str or int, got {kind}")
    elif not -1 <= carveout <= 100:
        raise ValueError("Carveout must be between -1 and 100")


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
    remember(function)
    named = [types.with_names_of(one, function) for one in signatures]
    return Dispatcher(function, options, named)


def declare_device(
    name: str,
    sig: Any,
    link: Any = None,
    use_cooperative: bool = False,
    abi: str = "numba",
) -> DeclaredDevice:
    """A function that another source defines, for kernels to call.

    `link` names that source: a path, an object such as `cuda.CUSource(text)`, or several; a
    kernel's own `link` may name it, too. By Numba's ABI it is `extern "C" __device__ int
    name(T* result, args...)`, which returns 0, by that of C `T name(args...)`. Parameters
    `CPointer(T)` take `ffi.from_buffer(array)` of cffi. With `use_cooperative` kernels that call it
    are launched so that all their blocks run at once.

    Raises TypeError for a signature that does not say what is returned, NotImplementedError for
    another `abi`.
    """
    if abi not in ("numba", "c"):
        raise NotImplementedError(f"Unsupported ABI: {abi}")
    args, result = types.normalize_signature(sig)
    if result is None:
        raise TypeError("Return type must be provided for device declarations")
    made = types.Signature(result, args)
    return DeclaredDevice(name, made, tuple(listed(link)), use_cooperative, abi)
