"""`numba.core.target_extension`: which class makes dispatchers for which target."""

from __future__ import annotations

from typing import Any

from pycu._numba.cpu import CPUDispatcher
from pycu.cuda import jit as _cuda_jit
from pycu.cuda._dispatcher import Dispatcher
from pycu.errors import NonexistentTargetError

dispatcher_registry = {
    "cpu": CPUDispatcher,
    "CPU": CPUDispatcher,
    "cuda": Dispatcher,
    "CUDA": Dispatcher,
    "gpu": Dispatcher,
}


class TargetDescriptor:
    """What dispatchers of a target share: its name."""

    def __init__(self, target_name: str) -> None:
        self._target_name = target_name


CPUDispatcher.targetdescr = TargetDescriptor("cpu")  # type: ignore[attr-defined]
Dispatcher.targetdescr = TargetDescriptor("cuda")  # type: ignore[attr-defined]


def resolve_dispatcher_from_str(target_string: str) -> Any:
    """The class of a target's dispatchers; NonexistentTargetError for another name."""
    if target_string not in dispatcher_registry:
        raise NonexistentTargetError(f"No target is registered against '{target_string}'")
    return dispatcher_registry[target_string]


def get_local_target(context: Any = None) -> str:
    """The target that a program has without saying anything."""
    return "cpu"


jit_registry = {"cuda": _cuda_jit}
__all__ = [
    "TargetDescriptor",
    "dispatcher_registry",
    "get_local_target",
    "jit_registry",
    "resolve_dispatcher_from_str",
]
