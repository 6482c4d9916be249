from lattice import random_spins, uniforms
from numba import cuda


@cuda.jit
def sweep(spins, rand, beta, parity):
    i, j = cuda.grid(2)
    n = spins.shape[0]
    if i < n and j < n and (i + j) % 2 == parity:
        s = spins[(i + 1) % n, j] + spins[i - 1, j] + spins[i, (j + 1) % n] + spins[i, j - 1]
        if rand[i, j] < 1.0 / (1.0 + 2.0 * beta * s * spins[i, j]):
            spins[i, j] = -spins[i, j]


def simulate(n=64, temperature=2.27, steps=4):
    spins = cuda.to_device(random_spins(n))
    beta = 1.0 / temperature
    for _ in range(steps):
        for parity in (0, 1):
            rand = cuda.to_device(uniforms((n, n)))
            sweep[(4, 4), (16, 16)](spins, rand, beta, parity)
    return spins.copy_to_host()


if __name__ == "__main__":
    print(simulate().sum())
