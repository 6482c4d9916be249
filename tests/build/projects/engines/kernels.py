"""What differs between machines: stacks of threads, atomics, casts, arguments, exceptions."""

import math

import numpy as np
from numba import complex128, cuda, float32, float64, from_dtype, int32, types, vectorize

point = from_dtype(np.dtype([("x", np.float64), ("y", np.float64), ("mass", np.float64)]))


@cuda.jit("void(float64[:], float64[:])")
def sums(x, out):
    """Loops between barriers."""
    tile = cuda.shared.array(64, float64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = x[i] if i < x.size else 0.0
    cuda.syncthreads()
    step = 32
    while step > 0:
        if t < step:
            tile[t] += tile[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = tile[0]


@cuda.jit("void(int32[:], int32[:])")
def votes(x, out):
    """A stack for each thread: warps vote, shuffle and meet in loops of their own."""
    lane = cuda.laneid
    i = cuda.grid(1)
    value = x[i]
    for step in (16, 8, 4, 2, 1):
        value += cuda.shfl_xor_sync(0xFFFFFFFF, value, step)
    while cuda.any_sync(0xFFFFFFFF, value > lane * 100):
        value -= 50
        cuda.syncwarp()
    out[i] = value + cuda.popc(cuda.ballot_sync(0xFFFFFFFF, x[i] % 3 == 0))


@cuda.jit("void(float64[:], int32[:], uint8[:], int64[:])")
def casts(x, to_int, to_byte, sums):
    i = cuda.grid(1)
    if i < x.size:
        to_int[i] = int32(x[i])
        to_byte[i] = np.uint8(int32(x[i]) // 7 % 5)
        cuda.atomic.add(sums, i % 4, int(x[i]) >> 3)
        cuda.atomic.max(sums, 4, int(x[i]))


@cuda.jit((point, float64, complex128, types.UniTuple(float32, 3), float64[:]))
def arguments(p, factor, z, steps, out):
    out[0] = p.x * factor + p.y - p.mass
    out[1] = abs(z.real * z.imag)
    out[2] = steps[0] + steps[1] * steps[2]


@cuda.jit("void(float32[:, :], " + ", ".join(["float32[:]"] * 11) + ")")
def many(a, b, c, d, e, f, g, h, i, j, k, out):
    n = cuda.grid(1)
    if n < out.size:
        out[n] = a[0, n] + b[n] + c[n] + d[n] + e[n] + f[n] + g[n] + h[n] + i[n] + j[n] + k[n]


@cuda.jit(device=True)
def within(value, limit):
    if value > limit:
        raise ValueError("beyond the limit")
    return value + 1


@cuda.jit("void(int32[:], int32)")
def ended(x, limit):
    """Threads end within a call."""
    i = cuda.grid(1)
    x[i] = within(x[i], limit)


@vectorize(["float64(float64, float64)"], target="cuda")
def hypotenuse(a, b):
    return math.sqrt(a * a + b * b)


@cuda.reduce
def add(a, b):
    return a + b
