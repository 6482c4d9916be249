"""RGB to gray, as in the course's second exercise."""

import numpy as np
from numba import cuda
from util import grid_for, load_image


@cuda.jit
def to_gray(rgb, gray):
    x, y = cuda.grid(2)
    if x < rgb.shape[0] and y < rgb.shape[1]:
        gray[x, y] = 0.299 * rgb[x, y, 0] + 0.587 * rgb[x, y, 1] + 0.114 * rgb[x, y, 2]


@cuda.jit
def histogram(gray, bins):
    x, y = cuda.grid(2)
    if x < gray.shape[0] and y < gray.shape[1]:
        cuda.atomic.add(bins, gray[x, y], 1)


def main():
    rgb = load_image(60, 80)
    gray = np.empty(rgb.shape[:2], dtype=np.uint8)
    to_gray[grid_for(rgb.shape[:2])](rgb, gray)
    bins = np.zeros(256, dtype=np.int32)
    histogram[grid_for(gray.shape)](gray, bins)


main()
