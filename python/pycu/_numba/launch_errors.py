"""`numba.cuda.errors` and `numba.cuda.core.errors`: Numba's exceptions and those of launches."""

from __future__ import annotations

from pycu import errors as _errors
from pycu.errors import deprecated, new_error_context, termcolor

globals().update({_name: getattr(_errors, _name) for _name in _errors.__all__})

missing_launch_config_msg = """
Kernel launch configuration was not specified. Use the syntax:

kernel_function[blockspergrid, threadsperblock](arg0, arg1, ..., argn)

See https://numba.readthedocs.io/en/stable/cuda/kernels.html#kernel-invocation for help.

"""
__all__ = [
    *_errors.__all__,
    "deprecated",
    "missing_launch_config_msg",
    "new_error_context",
    "termcolor",
]
