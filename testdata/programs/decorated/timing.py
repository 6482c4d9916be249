import functools
import time

from numba import cuda


def timed(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        t0 = time.perf_counter()
        result = f(*args, **kwargs)
        cuda.synchronize()
        print(f.__name__, time.perf_counter() - t0)
        return result

    return wrapper
