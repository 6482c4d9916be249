"""`numba.jit` and `njit` on the host: functions that are compiled when they are first called with
arguments of new types, or run as Python, which is said.

They have what scripts ask of Numba's dispatchers. Kernels that call such a function compile its
`py_func`.
"""

from __future__ import annotations

import functools
import inspect
import sys
import threading
import types as python
from collections.abc import Callable
from typing import Any

from pycu import types
from pycu._jit.pickled import Pickled, packed
from pycu._numba import config, host

# the code of functions that were said to run as Python
_said: set[Any] = set()


def say_once(function: Any, why: Exception | str | None = None) -> None:
    """Writes, once for each function, that it runs as Python.

    `why` is what kept it from being compiled: the first line of it is told.
    """
    code = getattr(function, "__code__", None)
    if code in _said:
        return
    _said.add(code)
    where = f" ({code.co_filename}:{code.co_firstlineno})" if code else ""
    name = getattr(function, "__qualname__", repr(function))
    lines = str(why or "").strip().splitlines()
    reason = lines[0] if lines else "it was not compiled"
    print(f"pycu: `{name}`{where} runs as Python: {reason}", file=sys.stderr)


class CPUDispatcher(Pickled):
    """A function behind `@jit`: compiled for the types that it is called with.

    `overloads` has what was compiled, by argument types. Calls that cannot be compiled run
    `py_func`. Where signatures were declared, arguments become their types.
    """

    def __init__(self, py_func: Callable[..., Any], signatures: list[Any], options: dict[str, Any]):
        functools.update_wrapper(self, py_func)
        self.py_func = py_func
        self.targetoptions = options
        self._signatures = [types.normalize_signature(one) for one in signatures]
        self.overloads: dict[Any, Any] = {}
        self._calls: dict[Any, Callable[..., Any]] = {}
        self._lock = threading.RLock()
        self._can_compile = True
        code = getattr(py_func, "__code__", None)
        self._count = code.co_argcount if code is not None else -1
        self._refusal: Exception | str = host.refusal(py_func, options)
        for args, result in self._signatures:
            self._compile_declared(args, result)

    @property
    def _declared(self) -> list[Any]:
        """The signatures that arguments become the types of."""
        return [types.Signature(result, args) for args, result in self._signatures]

    @property
    def signatures(self) -> list[Any]:
        """The argument types that it was declared with, or compiled for."""
        return [args for args, _ in self._signatures] or list(self.overloads)

    @property
    def nopython_signatures(self) -> list[Any]:
        """The signatures that it was declared with, or compiled for."""
        if self._signatures:
            return self._declared
        return [
            types.Signature(host.result_type(one), args) for args, one in self.overloads.items()
        ]

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._refusal:
            say_once(self.py_func, self._refusal)
            return self.py_func(*args, **kwargs)
        if kwargs or len(args) != self._count:
            bound = inspect.signature(self.py_func).bind(*args, **kwargs)
            bound.apply_defaults()
            args = bound.args
        key = tuple(map(host.key_of, args))
        call = self._calls.get(key)
        if call is None:
            call = self._chosen(key, args)
        return call(*args)

    def _chosen(self, key: Any, args: tuple[Any, ...]) -> Callable[..., Any]:
        """What runs for arguments of these types from now on."""
        with self._lock:
            try:
                found = self._for_types(host.argument_types(args, key))
            except host.REFUSALS as error:
                say_once(self.py_func, error)
                found = self.py_func
            if None not in key:
                self._calls[key] = found
        return found

    def _for_types(self, args: tuple[Any, ...]) -> Callable[..., Any]:
        if self._signatures:
            return host.converted(self.overloads, args)
        if args not in self.overloads:
            self.overloads[args] = self._compiled(args)
        return self.overloads[args]

    def _compiled(self, signature: Any) -> Callable[..., Any]:
        if not self._can_compile or config.DISABLE_JIT:
            raise host.Refused("compiling is switched off")
        return host.compiled(self.py_func, signature, self.targetoptions)

    def _compile_declared(self, args: tuple[Any, ...], result: Any) -> None:
        """Compiles it for a declared signature; where that fails, it runs as Python."""
        try:
            if not self._refusal:
                self.overloads[args] = self._compiled(types.Signature(result, args))
        except host.REFUSALS as error:
            self._refusal = error

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else python.MethodType(self, instance)

    def __repr__(self) -> str:
        return f"CPUDispatcher({self.py_func})"

    def _pickled(self) -> tuple[Any, ...]:
        given = [types.Signature(result, args) for args, result in self._signatures]
        return packed(self.py_func), given, self.targetoptions

    def compile(self, sig: Any) -> None:
        """Declares one more signature, for which it is compiled."""
        args, result = types.normalize_signature(sig)
        self._signatures.append((args, result))
        self._compile_declared(args, result)
        self._calls.clear()

    def disable_compile(self, val: bool = True) -> None:
        """Lets arguments of new types run as Python, or no longer."""
        self._can_compile = not val

    def recompile(self) -> None:
        """Compiles it again, with the values that globals have now."""
        with self._lock:
            known = list(self.overloads)
            self.overloads.clear()
            self._calls.clear()
            for args, result in self._signatures:
                self._compile_declared(args, result)
            if not self._signatures:
                for args in known:
                    self.overloads[args] = self._compiled(args)

    def inspect_types(self, file: Any = None, **kwargs: Any) -> None:
        """Writes what it was compiled for, or that it runs as Python."""
        name = self.py_func.__qualname__
        for args, one in self.overloads.items():
            shown = ", ".join(map(str, args))
            print(f"{name} ({shown}) -> {host.result_type(one)}", file=file or sys.stdout)
        if not self.overloads:
            print(f"{name} runs as Python", file=file or sys.stdout)

    def _nothing(self, signature: Any = None) -> Any:
        return {} if signature is None else ""

    inspect_llvm = inspect_asm = _nothing


def _is_signature(given: Any) -> bool:
    lists = isinstance(given, list) and all(types.is_signature(one) for one in given)
    return types.is_signature(given) or lists or isinstance(given, types.Type)


def jit(
    signature_or_function: Any = None,
    locals: Any = None,
    cache: bool = False,
    pipeline_class: Any = None,
    boundscheck: Any = None,
    **options: Any,
) -> Any:
    """Numba's decorator for functions of the host; `target="cuda"` is that of `cuda.jit`."""
    if options.pop("target", options.pop("_target", "cpu")) in ("cuda", "gpu"):
        from pycu import cuda

        return cuda.jit(signature_or_function, **options)
    if "argtypes" in options or "restype" in options:
        name = "argtypes" if "argtypes" in options else "restype"
        raise _deprecated(f"Deprecated keyword argument `{name}`. Signatures should be passed as")
    if options.get("nopython") and options.get("forceobj"):
        raise ValueError("Only one of 'nopython' or 'forceobj' can be True.")
    options = {"boundscheck": boundscheck, "cache": cache, **options}
    given = signature_or_function
    if given is None or _is_signature(given):
        signatures = given if isinstance(given, list) else [] if given is None else [given]
        return lambda function: _made(function, signatures, options)
    return _made(given, [], options)


def _deprecated(text: str) -> Exception:
    from pycu.errors import DeprecationError

    return DeprecationError(f"{text} the first positional argument.")


def _made(function: Any, signatures: list[Any], options: dict[str, Any]) -> Any:
    if isinstance(function, CPUDispatcher):
        raise TypeError(
            "A jit decorator was called on an already jitted function "
            f"{function}.  If trying to get access to the original python function, use the "
            f"{function}.py_func attribute."
        )
    if isinstance(function, type):
        raise TypeError("class decorated with @jit: decorate its methods, or use jitclass")
    if not callable(function):
        raise TypeError(f"{function!r} is no function that jit could compile")
    return CPUDispatcher(function, signatures, options)


def njit(*args: Any, **kws: Any) -> Any:
    """`jit`, as it is without options."""
    kws.pop("nopython", None)
    return jit(*args, **kws)


def jit_module(**kwargs: Any) -> None:
    """Decorates every function that the calling module defines."""
    frame = sys._getframe(1)
    for name, one in list(frame.f_globals.items()):
        if isinstance(one, python.FunctionType) and one.__module__ == frame.f_globals["__name__"]:
            frame.f_globals[name] = jit(one, **kwargs)


def _absent(name: str) -> Any:
    def missing(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"pycu has no numba.{name}")

    missing.__name__ = missing.__qualname__ = name
    return missing


cfunc = _absent("cfunc")
gdb = _absent("gdb")
gdb_breakpoint = _absent("gdb_breakpoint")
gdb_init = _absent("gdb_init")
stencil = _absent("stencil")
generated_jit = _absent("generated_jit")
