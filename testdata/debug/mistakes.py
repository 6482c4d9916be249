"""Kernels that are sound when `bad` is 0 and make one mistake when it is 1.

The line of a mistake ends with its kernel's name as a comment; debug_test.py looks for it there.
"""

import numpy as np
from numba import cuda, float32

TABLE = np.array([2.0, 3.0, 5.0], np.float32)
GRID = np.asfortranarray(np.arange(6, dtype=np.int32).reshape(2, 3))


@cuda.jit("float32(float32[:], int32)", device=True)
def element(values, k):
    return values[k]  # in_device_function


@cuda.jit("void(float32[:], int32, int32)", device=True)
def refuse(values, k, bad):
    if k == 3 and bad:
        raise ValueError("three is refused")  # raise_in_device_function
    values[k] = k


@cuda.jit("void(float32[:], float32[:], int32)")
def read(x, out, bad):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i + bad]  # read


@cuda.jit("void(float32[:], float32[:], int32)")
def write(x, out, bad):
    i = cuda.grid(1)
    if i < x.size:
        out[i + bad * 8] = x[i]  # write


@cuda.jit("void(float32[:], float32[:], int32)")
def augmented(x, out, bad):
    i = cuda.grid(1)
    if i < x.size:
        out[i + bad] += x[i]  # augmented


@cuda.jit("void(float32[:, :], float32[:], int32)")
def second_axis(square, out, bad):
    i, j = cuda.grid(2)
    if i < 4 and j < 4:
        out[i] = square[i, j + bad * 40]  # second_axis


@cuda.jit("void(float32[:], float32[:], int32)")
def negative(x, out, bad):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[-1 - i - bad]  # negative


@cuda.jit("void(float32[:], float32[:], uint64)")
def huge(x, out, bad):
    out[0] = x[-bad]  # huge


@cuda.jit("void(float32[:], float32[:], int32)")
def in_device_function(x, out, bad):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = element(x, i + bad)


@cuda.jit("void(int32[:], float32[:], float32[:], int32)")
def through_index(order, x, out, bad):
    i = cuda.grid(1)
    if i < order.size:
        out[order[i]] = x[
            order[order[i + bad * 40]]  # through_index: a statement has one line
        ]


@cuda.jit("void(float32[:], float32[:], int32)")
def in_shared(x, out, bad):
    tile = cuda.shared.array((4, 8), float32)
    t = cuda.threadIdx.x
    tile[t // 8 % 4, t % 8] = x[t % 32]
    cuda.syncthreads()
    out[t % 32] = tile[t // 8 % 4, t % 8 + bad]  # in_shared


@cuda.jit("void(float32[:], float32[:], int32)")
def in_local(x, out, bad):
    mine = cuda.local.array(3, float32)
    for k in range(3 + bad):
        mine[k] = x[k]  # in_local
    out[0] = mine[2]


@cuda.jit("void(float32[:], int32)")
def in_constant(out, bad):
    table = cuda.const.array_like(TABLE)
    out[0] = table[cuda.threadIdx.x % 2 + 2 * bad]  # in_constant


@cuda.jit("void(float32[:], int32)")
def in_fortran_constant(out, bad):
    out[0] = GRID[1, 2 + bad]  # in_fortran_constant


@cuda.jit("void(int32[:], int32)")
def in_atomic(counts, bad):
    cuda.atomic.add(counts, cuda.threadIdx.x % 4 + 4 * bad, 1)  # in_atomic


@cuda.jit("void(float32[:], int32)")
def in_tuple(out, bad):
    pair = (out.size, 7)
    out[0] = pair[cuda.threadIdx.x % 2 + bad]  # in_tuple


@cuda.jit("void(float32[:], float32[:], int32)")
def unset_shared(x, out, bad):
    tile = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    if t != 5 or not bad:
        tile[t] = x[t]
    cuda.syncthreads()
    out[t] = tile[t]  # unset_shared


@cuda.jit("void(float32[:], float32[:], int32)")
def left_by_another_block(x, out, bad):
    tile = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    if cuda.blockIdx.x == 0 or not bad:
        tile[t] = x[t]
    cuda.syncthreads()
    out[t] = tile[t]  # left_by_another_block


@cuda.jit("void(float32[:], int32)")
def unset_local(out, bad):
    mine = cuda.local.array(4, float32)
    for k in range(4 - bad):
        mine[k] = k
    out[0] = mine[3]  # unset_local


@cuda.jit("void(int32[:], int32)")
def divide(out, bad):
    out[0] = 7 / (out[1] * (1 - bad))  # divide


@cuda.jit("void(float32[:], int32)")
def divide_floats(out, bad):
    out[0] /= out[1] * (1 - bad)  # divide_floats


@cuda.jit("void(int32[:], int32)")
def floor_divide(out, bad):
    out[0] = 7 // (out[1] * (1 - bad))  # floor_divide


@cuda.jit("void(int32[:], int32)")
def modulo(out, bad):
    out[0] = 7 % (out[1] * (1 - bad))  # modulo


@cuda.jit("void(float32[:], int32)")
def modulo_of_floats(out, bad):
    out[0] = out[0] % (out[1] * (1 - bad))  # modulo_of_floats


@cuda.jit("void(int32[:], int32)")
def both(out, bad):
    quotient, rest = divmod(7, out[1] * (1 - bad))  # both
    out[0] = quotient + rest


@cuda.jit("void(int64[:], int32)")
def power(out, bad):
    out[0] = (out[1] * (1 - bad)) ** -out[1]  # power


@cuda.jit("void(int32[:], int32)")
def no_step(out, bad):
    for i in range(0, 10, out[1] * (1 - bad)):  # no_step
        out[0] = i


@cuda.jit("void(int32[:], int32)")
def asserted(out, bad):
    i = cuda.grid(1)
    out[i % 8] = 1
    assert i != 40 or not bad, "forty"  # asserted


@cuda.jit("void(int32[:], int32)")
def asserted_without_text(out, bad):
    assert out.size > 100 * bad  # asserted_without_text


@cuda.jit("void(float32[:], int32)")
def raised(out, bad):
    if cuda.grid(1) == 9 and bad:
        raise OverflowError  # raised
    out[0] = 1


@cuda.jit("void(float32[:], int32)")
def raise_in_device_function(out, bad):
    refuse(out, cuda.threadIdx.x % 8, bad)


@cuda.jit("void(float32[:], int32)")
def divergent_barrier(out, bad):
    t = cuda.threadIdx.x
    if t < 16 or not bad:
        cuda.syncthreads()  # divergent_barrier
    else:
        cuda.syncthreads()
    out[t % 32] = t


@cuda.jit("void(int32[:], int32)")
def missed_barrier(out, bad):
    t = cuda.threadIdx.x
    if t >= 48:
        return
    if t == 3 and bad:
        while cuda.atomic.add(out, 0, 0) == 0:  # missed_barrier
            pass
    cuda.syncthreads()
    if t == 5:
        cuda.atomic.add(out, 0, 1)


@cuda.jit("void(int32[:], int32)")
def endless(out, bad):
    i = 0
    while i < 5 or bad:  # endless
        i += 1
    out[0] = i


@cuda.jit("void(int32[:], int32)")
def handed_over(out, bad):
    """Thread 0 waits for thread 9 of its block; only fibers let it run meanwhile."""
    t = cuda.threadIdx.x
    if t == 0:
        while cuda.atomic.add(out, 0, 0) == 0:
            pass
    elif t == 9:
        cuda.atomic.add(out, 0, 1)
    cuda.syncthreads()
    out[1] = cuda.syncthreads_count(t % 2)


@cuda.jit("void(float32[:], int32)")
def unused(x, bad):
    value = x[cuda.grid(1) + 40 * bad]  # unused
    other = value + 1  # noqa: F841


@cuda.jit("void(float32[:], int32)")
def lost_lane(out, bad):
    t = cuda.threadIdx.x
    if t != 7 or not bad:
        out[t] = cuda.shfl_sync(0xFFFFFFFF, out[t], 0)  # lost_lane
    else:
        cuda.syncthreads()


@cuda.jit("void(float32[:], int32)")
def outside_mask(out, bad):
    t = cuda.threadIdx.x
    mask = 0x0000FFFF if bad else 0xFFFFFFFF
    out[t] = cuda.shfl_down_sync(mask, out[t], 1)  # outside_mask


@cuda.jit("void(float32[:], int32)")
def in_dynamic_shared(out, bad):
    tile = cuda.shared.array(0, float32)
    t = cuda.threadIdx.x
    if bad:
        tile[t] = out[t]  # in_dynamic_shared


@cuda.jit("void(float32[:], int32)")
def left_grid(out, bad):
    if cuda.blockIdx.x == 1 and bad:
        return
    cuda.cg.this_grid().sync()  # left_grid
    out[cuda.grid(1)] = 1
