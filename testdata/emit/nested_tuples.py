"""Named tuples in named tuples as arguments of a kernel, and a field with its type's name."""
from collections import namedtuple

from numba import cuda

point = namedtuple("point", ["x", "y"])
Box = namedtuple("Box", ["low", "high"])
Ray = namedtuple("Ray", ["point", "t"])


@cuda.jit(device=True)
def ray(x):
    return Ray(point(x, x + 1), 2.0)


@cuda.jit(device=True)
def clamped(x, limit):
    """The same with indices of 64 bits."""
    return min(max(x, 0.0), limit)


@cuda.jit(device=True)
def clamped_at(values, i, limit):
    return clamped(values[i], limit)


@cuda.jit(
    "void(NamedTuple((NamedTuple((float64, float64), point), "
    "NamedTuple((float64, float64), point)), Box), float64[:])"
)
def spread(box, out):
    i = cuda.grid(1)
    if i < out.size:
        one = ray(clamped(out[i], 10.0))
        out[i] = box.high.x - box.low.y + one.point.y * one.t + clamped_at(out, i, 1.0)
