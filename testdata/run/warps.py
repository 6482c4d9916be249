"""Operations of a warp: shuffles, votes, matches, masks; in part of a warp, in turn, by type."""

import numpy as np
from case import integers, rng, same
from numba import cuda, float64, int32

WARP = 32
FULL = 0xFFFFFFFF

# Lanes have the places that the launch gives them.
FIXED_LAUNCH = (
    "shuffled", "by_lane", "moved", "votes", "matches", "odd_block", "halves", "sums", "compacted",
    "leaving", "active", "all_active", "uniform_masks", "in_turns", "counts", "ranks",
)  # fmt: skip


@cuda.jit(
    [
        "void(int32[:], int32[:, :])",
        "void(int64[:], int64[:, :])",
        "void(float32[:], float32[:, :])",
        "void(float64[:], float64[:, :])",
    ]
)
def shuffled(a, out):
    i = cuda.grid(1)
    x = a[i]
    out[0, i] = cuda.shfl_sync(0xFFFFFFFF, x, 5)
    out[1, i] = cuda.shfl_up_sync(0xFFFFFFFF, x, 3)
    out[2, i] = cuda.shfl_down_sync(FULL, x, 3)
    out[3, i] = cuda.shfl_xor_sync(-1, x, 7)


@cuda.jit(
    [
        "void(int8[:], int8[:, :])",
        "void(uint8[:], uint8[:, :])",
        "void(int16[:], int16[:, :])",
        "void(uint16[:], uint16[:, :])",
        "void(uint32[:], uint32[:, :])",
        "void(uint64[:], uint64[:, :])",
    ]
)
def moved(a, out):
    """Types that Numba's own shuffles refuse."""
    i = cuda.grid(1)
    out[0, i] = cuda.shfl_sync(FULL, a[i], 31)
    out[1, i] = cuda.shfl_up_sync(FULL, a[i], 1)
    out[2, i] = cuda.shfl_down_sync(FULL, a[i], 1)
    out[3, i] = cuda.shfl_xor_sync(FULL, a[i], 16)


@cuda.jit("void(float32[:], int32[:], int64[:], float32[:, :])")
def by_lane(a, source, step, out):
    i = cuda.grid(1)
    out[0, i] = cuda.shfl_sync(FULL, a[i], source[i])
    out[1, i] = cuda.shfl_up_sync(FULL, a[i], step[i])
    out[2, i] = cuda.shfl_sync(FULL, a[i], cuda.laneid + 1)


@cuda.jit("void(int32[:], int32[:, :])")
def votes(a, out):
    i = cuda.grid(1)
    out[0, i] = cuda.all_sync(FULL, a[i] > 0)
    out[1, i] = cuda.any_sync(FULL, a[i] > 8)
    out[2, i] = cuda.eq_sync(FULL, a[i] % 2)
    out[3, i] = cuda.ballot_sync(FULL, a[i] & 1)
    if cuda.ballot_sync(FULL, True) == -1:
        out[4, i] = cuda.popc(cuda.ballot_sync(FULL, a[i] > 4))


@cuda.jit("void(int64[:], float32[:], int32[:, :])")
def matches(a, b, out):
    i = cuda.grid(1)
    out[0, i] = cuda.match_any_sync(FULL, a[i])
    out[1, i] = cuda.match_any_sync(FULL, b[i])
    mask, is_same = cuda.match_all_sync(FULL, a[i] // 8)
    out[2, i] = mask
    out[3, i] = is_same
    out[4, i] = cuda.match_all_sync(FULL, i // 32)[0]


@cuda.jit("void(int32[:])")
def odd_block(out):
    """The last warp of a block has fewer lanes."""
    i = cuda.threadIdx.x
    out[i] = cuda.popc(cuda.ballot_sync(FULL, 1)) * 1000 + cuda.shfl_down_sync(FULL, i, 1)


@cuda.jit("void(int32[:], int32[:])")
def halves(a, out):
    """Two halves of a warp go ways of their own, with other numbers of turns."""
    i = cuda.grid(1)
    lane = cuda.laneid
    x = int32(a[i])
    if lane < 16:
        for step in range(4):
            x += cuda.shfl_xor_sync(0x0000FFFF, x, 1 << step)
    else:
        for step in range(2):
            x -= cuda.shfl_xor_sync(0xFFFF0000, x, 1 << step)
    cuda.syncwarp()
    out[i] = x


@cuda.jit(device=True)
def warp_sum(x):
    step = 16
    while step > 0:
        x += cuda.shfl_down_sync(0xFFFFFFFF, x, step)
        step //= 2
    return x


@cuda.jit("void(float64[:], float64[:])")
def sums(a, out):
    """A sum of each block: shuffles in warps, shared memory between them."""
    partial = cuda.shared.array(32, float64)
    i = cuda.grid(1)
    x = a[i] if i < a.size else 0.0
    x = warp_sum(x)
    if cuda.laneid == 0:
        partial[cuda.threadIdx.x // WARP] = x
    cuda.syncthreads()
    if cuda.threadIdx.x < WARP:
        x = partial[cuda.laneid] if cuda.laneid < cuda.blockDim.x // WARP else 0.0
        x = warp_sum(x)
        if cuda.threadIdx.x == 0:
            out[cuda.blockIdx.x] = x


@cuda.jit("void(int32[:], int32[:], int32[:])")
def compacted(a, out, count):
    """Keeps the even numbers, in the order of the warp."""
    i = cuda.grid(1)
    keeps = i < a.size and a[i] % 2 == 0
    mask = cuda.ballot_sync(FULL, keeps)
    before = cuda.popc(mask & cuda.lanemask_lt())
    start = int32(0)
    if cuda.laneid == 0:
        start = cuda.atomic.add(count, 0, cuda.popc(mask))
    start = cuda.shfl_sync(FULL, start, 0)
    if keeps:
        out[start + before] = a[i]


@cuda.jit("void(int32[:])")
def leaving(out):
    """Lanes that have returned are waited for no longer."""
    i = cuda.threadIdx.x
    if i % 3 == 1:
        return
    out[i] = cuda.ballot_sync(FULL, 1)
    if i > 40:
        return
    cuda.syncthreads()
    out[i] += cuda.any_sync(FULL, i == 40)


@cuda.jit("void(int32[:, :])")
def active(out):
    i = cuda.threadIdx.x
    if i % 4 == 0:
        mask = cuda.activemask()
        out[0, i] = cuda.popc(mask)
        out[1, i] = cuda.ballot_sync(mask, i > 8)
    else:
        out[0, i] = -cuda.popc(cuda.activemask())


@cuda.jit("void(int32[:])")
def all_active(out):
    """A warp operation that takes nothing, alone."""
    out[cuda.threadIdx.x] = cuda.activemask()


@cuda.jit("void(uint32[:], int32[:])")
def uniform_masks(masks, out):
    """Groups of lanes whose masks are data."""
    i = cuda.threadIdx.x
    mask = masks[i // 8]
    out[i] = cuda.shfl_xor_sync(mask, int32(i), 1) + 100 * cuda.popc(
        cuda.ballot_sync(mask, i % 3 == 0)
    )


@cuda.jit("void(int32[:])")
def in_turns(out):
    """Barriers and warp operations one after the other, and warps that are ahead of others."""
    total = cuda.shared.array(1, int32)
    i = cuda.threadIdx.x
    if i == 0:
        total[0] = 0
    cuda.syncthreads()
    for turn in range(3):
        x = int32(i + turn)
        for _k in range(i // 32 + 1):
            x = cuda.shfl_xor_sync(FULL, x, 1)
        cuda.atomic.add(total, 0, x)
        cuda.syncthreads()
        out[i] = total[0]
        cuda.syncthreads()


@cuda.jit("void(int32[:], int32[:, :])")
def counts(a, out):
    i = cuda.threadIdx.x
    mask = cuda.match_any_sync(FULL, a[i])
    out[0, i] = cuda.popc(mask)
    out[1, i] = cuda.syncthreads_count(int(a[i] > 3))
    out[2, i] = cuda.syncthreads_and(a[i]) + 2 * cuda.syncthreads_or(int(a[i] > 99))


@cuda.jit("void(int32[:], int32[:])")
def ranks(a, out):
    """How many lanes have less; the values go round."""
    i = cuda.threadIdx.x
    mine = a[i]
    rank = 0
    for k in range(WARP):
        other = cuda.shfl_sync(FULL, mine, k)
        if other < mine or (other == mine and k < cuda.laneid):
            rank += 1
    out[i // WARP * WARP + rank] = mine


def lanes(values):
    """The bits of a warp's lanes as an int32."""
    bits = np.packbits(np.asarray(values, bool).reshape(-1, WARP), axis=1, bitorder="little")
    return np.repeat(bits.view(np.int32).ravel(), WARP)


def check(k):
    lane = np.arange(64) % WARP
    base = np.arange(64) - lane
    up = base + np.where(lane >= 3, lane - 3, lane)
    down = base + np.where(lane < 29, lane + 3, lane)
    for dtype in (np.int32, np.int64, np.float32, np.float64):
        a = rng(1).integers(-(2**31), 2**31, 64).astype(dtype) * dtype(3)
        out = np.zeros((4, 64), dtype)
        k.shuffled[2, 32](a, out)
        same(out, [a[base + 5], a[up], a[down], a[base + (lane ^ 7)]])
    up, down = base + np.maximum(lane - 1, 0), base + np.minimum(lane + 1, 31)
    for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.uint32, np.uint64):
        a = integers(64, dtype, np.iinfo(dtype).min, np.iinfo(dtype).max, 2)
        out = np.zeros((4, 64), dtype)
        k.moved[1, 64](a, out)
        same(out, [a[base + 31], a[up], a[down], a[base + (lane ^ 16)]])

    a, source = rng(3).normal(0, 1, 64).astype(np.float32), integers(64, np.int32, -40, 70, 4)
    step = integers(64, np.int64, 0, 31, 5)
    out = np.zeros((3, 64), np.float32)
    k.by_lane[1, 64](a, source, step, out)
    up = base + np.where(lane >= step, lane - step, lane)
    same(out, [a[base + source % 32], a[up], a[base + (lane + 1) % 32]])

    a = np.concatenate([np.arange(1, 33), np.full(32, 7), np.arange(32) - 30]).astype(np.int32)
    out = np.zeros((5, 96), np.int32)
    k.votes[3, 32](a, out)
    rows = a.reshape(3, 32)
    each = [rows.min(1) > 0, rows.max(1) > 8, (rows % 2 == 0).all(1) | (rows % 2 != 0).all(1)]
    same(out[:3], [np.repeat(one, 32) for one in each])
    same(out[3], lanes(a & 1))
    same(out[4], np.repeat((rows > 4).sum(1), 32))

    a, b = integers(64, np.int64, 0, 9, 6), integers(64, np.int32, 0, 3, 7).astype(np.float32)
    a[32:] = 17
    out = np.zeros((5, 64), np.int32)
    k.matches[1, 64](a, b, out)
    for row, values in ((0, a), (1, b)):
        equal = [values[i // 32 * 32 : i // 32 * 32 + 32] == values[i] for i in range(64)]
        bits = [np.packbits(one, bitorder="little").view(np.int32)[0] for one in equal]
        same(out[row], bits)
    is_same = np.repeat([len(set(a[:32] // 8)) == 1, True], 32)
    same(out[2:], [np.where(is_same, -1, 0), is_same, np.full(64, -1)])

    out = np.zeros(40, np.int32)
    k.odd_block[1, 40](out)
    i = np.arange(40)
    ends = (i == 31) | (i == 39)
    same(out, np.where(i < 32, 32, 8) * 1000 + np.where(ends, i, i + 1))

    a, out = integers(64, np.int32, -50, 50, 8), np.zeros(64, np.int32)
    k.halves[2, 32](a, out)
    x = a.reshape(2, 32).copy()
    for step in range(4):
        x[:, :16] += x[:, :16][:, np.arange(16) ^ (1 << step)]
    for step in range(2):
        x[:, 16:] -= x[:, 16:][:, np.arange(16) ^ (1 << step)]
    same(out, x.ravel())

    a, out = np.round(rng(9).uniform(-99, 99, 900)), np.zeros(8)
    k.sums[8, 128](a, out)
    same(out, np.append(a, np.zeros(124)).reshape(8, 128).sum(1))

    a, out, count = (
        integers(200, np.int32, -99, 99, 10),
        np.zeros(256, np.int32),
        np.zeros(1, np.int32),
    )
    k.compacted[2, 128](a, out, count)
    same(count, np.sum(a % 2 == 0))
    same(np.sort(out[: count[0]]), np.sort(a[a % 2 == 0]))

    out = np.zeros(64, np.int32)
    k.leaving[1, 64](out)
    i = np.arange(64)
    stays = i % 3 != 1
    expected = np.where(stays, lanes(stays), 0)
    same(out, expected)

    out = np.zeros((2, 32), np.int32)
    ones = np.zeros(32, np.int32)
    k.all_active[1, 32](ones)
    same(ones, np.full(32, -1))
    k.active[1, 32](out)
    i = np.arange(32)
    same(out[0], np.where(i % 4 == 0, 8, -24))
    same(out[1], np.where(i % 4 == 0, lanes((i % 4 == 0) & (i > 8)), 0))

    masks = np.array([0xFF, 0xFF00, 0xFF0000, 0xFF000000], np.uint32)
    out = np.zeros(32, np.int32)
    k.uniform_masks[1, 32](masks, out)
    same(out, (i ^ 1) + 100 * np.repeat((i % 3 == 0).reshape(4, 8).sum(1), 8))

    out = np.zeros(96, np.int32)
    k.in_turns[1, 96](out)
    same(out, sum(np.arange(96).sum() + 96 * turn for turn in range(3)))

    a, out = integers(64, np.int32, 0, 6, 11), np.zeros((3, 64), np.int32)
    k.counts[1, 64](a, out)
    same(out[0], [np.sum(a[j // 32 * 32 : j // 32 * 32 + 32] == a[j]) for j in range(64)])
    same(out[1:], [np.full(64, np.sum(a > 3)), np.full(64, int(a.all()))])

    a, out = integers(64, np.int32, 0, 40, 12), np.zeros(64, np.int32)
    k.ranks[1, 64](a, out)
    same(out, np.sort(a.reshape(2, 32), axis=1).ravel())
