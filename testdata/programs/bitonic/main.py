import numpy as np
from numba import cuda
from timer import Timer, on_device


@cuda.jit
def compare_exchange(a, j, k):
    i = cuda.grid(1)
    other = i ^ j
    if i < a.size and other > i:
        up = (i & k) == 0
        if (a[i] > a[other]) == up:
            a[i], a[other] = a[other], a[i]


def stages(n):
    k = 2
    while k <= n:
        j = k // 2
        while j > 0:
            yield j, k
            j //= 2
        k *= 2


def sort(a, threads=64):
    with on_device(a) as d:
        for j, k in stages(a.size):
            compare_exchange[(a.size + threads - 1) // threads, threads](d, j, k)


if __name__ == "__main__":
    a = np.random.RandomState(1).permutation(256).astype(np.float32)
    b = np.arange(128)[::-1].copy()
    with Timer("sort") as timer:
        sort(a)
        sort(b, threads=32)
    print(timer.name, (np.diff(a) >= 0).all(), (np.diff(b) >= 0).all())
