"""Kernels without barriers: those of a line take `x` and `out` of one length, and `n`, those of a
plane and of a space arrays of two and three dimensions."""

from numba import cuda, float32

LINE = "void(float32[:], float32[:], int32)"
PLANE = "void(float32[:, :], float32[:, :], int32)"
SPACE = "void(float32[:, :, :], float32[:, :, :], int32)"


@cuda.jit(device=True)
def weigh(v, k):
    return v * float32(0.5) + float32(k)


@cuda.jit(device=True)
def own_block(v):
    return v + float32(cuda.blockIdx.x)


@cuda.jit(device=True)
def stop_at(v):
    if v > float32(0.9):
        raise ValueError("too large")
    return v


@cuda.jit(LINE)
def guard_of_size(x, out, n):
    i = cuda.grid(1)
    if i < x.shape[0]:
        out[i] = x[i] * float32(0.5) + out[i]


@cuda.jit(LINE)
def no_guard(x, out, n):
    i = cuda.grid(1)
    out[i] = x[i] + float32(n)


@cuda.jit(LINE)
def returns_early(x, out, n):
    tx = cuda.threadIdx.x
    i = tx + cuda.blockIdx.x * cuda.blockDim.x
    if i >= out.size or i < n:
        return
    if n > 30:
        return
    out[i] = weigh(x[i], n)


@cuda.jit(LINE)
def both_sides(x, out, n):
    i = cuda.grid(1)
    if n <= i <= x.shape[0] - n and n != 1:
        out[i] = x[i] - x[n]


@cuda.jit(LINE)
def turned_around(x, out, n):
    i = cuda.grid(1)
    if x.shape[0] - 2 > i and n - 5 < i:
        out[i + 1] = x[i]


@cuda.jit(LINE)
def nested_guards(x, out, n):
    i = cuda.grid(1)
    if i < x.shape[0]:
        k = i * 2 + n
        if k < 100:
            out[i] = x[i] + float32(k)


@cuda.jit(LINE)
def odd_guards(x, out, n):
    i = cuda.grid(1)
    if i < out.shape[0] and i % 3 != 1 and x[i] > float32(0.3) and i != n:
        a = x[i]
        if a < float32(0.6):
            a += float32(1)
        out[i] = a


@cuda.jit(LINE)
def same_array(x, out, n):
    i = cuda.grid(1)
    if 0 < i < out.shape[0] - 1:
        out[i] = out[i - 1] + x[i]


@cuda.jit(LINE)
def guard_reads_what_is_written(x, out, n):
    i = cuda.grid(1)
    if 0 < i < out.shape[0] and out[i - 1] < float32(2):
        out[i] = out[i - 1] + x[i]


@cuda.jit(LINE)
def own_parameter(x, out, n):
    i = cuda.grid(1)
    if i < out.shape[0]:
        n += i & 1
        out[i] = float32(n)


@cuda.jit(LINE)
def place_in_block(x, out, n):
    t = cuda.threadIdx.x
    if t < 5 * n:
        out[t] = x[t] + float32(cuda.blockDim.x)


@cuda.jit(LINE)
def block_is_asked(x, out, n):
    i = cuda.grid(1)
    if i < out.shape[0] and cuda.blockIdx.x != n:
        out[i] = own_block(x[i]) + float32(cuda.threadIdx.x)


@cuda.jit(LINE)
def grid_stride(x, out, n):
    for i in range(cuda.grid(1), x.shape[0], cuda.gridsize(1)):
        out[i] = x[i] * float32(3) + out[i]


@cuda.jit(LINE)
def stride_without_int(x, out, n):
    for i in range(cuda.grid(1), x.shape[0] - n, cuda.gridsize(1)):
        out[i] = x[i]


@cuda.jit(LINE)
def stride_to_parameter(x, out, n):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        out[i] = x[i]


@cuda.jit(LINE)
def stride_behind_guard(x, out, n):
    first = cuda.grid(1)
    step = cuda.gridDim.x * cuda.blockDim.x
    if n > 0:
        for i in range(first, x.size, step):
            v = x[i]
            if v > float32(0.5):
                v -= float32(1)
            out[i] = v


@cuda.jit(LINE)
def stride_meets(x, out, n):
    for i in range(cuda.grid(1), x.shape[0] - 1, cuda.gridsize(1)):
        out[i + 1] = out[i] + x[i]


@cuda.jit(LINE)
def stride_sums(x, out, n):
    i = cuda.grid(1)
    total = float32(0)
    for k in range(i, x.shape[0], cuda.gridsize(1)):
        total += x[k]
    if i < out.shape[0]:
        out[i] = total


@cuda.jit(LINE)
def counts_in_bins(x, out, n):
    i = cuda.grid(1)
    if i < x.shape[0]:
        cuda.atomic.add(out, i % 7, x[i])


@cuda.jit(LINE)
def raising(x, out, n):
    i = cuda.grid(1)
    if i < x.shape[0]:
        out[i] = stop_at(x[i])


@cuda.jit(PLANE)
def near_y(u, out, n):
    i, j = cuda.grid(2)
    rows, cols = u.shape
    if 0 < i < rows - 1 and 0 < j < cols - 1:
        out[i, j] = float32(0.25) * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])


@cuda.jit(PLANE)
def near_x(u, out, n):
    j, i = cuda.grid(2)
    if i >= u.shape[0] or j >= u.shape[1]:
        return
    out[i, j] = u[i, j] + float32(i * n + j)


@cuda.jit(PLANE)
def turned_plane(u, out, n):
    i, j = cuda.grid(2)
    if i < u.shape[1] and j < u.shape[0]:
        out[i, j] = u[j, i]


@cuda.jit(PLANE)
def above_diagonal(u, out, n):
    i, j = cuda.grid(2)
    if i < u.shape[0] and j < u.shape[1] and i + j > n and i <= j:
        out[i, j] = u[i, j] + float32(1)


@cuda.jit(PLANE)
def sweeps(u, out, n):
    i, j = cuda.grid(2)
    if 0 < i < u.shape[0] and 0 < j < u.shape[1]:
        out[i, j] = u[i, j] + out[i - 1, j - 1]


@cuda.jit(PLANE)
def small_loop(u, out, n):
    i, j = cuda.grid(2)
    if i < u.shape[0] and j < u.shape[1]:
        s = float32(0)
        for k in range(n % 5):
            s += u[i, (j + k) % u.shape[1]]
        out[i, j] = s


@cuda.jit(SPACE)
def seven(u, out, n):
    k, j, i = cuda.grid(3)
    if 0 < i < u.shape[0] - 1 and 0 < j < u.shape[1] - 1 and 0 < k < u.shape[2] - 1:
        around = u[i - 1, j, k] + u[i + 1, j, k] + u[i, j - 1, k] + u[i, j + 1, k]
        out[i, j, k] = around + u[i, j, k - 1] + u[i, j, k + 1] - float32(6) * u[i, j, k]


@cuda.jit(SPACE)
def near_z(u, out, n):
    i, j, k = cuda.grid(3)
    if i < u.shape[0] and j < u.shape[1] and k < u.shape[2]:
        out[i, j, k] = u[i, j, k] + out[i, j, k]


@cuda.jit(LINE)
def stride_breaks(x, out, n):
    for i in range(cuda.grid(1), x.shape[0], cuda.gridsize(1)):
        if x[i] > float32(0.8):
            break
        out[i] = x[i]
