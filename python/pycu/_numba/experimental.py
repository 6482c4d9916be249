"""`numba.experimental`: `jitclass`, whose classes are Python's here."""

from __future__ import annotations

from typing import Any


def jitclass(cls_or_spec: Any = None, spec: Any = None) -> Any:
    """The class as it is; its fields have no types."""
    if isinstance(cls_or_spec, type):
        return cls_or_spec
    return lambda cls: cls
