"""`numba.cuda.launchconfig`: the launch for which this thread is compiling a kernel."""

from __future__ import annotations

import contextlib
import functools
import types
from collections.abc import Iterator
from typing import Any

from pycu._launch import Launcher, compiling

__all__ = [
    "capture_compile_config",
    "current_launch_config",
    "ensure_current_launch_config",
]


def current_launch_config() -> Launcher | None:
    """The launch configuration that a kernel is being compiled for in this thread, if one is."""
    return getattr(compiling, "launcher", None)


def ensure_current_launch_config() -> Launcher:
    """The same; RuntimeError where nothing is being compiled for a launch."""
    found = current_launch_config()
    if found is None:
        raise RuntimeError("No launch config set for this thread")
    return found


@contextlib.contextmanager
def capture_compile_config(dispatcher: Any) -> Iterator[dict[str, Any]]:
    """A block whose dict gets the configuration, as "config", that `dispatcher` is compiled for.

    It stays None where the block compiles nothing.
    """
    if dispatcher is None:
        raise TypeError("dispatcher is required")
    seen: dict[str, Any] = {"config": None}
    own = vars(dispatcher).get("_compile_for_args")
    compile_for = dispatcher._compile_for_args

    @functools.wraps(compile_for)
    def noted(self: Any, *args: Any) -> Any:
        seen["config"] = current_launch_config()
        return compile_for(*args)

    dispatcher._compile_for_args = types.MethodType(noted, dispatcher)
    try:
        yield seen
    finally:
        if own is None:
            del dispatcher._compile_for_args
        else:
            dispatcher._compile_for_args = own
