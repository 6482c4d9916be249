"""`numba.vectorize` and `guvectorize`: ufuncs, and what stands for those that pycu cannot compile.

There elements go through Python, one by one. The loop is chosen by the signatures as NumPy chooses
it, elements are NumPy's scalars of its types, and results have its types. Without signatures the
results decide.
"""

from __future__ import annotations

import functools
import itertools
import re
from typing import Any

import numpy as np

from pycu import types
from pycu._numba.cpu import say_once
from pycu.cuda import _ufuncs
from pycu.errors import NumbaError

_CUDA = ("cuda", "gpu")


def vectorize(
    ftylist_or_function: Any = (), target: str = "cpu", identity: Any = None, **kws: Any
) -> Any:
    """A decorator that makes a ufunc of a function of scalars.

    pycu compiles it; what it cannot compile for the host runs as Python, which is said once.
    """
    given = ftylist_or_function
    if target in _CUDA:
        return _ufuncs.vectorize(given, target="cuda", identity=identity, **kws)
    if callable(given) and not isinstance(given, types.Type):
        return _OrPython(_ufuncs.vectorize(given), PythonUfunc(given, [], identity))
    signatures = list(given) if isinstance(given, (list, tuple)) else [given]

    def made(function: Any) -> Any:
        try:
            return _ufuncs.vectorize(signatures, target=target, identity=identity)(function)
        except NumbaError as error:
            return PythonUfunc(function, signatures, identity, why=error)

    return made


def guvectorize(*args: Any, target: str = "cpu", **kwargs: Any) -> Any:
    """A decorator that makes a generalised ufunc; see `vectorize`."""
    if target in _CUDA:
        return _ufuncs.guvectorize(*args, target="cuda", **kwargs)
    if len(args) not in (1, 2):
        raise TypeError("guvectorize() takes one or two positional arguments")
    signatures, layout = ([], args[0]) if len(args) == 1 else args
    signatures = signatures if isinstance(signatures, list) else [signatures]

    def made(function: Any) -> Any:
        try:
            if signatures:
                return _ufuncs.guvectorize(signatures, layout, target=target)(function)
        except NumbaError as error:
            return PythonGUfunc(function, signatures, layout, why=error)
        return PythonGUfunc(function, signatures, layout)

    return made


class _OrPython:
    """A ufunc that is compiled for the types that it meets, or runs as Python if it cannot be."""

    def __init__(self, compiled: Any, python: PythonUfunc) -> None:
        functools.update_wrapper(self, python.py_func)
        self._chosen = compiled
        self._python = python

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return self._chosen(*args, **kwargs)
        except NumbaError as error:
            if self._chosen is self._python:
                raise
            self._python.why = error
            self._chosen = self._python
        return self._chosen(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._chosen, name)


def _dtypes(signature: Any) -> tuple[list[np.dtype[Any]], np.dtype[Any] | None]:
    args, result = types.normalize_signature(signature)
    dtypes = [types.as_dtype(getattr(one, "dtype", one)) for one in args]
    return dtypes, None if result in (None, types.none) else types.as_dtype(result)


_WEAK = {bool: "b?iufc", int: "iufc", float: "fc", complex: "c"}


def _fits(given: Any, to: np.dtype[Any]) -> bool:
    kinds = _WEAK.get(type(given))
    return to.kind in kinds if kinds else np.can_cast(np.asarray(given).dtype, to)


class _Python:
    """What both kinds have: a Python function, and loops of dtypes."""

    def __init__(self, function: Any, signatures: list[Any], why: Any = None) -> None:
        functools.update_wrapper(self, function)
        self.why = why
        self.py_func = getattr(function, "py_func", function)
        self._loops = [_dtypes(one) for one in signatures]

    def _loop(self, given: list[Any], nin: int) -> Any:
        """The first loop whose operands the arrays may be cast to; None without loops.

        A number of Python's takes the type of the loop if that is of its kind, or a wider one.
        """
        if not self._loops:
            return None
        for dtypes, result in self._loops:
            if all(map(_fits, given, dtypes[:nin])):
                return dtypes, result
        kinds = tuple(np.asarray(one).dtype.name for one in given)
        raise TypeError(
            f"ufunc '{self.py_func.__name__}' not supported for the input types {kinds}, and the "
            "inputs could not be safely coerced to any supported types according to the casting "
            "rule ''safe''"
        )


class PythonUfunc(_Python):
    """A ufunc of a Python function: broadcasting, `out`, `where`, `reduce`, `accumulate`."""

    nout = 1

    def __init__(
        self, function: Any, signatures: list[Any], identity: Any = None, why: Any = None
    ) -> None:
        super().__init__(function, signatures, why)
        self.nin = self.py_func.__code__.co_argcount
        self.nargs = self.nin + 1
        self.identity = identity

    @property
    def types(self) -> list[str]:
        """The loops as NumPy writes them: `ff->f`."""
        chars = [([one.char for one in dtypes], result) for dtypes, result in self._loops]
        return ["".join(ins) + "->" + (out.char if out else "?") for ins, out in chars]

    @property
    def ntypes(self) -> int:
        """How many loops there are."""
        return len(self._loops)

    def __call__(self, *args: Any, out: Any = None, where: Any = True, **kwargs: Any) -> Any:
        say_once(self.py_func, self.why)
        if len(args) == self.nin + 1 and out is None:
            *args, out = args  # type: ignore[assignment]
        if len(args) != self.nin:
            raise TypeError(
                f"{self.py_func.__name__}() takes {self.nin} arguments, not {len(args)}"
            )
        out = out[0] if isinstance(out, tuple) else out
        scalar = all(np.ndim(one) == 0 for one in args) and out is None
        arrays = [np.asarray(one) for one in args]
        loop = self._loop(list(args), self.nin)
        if loop is not None:
            arrays = [a.astype(to, copy=False) for a, to in zip(arrays, loop[0])]
        shape = np.broadcast_shapes(
            *(a.shape for a in arrays), *([] if out is None else [out.shape])
        )
        flat = [np.broadcast_to(a, shape).ravel() for a in arrays]
        chosen = np.broadcast_to(where, shape).ravel()
        with np.errstate(all="ignore"):
            values = [self.py_func(*one) if on else 0 for *one, on in zip(*flat, chosen)]
        made = np.array(values, dtype=loop[1] if loop else None).reshape(shape)
        if out is not None:
            np.copyto(out, made, where=np.broadcast_to(where, shape), casting="same_kind")
            return out
        return made[()] if scalar else made

    def reduce(self, array: Any, axis: Any = 0, out: Any = None, keepdims: bool = False) -> Any:
        """Folds an array along an axis, or along all of them with None."""
        array = np.asarray(array)
        made = array.ravel() if axis is None else np.moveaxis(array, axis, 0)
        if len(made) == 0 and self.identity is None:
            raise ValueError("zero-size array to reduction operation which has no identity")
        start = made[0] if len(made) else self.identity
        result = functools.reduce(self, made[1:], start)
        if keepdims:
            everything = (1,) * array.ndim
            result = (
                np.reshape(result, everything) if axis is None else np.expand_dims(result, axis)
            )
        if out is not None:
            out[...] = result
        return result if out is None else out

    def accumulate(self, array: Any, axis: int = 0) -> np.ndarray:
        """All steps of a fold along an axis."""
        made = np.moveaxis(np.asarray(array), axis, 0)
        return np.moveaxis(np.array(list(itertools.accumulate(made, self))), 0, axis)

    def outer(self, a: Any, b: Any) -> Any:
        """The function of all pairs."""
        a, b = np.asarray(a), np.asarray(b)
        return self(a.reshape(a.shape + (1,) * b.ndim), b)


def _core(text: str) -> list[list[str]]:
    return [re.findall(r"\w+", one) for one in re.findall(r"\(([^)]*)\)", text)]


class PythonGUfunc(_Python):
    """A generalised ufunc of a Python function, which gets arrays and writes its last ones."""

    def __init__(self, function: Any, signatures: list[Any], layout: str, why: Any = None) -> None:
        super().__init__(function, signatures, why)
        self.signature = layout
        ins, arrow, outs = layout.replace(" ", "").partition("->")
        if not arrow:
            raise ValueError(f"layout {layout!r} has no `->`")
        self._ins, self._outs = _core(ins), _core(outs)
        self.nin, self.nout = len(self._ins), len(self._outs)
        ranks = [types.normalize_signature(one)[0] for one in signatures]
        self._scalars = [isinstance(one, types.Number) for one in ranks[0]] if ranks else []

    def __call__(self, *args: Any, out: Any = None) -> Any:
        say_once(self.py_func, self.why)
        given = [np.asarray(one) for one in args[: self.nin]]
        outputs = list(args[self.nin :]) or list(
            out if isinstance(out, tuple) else [out] if out is not None else []
        )
        loop = self._loop(list(args[: self.nin]), self.nin)
        if loop is not None:
            given = [a.astype(to, copy=False) for a, to in zip(given, loop[0])]
        sizes = self._sizes(given)
        loops = [a.shape[: a.ndim - len(core)] for a, core in zip(given, self._ins)]
        shape = np.broadcast_shapes(*loops)
        if not outputs:
            dtypes = loop[0][self.nin :] if loop else [np.result_type(*given)] * self.nout
            cores = [tuple(sizes[name] for name in core) for core in self._outs]
            outputs = [np.empty(shape + core, to) for core, to in zip(cores, dtypes)]
        given = [
            np.broadcast_to(a, shape + a.shape[a.ndim - len(core) :])
            for a, core in zip(given, self._ins)
        ]
        for at in np.ndindex(*shape):
            self.py_func(*self._elements(given, outputs, at))
        return outputs[0] if self.nout == 1 else tuple(outputs)

    def _elements(self, given: list[Any], outputs: list[Any], at: tuple[int, ...]) -> list[Any]:
        """What the function gets for one place of the loop: views, or scalars for inputs."""
        elements = []
        for i, (array, core) in enumerate(zip(given + outputs, self._ins + self._outs)):
            scalar = i < self.nin and not core and (not self._scalars or self._scalars[i])
            elements.append(array[at] if core or scalar else array[(*at, None)])
        return elements

    def _sizes(self, given: list[np.ndarray]) -> dict[str, int]:
        sizes: dict[str, int] = {}
        for array, core in zip(given, self._ins):
            if array.ndim < len(core):
                raise ValueError(
                    f"{self.py_func.__name__}: an operand has {array.ndim} dimensions, and the "
                    f"layout {self.signature} wants {len(core)}"
                )
            for name, extent in zip(core, array.shape[array.ndim - len(core) :]):
                if sizes.setdefault(name, extent) != extent:
                    raise ValueError(
                        f"{self.py_func.__name__}: {name} is {sizes[name]} and {extent}"
                    )
        return {name: int(name) if name.isdigit() else size for name, size in sizes.items()}
