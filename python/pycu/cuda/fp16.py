"""Functions of numbers of 16 bits, for device code."""

from pycu import _stubs

globals().update(_stubs.below("fp16"))
__all__ = sorted(_stubs.below("fp16"))
