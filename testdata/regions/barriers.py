"""Kernels with barriers: all of them take `x` and `out` of one length, and `n`."""

from numba import cuda, float32, int32

TPB = 64
SIG = "void(float32[:], float32[:], int32)"


@cuda.jit(device=True)
def mirrored(i, n):
    return n - 1 - i


@cuda.jit(device=True)
def own_column(a):
    return a[cuda.threadIdx.x] * 2


@cuda.jit(device=True)
def waits(a):
    cuda.syncthreads()
    return a[0]


@cuda.jit(SIG)
def straight(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    cuda.syncthreads()
    out[t] = tile[cuda.blockDim.x - 1 - t]


@cuda.jit(SIG)
def halving(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = x[i] if i < x.size else 0.0
    cuda.syncthreads()
    s = cuda.blockDim.x // 2
    while s > 0:
        if t < s:
            tile[t] += tile[t + s]
        cuda.syncthreads()
        s //= 2
    if t == 0:
        out[cuda.blockIdx.x] = tile[0]


@cuda.jit(SIG)
def doubling(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    cuda.syncthreads()
    d = 1
    while d < cuda.blockDim.x:
        v = float32(0)
        if t >= d:
            v = tile[t - d]
        cuda.syncthreads()
        tile[t] += v
        cuda.syncthreads()
        d *= 2
    out[t] = tile[t]


@cuda.jit(SIG)
def kept_scalar(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    v = x[t] * x[t]
    tile[t] = v
    cuda.syncthreads()
    out[t] = v + tile[(t + 1) % cuda.blockDim.x]


@cuda.jit(SIG)
def kept_many(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    a = x[t]
    b = t * 3
    c = a > 0.5
    tile[t] = a
    cuda.syncthreads()
    b += 1
    if c:
        a = tile[0]
    cuda.syncthreads()
    out[t] = a + b if c else a - b


@cuda.jit(SIG)
def kept_row(x, out, n):
    row = cuda.local.array(4, float32)
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    for k in range(4):
        row[k] = x[t] + k
    tile[t] = row[3]
    cuda.syncthreads()
    total = tile[(t + 5) % cuda.blockDim.x]
    for k in range(4):
        total += row[k]
    out[t] = total


@cuda.jit(SIG)
def kept_over_rounds(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    acc = float32(0)
    for r in range(n):
        tile[t] = x[(t + r) % x.size]
        cuda.syncthreads()
        acc += tile[(t + 1) % cuda.blockDim.x]
        cuda.syncthreads()
    out[t] = acc


@cuda.jit(SIG)
def unset(x, out, n):
    t = cuda.threadIdx.x
    if t % 2 == 0:
        v = x[t]
    cuda.syncthreads()
    if t % 2 == 0:
        out[t] = v


@cuda.jit(SIG)
def uniform_branch(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    if n > 3:
        cuda.syncthreads()
        out[t] = tile[0]
    else:
        out[t] = tile[t]


@cuda.jit(SIG)
def branch_of_block(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if cuda.blockIdx.x % 2 == 0:
        tile[t] = x[i]
        cuda.syncthreads()
        out[i] = tile[mirrored(t, cuda.blockDim.x)]
    elif n > 2:
        tile[t] = 2 * x[i]
        cuda.syncthreads()
        out[i] = tile[0]


@cuda.jit(SIG)
def leave_early(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    if t >= n:
        return
    v = x[t]
    tile[t] = v
    cuda.syncthreads()
    out[t] = tile[n - 1 - t] - v


@cuda.jit(SIG)
def leave_between(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    cuda.syncthreads()
    for _ in range(3):
        if tile[t] > 0.9:
            return
    out[t] = 1
    cuda.syncthreads()
    tile[t] += 1
    cuda.syncthreads()
    out[t] = tile[0]


@cuda.jit(SIG)
def leave_whole(x, out, n):
    tile = cuda.shared.array(1024, float32)
    if cuda.blockIdx.x >= n:
        return
    t = cuda.threadIdx.x
    tile[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    out[cuda.grid(1)] = tile[cuda.blockDim.x - 1 - t]


@cuda.jit(SIG)
def leave_all(x, out, n):
    t = cuda.threadIdx.x
    if t >= 0:
        return
    k = 0
    while k < n:
        out[t] = x[t]
        cuda.syncthreads()
        k += n - n


@cuda.jit(SIG)
def stop_loop(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    k = 0
    while True:
        cuda.syncthreads()
        if k == n:
            break
        k += 1
        if k == 2:
            continue
        if t == 0:
            tile[k] += k
    out[t] = tile[t]


@cuda.jit(SIG)
def atomics_in_order(x, out, n):
    count = cuda.shared.array(1, int32)
    total = cuda.shared.array(1, float32)
    t = cuda.threadIdx.x
    if t == 0:
        count[0] = 0
        total[0] = 0
    cuda.syncthreads()
    place = cuda.atomic.add(count, 0, 1)
    cuda.atomic.add(total, 0, x[t])
    cuda.syncthreads()
    out[place] = x[t] + total[0]


@cuda.jit(SIG)
def two_axes(x, out, n):
    tile = cuda.shared.array((16, 17), float32)
    c = cuda.threadIdx.x
    r = cuda.threadIdx.y
    i = r * cuda.blockDim.x + c
    tile[r, c] = x[i]
    cuda.syncthreads()
    out[i] = tile[(r + 1) % cuda.blockDim.y, (c + 2) % cuda.blockDim.x]


@cuda.jit(SIG)
def three_axes(x, out, n):
    tile = cuda.shared.array(1024, float32)
    w = cuda.blockDim.x
    h = cuda.blockDim.y
    i = (cuda.threadIdx.z * h + cuda.threadIdx.y) * w + cuda.threadIdx.x
    v = x[i] + cuda.threadIdx.z
    tile[i] = v
    cuda.syncthreads()
    out[i] = tile[w * h * cuda.blockDim.z - 1 - i] - v


@cuda.jit(SIG)
def tiles(x, out, n):
    a = cuda.shared.array((8, 8), float32)
    b = cuda.shared.array((8, 8), float32)
    c = cuda.threadIdx.x
    r = cuda.threadIdx.y
    acc = float32(0)
    for k in range(n):
        a[r, c] = x[(r * 8 + c + k) % x.size]
        b[r, c] = x[(c * 8 + r + k) % x.size]
        cuda.syncthreads()
        for j in range(8):
            acc += a[r, j] * b[j, c]
        cuda.syncthreads()
    out[r * 8 + c] = acc


@cuda.jit(SIG)
def given_memory(x, out, n):
    tile = cuda.shared.array(0, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    cuda.syncthreads()
    out[t] = tile[(t + n) % cuda.blockDim.x]


@cuda.jit(SIG)
def calls_with_thread(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    cuda.syncthreads()
    out[t] = own_column(tile)


@cuda.jit(SIG)
def loops_in_loops(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    for a in range(n):
        for b in range(a, 0, -1):
            cuda.syncthreads()
            v = tile[(t + b) % cuda.blockDim.x]
            cuda.syncthreads()
            tile[t] = v + a
    out[t] = tile[t]


@cuda.jit(SIG)
def over_items(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    for d in (1, 3, n):
        cuda.syncthreads()
        v = tile[(t + d) % cuda.blockDim.x]
        cuda.syncthreads()
        tile[t] = v * d
    out[t] = tile[t]


@cuda.jit(SIG)
def strided_sum(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    acc = float32(0)
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        acc += x[i]
    tile[t] = acc
    cuda.syncthreads()
    if t == 0:
        total = float32(0)
        for k in range(cuda.blockDim.x):
            total += tile[k]
        out[cuda.blockIdx.x] = total


@cuda.jit(SIG)
def asserted(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    assert t < n
    tile[t] = x[t]
    cuda.syncthreads()
    out[t] = tile[0]


@cuda.jit(SIG)
def runs_on(x, out, n):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    for k in range(n):
        tile[t] = x[t] + k
        cuda.syncthreads()
        out[t] = tile[(t + k) % cuda.blockDim.x]
        if k % 2 == 0:
            cuda.syncthreads()


# ---- kernels that keep fibers


@cuda.jit(SIG)
def divergent(x, out, n):
    t = cuda.threadIdx.x
    if t < n:
        out[t] = x[t]
        cuda.syncthreads()
    else:
        cuda.syncthreads()
        out[t] = x[0]


@cuda.jit(SIG)
def divergent_loop(x, out, n):
    t = cuda.threadIdx.x
    for k in range(t % 2 + 1):
        out[t] = x[t] + k
        cuda.syncthreads()


@cuda.jit(SIG)
def divergent_break(x, out, n):
    t = cuda.threadIdx.x
    for k in range(n):
        if t < k:
            break
        out[t] = x[t] + k
        cuda.syncthreads()


@cuda.jit(SIG)
def from_memory(x, out, n):
    t = cuda.threadIdx.x
    k = 0
    while k < x[0] * 4:
        out[t] = x[t] + k
        cuda.syncthreads()
        k += 1


@cuda.jit(SIG)
def waiting_function(x, out, n):
    t = cuda.threadIdx.x
    out[t] = waits(x) + x[t]


@cuda.jit(SIG)
def voted(x, out, n):
    t = cuda.threadIdx.x
    out[t] = cuda.syncthreads_count(int(x[t] > 0.5))


@cuda.jit(SIG)
def shuffled(x, out, n):
    t = cuda.threadIdx.x
    v = cuda.shfl_down_sync(0xFFFFFFFF, x[t], 1)
    cuda.syncthreads()
    out[t] = v


@cuda.jit(SIG)
def atomics_running_on(x, out, n):
    count = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    for k in range(n):
        if t == 0:
            count[0] = 0
        cuda.syncthreads()
        out[t] = cuda.atomic.add(count, 0, 1)
        if k % 2 == 0:
            cuda.syncthreads()
            out[t] += cuda.atomic.add(count, 0, 1)


@cuda.jit(SIG)
def one_name_twice(x, out, n):
    t = cuda.threadIdx.x
    for i in range(n):
        w = x[t]
        row = cuda.local.array(2, float32)
        row[0] = w + i
        cuda.syncthreads()
        out[t] += w + row[0]
    for i in range(n):
        w = x[t] * float32(2)
        cuda.syncthreads()
        out[t] += w
    for i in range(n):
        w = x[t] + t
        cuda.syncthreads()
        out[t] -= w


@cuda.jit(SIG)
def hashed(x, out, n):
    t = cuda.threadIdx.x
    a = (t ^ 3) + (t & 5) ^ t
    b = (a ^ 3) + (a & 5) ^ a
    c = (b ^ 3) + (b & 5) ^ b
    d = (c ^ 3) + (c & 5) ^ c
    e = (d ^ 3) + (d & 5) ^ d
    f = (e ^ 3) + (e & 5) ^ e
    g = (f ^ 3) + (f & 5) ^ f
    h = (g ^ 3) + (g & 5) ^ g
    i = (h ^ 3) + (h & 5) ^ h
    j = (i ^ 3) + (i & 5) ^ i
    k = (j ^ 3) + (j & 5) ^ j
    m = (k ^ 3) + (k & 5) ^ k
    o = (m ^ 3) + (m & 5) ^ m
    p = (o ^ 3) + (o & 5) ^ o
    q = (p ^ 3) + (p & 5) ^ p
    r = (q ^ 3) + (q & 5) ^ q
    s = (r ^ 3) + (r & 5) ^ r
    u = (s ^ 3) + (s & 5) ^ s
    v = (u ^ 3) + (u & 5) ^ u
    w = (v ^ 3) + (v & 5) ^ v
    cuda.syncthreads()
    out[t] = x[t] + (w & 1023) + (b & 7)


@cuda.jit(SIG)
def no_step(x, out, n):
    t = cuda.threadIdx.x
    steps = range(0, 10, t)
    out[t] = 1
    cuda.syncthreads()
    for k in steps:
        out[t] += k


@cuda.jit(SIG)
def step_of_zero(x, out, n):
    t = cuda.threadIdx.x
    out[t] = 1
    cuda.syncthreads()
    for k in range(0, 10, t):
        out[t] += k
