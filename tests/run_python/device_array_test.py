"""Device arrays against NumPy: what is selected, set, reshaped and copied, and what is refused."""

import itertools
import pickle

import numpy as np
import pytest
from pycu import cuda
from pycu.cuda.cudadrv import devicearray

PART = np.dtype([("i", np.int32), ("m", np.float32, (3, 3))])
RECORD = np.dtype(
    [("a", np.float64), ("b", np.int32), ("s", "U5"), ("v", np.float32, 2), ("p", PART)], align=True
)


def same(device, host):
    """Whether a device array is the array that NumPy has."""
    copied = device.copy_to_host()
    assert (device.shape, device.dtype) == (host.shape, host.dtype)
    np.testing.assert_array_equal(copied, host)


def test_memory_is_not_the_hosts():
    host = np.arange(5)
    device = cuda.to_device(host)
    host[:] = 0
    assert list(device.copy_to_host()) == [0, 1, 2, 3, 4]
    copied = device.copy_to_host()
    copied[:] = 7
    assert list(device.copy_to_host()) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("order", ["C", "F"])
def test_every_slice_is_numpys(order):
    host = np.array(np.arange(60).reshape(3, 4, 5), order=order)
    device = cuda.to_device(host)
    ends = [None, -2, 1, 9]
    slices = [slice(*ends) for ends in itertools.product(ends, ends, [None, 2])]
    axes = [0, -1, 2, slice(None), *slices[::3]]
    for index in itertools.product(axes, axes, [1, *slices]):
        expected = host[index]
        if isinstance(expected, np.generic):
            assert device[index] == expected
            continue
        same(device[index], expected)
        if expected.size:
            assert device[index].strides == expected.strides
            flags = device[index].flags
            assert flags["C_CONTIGUOUS"] == expected.flags.c_contiguous
            assert flags["F_CONTIGUOUS"] == expected.flags.f_contiguous


def test_fewer_indices_ellipsis_and_new_axes():
    host = np.arange(24).reshape(2, 3, 4)
    device = cuda.to_device(host)
    for index in [0, (1, 2), ..., (..., 1), (0, ..., 3), (None, 1), (slice(1), None, ..., 2)]:
        same(device[index], host[index])
    assert cuda.to_device(np.float32(1.5))[()] == np.float32(1.5)
    same(cuda.to_device(np.float32(1.5))[...], np.array(1.5, np.float32))


def test_views_share_memory():
    device = cuda.to_device(np.zeros((4, 4)))
    device[1:3, ::2][:] = 5
    device[3][1:] = 7
    expected = np.zeros((4, 4))
    expected[1:3, ::2] = 5
    expected[3, 1:] = 7
    same(device, expected)


def test_negative_steps_begin_at_the_last_element():
    host = np.arange(10.0)
    device = cuda.to_device(host)
    turned = device[::-1]
    begin = device.__cuda_array_interface__["data"][0]
    assert turned.__cuda_array_interface__["data"][0] - begin == 72
    assert turned.strides == (-8,)
    assert turned.alloc_size == 80
    assert turned[2] == 7
    turned[0] = 99
    assert device[9] == 99
    with pytest.raises(NotImplementedError, match="not implemented for negative strides"):
        turned.copy_to_host()


@pytest.mark.parametrize(
    ("index", "error", "text"),
    [
        ((5,), IndexError, "out of bounds"),
        ((-5,), IndexError, "out of bounds"),
        ((0, 0, 0), IndexError, "1 extra indices given"),
        ((True,), IndexError, "boolean"),
        (([0, 1],), IndexError, "not list"),
        ((np.array([0, 1]),), IndexError, "not ndarray"),
        (("a",), IndexError, "not str"),
    ],
)
def test_indices_that_name_no_view(index, error, text):
    device = cuda.to_device(np.zeros((4, 4)))
    with pytest.raises(error, match=text):
        device[index]


@pytest.mark.parametrize(
    ("index", "value"),
    [
        ((2, 2), 500),
        (2, 500),
        ((slice(None), 2), 500.7),
        (2, np.full(7, 4)),
        ((slice(None), 2), np.full(5, 4)),
        (slice(None), np.arange(35).reshape(5, 7)),
        (slice(None, None, 2), np.arange(7)),
        ((slice(None, None, 2), slice(1, 6, 3)), np.arange(6).reshape(3, 2).T[:, :1].T),
        (slice(None), np.arange(5).reshape(5, 1)),
        (slice(0, 0), 3),
        (..., [[1], [2], [3], [4], [5]]),
    ],
)
def test_assignment_is_numpys(index, value):
    host = np.arange(35).reshape(5, 7)
    device, other = cuda.to_device(host), cuda.to_device(host)
    host[index] = value
    device[index] = value
    same(device, host)
    other[index] = cuda.to_device(np.array(value))
    same(other, host)


def test_assignment_of_views_and_of_other_dtypes():
    device = cuda.to_device(np.arange(10.0))
    device[:5] = device[5:]
    same(device, np.array([5, 6, 7, 8, 9] * 2, float))
    device[1:] = device[:-1]
    same(device, np.array([5, 5, 6, 7, 8, 9, 5, 6, 7, 8], float))
    numbers = cuda.to_device(np.zeros(3, np.int16))
    numbers[:] = np.array([1.9, -1.9, 3.0])
    same(numbers, np.array([1, -1, 3], np.int16))


def test_assignments_that_do_not_fit():
    device = cuda.to_device(np.arange(5))
    with pytest.raises(ValueError, match="Can't assign 3-D array to 1-D self"):
        device[:] = np.ones((1, 2, 3))
    with pytest.raises(
        ValueError, match="Can't copy sequence with size 2 to array axis 0 with dimension 5"
    ):
        device[:] = [1, 3]


@pytest.mark.parametrize("order", ["C", "F"])
def test_reshape_of_contiguous_arrays(order):
    host = np.array(np.arange(24).reshape(2, 12), order=order)
    device = cuda.to_device(host)
    for shape in [(24,), (4, 6), (2, 3, 4), (1, 24, 1), (-1, 8), (2, -1), (2, 12)]:
        same(device.reshape(shape, order=order), host.reshape(shape, order=order))
        same(device.reshape(*shape, order=order), host.reshape(shape, order=order))
    same(device.ravel(order=order), host.ravel(order=order))
    device.reshape(24, order=order)[3] = -1
    assert device.copy_to_host().ravel(order=order)[3] == -1


def test_reshape_without_a_copy_is_numpys():
    """Of arrays with gaps: wherever NumPy needs no copy, and nowhere else."""
    base = np.arange(2 * 6 * 4 * 4).reshape(2, 6, 4, 4)
    device = cuda.to_device(base)
    views = [np.s_[:, ::2], np.s_[..., 1:3], np.s_[:, :, 1], np.s_[1:, 1:5, ::3], np.s_[:, 0]]
    shapes = [(-1,), (2, -1), (-1, 4), (3, 2, -1), (1, -1, 2), (2, 2, -1), (-1, 1, 4, 1)]
    shapes += [(2, 3, 16), (2, 3, 2, -1), (2, 12, 2, 2), (1, 2, 6, -1), (2, 16), (2, 2, 2, 4)]
    shared = 0
    for view, shape, order in itertools.product(views, shapes, "CF"):
        host = base[view]
        if host.flags.forc:
            continue
        try:
            expected = host.reshape(shape, order=order)
        except ValueError:
            continue
        if np.shares_memory(expected, host):
            same(device[view].reshape(shape, order=order), expected)
            shared += 1
        else:
            with pytest.raises(NotImplementedError, match="reshape would require copy"):
                device[view].reshape(shape, order=order)
    assert shared > 10


def test_reshapes_that_do_not_fit():
    device = cuda.to_device(np.arange(12))
    for shape, text in [
        ((5, 2), "reshape changes the size of the array"),
        ((-1, -1), "can only specify one unknown dimension"),
        ((-1, 5), "cannot infer valid shape for unknown dimension"),
    ]:
        with pytest.raises(ValueError, match=text):
            device.reshape(shape)
    with pytest.raises(ValueError, match=r"order not C\|F\|A"):
        device.reshape(3, 4, order="K")
    with pytest.raises(NotImplementedError, match="ravel on non-contiguous array"):
        device[::2].ravel()


def test_squeeze_view_and_transpose():
    host = np.arange(12, dtype=np.int16).reshape(1, 3, 1, 4)
    device = cuda.to_device(host)
    same(device.squeeze(), host.squeeze())
    same(device.squeeze(axis=2), host.squeeze(axis=2))
    same(device.squeeze(axis=(0, -2)), host.squeeze(axis=(0, -2)))
    with pytest.raises(ValueError, match="cannot select an axis to squeeze out"):
        device.squeeze(axis=1)
    same(device.view("u2"), host.view("u2"))
    same(device.view("f8"), host.view("f8"))
    same(device.view("i1"), host.view("i1"))
    with pytest.raises(ValueError, match="must be a divisor of the total"):
        cuda.to_device(np.zeros((4, 3), np.int16)).view("i4")
    with pytest.raises(ValueError, match="the array must be C-contiguous"):
        cuda.to_device(np.zeros((4, 8), np.int16))[:, ::2].view("i4")
    matrix = np.arange(6.0).reshape(2, 3)
    for turned in (cuda.to_device(matrix).T, np.transpose(cuda.to_device(matrix))):
        same(turned, matrix.T)
        assert turned.is_c_contiguous()
    same(cuda.to_device(matrix[:, ::1])[:, ::2].T, matrix[:, ::2].T)
    same(device.transpose((0, 1, 2, 3)), host)
    with pytest.raises(NotImplementedError, match="transposing a non-2D DeviceNDArray"):
        device.transpose()
    for axes in [(0, 0), (0, 2)]:
        with pytest.raises(ValueError, match="invalid axes list"):
            cuda.to_device(matrix).transpose(axes)


def test_split():
    host = np.arange(10)
    parts = list(cuda.to_device(host).split(4))
    assert [list(part.copy_to_host()) for part in parts] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
    with pytest.raises(ValueError, match="only support 1d array"):
        list(cuda.device_array((2, 2)).split(1))
    with pytest.raises(ValueError, match="only support unit stride"):
        list(cuda.device_array(4)[::2].split(1))


def test_copies_between_orders_and_with_gaps():
    c_order = np.arange(125).reshape(5, 5, 5)
    f_order = np.asfortranarray(c_order)
    for to, source in itertools.product((c_order, f_order), repeat=2):
        device = cuda.to_device(to * 0 if to is c_order else np.asfortranarray(to * 0))
        device.copy_to_device(source)
        same(device, source)
    device = cuda.to_device(c_order)
    with pytest.raises(ValueError, match="incompatible strides"):
        device.copy_to_device(cuda.to_device(f_order))
    with pytest.raises(ValueError, match="incompatible shape"):
        device.copy_to_device(c_order[1:])
    with pytest.raises(TypeError, match="incompatible dtype: int64 vs. float32"):
        device.copy_to_device(c_order.astype(np.float32))
    line = cuda.to_device(np.arange(10))
    line.copy_to_device(np.arange(20)[::2])
    same(line, np.arange(20)[::2])
    for refused in (
        lambda: line[::2].copy_to_device(np.arange(5)),
        lambda: cuda.to_device(np.arange(10)[::2]),
    ):
        with pytest.raises(ValueError) as raised:
            refused()
        assert str(raised.value) == devicearray.errmsg_contiguous_buffer


def test_copy_into_a_host_array_with_gaps_keeps_what_lies_between():
    device = cuda.to_device(np.arange(10))[::2]
    host = np.full(10, -1)
    assert device.copy_to_host(host[::2]) is not None
    assert list(host) == [0, -1, 2, -1, 4, -1, 6, -1, 8, -1]
    with pytest.raises(ValueError, match="incompatible strides"):
        device.copy_to_host(np.zeros(5, int))
    host.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        cuda.to_device(np.arange(10)).copy_to_host(host)


def test_repeated_elements_are_stored_once():
    host = np.broadcast_to(np.arange(6).reshape(2, 1, 3), (2, 4, 3))
    device = cuda.to_device(host)
    assert device.alloc_size == 48
    assert device.nbytes == 192
    assert device.strides == host.strides
    same(device, host)


@pytest.mark.parametrize(
    "value",
    [
        3,
        2.5,
        1j,
        True,
        [1, 2, 3],
        np.datetime64("2020-01-02", "D"),
        np.array(["ab", "c"]),
        np.zeros((0, 3)),
        np.array(5, "u1"),
    ],
)
def test_what_numpy_makes_arrays_of(value):
    same(cuda.to_device(value), np.asarray(value))


def test_empty_arrays():
    empty = cuda.device_array((0, 3))
    assert (empty.alloc_size, empty.size) == (0, 0)
    assert empty.__cuda_array_interface__["data"][0] == 0
    same(empty[:, 1:], np.zeros((0, 2)))
    other = devicearray.DeviceNDArray(shape=(0,), strides=(8,), dtype=np.int8)
    host = np.ndarray((0,), np.int8, strides=(0,))
    other.copy_to_host(host)
    other.copy_to_device(host)
    other.copy_to_device(cuda.to_device(host))


@pytest.mark.parametrize(
    "shape", [1.5, np.float64(2), np.array(1.2), [1.1], (2, 2.5), np.array([1.0]), "ab"]
)
def test_shapes_that_are_none(shape):
    with pytest.raises(TypeError):
        cuda.device_array(shape)


def test_shapes_that_are_some():
    for shape in [7, np.int32(7), [3, 4], np.array([3, 4]), (), (np.int64(2),)]:
        assert cuda.device_array(shape).shape == np.empty(shape).shape
    with pytest.raises(ValueError, match="negative dimensions"):
        cuda.device_array((2, -1))
    with pytest.raises(ValueError, match="must be either C/F order"):
        cuda.device_array(3, order="A")
    with pytest.raises(ValueError, match="strides not match ndim"):
        devicearray.DeviceNDArray((2, 2), (8,), float)


@pytest.mark.parametrize(
    "make", [cuda.device_array_like, cuda.mapped_array_like, cuda.pinned_array_like]
)
def test_arrays_like_others_lie_as_numpys_do(make):
    base = np.zeros((4, 6, 5))
    for axes in itertools.permutations(range(3)):
        for host in (base.transpose(axes), base[::2, ::3].transpose(axes), base[0].T, base[:, 0]):
            expected = np.empty_like(host)
            made = make(host)
            assert (made.shape, made.dtype) == (expected.shape, expected.dtype)
            assert made.strides == expected.strides
    assert make(np.zeros(3, "f4")).dtype == np.float32


def test_arrays_as_numpy_takes_them():
    device = cuda.to_device(np.array([1.0, 2.5]))
    np.testing.assert_array_equal(np.asarray(device), [1.0, 2.5])
    assert np.array(device, dtype=np.int32).dtype == np.int32
    assert len(cuda.device_array((3, 5))) == 3
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        with pytest.raises(ValueError, match="`copy=False` is not supported"):
            np.array(device, copy=False)


def test_device_arrays_do_not_pickle():
    with pytest.raises(TypeError, match="cannot pickle DeviceNDArray.*copy_to_host"):
        pickle.dumps(cuda.to_device(np.zeros(3)))


def test_records():
    host = np.zeros(3, RECORD)
    device = cuda.to_device(host)
    device[1]["a"] = 2.5
    device[1]["s"] = "abcdefg"
    device[1]["v"][1] = 4
    device[1]["p"]["i"] = 7
    device[1]["p"]["m"][2, 0] = 9
    copied = device.copy_to_host()[1]
    assert (copied["a"], copied["s"], copied["v"][1]) == (2.5, "abcde", 4)
    assert (copied["p"]["i"], copied["p"]["m"][2, 0]) == (7, 9)
    assert (device[1]["a"], device[1]["s"], device[1]["p"]["i"]) == (2.5, "abcde", 7)
    assert device[0]["a"] == 0
    one = cuda.to_device(copied)
    assert isinstance(one, devicearray.DeviceRecord)
    assert (one.shape, one.strides, one.alloc_size) == ((), (), RECORD.itemsize)
    back = host[2]
    one.copy_to_host(back)
    assert host[2] == copied
    device[0] = copied
    assert device.copy_to_host()[0] == copied
    with pytest.raises(KeyError):
        one["z"]


def test_memory_lives_as_long_as_its_views(pending):
    device = cuda.to_device(np.arange(1000))
    part = device[500:].reshape(5, 100)[2]
    del device
    assert len(pending) == 0
    assert list(part.copy_to_host()) == list(range(700, 800))
    del part
    assert len(pending) == 1


def test_the_type_that_kernels_see():
    def layout(array):
        return cuda.to_device(array)._numba_type_.layout

    matrix = np.zeros((5, 6), np.float32)
    assert layout(matrix) == "C"
    assert layout(np.asfortranarray(matrix)) == "F"
    assert layout(np.broadcast_to(matrix[0], (3, 6))) == "A"
    assert cuda.to_device(matrix)[:, 2]._numba_type_.layout == "A"
    assert str(cuda.to_device(matrix)._numba_type_.dtype) == "float32"


@pytest.mark.parametrize("make", [cuda.pinned_array, cuda.mapped_array, cuda.managed_array])
def test_memory_of_the_host_lives_as_long_as_its_arrays(make, pending):
    array = make((10, 10), np.int32)
    array[:] = 5
    part = array[3:].T[2]
    del array
    assert len(pending) == 0
    assert (part == 5).all()
    del part
    assert len(pending) == 1
