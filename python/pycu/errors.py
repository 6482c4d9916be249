"""Numba's exceptions and warnings, under Numba's names and with its bases.

What pycu finds wrong before a kernel runs is raised as one of these where Numba raises one, so that
`except numba.errors.TypingError` catches it. `from pycu import errors` is what `numba.core.errors`,
`numba.errors` and `numba.cuda.core.errors` are under `pycu run`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any


def _located(msg: object, loc: Any) -> str:
    return f"{msg}\n{loc.strformat()}\n" if loc else f"{msg}"


class _Warning(Warning):
    """What `pycu._numba.kept` can replace by a class of Numba's, unlike a builtin one."""


class _Error(Exception):
    """The same for errors."""


class NumbaWarning(_Warning):
    """The base of all warnings; `loc` is a place with `strformat()`, or None."""

    def __init__(self, msg: object, loc: Any = None, highlighting: bool = True) -> None:
        self.msg = msg
        self.loc = loc
        super().__init__(_located(msg, loc))


class NumbaPerformanceWarning(NumbaWarning):
    """Something may not be as fast as it looks: a small grid, a copy of a host array."""


class NumbaDeprecationWarning(NumbaWarning, DeprecationWarning):
    """A feature is deprecated."""


class NumbaPendingDeprecationWarning(NumbaWarning, PendingDeprecationWarning):
    """A feature will be deprecated."""


class NumbaParallelSafetyWarning(NumbaWarning):
    """A `prange` may not mean what a parallel loop means."""


class NumbaTypeSafetyWarning(NumbaWarning):
    """A cast is not safe."""


class NumbaExperimentalFeatureWarning(NumbaWarning):
    """A feature is experimental."""


class NumbaInvalidConfigWarning(NumbaWarning):
    """A setting makes no sense."""


class NumbaPedanticWarning(NumbaWarning):
    """A note for those who write compilers."""


class NumbaIRAssumptionWarning(NumbaPedanticWarning):
    """A pass found a function in a form that it did not expect."""


class NumbaDebugInfoWarning(NumbaWarning):
    """Debug information is not what was asked for."""


class NumbaSystemWarning(NumbaWarning):
    """The system's configuration is in the way."""


class NumbaError(_Error):
    """The base of all errors; `msg` is the text as it was given, `loc` a place or None."""

    def __init__(self, msg: object, loc: Any = None, highlighting: bool = True) -> None:
        self.msg = msg
        self.loc = loc
        self._contexts: list[str] = []
        super().__init__(_located(msg, loc))

    @property
    def contexts(self) -> list[str]:
        """What was being done when it happened, the innermost first."""
        return self._contexts

    def add_context(self, msg: str) -> NumbaError:
        """Appends what was being done when it happened."""
        self._contexts.append(msg)
        self.args = (f"{self}\nDuring: {msg}",)
        return self

    def patch_message(self, new_message: str) -> None:
        """Changes the text."""
        self.args = (new_message,) + self.args[1:]


class UnsupportedError(NumbaError):
    """There is no implementation of what was asked for."""


class UnsupportedBytecodeError(_Error):
    """A construct that no way leads around."""

    def __init__(self, msg: object, loc: Any = None) -> None:
        super().__init__(f"{msg}. Raised from {loc}")


class UnsupportedRewriteError(UnsupportedError):
    """A rewrite does not know a construct."""


class IRError(NumbaError):
    """The intermediate form of a function is wrong."""


class RedefinedError(IRError):
    """A variable was defined twice."""


class NotDefinedError(IRError):
    """A variable is used that nothing defines."""

    def __init__(self, name: str, loc: Any = None) -> None:
        self.name = name
        text = f"The compiler failed to analyze the bytecode. Variable '{name}' is not defined."
        super().__init__(text, loc=loc)


class VerificationError(IRError):
    """The intermediate form of a function does not hold its own rules."""


class DeprecationError(NumbaError):
    """A feature is gone."""


class LoweringError(NumbaError):
    """A function has types, and no code could be made of it."""


class UnsupportedParforsError(NumbaError):
    """Parallel loops are not there on this platform."""


class ForbiddenConstruct(LoweringError):
    """A construct of Python that has no place in a compiled function."""


class TypingError(NumbaError):
    """A function, or a value, has no types."""


class UntypedAttributeError(TypingError):
    """An attribute that a type does not have."""

    def __init__(self, value: Any, attr: str, loc: Any = None) -> None:
        super().__init__(f"Unknown attribute '{attr}' of type {value}", loc=loc)


class ByteCodeSupportError(NumbaError):
    """What was given has no text to be compiled."""


class CompilerError(NumbaError):
    """The compiler failed."""


class ConstantInferenceError(NumbaError):
    """What should be a constant is none."""


class InternalError(NumbaError):
    """The compiler is wrong; `old_exception` says how."""

    def __init__(self, exception: Any) -> None:
        super().__init__(str(exception))
        self.old_exception = exception


class InternalTargetMismatchError(InternalError):
    """Something of one target was looked for on another."""

    def __init__(self, kind: str, target_hw: Any, hw_clazz: Any) -> None:
        super().__init__(
            f"{kind.title()} being resolved on a target from which it does not inherit. "
            f"Local target is {target_hw}, declared target class is {hw_clazz}."
        )


class NonexistentTargetError(InternalError):
    """A target that does not exist."""


class RequireLiteralValue(TypingError):
    """An argument has to be a constant."""


class ForceLiteralArg(NumbaError):
    """Arguments, by their positions, have to be constants."""

    def __init__(self, arg_indices: Any, fold_arguments: Any = None, loc: Any = None) -> None:
        super().__init__("Pseudo-exception to force literal arguments in the dispatcher", loc=loc)
        self.requested_args = frozenset(arg_indices)
        self.fold_arguments = fold_arguments

    def __or__(self, other: ForceLiteralArg) -> ForceLiteralArg:
        if not isinstance(other, ForceLiteralArg):
            raise TypeError(f"*other* must be a {ForceLiteralArg} but got a {type(other)} instead")
        return ForceLiteralArg(self.requested_args | other.requested_args)

    combine = __or__


class LiteralTypingError(TypingError):
    """A value that no literal type holds."""


class NumbaValueError(TypingError):
    """A value has no type, or none that fits."""


class NumbaTypeError(TypingError):
    """A type does not fit where it stands."""


class NumbaAttributeError(TypingError):
    """An attribute that is not there."""


class NumbaAssertionError(TypingError):
    """An assertion of the compiler's."""


class NumbaNotImplementedError(TypingError):
    """Nothing corresponds to what was given."""


class NumbaKeyError(TypingError):
    """A key that is not there."""


class NumbaIndexError(TypingError):
    """An index that is out of bounds."""


class NumbaRuntimeError(NumbaError):
    """A failure while a function runs."""


class CudaLoweringError(LoweringError):
    """A kernel has types, and no code could be made of it."""


class KernelRuntimeError(RuntimeError):
    """A thread raised an exception; `tid` and `ctaid` are its thread's and block's indices."""

    def __init__(self, msg: str, tid: Any = None, ctaid: Any = None) -> None:
        self.tid = tid
        self.ctaid = ctaid
        self.msg = msg
        super().__init__(f"An exception was raised in thread={tid} block={ctaid}\n\t{msg}")


@contextlib.contextmanager
def new_error_context(fmt_: str, *args: object, **kwargs: object) -> Iterator[None]:
    """Appends to errors raised in its block what was being done, `fmt_` filled in."""
    try:
        yield
    except NumbaError as error:
        error.add_context(fmt_.format(*args, **kwargs))
        raise


class _NoColours:
    """Numba's `termcolor()`: texts are not coloured here."""

    def __getattr__(self, name: str) -> Any:
        if name not in ("code", "errmsg", "filename", "indicate", "highlight", "reset"):
            raise AttributeError(name)
        return str


def termcolor() -> _NoColours:
    """What would colour texts."""
    return _NoColours()


def deprecated(arg: str | None) -> Any:
    """A decorator that warns with a DeprecationWarning, naming `arg` instead, when it is called."""
    import functools
    import warnings

    def decorator(func: Any) -> Any:
        @functools.wraps(func)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            text = f'Call to deprecated function "{func.__name__}"'
            text += f'\n Use "{arg}" instead.' if arg else "."
            warnings.warn(text, category=DeprecationWarning, stacklevel=2)
            return func(*args, **kwargs)

        return wrapper

    return decorator


__all__ = [
    name
    for name, value in list(globals().items())
    if isinstance(value, type) and issubclass(value, (Exception, Warning)) and name[0] != "_"
]
