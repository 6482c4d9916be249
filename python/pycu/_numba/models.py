"""`numba.extending.models`: classes by which Numba lays out values; here they only are bases."""

from __future__ import annotations

from typing import Any


class _Model:
    """The base of them all."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Takes what Numba's model of the name takes."""


def __getattr__(name: str) -> Any:
    if not name.endswith("Model"):
        raise AttributeError(f"module 'numba.extending.models' has no attribute {name!r}")
    globals()[name] = type(name, (_Model,), {})
    return globals()[name]


def register_default(numba_type: Any) -> Any:
    """A decorator that leaves a model as it is."""
    return lambda model: model
