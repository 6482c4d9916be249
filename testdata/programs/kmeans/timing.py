import functools
import time


def timed(function):
    """Writes down how long a function takes."""

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        result = function(*args, **kwargs)
        TIMES.setdefault(function.__name__, []).append(time.perf_counter() - start)
        return result

    return wrapper


def repeated(times=3):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            for _ in range(times):
                result = function(*args, **kwargs)
            return result

        return wrapper

    return decorate


TIMES = {}
