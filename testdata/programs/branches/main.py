import sys

from mode import choose
from numba import cuda


@cuda.jit
def a_kernel(x):
    x[0] = 1


@cuda.jit
def b_kernel(x, n):
    x[0] = n


x = choose("double", 4)
a_kernel[1, 1](x)
if len(sys.argv) > 1:
    n = int(sys.argv[1])
else:
    n = 4
b_kernel[1, 1](choose("single", n), n)
