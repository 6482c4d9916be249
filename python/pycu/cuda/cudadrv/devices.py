"""Numba's `numba.cuda.cudadrv.devices`."""

from pycu.cuda._devices import get_context, gpus, require_context, reset

__all__ = ["get_context", "gpus", "require_context", "reset"]
