"""Arrays that a kernel tries to make, and shared and local memory used wrongly."""
import numpy as np
from numba import cuda, float32, int32

N = 16
SIZES = [4, 8]
TABLE = np.arange(10, dtype=np.float32)


@cuda.jit("void(float32[:])")
def numpy_zeros(a):
    tmp = np.zeros(10)  # expect: PYCU0404
    a[0] = tmp[0]


@cuda.jit("void(float32[:])")
def numpy_empty_like(a):
    tmp = np.empty_like(a)  # expect: PYCU0404
    a[0] = tmp[0]


@cuda.jit("void(float32[:])")
def numpy_array(a):
    tmp = np.array([1, 2, 3])  # expect: PYCU0404
    a[0] = tmp[0]


@cuda.jit("void(float32[:])")
def numpy_dot(a):
    a[0] = np.dot(a, a)  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def numpy_random(a):
    a[0] = np.random.rand()  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def numpy_linalg(a):
    a[0] = np.linalg.norm(a)  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def numpy_where(a):
    a[0] = np.where(a > 0, 1, 0)  # expect: PYCU0304


@cuda.jit("void(float32[:], int32)")
def shape_from_argument(a, n):
    tile = cuda.shared.array(n, float32)  # expect: PYCU0502
    a[0] = tile[0]


@cuda.jit("void(float32[:])")
def shape_from_size(a):
    tile = cuda.shared.array(a.size, float32)  # expect: PYCU0502
    a[0] = tile[0]


@cuda.jit("void(float32[:])")
def shape_from_block(a):
    tile = cuda.shared.array(cuda.blockDim.x, float32)  # expect: PYCU0502
    a[0] = tile[0]


@cuda.jit("void(float32[:], int32)")
def local_shape_from_argument(a, n):
    tmp = cuda.local.array((n, 2), float32)  # expect: PYCU0502
    a[0] = tmp[0, 0]


@cuda.jit("void(float32[:])")
def no_dtype(a):
    tile = cuda.shared.array(16)  # expect: PYCU0501
    a[0] = tile[0]


@cuda.jit("void(float32[:])")
def text_dtype(a):
    tile = cuda.shared.array(16, "floaty")  # expect: PYCU0503
    a[0] = tile[0]


@cuda.jit("void(float32[:])")
def number_dtype(a):
    tile = cuda.shared.array(16, 32)  # expect: PYCU0503
    a[0] = tile[0]


@cuda.jit("void(float32[:])")
def typo_in_dtype_keyword(a):
    tile = cuda.shared.array(16, dytpe=float32)  # expect: PYCU0501
    a[0] = tile[0]


@cuda.jit("void(float32[:])")
def float_shape(a):
    tile = cuda.shared.array(16.0, float32)  # expect: PYCU0502
    a[0] = tile[0]


@cuda.jit("void(float32[:])")
def negative_shape(a):
    tile = cuda.shared.array(-4, float32)  # expect: PYCU0502
    a[0] = tile[0]


@cuda.jit("void(float32[:])")
def zero_local(a):
    tmp = cuda.local.array(0, float32)  # expect: PYCU0502
    a[0] = tmp[0]


@cuda.jit("void(float32[:])")
def too_much_shared(a):
    tile = cuda.shared.array((256, 256), float32)  # expect: PYCU0504
    a[0] = tile[0, 0]


@cuda.jit("void(float32[:])")
def too_much_local(a):
    tmp = cuda.local.array(1000000, float32)  # expect: PYCU0504
    a[0] = tmp[0]


@cuda.jit("void(float32[:])")
def bad_alignment(a):
    tile = cuda.shared.array(16, float32, alignment=3)  # expect: PYCU0505
    a[0] = tile[0]


@cuda.jit("void(float32[:])")
def shared_called(a):
    tile = cuda.shared(16, float32)  # expect: PYCU0404
    a[0] = tile[0]


@cuda.jit("void(float32[:])")
def writes_constant_table(a):
    TABLE[0] = a[0]  # expect: PYCU0320


@cuda.jit("void(float32[:])")
def const_of_argument(a):
    t = cuda.const.array_like(a)  # expect: PYCU0506
    a[0] = t[0]


@cuda.jit("void(float32[:])")
def device_array_in_kernel(a):
    d = cuda.device_array(10)  # expect: PYCU0404
    a[0] = d[0]


@cuda.jit("void(float32[:])")
def to_device_in_kernel(a):
    d = cuda.to_device(a)  # expect: PYCU0404
    a[0] = d[0]


@cuda.jit("void(float32[:])")
def synchronize_in_kernel(a):
    cuda.synchronize()  # expect: PYCU0404
    a[0] = 1


@cuda.jit("void(float32[:])")
def grid_of_four(a):
    i = cuda.grid(4)  # expect: PYCU0406
    a[i] = 0


@cuda.jit("void(float32[:], int32)")
def grid_of_argument(a, n):
    i = cuda.grid(n)  # expect: PYCU0406
    a[i] = 0


@cuda.jit("void(float32[:])")
def grid_of_nothing(a):
    i = cuda.grid()  # expect: PYCU0401
    a[i] = 0


@cuda.jit("void(float32[:])")
def gridsize_of_five(a):
    i = cuda.gridsize(5)  # expect: PYCU0406
    a[i] = 0


@cuda.jit("void(float32[:])")
def atomic_without_index(a):
    cuda.atomic.add(a, 1.0)  # expect: PYCU0401


@cuda.jit("void(float32[:])")
def atomic_on_element(a):
    cuda.atomic.add(a[0], 0, 1.0)  # expect: PYCU0309


@cuda.jit("void(float32[:, :])")
def atomic_with_one_index(a):
    cuda.atomic.add(a, 0, 1.0)  # expect: PYCU0307


@cuda.jit("void(float32[:])")
def atomic_and_on_float(a):
    cuda.atomic.and_(a, 0, 1)  # expect: PYCU0402


@cuda.jit("void(float32[:], float32[:])")
def atomic_of_array(a, b):
    cuda.atomic.add(a, 0, b)  # expect: PYCU0402


@cuda.jit("void(float32[:])")
def syncthreads_with_argument(a):
    cuda.syncthreads(1)  # expect: PYCU0401
    a[0] = 1


@cuda.jit("void(float32[:])")
def reversed_arguments(a):
    tile = cuda.shared.array(float32, 16)  # expect: PYCU0502
    a[0] = tile[0]


@cuda.jit("void(float32[:])")
def boolean_index(a):
    a[a[0] > 0] = 1  # expect: PYCU0307


@cuda.jit("void(float32[:])")
def mask_assignment(a):
    a[a > 0] = 0  # expect: PYCU0304


@cuda.jit("void(float32[:])")
def text_index(a):
    a["x"] = 1  # expect: PYCU0322
