# Launches with arguments that the signatures of a kernel do not take.
import numpy as np
from numba import cuda, float32, float64, int64


@cuda.jit("void(float32[:], int32)")
def k(x, n):
    if cuda.grid(1) < n:
        x[0] = 1


@cuda.jit([(float32[:, ::1], int64), (float64[:, ::1], float64[:])])
def several(x, n):
    x[0, 0] = 1


def annotated(x: "float32[:]", y: "float32[:]"):
    x[0] = y[0]


annotated_gpu = cuda.jit(annotated)


def set_one(x):
    x[0] = 1


x = np.zeros(32, np.float32)
k[1, 32](np.zeros(32), 32)
k[1, 32](np.zeros((4, 8), np.float32), 32)
k[1, 32](32, x)
k[1, 32](x, 1j)
several[1, 32](np.zeros((4, 8), order="F"), x)
several[1, 32](np.zeros((4, 8)), 3)
annotated_gpu[1, 32](x, np.zeros(32, np.int32))

# What is converted, and what nobody knows.
k[1, 32](x, 1.5)
k[1, 32](x[::2], True)
k[1, 32](np.broadcast_to(np.float32(1), 32), 3)
k[1, 32](np.load("x.npy"), 3)
several[1, 32](np.zeros((4, 8), np.float32), np.int8(3))

# A kernel for each turn, of other types.
for type, dtype in ((float32, np.float32), (float64, np.float64)):
    one = cuda.jit((type[:],))(set_one)
    one[1, 1](np.zeros(4, dtype))
