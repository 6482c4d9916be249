"""The Ising model on a torus: checkerboard sweeps, one launch for all of them."""
import sys

import numpy as np
from numba import cuda, int64, uint32
from numba.cuda import cg


@cuda.jit(device=True)
def noise(site, sweep):
    """A number in [0, 1) that site and sweep decide."""
    state = uint32(site * 747796405 + sweep * 277803737 + 2891336453)
    word = uint32(((state >> ((state >> 28) + 4)) ^ state) * 277803737)
    return ((word >> 22) ^ word) * 2.3283064365386963e-10


@cuda.jit("void(int8[:, ::1], float64[::1], int32)")
def sweeps(spins, accept, count):
    """Metropolis sweeps; sites of one colour have neighbours of the other only.

    accept[n] is the probability to turn a spin whose neighbours agree with it n times more than
    they disagree.
    """
    rows, columns = spins.shape
    grid = cg.this_grid()
    for sweep in range(count):
        for colour in range(2):
            for site in range(cuda.grid(1), rows * columns, cuda.gridsize(1)):
                row = site // columns
                column = site % columns
                if (row + column) % 2 != colour:
                    continue
                above, below = spins[row - 1, column], spins[(row + 1) % rows, column]
                left, right = spins[row, column - 1], spins[row, (column + 1) % columns]
                agreement = (above + below + left + right) * spins[row, column]
                if agreement <= 0 or noise(site, sweep) < accept[agreement]:
                    spins[row, column] = -spins[row, column]
            grid.sync()


@cuda.jit("void(int8[:, ::1], int64[::1])")
def magnetisation(spins, total):
    """The sum of all spins; each warp has a place in dynamic shared memory."""
    of_warp = cuda.shared.array(0, int64)
    tid = cuda.threadIdx.x
    site = cuda.grid(1)
    columns = spins.shape[1]
    spin = 0
    if site < spins.size:
        spin = int64(spins[site // columns, site % columns])
    step = 16
    while step > 0:
        spin += cuda.shfl_xor_sync(0xFFFFFFFF, spin, step)
        step //= 2
    if tid % 32 == 0:
        of_warp[tid // 32] = spin
    cuda.syncthreads()
    if tid == 0:
        for warp in range(cuda.blockDim.x // 32):
            cuda.atomic.add(total, 0, of_warp[warp])


def noise_of(site, sweep):
    """The same number, with NumPy."""
    mask = 0xFFFFFFFF
    x = (site * 747796405 + sweep * 277803737 + 2891336453) & mask
    x = (((x >> ((x >> 28) + 4)) ^ x) * 277803737) & mask
    return ((x >> 22) ^ x) * 2.3283064365386963e-10


def swept(spins, accept, count):
    """The sweeps with NumPy."""
    rows, columns = np.indices(spins.shape)
    site = rows * spins.shape[1] + columns
    for sweep in range(count):
        for colour in range(2):
            field = sum(np.roll(spins, by, axis) for by in (1, -1) for axis in (0, 1))
            agreement = field * spins
            turns = (agreement <= 0) | (noise_of(site, sweep) < accept[np.maximum(agreement, 0)])
            spins = np.where(turns & ((rows + columns) % 2 == colour), -spins, spins)
    return spins


def check(k) -> float:
    """Compare all spins and their sum with NumPy."""
    rng = np.random.default_rng(9)
    spins = rng.choice(np.array([-1, 1], np.int8), (24, 32))
    accept = np.exp(-2 * 0.6 * np.arange(5))
    expected = swept(spins.astype(np.int64), accept, 5)
    k.sweeps[3, 64](spins, accept, np.int32(5))
    assert (spins == expected).all()

    total = np.zeros(1, np.int64)
    threads = 128
    blocks = (spins.size + threads - 1) // threads
    k.magnetisation[blocks, threads, 0, threads // 32 * 8](spins, total)
    assert total[0] == expected.sum()
    return 0.0


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
