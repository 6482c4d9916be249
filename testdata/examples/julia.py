"""A Julia set: how many steps of z = z * z + c a point of the plane takes to escape."""
import sys

import numpy as np
from numba import complex64, cuda

C = np.complex64(-0.8 + 0.156j)
MAX_STEPS = 200
WIDTH = 3.2
HEIGHT = 2.0


@cuda.jit(device=True)
def steps_to_escape(z):
    """Points that stay within radius 2 for all steps are taken for members of the set."""
    steps = 0
    while steps < MAX_STEPS and z.real * z.real + z.imag * z.imag < 4:
        z = z * z + C
        steps += 1
    return steps


@cuda.jit("void(int32[:, :])")
def julia(image):
    row, column = cuda.grid(2)
    rows, columns = image.shape
    if row < rows and column < columns:
        x = (column / columns - 0.5) * WIDTH
        y = (row / rows - 0.5) * HEIGHT
        image[row, column] = steps_to_escape(complex64(complex(x, y)))


def expected_image(rows, columns):
    """The same image in NumPy, all pixels at once, with the four multiplications of a product."""
    y, x = np.mgrid[:rows, :columns]
    real = ((x / columns - 0.5) * WIDTH).astype(np.float32)
    imag = ((y / rows - 0.5) * HEIGHT).astype(np.float32)
    image = np.zeros((rows, columns), np.int32)
    for _ in range(MAX_STEPS):
        inside = real * real + imag * imag < 4
        image += inside
        real, imag = (
            np.where(inside, real * real - imag * imag + C.real, real),
            np.where(inside, real * imag + imag * real + C.imag, imag),
        )
    return image


def check(k) -> float:
    """The share of pixels whose count is NumPy's: all of them, where nothing is fused."""
    rows, columns = 100, 160
    image = np.zeros((rows, columns), np.int32)
    k.julia[(13, 20), (8, 8)](image)
    share = (image == expected_image(rows, columns)).mean()
    assert share > 0.9
    return float(share)


if __name__ == "__main__":
    print("equal pixels:", check(sys.modules[__name__]))
