"""Kernels whose warps meet: all of them take `x` and `out` of one length, and `n`."""

from numba import cuda, float32, float64, int32, int64

FULL = 0xFFFFFFFF
SIG = "void(float32[:], float32[:], int32)"


@cuda.jit(device=True)
def warp_total(v):
    for k in (16, 8, 4, 2, 1):
        v += cuda.shfl_down_sync(FULL, v, k)
    return v


@cuda.jit(SIG)
def sum_down(x, out, n):
    i = cuda.grid(1)
    s = x[i]
    offset = 16
    while offset > 0:
        s += cuda.shfl_down_sync(FULL, s, offset)
        offset //= 2
    if cuda.laneid == 0:
        out[i] = s


@cuda.jit(SIG)
def sum_of_all(x, out, n):
    mask = 0xFFFFFFFF
    i = cuda.grid(1)
    s = x[i]
    for k in (1, 2, 4, 8, 16):
        s += cuda.shfl_xor_sync(mask, s, k)
    out[i] = s


@cuda.jit(SIG)
def scan_up(x, out, n):
    i = cuda.grid(1)
    lane = cuda.laneid
    s = x[i]
    k = 1
    while k < 32:
        before = cuda.shfl_up_sync(FULL, s, k)
        if lane >= k:
            s += before
        k *= 2
    out[i] = s


@cuda.jit(SIG)
def each_its_lane(x, out, n):
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    out[i] = cuda.shfl_sync(-1, x[i], (t * 5 + n) & 31) + cuda.shfl_sync(-1, float32(t), 3)


@cuda.jit(SIG)
def wide_values(x, out, n):
    i = cuda.grid(1)
    a = cuda.shfl_down_sync(FULL, float64(x[i]) * 1.5, 3)
    b = cuda.shfl_up_sync(FULL, int64(i) * 3, 1)
    c = cuda.shfl_xor_sync(FULL, int32(i + n), 7)
    out[i] = float32(a) + float32(b) + float32(c)


@cuda.jit(SIG)
def votes(x, out, n):
    i = cuda.grid(1)
    v = x[i]
    b = cuda.ballot_sync(FULL, v > float32(0.5))
    some = cuda.any_sync(FULL, v > float32(0.95))
    every = cuda.all_sync(FULL, v > float32(0.02))
    alike = cuda.eq_sync(FULL, i > 40)
    r = float32(cuda.popc(b))
    if some:
        r += float32(100)
    if every or alike:
        r += float32(1000)
    out[i] = r


@cuda.jit(SIG)
def vote_decides(x, out, n):
    i = cuda.grid(1)
    if cuda.any_sync(FULL, x[i] > float32(0.97)):
        out[i] = x[i]
    else:
        out[i] = float32(n)


@cuda.jit(SIG)
def block_sum(x, out, n):
    part = cuda.shared.array(32, float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    lane = t % 32
    warp = t // 32
    s = x[i]
    for offset in (16, 8, 4, 2, 1):
        s += cuda.shfl_down_sync(FULL, s, offset)
    if lane == 0:
        part[warp] = s
    cuda.syncthreads()
    if warp == 0:
        s = part[lane] if lane < (cuda.blockDim.x + 31) // 32 else float32(0)
        offset = 16
        while offset > 0:
            s += cuda.shfl_down_sync(FULL, s, offset)
            offset //= 2
        if lane == 0:
            out[cuda.blockIdx.x] = s


@cuda.jit(SIG)
def first_warps(x, out, n):
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    v = x[i]
    if t < 64:
        v += float32(n)
        for k in range(5):
            w = cuda.shfl_down_sync(FULL, v, 1 << k)
            v = v * float32(0.5) + w
    out[i] = v


@cuda.jit(SIG)
def synced_in_warps(x, out, n):
    tile = cuda.shared.array(1024, float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    tile[t] = x[i]
    cuda.syncwarp()
    v = tile[t ^ 1] if t ^ 1 < cuda.blockDim.x else float32(0)
    cuda.syncwarp(FULL)
    tile[t] = v + float32(1)
    cuda.syncthreads()
    out[i] = tile[cuda.blockDim.x - 1 - t]


@cuda.jit(SIG)
def some_end(x, out, n):
    i = cuda.grid(1)
    if x[i] < float32(0.3):
        return
    s = cuda.shfl_down_sync(FULL, x[i], 1)
    b = cuda.ballot_sync(FULL, s > float32(0.5))
    out[i] = s + float32(cuda.popc(b))


@cuda.jit(SIG)
def counts_once(x, out, n):
    i = cuda.grid(1)
    b = cuda.popc(cuda.ballot_sync(FULL, x[i] > float32(0.5)))
    if cuda.laneid == 0:
        cuda.atomic.add(out, 0, float32(b) * float32(0.1))


@cuda.jit(SIG)
def uniform_branch(x, out, n):
    i = cuda.grid(1)
    v = x[i]
    if n > 2:
        v += cuda.shfl_xor_sync(FULL, v, n & 31)
    elif n == 1:
        v -= cuda.shfl_up_sync(FULL, v, n)
    for k in range(n & 7):
        v += cuda.shfl_down_sync(FULL, v, k)
    out[i] = v


# ---- what stays on fibers


@cuda.jit(SIG)
def part_of_mask(x, out, n):
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    out[i] = x[i]
    if t % 32 < 16:
        out[i] = cuda.shfl_down_sync(0xFFFF, x[i], 1)


@cuda.jit(SIG)
def lanes_part(x, out, n):
    i = cuda.grid(1)
    v = x[i]
    if v > float32(0.5):
        v += float32(cuda.popc(cuda.ballot_sync(cuda.activemask(), v > float32(0.7))))
    out[i] = v


@cuda.jit(SIG)
def called_meeting(x, out, n):
    i = cuda.grid(1)
    out[i] = warp_total(x[i])


@cuda.jit(SIG)
def matching(x, out, n):
    i = cuda.grid(1)
    out[i] = float32(cuda.popc(cuda.match_any_sync(FULL, int32(x[i] * 4))))


@cuda.jit(SIG)
def vote_in_loop(x, out, n):
    i = cuda.grid(1)
    v = x[i]
    while cuda.any_sync(FULL, v < float32(2)):
        v += float32(0.5)
    out[i] = v


@cuda.jit(SIG)
def needed_vote(x, out, n):
    i = cuda.grid(1)
    v = x[i]
    if n > 1 and cuda.all_sync(FULL, v > float32(0)):
        v += float32(1)
    out[i] = v


@cuda.jit(SIG)
def loop_of_a_warp(x, out, n):
    i = cuda.grid(1)
    v = x[i]
    if cuda.threadIdx.x < 32:
        k = n
        while k != 0:
            v += cuda.shfl_down_sync(FULL, v, 1)
            k -= 1
    out[i] = v
