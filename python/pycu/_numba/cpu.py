"""`numba.jit` and `njit` on the host: functions that run as Python, which is said once.

They have what scripts ask of Numba's dispatchers. Kernels that call such a function compile its
`py_func`.
"""

from __future__ import annotations

import functools
import sys
import types as python
from collections.abc import Callable
from typing import Any

from pycu import types
from pycu._jit.pickled import Pickled, packed

_said = False


def say_once(function: Any, why: Exception | None = None) -> None:
    """Writes one note a process: functions of the host run as Python, `function` is the first.

    `why` is what kept it from being compiled.
    """
    global _said
    if _said:
        return
    _said = True
    code = getattr(function, "__code__", None)
    where = f" ({code.co_filename}:{code.co_firstlineno})" if code else ""
    name = getattr(function, "__qualname__", repr(function))
    reason = str(why).strip() or "it was not compiled"
    if why is None:
        reason = "functions of numba.jit are compiled where kernels call them"
    print(f"pycu: `{name}`{where} runs as Python: {reason}", file=sys.stderr)


class CPUDispatcher(Pickled):
    """A function behind `@jit`: calls run `py_func`; `signatures` are those it was given."""

    def __init__(self, py_func: Callable[..., Any], signatures: list[Any], options: dict[str, Any]):
        functools.update_wrapper(self, py_func)
        self.py_func = py_func
        self.targetoptions = options
        self._signatures = [types.normalize_signature(one) for one in signatures]

    @property
    def signatures(self) -> list[Any]:
        """The argument types that it was declared with."""
        return [args for args, _ in self._signatures]

    @property
    def nopython_signatures(self) -> list[Any]:
        """The signatures that it was declared with."""
        return [types.Signature(result, args) for args, result in self._signatures]

    @property
    def overloads(self) -> dict[Any, Any]:
        """What was compiled: nothing."""
        return {}

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        say_once(self.py_func)
        return self.py_func(*args, **kwargs)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else python.MethodType(self, instance)

    def __repr__(self) -> str:
        return f"CPUDispatcher({self.py_func})"

    def _pickled(self) -> tuple[Any, ...]:
        given = [types.Signature(result, args) for args, result in self._signatures]
        return packed(self.py_func), given, self.targetoptions

    def compile(self, sig: Any) -> None:
        """Declares one more signature."""
        self._signatures.append(types.normalize_signature(sig))

    def disable_compile(self, val: bool = True) -> None:
        """Does nothing: nothing is compiled."""

    def recompile(self) -> None:
        """Does nothing: Python reads globals when it comes to them."""

    def inspect_types(self, file: Any = None, **kwargs: Any) -> None:
        """Writes that there are no types."""
        print(f"{self.py_func.__qualname__} runs as Python", file=file or sys.stdout)

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
