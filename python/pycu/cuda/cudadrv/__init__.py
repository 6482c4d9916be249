"""The names under which Numba keeps its driver's parts; what they name is pycu's."""

from pycu.cuda.cudadrv import devicearray, devices, driver, dummyarray, error, runtime

__all__ = ["devicearray", "devices", "driver", "dummyarray", "error", "runtime"]
