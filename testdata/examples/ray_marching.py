"""Ray marching: a picture of a scene that is given by the distance to its nearest surface."""
import math
import sys

import numpy as np
from numba import cuda

STEPS = 80
NEAR = 1e-4
FAR = 12.0
SKY = 0.1


@cuda.jit(device=True)
def scene(p):
    """How far p is from what is nearest: a ring over the floor."""
    x, y, z = p
    across, above = math.sqrt(x * x + z * z) - 1.5, y - 0.6
    ring = math.sqrt(across * across + above * above) - 0.4
    return min(ring, y)


@cuda.jit(device=True)
def along(origin, direction, t):
    ox, oy, oz = origin
    dx, dy, dz = direction
    return ox + t * dx, oy + t * dy, oz + t * dz


@cuda.jit(device=True)
def unit(x, y, z):
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


@cuda.jit(device=True)
def normal(p):
    """The direction in which the distance grows."""
    x, y, z = p
    h = 1e-5
    return unit(
        scene((x + h, y, z)) - scene((x - h, y, z)),
        scene((x, y + h, z)) - scene((x, y - h, z)),
        scene((x, y, z + h)) - scene((x, y, z - h)),
    )


@cuda.jit(device=True)
def march(origin, direction):
    """How far the ray goes: a step may be as long as the distance to anything."""
    t = 0.0
    for _ in range(STEPS):
        distance = scene(along(origin, direction, t))
        if distance < NEAR:
            return t
        t += distance
        if t > FAR:
            break
    return FAR


@cuda.jit("void(float64[:, ::1], UniTuple(float64, 3), UniTuple(float64, 3))")
def render(image, eye, light):
    """The brightness of every pixel; the eye looks down on the middle of the scene."""
    column, row = cuda.grid(2)
    rows, columns = image.shape
    if row >= rows or column >= columns:
        return
    u = (column + 0.5) / columns - 0.5
    v = 0.5 - (row + 0.5) / rows
    ray = unit(u, v - 0.6, 1.0)
    t = march(eye, ray)
    if t == FAR:
        image[row, column] = SKY
        return
    p = along(eye, ray, t)
    nx, ny, nz = normal(p)
    lx, ly, lz = light
    shade = max(nx * lx + ny * ly + nz * lz, 0.0)
    if march(along(p, (nx, ny, nz), 1e-2), light) < FAR:
        shade *= 0.3  # something stands between
    image[row, column] = SKY + (1 - SKY) * shade


def reference(rows: int, columns: int, eye: np.ndarray, light: np.ndarray) -> np.ndarray:
    """All rays at once."""

    def distance(p):
        x, y, z = p
        return np.minimum(np.hypot(np.hypot(x, z) - 1.5, y - 0.6) - 0.4, y)

    def marched(origin, direction):
        t = np.zeros(origin.shape[1:])
        result = np.full_like(t, FAR)
        going = np.ones(t.shape, np.bool_)
        for _ in range(STEPS):
            d = distance(origin + t * direction)
            hits = going & (d < NEAR)
            result[hits] = t[hits]
            going &= ~hits
            t = np.where(going, t + d, t)
            going &= t <= FAR
        return result

    across = (np.arange(columns) + 0.5) / columns - 0.5
    v, u = np.meshgrid(0.5 - (np.arange(rows) + 0.5) / rows, across, indexing="ij")
    ray = np.stack([u, v - 0.6, np.ones_like(u)])
    ray /= np.sqrt((ray**2).sum(axis=0))
    eye, light = eye[:, None, None], light[:, None, None]
    t = marched(eye + 0 * ray, ray)
    p = eye + t * ray
    steps = 1e-5 * np.eye(3)[:, :, None, None]
    n = np.stack([distance(p + h) - distance(p - h) for h in steps])
    n /= np.sqrt((n**2).sum(axis=0))
    shade = np.maximum((n * light).sum(axis=0), 0.0)
    shadow = marched(p + 1e-2 * n, light + 0 * ray) < FAR
    image = SKY + (1 - SKY) * np.where(shadow, 0.3 * shade, shade)
    return np.where(t == FAR, SKY, image)


def check(k) -> float:
    """Compare with NumPy; a ray that touches an edge may end on either side of it."""
    rows, columns = 60, 80
    eye, light = np.array([0.0, 3.0, -4.0]), np.array([2.0, 3.0, -1.0])
    light /= np.sqrt((light**2).sum())
    image = np.zeros((rows, columns))
    k.render[(5, 8), (16, 8)](image, tuple(eye.tolist()), tuple(light.tolist()))
    error = np.abs(image - reference(rows, columns, eye, light))
    assert np.mean(error > 1e-6) < 0.002, np.mean(error > 1e-6)
    assert 0.2 < np.mean(image > 0.5) < 0.8
    return float(np.median(error))


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
