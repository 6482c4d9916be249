import numpy as np
from cli import parse
from numba import cuda


@cuda.jit
def axpy(alpha, x, y, n):
    i = cuda.grid(1)
    if i < n:
        y[i] += alpha * x[i]


def main():
    args = parse()
    x = np.ones(args.n)
    y = np.zeros(args.n)
    axpy[args.n // 128 + 1, 128](args.alpha, x, y, args.n)


if __name__ == "__main__":
    main()
