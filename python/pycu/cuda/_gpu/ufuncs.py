"""Calls of ufuncs with arrays of a CUDA device: results, and inputs of other types, are there too.

`pycu._device_ufunc` casts nothing and allocates nothing; what it wants is made here.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from pycu import _device_ufunc
from pycu._ufunc import Ufunc
from pycu.cuda._arrays import device_array
from pycu.cuda._devices import get_context
from pycu.cuda._gpu import assignment
from pycu.cuda._streams import Stream, as_stream
from pycu.cuda._transfers import is_device_memory


def call(loops: Ufunc, values: tuple[Any, ...], out: Any, stream: Any, named: Any) -> Any:
    """What `loops(*values, out=out)` returns; some of the arrays are on the device.

    `values` may hold outputs behind the inputs. Where an output is the host's it is copied there.
    """
    chosen = as_stream(stream)
    inputs, outs = values[: loops.nin], values[loops.nin :]
    if out is not None:
        outs = out if isinstance(out, tuple) else (out,)
    kinds = [_device_ufunc.numpy_type(one) for one in inputs]
    wanted = loops.resolve_dtypes((*kinds, *[None] * loops.nout))
    ready = [_cast(one, dtype, chosen) for one, dtype in zip(inputs, wanted)]
    if not outs:
        shapes = _result_shapes(loops.signature, [np.shape(one) for one in ready], loops.nout)
        outs = tuple(map(device_array, shapes, wanted[loops.nin :]))
    may_share = loops.signature is None  # an element is read before it is written
    targets = [
        one if _takes_results(one, dtype, ready, may_share) else device_array(one.shape, dtype)
        for one, dtype in zip(outs, wanted[loops.nin :])
    ]
    loops(*ready, out=tuple(targets), stream=chosen, **named)
    for one, made in zip(outs, targets):
        _give(one, made, chosen)
    return outs[0] if len(outs) == 1 else outs


def _cast(value: Any, dtype: np.dtype[Any], stream: Stream) -> Any:
    """An input as a loop takes it."""
    if not is_device_memory(value) or value.dtype == dtype:
        return value
    made = device_array(value.shape, dtype)
    get_context().memory.assign(made, value, stream)
    return made


def _takes_results(out: Any, dtype: np.dtype[Any], inputs: list[Any], may_share: bool) -> bool:
    """Whether a loop can write to an output itself; else it goes there by way of another array."""
    if not is_device_memory(out) or out.dtype != dtype:
        return False
    return not any(
        assignment.overlap(out, one) and not (may_share and _are_same(out, one))
        for one in filter(is_device_memory, inputs)
    )


def _are_same(a: Any, b: Any) -> bool:
    """Whether two arrays are the same elements in the same places."""
    addresses = (one.device_ctypes_pointer.value for one in (a, b))
    return len(set(addresses)) == 1 and a.shape == b.shape and a.strides == b.strides


def _give(out: Any, made: Any, stream: Stream) -> None:
    """Brings a result to the output that was given."""
    if made is out:
        return
    if not np.can_cast(made.dtype, out.dtype, "same_kind"):
        raise TypeError(f"Cannot cast ufunc output from {made.dtype} to {out.dtype}: 'same_kind'")
    if is_device_memory(out):
        get_context().memory.assign(out, made, stream)
    else:
        out[...] = made.copy_to_host(stream=stream)


def _result_shapes(
    signature: str | None, shapes: list[tuple[int, ...]], results: int
) -> list[tuple[int, ...]]:
    """The shapes of what a ufunc returns; those of a generalised one follow from its signature.

    ValueError where the arrays' shapes do not fit together.
    """
    if signature is None:
        return [np.broadcast_shapes(*shapes)] * results
    names, results_of = (
        [re.findall(r"\w+", group) for group in re.findall(r"\(([^()]*)\)", side)]
        for side in signature.split("->")
    )
    extents: dict[str, int] = {}
    loops = []
    for own, shape in zip(names, shapes):
        at = len(shape) - len(own)
        if at < 0:
            raise ValueError(f"an array of {len(shape)} axes, where {signature} has {len(own)}")
        loops.append(shape[:at])
        for name, extent in zip(own, shape[at:]):
            if extents.setdefault(name, extent) != extent:
                raise ValueError(
                    f"axis {name} of {signature} has {extents[name]} elements and {extent}"
                )
    loop = np.broadcast_shapes(*loops)
    return [(*loop, *(extents[name] for name in own)) for own in results_of]
