import numpy as np
from backend import cuda, njit, run
from luts import TABLES


@njit
def apply_lut(pixels, table):
    i = cuda.grid(1)
    if i < pixels.size:
        pixels[i] = table[pixels[i]]


@njit
def invert(pixels):
    i = cuda.grid(1)
    if i < pixels.size:
        pixels[i] = 255 - pixels[i]


for name, table in TABLES.items():
    image = np.arange(0, 256, 4).astype(np.uint8)
    run(apply_lut, image, table)
    run(invert, image)
    print(name, image.sum(), image[:4].tolist())
