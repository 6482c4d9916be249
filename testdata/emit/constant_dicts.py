"""Constant dicts: their items and `.get`, by keys that are known."""

from numba import cuda

SETTINGS = {"alpha": 0.5, "steps": 4, "inner": {"beta": 2}}


@cuda.jit("void(float32[::1])")
def relax(x):
    i = cuda.grid(1)
    if i < x.size:
        for _ in range(SETTINGS["steps"]):
            x[i] *= SETTINGS["alpha"]
        x[i] += SETTINGS.get("gamma", 1.25) + SETTINGS["inner"].get("beta")
