"""What goes wrong apart from wrong arguments, which are TypeError and ValueError as in Numba."""

from __future__ import annotations

import builtins
import re
from typing import Any


class ManifestError(Exception):
    """A manifest or its library is missing or is not what pycu writes."""


class LaunchError(RuntimeError):
    """A kernel was not launched or failed; `code` is what its wrapper returned."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class DebugError(LaunchError):
    """What only a build with --debug finds, and Python has no exception for."""


class UninitializedError(DebugError):
    """An element of a shared or local array was read and nobody had written it."""


class BarrierError(DebugError):
    """Threads of one block waited at different barriers."""


class RaceError(DebugError):
    """Two threads touched an element, one of them wrote, and nothing ordered the two."""


class DeadlockError(DebugError):
    """A loop did not end; the threads that it waited for stood elsewhere."""


def raised(text: str, code: int) -> Exception:
    """The exception of `kernels.py:12: IndexError: index 40 ...`: Python's own or one of these."""
    found = re.match(r".*?:\d+: (\w+)", text)
    name = found.group(1) if found else ""
    own = globals().get(name)
    if isinstance(own, type) and issubclass(own, DebugError):
        return own(text, code)
    known = getattr(builtins, name, None)
    if isinstance(known, type) and issubclass(known, Exception):
        return known(text)
    return LaunchError(text, code)


RAISED = 9  # PYCU_ERROR_RAISED


def exception_of(text: str, code: int) -> Exception:
    """The exception of a function of the host, which has the text that it was given alone."""
    found = re.match(r".*?:\d+: (\w+)(?:: (.*))?\Z", text, re.DOTALL)
    if code != RAISED or found is None:
        return LaunchError(text, code)
    made = raised(text, code)
    message = found.group(2)
    made.args = () if message is None else (message,)
    return made


def check(library: Any, name: str, code: int) -> None:
    """Raises what the code of a function says, with the library's text."""
    if code == RAISED:
        raise raised(library.last_error(), code)
    if code != 0:
        raise LaunchError(library.last_error() or f"{name}: code {code}", code)
