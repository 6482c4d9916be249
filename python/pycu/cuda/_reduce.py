"""`@cuda.reduce`: compiled for the dtype of the array that it is called with."""

from __future__ import annotations

import functools
import types as python_types
from typing import Any

import numpy as np

from pycu import types
from pycu._jit import record
from pycu._jit.capture import Capture
from pycu._jit.compiler import Options, loaded
from pycu._jit.compose import compose
from pycu._reduce import Reduce as LoadedReduce
from pycu.cuda._interface import imported
from pycu.cuda._streams import as_stream
from pycu.cuda._target import target
from pycu.cuda._transfers import is_device_memory


class Reduce:
    """A reduction over the elements of an array of one axis.

    Without `init` it is of the elements alone; Numba's has a hidden 0 among them.
    """

    def __init__(self, functor: Any) -> None:
        self.py_func: python_types.FunctionType = getattr(functor, "py_func", functor)
        functools.update_wrapper(self, self.py_func)
        self._loaded: dict[np.dtype[Any], LoadedReduce] = {}

    def __call__(
        self, arr: Any, size: int | None = None, res: Any = None, init: Any = None, stream: Any = 0
    ) -> Any:
        """The reduction of `arr`, or of its first `size` elements; into `res[0]` where it is given.

        Host arrays and arrays of the device are taken, each as `arr` and as `res`.
        """
        if arr.ndim != 1:
            raise TypeError("only support 1D array")
        values, where = _taken(arr), None if res is None else _taken(res)
        as_stream(stream).synchronize()
        if values.size == 0:
            # nothing to reduce: what is given, or 0
            result = values.dtype.type(0 if init is None else init)
        else:
            result = self._for(values.dtype)(values, size=size, init=init, stream=stream)
        if where is None:
            return result
        where[:1] = result
        return None

    def _for(self, dtype: np.dtype[Any]) -> LoadedReduce:
        if dtype not in self._loaded:
            capture = Capture()
            name = capture.add(self.py_func, None)
            program = compose(capture, name, "cuda.reduce")
            element = types.from_dtype(dtype)
            signature = element(element, element)
            program.signatures.append(f"{name}={types.signature_text(signature)}")
            made, _ = loaded(program, Options.of_process(), f"{name}: {dtype}")
            assert isinstance(made, LoadedReduce)
            record.note(self.py_func, signature)
            self._loaded[dtype] = made
        return self._loaded[dtype]


def _taken(values: Any) -> Any:
    """An array as the library's reduction takes it, and as results are put into it."""
    array = imported(values)
    if array is None:
        return np.asarray(values)
    return array._host_view() if is_device_memory(array) and target().is_host else array


def reduce(functor: Any) -> Reduce:
    """Makes a reduction of a function of two elements."""
    return Reduce(functor)
