"""Pictures made smooth and sharp, by kernels that are compiled when the package is built."""

from __future__ import annotations

import numpy as np

from mypkg import kernels


def _launch(kernel, image: np.ndarray, *arguments: object) -> np.ndarray:
    """A picture of the same size, of which each block of threads makes a tile."""
    image = np.asarray(image, np.float32)
    result = np.empty_like(image)
    tile = kernels.TILE
    grid = tuple(-(-extent // size) for extent, size in zip(image.shape, tile))
    kernel[grid, tile](image, result, *arguments)
    return result


def smooth(image: np.ndarray) -> np.ndarray:
    """Each pixel is the mean of itself and its neighbours, as far as there are some."""
    return _launch(kernels.smooth, image)


def sharpen(image: np.ndarray, strength: float = 1.0) -> np.ndarray:
    """What `smooth` takes away is added, `strength` times, and all is kept between 0 and 1."""
    return _launch(kernels.sharpen, image, smooth(image), strength)
