import math

from numba import cuda
from vec import dot, scaled, sub, unit

AMBIENT = 0.1


@cuda.jit(device=True)
def hit(origin, direction, s):
    oc = sub(origin, (s.x, s.y, s.z))
    b = dot(oc, direction)
    c = dot(oc, oc) - s.r * s.r
    disc = b * b - c
    if disc < 0:
        return -1.0
    return -b - math.sqrt(disc)


@cuda.jit
def render(spheres, camera, light, image):
    j, i = cuda.grid(2)
    h, w = image.shape
    if i >= h or j >= w:
        return
    origin = (camera.x, camera.y, camera.z)
    d = unit(((j + 0.5) / w - 0.5, 0.5 - (i + 0.5) / h, camera.focal))
    nearest = 1e30
    shade = 0.0
    for k in range(spheres.size):
        t = hit(origin, d, spheres[k])
        if t > 0 and t < nearest:
            nearest = t
            p = scaled(d, t)
            n = sub(
                (origin[0] + p[0], origin[1] + p[1], origin[2] + p[2]),
                (spheres[k].x, spheres[k].y, spheres[k].z),
            )
            shade = AMBIENT + spheres[k].shade * max(0.0, dot(unit(n), unit(light)))
    image[i, j] = shade
