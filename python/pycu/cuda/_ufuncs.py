"""`@vectorize` and `@guvectorize`: NumPy's ufuncs, whose loops pycu compiles."""

from __future__ import annotations

import functools
import threading
import types as python_types
import warnings
from collections.abc import Sequence
from typing import Any, Callable

import numpy as np

from pycu import _overrides, types
from pycu._jit.capture import Capture
from pycu._jit.compiler import Options, loaded
from pycu._jit.compose import compose
from pycu._jit.pickled import Pickled, packed
from pycu._ufunc import Ufunc
from pycu.cuda._arrays import device_array_like
from pycu.cuda._decorators import is_signature
from pycu.cuda._interface import imported
from pycu.cuda._streams import as_stream
from pycu.cuda._target import target
from pycu.cuda._transfers import is_device_memory

TARGETS = ("cuda", "cpu", "parallel")


def compiled(
    function: python_types.FunctionType,
    signatures: Sequence[Any],
    maker: str,
    rest: str,
    is_hosts: bool = False,
) -> Ufunc:
    """The ufunc of a function: `maker` is the decorator, `rest` what it gets after signatures.

    One that `is_hosts` runs on the CPU on every target.
    """
    capture = Capture()
    name = capture.add(function, None)
    texts = list(map(capture.declared, signatures))
    decorator = f'{maker}({texts!r}, {rest}target="cuda")'
    program = compose(capture, name, decorator)
    what = f"{name}: {', '.join(map(str, texts))}"
    options = Options.of_host() if is_hosts else Options.of_process()
    made, _ = loaded(program, options, what)
    assert isinstance(made, Ufunc)
    made.is_hosts = options.host
    return made


class DeviceUfunc(Pickled):
    """A ufunc or a generalised ufunc for arrays of the host and of the device.

    Where an input or the output lies on the device, the result does. One that `is_hosts` was made
    for the CPU: it runs there, and takes copies of arrays that only a GPU can read.
    """

    def __init__(
        self,
        function: python_types.FunctionType,
        maker: str,
        rest: str,
        signatures: Sequence[Any] = (),
        is_hosts: bool = False,
    ) -> None:
        self.py_func = function
        functools.update_wrapper(self, function)
        self._maker = maker
        self._rest = rest
        self._is_hosts = is_hosts
        self._signatures: list[Any] = []
        self._ufunc: Ufunc | None = None
        self._is_growing = not signatures
        self._lock = threading.Lock()
        if signatures:
            self.add(signatures)

    def _pickled(self) -> tuple[Any, ...]:
        declared = [] if self._is_growing else self._signatures
        return packed(self.py_func), self._maker, self._rest, declared, self._is_hosts

    def add(self, signatures: Sequence[Any]) -> None:
        """Compiles it for further signatures."""
        wanted = [*self._signatures, *signatures]
        self._ufunc = compiled(self.py_func, wanted, self._maker, self._rest, self._is_hosts)
        self._signatures = wanted

    @property
    def nin(self) -> int:
        """How many inputs it takes."""
        return self._ufunc.nin if self._ufunc is not None else self.py_func.__code__.co_argcount

    @property
    def nout(self) -> int:
        """How many outputs it has."""
        return self._ufunc.nout if self._ufunc is not None else 1

    @property
    def signature(self) -> str | None:
        """The layout of a generalised ufunc's arrays, as "(n),()->(n)"; None of any other."""
        return self._ufunc.signature if self._ufunc is not None else None

    @property
    def types(self) -> list[str]:
        """The dtypes of its loops, as NumPy's ufuncs tell them: "ff->f"."""
        return list(self._ufunc.types) if self._ufunc is not None else []

    def _called(self, call: Callable[[Any], Any], inputs: Sequence[Any]) -> Any:
        """What `call` makes of the loaded ufunc.

        Without declared signatures it is compiled for the types of inputs that no loop takes, as
        Numba's.
        """
        if self._ufunc is None:
            self._grow(inputs)
        elif self._is_growing:
            try:
                return call(self._ufunc)
            except TypeError:  # before a loop has run
                if not self._grow(inputs):
                    raise
        return call(self._ufunc)

    def _grow(self, inputs: Sequence[Any]) -> bool:
        """Compiles it for the types of inputs; False where it is compiled for them."""
        scalars = tuple(types.from_dtype(_dtype(one)) for one in inputs)
        with self._lock:
            is_new = scalars not in self._signatures
            if is_new:
                self.add([scalars])
        return is_new

    def __call__(self, *args: Any, out: Any = None, stream: Any = 0, **named: Any) -> Any:
        answer = _overrides.ask(self, args, named if out is None else {**named, "out": out})
        if answer is not NotImplemented:
            return answer
        given = [_taken(one) for one in args]
        taken_out = _taken(out)
        inputs = given[: self.nin]
        if not target().is_host and any(map(is_device_memory, [*given, *_items(taken_out)])):
            return self._call_with_gpu(given, taken_out, stream, named)
        host = [_host(one) for one in given]
        if out is not None:
            named["out"] = _host(taken_out)

        def call(loops: Any) -> Any:
            results: list[Any] = []
            as_stream(stream).submit_and_wait(lambda: results.append(loops(*host, **named)))
            return results[0]

        result = self._called(call, inputs)
        if out is not None:
            return taken_out
        if len(args) > self.nin:
            return given[-1] if self.nout == 1 else tuple(given[self.nin :])
        if not any(map(is_device_memory, given)):
            return result
        return tuple(map(_on_device, result)) if isinstance(result, tuple) else _on_device(result)

    def _call_with_gpu(self, given: list[Any], out: Any, stream: Any, named: Any) -> Any:
        """A call with arrays that the host cannot read."""
        if self._is_hosts:
            host = [np.asarray(one) if is_device_memory(one) else one for one in given]
            return self._called(lambda loops: loops(*host, out=out, **named), host[: self.nin])
        from pycu.cuda._gpu import ufuncs

        return self._called(
            lambda loops: ufuncs.call(loops, tuple(given), out, stream, named), given[: self.nin]
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if not self._is_growing or name not in FOLDS:
            return getattr(self._ufunc, name)

        def fold(*args: Any, **named: Any) -> Any:
            inputs = [args[one] for one in FOLDS[name]]
            return self._called(lambda loops: getattr(loops, name)(*args, **named), inputs)

        return fold


# Methods of ufuncs of two inputs: which of their arguments these inputs are.
FOLDS = {"reduce": (0, 0), "accumulate": (0, 0), "reduceat": (0, 0), "outer": (0, 1), "at": (0, 2)}


def _taken(value: Any) -> Any:
    """An array of another library as one of ours in the same memory; all else as it is."""
    array = imported(value)
    return value if array is None else array


def _items(out: Any) -> tuple[Any, ...]:
    return out if isinstance(out, tuple) else (out,)


def _host(value: Any) -> Any:
    return value._host_view() if is_device_memory(value) else value


def _on_device(result: Any) -> Any:
    """A result as an array of the device."""
    array = np.asarray(result)
    made = device_array_like(array)
    np.copyto(made._host_view(), array)
    return made


class DeviceGufunc(DeviceUfunc):
    """A generalised ufunc, which casts arrays of the host to a loop's types, as Numba's do."""

    def __call__(self, *args: Any, out: Any = None, stream: Any = 0, **named: Any) -> Any:
        nin, both = self.nin, self.nin + self.nout
        if out is None and len(args) not in (nin, both):
            raise TypeError(
                f"This gufunc accepts {_positional(nin)} (when providing input only) or "
                f"{_positional(both)} (when providing input and output). "
                f"Got {_positional(len(args))}."
            )
        if out is not None and len(args) > nin:
            raise ValueError("cannot specify argument 'out' as both positional and keyword")
        cast = args[:nin]
        if not any(map(_overrides.answers, args)):
            cast = _cast_inputs(self.types, cast)
        return super().__call__(*cast, *args[nin:], out=out, stream=stream, **named)


def _positional(count: int) -> str:
    return f"{count} positional argument{'' if count == 1 else 's'}"


def _cast_inputs(loops: Sequence[str], inputs: Sequence[Any]) -> list[Any]:
    """Inputs that a loop takes: cast to the first one whose types all can be cast to theirs.

    Raises TypeError where an array of the device would have to be cast.
    """
    dtypes = [_dtype(one) for one in inputs]
    wanted = [[np.dtype(char) for char in loop.partition("->")[0]] for loop in loops]
    if any(all(map(np.can_cast, dtypes, loop)) for loop in wanted):
        return list(inputs)  # NumPy finds it
    chosen = next((loop for loop in wanted if all(map(np.can_cast, loop, dtypes))), None)
    if chosen is None:
        return list(inputs)
    made = []
    for one, dtype, own in zip(inputs, chosen, dtypes):
        if dtype != own and is_device_memory(_taken(one)):
            raise TypeError(
                "compatible signature is possible by casting but "
                f"{type(one)} does not support .astype()"
            )
        made.append(one if dtype == own else np.asarray(one).astype(dtype))
    return made


def _dtype(value: Any) -> np.dtype[Any]:
    array = _taken(value)
    return array.dtype if is_device_memory(array) else np.asarray(value).dtype


def _check_target(target: str) -> None:
    if target not in TARGETS:
        raise ValueError(f"Unsupported target: {target}")


def _check_options(options: dict[str, Any]) -> None:
    """Refuses what Numba's `vectorize` for CUDA does not take."""
    if options.pop("cache", False):
        raise TypeError("caching is not supported")
    for name in options:
        if name != "nopython":
            raise KeyError(
                f"Unrecognized options. cuda vectorize target does not support option: '{name}'"
            )
        warnings.warn("nopython kwarg for cuda target is redundant", RuntimeWarning, stacklevel=3)


def _check_gufunc_options(options: dict[str, Any]) -> None:
    """Refuses what Numba's `guvectorize` for CUDA does not take."""
    if options.pop("cache", False):
        raise TypeError("caching is not supported")
    if options.pop("writable_args", ()):
        raise TypeError("writable_args are not supported")
    options.pop("identity", None)
    if not options.pop("nopython", True):
        raise TypeError("nopython flag must be True")
    if options:
        names = ", ".join(map(repr, options))
        raise TypeError(f"The following target options are not supported: {names}")


def _check_returns_nothing(signature: Any) -> None:
    _, result = types.normalize_signature(signature)
    if result not in (types.none, None):
        raise TypeError(
            f"guvectorized functions cannot return values: signature {signature} specifies "
            f"{result} return type"
        )


def vectorize(
    ftylist_or_function: Any = (), target: str = "cpu", identity: Any = None, **options: Any
) -> Any:
    """Makes a ufunc of a function of scalars: `@vectorize(["float32(float32)"], target="cuda")`."""
    _check_target(target)
    if target == "cuda":
        _check_options(options)
    rest = f"identity={identity!r}, " if identity is not None else ""

    def made(function: Any) -> DeviceUfunc:
        own = getattr(function, "py_func", function)
        return DeviceUfunc(own, "vectorize", rest, signatures, is_hosts=target != "cuda")

    signatures: list[Any] = []
    if is_signature(ftylist_or_function):
        given = types.own(ftylist_or_function)
        signatures = list(given) if isinstance(given, (list, tuple)) else [given]
        return made
    return made(ftylist_or_function)


def guvectorize(
    ftylist: Any, signature: str, target: str = "cpu", **options: Any
) -> Callable[[Any], DeviceUfunc]:
    """Makes a generalised ufunc of a function that writes to its last arguments."""
    _check_target(target)
    if target == "cuda":
        _check_gufunc_options(options)
    signatures = types.own(ftylist if isinstance(ftylist, list) else [ftylist])

    def made(function: Any) -> DeviceUfunc:
        own = getattr(function, "py_func", function)
        for one in signatures:
            _check_returns_nothing(one)
        kind = DeviceGufunc if target == "cuda" else DeviceUfunc
        return kind(own, "guvectorize", f"{signature!r}, ", signatures, target != "cuda")

    return made


def vectorize_for_cuda(ftylist_or_function: Any = (), target: str = "cuda", **options: Any) -> Any:
    """`cuda.vectorize`: the same as `vectorize`, for CUDA where no target is given."""
    return vectorize(ftylist_or_function, target, **options)


def guvectorize_for_cuda(
    ftylist: Any, signature: str, target: str = "cuda", **options: Any
) -> Callable[[Any], DeviceUfunc]:
    """`cuda.guvectorize`: the same as `guvectorize`, for CUDA where no target is given."""
    return guvectorize(ftylist, signature, target, **options)
