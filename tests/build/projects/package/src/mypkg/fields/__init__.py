"""A package in a package."""

import os

import numpy as np

if os.path.exists("/dev/nvidiactl"):
    from mypkg.fields import waves
else:
    from mypkg.fields import waves_cpu as waves


def advanced(n, rate=4.0):
    u = np.zeros(n)
    waves.advance[1, 32](u, rate)
    return u
