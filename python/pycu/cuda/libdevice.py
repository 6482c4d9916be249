"""CUDA's mathematical functions under their own names, for device code."""

from pycu.cuda import _stubs

globals().update(_stubs.below("libdevice"))
__all__ = sorted(_stubs.below("libdevice"))
