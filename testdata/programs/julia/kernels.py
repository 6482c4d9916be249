from numba import cuda


@cuda.jit(device=True)
def iterate(zr, zi, cr, ci, limit):
    for n in range(limit):
        zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
        if zr * zr + zi * zi > 4:
            return n
    return limit


@cuda.jit
def julia(out, x0, x1, y0, y1, limit):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        x = x0 + i * (x1 - x0) / out.shape[0]
        y = y0 + j * (y1 - y0) / out.shape[1]
        out[i, j] = iterate(x, y, -0.8, 0.156, limit)
