"""`numba.core.typing`: signatures; the tables of Numba's own compiler take what they get."""

from __future__ import annotations

from types import SimpleNamespace

from pycu._numba.extending import (
    AbstractTemplate,
    AttributeTemplate,
    CallableTemplate,
    ConcreteTemplate,
    Registry,
    infer,
    infer_getattr,
    infer_global,
)
from pycu.types import Signature, signature, typeof

# Functions of C that cffi has: none of them is known.
cffi_utils = SimpleNamespace(
    SUPPORTED=False, is_cffi_func=lambda one: False, is_ffi_instance=lambda one: False
)

__all__ = [
    "AbstractTemplate",
    "AttributeTemplate",
    "CallableTemplate",
    "ConcreteTemplate",
    "Registry",
    "Signature",
    "cffi_utils",
    "infer",
    "infer_getattr",
    "infer_global",
    "signature",
    "typeof",
]
