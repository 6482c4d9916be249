from numba import cuda


@cuda.jit(device=True, inline=True)
def dist2(ax, ay, az, bx, by, bz):
    dx, dy, dz = bx - ax, by - ay, bz - az
    return dx * dx + dy * dy + dz * dz
