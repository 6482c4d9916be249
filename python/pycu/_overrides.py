"""Ufuncs on arrays of other libraries that answer to `__array_ufunc__`: Dask, xarray, pandas.

NumPy would hand them its own ufunc, which no other process knows: it does not pickle. They get the
ufunc of this package, which has what they ask of one (`signature`, `nout`, `__name__`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def ask(ufunc: Any, inputs: Sequence[Any], options: dict[str, Any]) -> Any:
    """The answer to a call `ufunc(*inputs, **options)`; NotImplemented where no operand gives one.

    Operands are asked from left to right, one of a type, and those of a derived type first.
    """
    out = options.get("out")
    outs = out if isinstance(out, tuple) else () if out is None else (out,)
    asked: list[Any] = []
    for one in (*inputs, *outs):
        if answers(one) and type(one) not in map(type, asked):
            later = (i for i, other in enumerate(asked) if isinstance(one, type(other)))
            asked.insert(next(later, len(asked)), one)
    if outs:
        options = {**options, "out": outs}
    for one in asked:
        answer = one.__array_ufunc__(ufunc, "__call__", *inputs, **options)
        if answer is not NotImplemented:
            return answer
    return NotImplemented


def answers(operand: Any) -> bool:
    """Whether NumPy cannot tell by itself what to do with an operand."""
    if isinstance(operand, (np.ndarray, np.generic)):
        return False
    return getattr(type(operand), "__array_ufunc__", None) is not None
