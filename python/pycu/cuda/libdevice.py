"""CUDA's mathematical functions under their own names, for device code."""

from pycu import _stubs

globals().update(_stubs.below("libdevice"))
__all__ = sorted(_stubs.below("libdevice"))
