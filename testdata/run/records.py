"""Records: fields, references to elements, sub-arrays, nested records, columns and copies."""

import numba
import numpy as np
from case import THREADS, blocks, close, rng, same
from numba import cuda, float32, int32

vector = np.dtype([("x", np.float32), ("y", np.float32)], align=True)
particle = np.dtype(
    [
        ("kind", np.int8),
        ("mass", np.float64),
        ("at", vector),
        ("v", np.float32, (3,)),
        ("m", np.int32, (2, 2)),
    ],
    align=True,
)
TILE = 64
FIXED_LAUNCH = ("shared_records",)
particle_type = numba.from_dtype(particle)
sparse = np.dtype(
    {"names": ["id", "w"], "formats": [np.int16, np.float64], "offsets": [4, 16], "itemsize": 40}
)
packed = np.dtype([("n", np.int32), ("x", np.float32), ("k", np.int32)])
sparse_type, packed_type = numba.from_dtype(sparse), numba.from_dtype(packed)


@cuda.jit((particle_type[:], float32))
def push(particles, step):
    """Moves every particle by its speed."""
    i = cuda.grid(1)
    if i < particles.size:
        p = particles[i]
        p.at.x += p.v[0] * step
        p["at"]["y"] += p.v[1] * step
        particles[i].v[2] = particles[i].mass
        p.kind = -p.kind
        p.m[1, 0] = p.m[0, 1] * 2 + p[0]


@cuda.jit(device=True)
def energy(p):
    total = 0.0
    for k in range(len(p.v)):
        total += p.v[k] * p.v[k]
    return 0.5 * p.mass * total


@cuda.jit(device=True)
def slow_down(p, factor):
    for k in range(p.v.size):
        p.v[k] *= factor


@cuda.jit(device=True)
def norm(v):
    return abs(v[0]) + abs(v[1]) + abs(v[2])


@cuda.jit((particle_type[:], numba.float64[:]))
def energies(particles, out):
    i = cuda.grid(1)
    if i < particles.shape[0]:
        slow_down(particles[i], 0.5)
        out[i] = energy(particles[i]) + norm(particles[i].v)


@cuda.jit((particle_type[:], particle_type[:], int32[:]))
def gather(source, target, order):
    i = cuda.grid(1)
    if i < order.size:
        target[i] = source[order[i]]
        target[i].at = source[i].at


@cuda.jit((particle_type[:], numba.float64[:]))
def heavier(particles, out):
    i = cuda.grid(1)
    if i + 1 < particles.size:
        p = particles[i]
        if particles[i + 1].mass > p.mass:
            p = particles[i + 1]
        out[i] = p.mass + p.at.x


@cuda.jit((particle_type[:], float32[:]))
def columns(particles, out):
    i = cuda.grid(1)
    masses = particles.mass
    if i < masses.size:
        out[i] = masses[i] + particles["kind"][i] + particles.v[i, 1]
        particles.kind[i] = 7
        cuda.atomic.add(particles.m, (i, 1, 1), 5)
        cuda.atomic.add(particles[0].m, (0, 0), 1)
        cuda.atomic.max(particles.mass, -1, particles[i].mass)


@cuda.jit((sparse_type[:], packed_type[::1], numba.float64[:]))
def layouts(sparses, packs, out):
    i = cuda.grid(1)
    if i < out.size:
        sparses[i].id += 1
        out[i] = sparses[i].w * sparses[i].id + packs[i].x * packs[i].n
        packs[i].k = i


@cuda.jit((packed_type, packed_type[:], float32[:]))
def scaled(scale, packs, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = packs[i].x * scale.x + scale.n


@cuda.jit(device=True)
def mark(p, n):
    p.n = n


@cuda.jit((packed_type, packed_type, packed_type[:]))
def settled(first, last, packs):
    """A record that is an argument is the caller's: what is written to it comes back."""
    i = cuda.grid(1)
    if i == 0:
        last.k = 7
        if packs.size > 0:
            first.x = packs[0].x
            mark(first, packs.size)
    if i < packs.size:
        p = first if i == 0 else packs[i]
        mark(p, -1 - i)


@cuda.jit((packed_type[:], float32[:]))
def shared_records(packs, out):
    tile = cuda.shared.array(TILE, packed_type)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    mine = cuda.local.array(2, packed)
    tile[t].n = 0
    if i < packs.size:
        tile[t] = packs[i]
        mine[0] = packs[i]
        mine[1].x = mine[0].x * 2
    cuda.syncthreads()
    if i < out.size:
        other = tile[(t + 1) % TILE]
        out[i] = mine[1].x + other.n


def make_particles(n):
    made = np.zeros(n, particle)
    random = rng()
    made["kind"] = random.integers(-100, 100, n)
    made["mass"] = random.random(n)
    made["at"]["x"], made["at"]["y"] = random.random(n), random.random(n)
    made["v"] = random.random((n, 3))
    made["m"] = random.integers(-9, 9, (n, 2, 2))
    return made


def check(k, n=1000):
    p = make_particles(n)
    expected = p.copy()
    k.push[blocks(n), THREADS](p, np.float32(0.25))
    quarter = np.float32(0.25)
    expected["at"]["x"] += expected["v"][:, 0] * quarter
    expected["at"]["y"] += expected["v"][:, 1] * quarter
    expected["v"][:, 2] = expected["mass"]
    expected["kind"] = -expected["kind"]
    expected["m"][:, 1, 0] = expected["m"][:, 0, 1] * 2 + expected["kind"]
    same(p, expected)

    out = np.zeros(n)
    k.energies[blocks(n), THREADS](p, out)
    expected["v"] = (expected["v"] * 0.5).astype(np.float32)
    squares = (expected["v"] ** 2).astype(np.float64)
    total = (squares[:, 0] + squares[:, 1]) + squares[:, 2]
    size = np.abs(expected["v"])
    norm = (size[:, 0] + size[:, 1]) + size[:, 2]
    close(out, 0.5 * expected["mass"] * total + norm)
    same(p, expected)

    order = rng().permutation(n).astype(np.int32)
    target = np.zeros(n, particle)
    k.gather[blocks(n), THREADS](p, target, order)
    expected = p[order].copy()
    expected["at"] = p["at"]
    same(target, expected)

    k.heavier[blocks(n), THREADS](p, out)
    if n > 1:
        later = np.where(p["mass"][1:] > p["mass"][:-1], np.arange(1, n), np.arange(n - 1))
        close(out[:-1], p["mass"][later] + p["at"]["x"][later])

    out = np.zeros(n, np.float32)
    expected = p.copy()
    k.columns[blocks(n), THREADS](p, out)
    wanted = (expected["mass"] + expected["kind"] + expected["v"][:, 1]).astype(np.float32)
    close(out[:-1], wanted[:-1])
    if n > 0:
        expected["kind"] = 7
        expected["m"][:, 1, 1] += 5
        expected["m"][0, 0, 0] += n
        expected["mass"][-1] = expected["mass"].max()
    same(p, expected)

    sparses, packs = np.zeros(n, sparse), np.zeros(n, packed)
    sparses["id"], sparses["w"] = np.arange(n), rng().random(n)
    packs["n"], packs["x"] = rng().integers(-50, 50, n), rng().random(n)
    out = np.zeros(n)
    k.layouts[blocks(n), THREADS](sparses, packs, out)
    product = packs["x"].astype(np.float64) * packs["n"]
    close(out, sparses["w"] * sparses["id"] + product)
    same(sparses["id"], np.arange(1, n + 1, dtype=np.int16))
    same(packs["k"], np.arange(n, dtype=np.int32))

    out = np.zeros(n, np.float32)
    scale = np.array([(3, 0.5, 1)], packed)[0]
    k.scaled[blocks(n), THREADS](scale, packs, out)
    close(out, packs["x"] * scale["x"] + np.float64(scale["n"]))

    ends, before = np.zeros(2, packed), packs.copy()
    k.settled[blocks(n), THREADS](ends[0], ends[1], packs)
    if n > 0:
        assert tuple(ends[0]) == (-1, packs["x"][0], 0)
        before["n"][1:] = -2 - np.arange(n - 1)
    assert tuple(ends[1]) == (0, 0, 7)
    same(packs, before)

    k.shared_records[blocks(n), THREADS](packs, out)
    padded = np.zeros(blocks(n) * THREADS, packed)
    padded[:n] = packs
    other = np.roll(padded["n"].reshape(-1, THREADS), -1, axis=1).ravel()[:n]
    close(out, packs["x"] * np.float64(2) + other)
