import io

import numpy as np


def stored(name):
    buffer = io.BytesIO()
    np.save(buffer, np.arange(6, dtype=np.int16))
    buffer.seek(0)
    return buffer


def read(name):
    return np.load(stored(name))


def read_typed(name):
    return np.ascontiguousarray(np.load(stored(name)).reshape(2, 3), dtype=np.float32)
