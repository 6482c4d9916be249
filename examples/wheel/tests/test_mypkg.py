"""The package as it is installed, against NumPy: `pytest`, or python with this file."""

from __future__ import annotations

import mypkg
import numpy as np


def smoothed(image: np.ndarray) -> np.ndarray:
    """Mean of each pixel and its neighbours, in double precision."""
    rows, columns = image.shape
    sums, counts = np.zeros(image.shape), np.zeros(image.shape)
    padded = np.pad(image.astype(np.float64), 1)
    inside = np.pad(np.ones(image.shape), 1)
    for y in range(3):
        for x in range(3):
            sums += padded[y : y + rows, x : x + columns]
            counts += inside[y : y + rows, x : x + columns]
    return sums / counts


def test_pictures() -> None:
    image = np.random.default_rng(1).random((45, 70), np.float32)
    np.testing.assert_array_equal(mypkg.smooth(image), smoothed(image).astype(np.float32))
    again = mypkg.smooth(mypkg.smooth(image)[::2, ::-1])  # any strides
    assert again.shape == (23, 70) and again.std() < image.std() / 3
    sharp = mypkg.sharpen(image, 2.0)
    expected = image + np.float32(2) * (image - smoothed(image).astype(np.float32))
    np.testing.assert_allclose(sharp, np.clip(expected, 0, 1), rtol=1e-6)


if __name__ == "__main__":
    test_pictures()
    print("mypkg:", *mypkg.kernels)
