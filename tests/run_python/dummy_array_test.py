"""Arrays without memory against NumPy's: shapes, strides, extents."""

import numpy as np
import pytest
from pycu.cuda.cudadrv.dummyarray import Array


def both(shape, order="C", index=()):
    made = np.zeros(shape, np.float32, order=order)
    array = Array.from_desc(0, made.shape, made.strides, made.itemsize)
    return made[index], array[index] if index != () else array


INDICES = [np.s_[:], np.s_[1:], np.s_[::2], np.s_[::-1], np.s_[1], np.s_[:, 1:], np.s_[..., 0]]


@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize("index", INDICES, ids=str)
def test_slices(order, index):
    made, array = both((4, 6), order, index)
    assert (array.shape, array.strides, array.size) == (made.shape, made.strides, made.size)
    for flag in ("C_CONTIGUOUS", "F_CONTIGUOUS"):
        assert array.flags[flag] == made.flags[flag]
    whole = np.zeros((4, 6), np.float32, order=order)
    low, high = (
        np.lib.array_utils.byte_bounds(whole[index])
        if hasattr(np.lib, "array_utils")
        else np.byte_bounds(whole[index])
    )
    assert array.extent == (low - whole.ctypes.data, high - whole.ctypes.data)


def test_pieces_without_gaps():
    _, array = both((4, 6), "C", np.s_[:, 1:3])
    assert list(array.iter_contiguous_extent()) == [(24 * i + 4, 24 * i + 12) for i in range(4)]
    assert list(both((4, 6))[1].iter_contiguous_extent()) == [(0, 96)]


def test_other_shapes():
    _, array = both((4, 6))
    assert array.reshape(2, -1)[0].shape == (2, 12)
    assert array.reshape((3, 8), order="F")[0].strides == (4, 12)
    assert array.ravel()[0].shape == (24,) and array.is_contiguous
    assert both((1, 4, 1))[1].squeeze()[0].shape == (4,)
    assert both((1, 4, 1))[1].squeeze(axis=2)[0].shape == (1, 4)
    with pytest.raises(ValueError):
        array.reshape(5, 5)
    with pytest.raises(NotImplementedError, match="ravel on non-contiguous array"):
        array[:, 1:].ravel()
    with pytest.raises(NotImplementedError, match="would require copy"):
        array[:, 1:].reshape(20)
