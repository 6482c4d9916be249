"""`numba.core.typing`: signatures; the tables of Numba's own compiler take what they get."""

from __future__ import annotations

from importlib.util import find_spec
from types import SimpleNamespace

from pycu._jit.links import is_ffi
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

# Pointers of cffi are known, its functions of C are not.
cffi_utils = SimpleNamespace(
    SUPPORTED=find_spec("cffi") is not None,
    is_cffi_func=lambda one: False,
    is_ffi_instance=is_ffi,
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
