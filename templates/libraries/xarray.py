"""What a program does with xarray, as far as types of kernels' arguments go.

Followed in place of the library by what follows host code. All that is not here is not known.
"""

import cupy
import numpy as np
from xarray_itself import AnyBase, any_value  # not there: nobody knows what they are


def _is_array(data):
    return isinstance(data, np.ndarray) or isinstance(data, cupy.ndarray)


class DataArray(AnyBase):
    """An array with names for its axes: `data` is what it was given."""

    def __init__(self, data=None, coords=None, dims=None, name=None, attrs=None, **others):
        # a number is as many as the coordinates say
        self.data = data if coords is None or _is_array(data) else any_value

    def __setitem__(self, key, value):
        if not isinstance(key, str):  # "x" names a coordinate
            self._change()

    def __iadd__(self, other):
        return self._change()

    __isub__ = __imul__ = __itruediv__ = __iadd__

    def _change(self):
        self.data[:] = any_value
        return self

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, data):
        self._data = data if _is_array(data) else np.asarray(data)

    @property
    def values(self):
        return np.asarray(self.data)

    @values.setter
    def values(self, values):
        self.data = values

    @property
    def variable(self):
        self._data = any_value  # which others may change by it
        return any_value

    @property
    def dtype(self):
        return self.data.dtype

    @property
    def ndim(self):
        return self.data.ndim

    @property
    def shape(self):
        return self.data.shape

    @property
    def size(self):
        return self.data.size

    def astype(self, dtype, **others):
        return DataArray(any_value if others else self.data.astype(dtype))

    def copy(self, deep=True, data=None):
        if data is not None:
            return DataArray(data)
        if isinstance(self.data, np.ndarray):
            return DataArray(self.data.copy(order="K") if deep else self.data)
        return DataArray(self.data.copy() if deep else self.data)

    @property
    def dims(self):
        return any_value

    @property
    def coords(self):
        return any_value

    def compute(self, **others):
        return DataArray(self.data)

    def load(self, **others):
        return self

    def persist(self, **others):
        return DataArray(self.data)
