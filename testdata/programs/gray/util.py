import numpy as np


def load_image(h, w):
    return (np.random.rand(h, w, 3) * 255).astype(np.uint8)


def grid_for(shape, block=(16, 16)):
    return (-(-shape[0] // block[0]), -(-shape[1] // block[1])), block
