# form_regions: loops over threads between barriers, what warps do together. form_rows: loops over
# the places that a guard lets through.
from numba import cuda, float32

FULL = 0xFFFFFFFF


@cuda.jit("void(float32[::1], float32[::1])")
def total_of_warps(x, out):
    part = cuda.shared.array(32, float32)
    t = cuda.threadIdx.x
    s = x[cuda.grid(1)]
    for k in (16, 8, 4, 2, 1):
        s += cuda.shfl_down_sync(FULL, s, k)
    if t % 32 == 0:
        part[t // 32] = s
    cuda.syncthreads()
    if t < 32:
        s = cuda.shfl_xor_sync(FULL, part[t], 1)
        out[t] = s


@cuda.jit("void(float32[:, ::1], float32[:, ::1])")
def step_in_rows(u, out):
    i, j = cuda.grid(2)
    if i < u.shape[0] and 0 < j < u.shape[1] - 1:
        out[i, j] = u[i, j - 1] + u[i, j + 1]
