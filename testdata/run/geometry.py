"""threadIdx, blockIdx, blockDim, gridDim, grid, gridsize, laneid and warpsize, in every rank."""
import numpy as np
from case import same
from numba import cuda
from numba.cuda import blockIdx, threadIdx

# What these kernels write depends on how their threads are grouped.
FIXED_LAUNCH = ("places", "extents", "grids", "lanes", "imported_names", "int32_geometry")


@cuda.jit("void(int32[:, :, ::1])")
def places(out):
    block = (cuda.blockIdx.z * cuda.gridDim.y + cuda.blockIdx.y) * cuda.gridDim.x + cuda.blockIdx.x
    thread = cuda.threadIdx.x + cuda.blockDim.x * (
        cuda.threadIdx.y + cuda.blockDim.y * cuda.threadIdx.z
    )
    out[block, thread, 0] = cuda.threadIdx.x
    out[block, thread, 1] = cuda.threadIdx.y
    out[block, thread, 2] = cuda.threadIdx.z
    out[block, thread, 3] = cuda.blockIdx.x
    out[block, thread, 4] = cuda.blockIdx.y
    out[block, thread, 5] = cuda.blockIdx.z


@cuda.jit("void(int32[:])")
def extents(out):
    out[0] = cuda.blockDim.x
    out[1] = cuda.blockDim.y
    out[2] = cuda.blockDim.z
    out[3] = cuda.gridDim.x
    out[4] = cuda.gridDim.y
    out[5] = cuda.gridDim.z
    out[6] = cuda.warpsize


@cuda.jit("void(int64[:, :, :, ::1])")
def grids(out):
    x, y, z = cuda.grid(3)
    a, b = cuda.grid(2)
    sx, sy, sz = cuda.gridsize(3)
    out[x, y, z, 0] = cuda.grid(1)
    out[x, y, z, 1] = a * 1000 + b
    out[x, y, z, 2] = cuda.gridsize(1)
    out[x, y, z, 3] = (sx * 100 + sy) * 100 + sz
    out[x, y, z, 4] = cuda.gridsize(2)[1]


@cuda.jit("void(int32[:])")
def lanes(out):
    out[cuda.threadIdx.x] = cuda.laneid


@cuda.jit("void(int32[:])")
def imported_names(out):
    t = threadIdx
    out[blockIdx.x * 4 + t.x] = threadIdx.x - 1


@cuda.jit("void(int64[:], int32)")
def int32_geometry(out, shift):
    """threadIdx is signed: zero minus one is minus one."""
    t = cuda.threadIdx.x
    out[t] = (t - 1) * 1000000007 + shift // (t - 5)


def check(k):
    grid, block = (2, 3, 4), (5, 2, 3)
    out = np.full((24, 30, 6), -1, np.int32)
    k.places[grid, block](out)
    b, t = np.indices((24, 30)).reshape(2, -1)
    rows = [t % 5, t // 5 % 2, t // 10, b % 2, b // 2 % 3, b // 6]
    same(out, np.transpose(rows).reshape(24, 30, 6))

    out = np.zeros(7, np.int32)
    k.extents[grid, block](out)
    same(out, [5, 2, 3, 2, 3, 4, 32])

    out = np.full((10, 6, 12, 5), -1, np.int64)
    k.grids[grid, block](out)
    x, y, z = np.indices((10, 6, 12))
    same(out[..., 0], x)
    same(out[..., 1], x * 1000 + y)
    same(out[..., 2], 10)
    same(out[..., 3], 100612)
    same(out[..., 4], 6)

    out = np.zeros(100, np.int32)
    k.lanes[1, 100](out)
    same(out, np.arange(100) % 32)

    out = np.zeros(12, np.int32)
    k.imported_names[3, 4](out)
    same(out, np.arange(12) % 4 - 1)

    out = np.zeros(12, np.int64)
    k.int32_geometry[1, 12](out, 17)
    t = np.arange(12)
    quotient = [17 // (v - 5) if v != 5 else 0 for v in range(12)]
    same(out, (t - 1) * 1000000007 + quotient)
