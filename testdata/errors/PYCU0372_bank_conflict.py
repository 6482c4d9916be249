# pycu: --performance
# A tile whose columns are read: each of its rows begins in the same bank.
from numba import cuda, float32, float64


@cuda.jit("void(float32[:, ::1], float32[:, ::1])")
def transposed(a, out):
    tile = cuda.shared.array((32, 32), float32)
    padded = cuda.shared.array((32, 33), float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    tile[ty, tx] = a[y, x]
    padded[ty, tx] = a[y, x]
    cuda.syncthreads()
    out[y, x] = tile[tx, ty] + padded[tx, ty]


@cuda.jit("void(float64[::1])")
def strided(x):
    kept = cuda.shared.array(512, float64)
    t = cuda.threadIdx.x
    kept[2 * t] = x[t]
    cuda.syncthreads()
    x[t] = kept[t]
