"""Arrays of records as arrays: slices, columns, loops over records, arrays inside records."""

import numba
import numpy as np
from case import THREADS, blocks, close, rng, same
from numba import complex64, cuda, float32, float64, int32

body = np.dtype(
    [
        ("mass", np.float32),
        ("at", np.float32, (3,)),
        ("phase", np.complex64),
        ("grid", np.int32, (2, 3)),
        ("next", np.int32),
    ],
    align=True,
)
body_type = numba.from_dtype(body)
event = np.dtype([("energy", np.float32), ("channel", np.int32)], align=True)
hit = np.dtype([("event", event), ("other", event), ("sum", np.float64)], align=True)


@cuda.jit(device=True)
def total_mass(bodies):
    total = float32(0)
    for b in bodies:
        total += b.mass
    return total


@cuda.jit(device=True)
def doubled(b):
    b.mass *= 2
    return b


@cuda.jit((body_type[:], float32[:], int32[:]))
def windows(bodies, mass, following):
    """Each thread looks at a slice of its own, and writes to the first record of it."""
    i = cuda.grid(1)
    if i < mass.size:
        window = bodies[i : i + 3]
        mass[i] = total_mass(window)
        window[0].next = i + 1
        following[i] = window.next[0] + bodies[i:].size


@cuda.jit((body_type[:], float32[:], complex64[:]))
def column_parts(bodies, out, phases):
    i = cuda.grid(1)
    if i < out.size:
        tail = bodies.mass[i:]
        heights = bodies.at[:, 2]
        out[i] = tail[0] + heights[i] + bodies.at[i].sum() + bodies[i].at.size
        phases[i] = bodies.phase[i] * 2 + bodies[i].phase.real


@cuda.jit((body_type[:], body_type[:]))
def whole_arrays(source, target):
    """Stores to all of an array inside a record."""
    i = cuda.grid(1)
    if i < target.size:
        t = target[i]
        t.at[:] = 1
        t.at[1:] += source[i].at[1:]
        t.grid[1] = source[i].grid[0]
        t.grid[0, ::2] = -1
        t.at[-1] -= 3
        for k, g in enumerate(source[i].grid[1]):
            t.next += g * k
        for a, b in zip(source[i].at, t.at):
            t.mass += a * b


@cuda.jit((body_type[:], body_type[:]))
def copied_parts(source, target):
    i = cuda.grid(1)
    if i < target.size:
        target[i].at = source[i].at
        target[i].grid = source[i].grid


@cuda.jit((numba.from_dtype(hit)[:],))
def named_as_its_type(hits):
    i = cuda.grid(1)
    if i < hits.size:
        hits[i].sum = hits[i].event.energy + hits[i].other.channel


@cuda.jit((body_type[:], float64[:]))
def visits(bodies, out):
    """Every thread visits all records."""
    i = cuda.grid(1)
    if i >= out.size:
        return
    total = 0.0
    for k, b in enumerate(bodies):
        if k % 3 == 0:
            continue
        total += b.mass * k
    for one, other in zip(bodies, bodies[::-1]):
        total += one.at[0] * other.at[1]
    for row in bodies[i].grid:
        total += row[2]
    out[i] = total


@cuda.jit((body_type[:, :], float32[:]))
def tables(bodies, out):
    """Records in two dimensions."""
    i = cuda.grid(1)
    if i < out.size:
        row = bodies[i % bodies.shape[0]]
        last = row[-1]
        out[i] = last.mass + bodies[0, 1].at[2] + bodies.mass[i % bodies.shape[0], 0] + row.at[0, 1]


@cuda.jit((body_type[:],))
def returned(bodies):
    """What a function returns is the record that it was given."""
    i = cuda.grid(1)
    if i < bodies.size:
        b = doubled(bodies[i])
        b.next = 3
        doubled(b).mass += 1


@cuda.jit((body_type[:], float32[:]))
def one_of_many(bodies, out):
    """A variable that refers to one record after another."""
    i = cuda.grid(1)
    if i < out.size:
        best = bodies[0]
        for b in bodies:
            if b.mass > best.mass:
                best = b
        out[i] = best.mass
        here = bodies[i]
        steps = 0
        while steps < 4:
            here = bodies[here.next]
            steps += 1
        out[i] += here.at[0]


def make(n):
    random = rng(n)
    made = np.zeros(n, body)
    made["mass"], made["at"] = random.random(n), random.random((n, 3))
    made["phase"] = random.random(n) + 1j * random.random(n)
    made["grid"] = random.integers(-9, 9, (n, 2, 3))
    made["next"] = random.integers(0, max(n, 1), n)
    return made


def check(k, n=100):
    bodies = make(n)
    launch = blocks(n), THREADS
    mass, following = np.zeros(n, np.float32), np.zeros(n, np.int32)
    k.windows[launch](bodies, mass, following)
    sums = [np.add.accumulate(bodies["mass"][i : i + 3])[-1] for i in range(n)]
    same(mass, np.array(sums, np.float32))
    same(bodies["next"], np.arange(1, n + 1))
    same(following, np.full(n, n + 1))

    phases = np.zeros(n, np.complex64)
    k.column_parts[launch](bodies, mass, phases)
    at = bodies["at"].astype(np.float64)
    close(mass, bodies["mass"] + at[:, 2] + at.sum(axis=1) + 3)
    close(phases.real, bodies["phase"].real * np.float32(3))
    close(phases.imag, bodies["phase"].imag * np.float32(2))

    target = make(n)
    expected = target.copy()
    k.whole_arrays[launch](bodies, target)
    expected["at"] = 1
    expected["at"][:, 1:] += bodies["at"][:, 1:]
    expected["grid"][:, 1] = bodies["grid"][:, 0]
    expected["grid"][:, 0, ::2] = -1
    expected["at"][:, 2] -= 3
    expected["next"] += bodies["grid"][:, 1, 1] + 2 * bodies["grid"][:, 1, 2]
    products = bodies["at"].astype(np.float64) * expected["at"]
    assert np.allclose(target["mass"], expected["mass"] + products.sum(axis=1), atol=1e-5)
    target["mass"] = expected["mass"]
    same(target, expected)

    target = make(n)[::-1].copy()
    expected = target.copy()
    k.copied_parts[launch](bodies, target)
    expected["at"], expected["grid"] = bodies["at"], bodies["grid"]
    same(target, expected)

    hits = np.zeros(n, hit)
    hits["event"]["energy"], hits["other"]["channel"] = bodies["mass"], bodies["next"]
    k.named_as_its_type[launch](hits)
    same(hits["sum"], bodies["mass"].astype(np.float64) + bodies["next"])

    out = np.zeros(n)
    k.visits[launch](bodies, out)
    order = np.arange(n)
    total = (bodies["mass"] * order.astype(np.float64))[order % 3 != 0].sum()
    total += (bodies["at"][:, 0] * bodies["at"][::-1, 1]).astype(np.float64).sum()
    assert np.allclose(out, total + bodies["grid"][:, :, 2].sum(axis=1), rtol=1e-6)

    table = make(12).reshape(3, 4)
    k.tables[launch](table, mass)
    row = np.arange(n) % 3
    close(
        mass,
        table["mass"][row, -1].astype(np.float64)
        + table["at"][0, 1, 2]
        + table["mass"][row, 0]
        + table["at"][row, 0, 1],
        8,
    )

    expected = bodies.copy()
    k.returned[launch](bodies)
    expected["mass"] = expected["mass"] * np.float32(4) + 1
    expected["next"] = 3
    same(bodies, expected)

    if n > 3:
        bodies["next"] = rng().integers(0, n, n)
        k.one_of_many[launch](bodies, mass)
        here = np.arange(n)
        for _ in range(4):
            here = bodies["next"][here]
        same(mass, bodies["mass"].max() + bodies["at"][here, 0])
    else:
        k.one_of_many[launch](bodies[:0], mass[:0])
