"""Kernels without barriers on one worker of the CPU beside the plain loops that a person writes."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import numpy as np
import pycu
from commands import said

# What a kernel takes of the time of the loop by hand, at most; the machine's noise is in it.
MOST_OF_SAXPY = 1.1
MOST_OF_LOOP = 1.3
ROUNDS = 25

KERNELS = """
from numba import cuda, float32, float64, int32


@cuda.jit(device=True)
def weigh(x, y):
    return x * x + float32(0.5) * y


@cuda.jit("void(float32, float32[:], float32[:])")
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.shape[0]:
        y[i] = a * x[i] + y[i]


@cuda.jit("void(float32, float32[:], float32[:])")
def saxpy_stride(a, x, y):
    for i in range(cuda.grid(1), x.shape[0], cuda.gridsize(1)):
        y[i] = a * x[i] + y[i]


@cuda.jit("void(float32[:], float32[:], float32[:])")
def weights(x, y, out):
    i = cuda.grid(1)
    if i >= out.size:
        return
    out[i] = weigh(x[i], y[i])


@cuda.jit("void(float32[:, :], float32[:, :])")
def jacobi(u, out):
    i, j = cuda.grid(2)
    rows, cols = u.shape
    if 0 < i < rows - 1 and 0 < j < cols - 1:
        out[i, j] = float32(0.25) * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])


@cuda.jit("void(float32[:, :], float32[:, :])")
def jacobi_columns(u, out):
    j, i = cuda.grid(2)
    if i > 0 and i < u.shape[0] - 1 and j > 0 and j < u.shape[1] - 1:
        out[i, j] = float32(0.25) * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])


@cuda.jit("void(float32[:, :, :], float32[:, :, :])")
def seven_points(u, out):
    k, j, i = cuda.grid(3)
    if 0 < i < u.shape[0] - 1 and 0 < j < u.shape[1] - 1 and 0 < k < u.shape[2] - 1:
        around = u[i - 1, j, k] + u[i + 1, j, k] + u[i, j - 1, k] + u[i, j + 1, k]
        out[i, j, k] = around + u[i, j, k - 1] + u[i, j, k + 1] - float32(6) * u[i, j, k]


@cuda.jit("void(float64, float64, float64, int32, int32[:, :])")
def mandelbrot(x0, y0, step, limit, image):
    i, j = cuda.grid(2)
    if i < image.shape[0] and j < image.shape[1]:
        cr = x0 + j * step
        ci = y0 + i * step
        zr = 0.0
        zi = 0.0
        n = 0
        while n < limit and zr * zr + zi * zi <= 4.0:
            next_zr = zr * zr - zi * zi + cr
            zi = 2.0 * zr * zi + ci
            zr = next_zr
            n += 1
        image[i, j] = n


@cuda.jit(device=True)
def turns(zr, zi, limit):
    for n in range(limit):
        if zr * zr + zi * zi > 4.0:
            return n
        zr, zi = zr * zr - zi * zi - 0.8, 2.0 * zr * zi + 0.156
    return limit


@cuda.jit("void(float64, float64, float64, int32, int32[:, :])")
def julia(x0, y0, step, limit, image):
    j, i = cuda.grid(2)
    if i < image.shape[0] and j < image.shape[1]:
        image[i, j] = turns(x0 + j * step, y0 + i * step, limit)
"""

BY_HAND = """
#define R __restrict__
extern "C" void saxpy(float a, const float* R x, float* R y, long n) {
    for (long i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}
static float weigh(float x, float y) { return x * x + 0.5f * y; }
extern "C" void weights(const float* R x, const float* R y, float* R out, long n) {
    for (long i = 0; i < n; ++i) out[i] = weigh(x[i], y[i]);
}
extern "C" void jacobi(const float* R u, float* R out, long n) {
    for (long i = 1; i < n - 1; ++i)
        for (long j = 1; j < n - 1; ++j)
            out[i * n + j] = 0.25f * (u[(i - 1) * n + j] + u[(i + 1) * n + j] +
                                      u[i * n + j - 1] + u[i * n + j + 1]);
}
extern "C" void seven_points(const float* R u, float* R out, long n) {
    const long nn = n * n;
    for (long i = 1; i < n - 1; ++i)
        for (long j = 1; j < n - 1; ++j)
            for (long k = 1; k < n - 1; ++k) {
                const float* const at = u + i * nn + j * n + k;
                const float around = at[-nn] + at[nn] + at[-n] + at[n];
                out[i * nn + j * n + k] = around + at[-1] + at[1] - 6.0f * at[0];
            }
}
extern "C" void mandelbrot(double x0, double y0, double step, int limit, int* R image, long n) {
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < n; ++j) {
            const double cr = x0 + j * step, ci = y0 + i * step;
            double zr = 0, zi = 0;
            int k = 0;
            for (; k < limit && zr * zr + zi * zi <= 4.0; ++k) {
                const double next = zr * zr - zi * zi + cr;
                zi = 2.0 * zr * zi + ci;
                zr = next;
            }
            image[i * n + j] = k;
        }
}
static int turns(double zr, double zi, int limit) {
    for (int k = 0; k < limit; ++k) {
        if (zr * zr + zi * zi > 4.0) return k;
        const double next = zr * zr - zi * zi - 0.8;
        zi = 2.0 * zr * zi + 0.156;
        zr = next;
    }
    return limit;
}
extern "C" void julia(double x0, double y0, double step, int limit, int* R image, long n) {
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < n; ++j)
            image[i * n + j] = turns(x0 + j * step, y0 + i * step, limit);
}
"""


@dataclass
class Case:
    kernel: str
    by_hand: str
    grid: Any
    block: Any
    arguments: list[Any]
    most: float

    def as_c(self) -> list[Any]:
        """The arguments of the loop by hand: addresses, numbers, and the extent of an axis."""
        found: list[Any] = []
        for one in self.arguments:
            if isinstance(one, np.ndarray):
                found.append(ctypes.c_void_p(one.ctypes.data))
            elif isinstance(one, np.float32):
                found.append(ctypes.c_float(float(one)))
            else:
                found.append(ctypes.c_int(one) if isinstance(one, int) else ctypes.c_double(one))
        return [*found, ctypes.c_long(self.arguments[-1].shape[0])]


def cases() -> list[Case]:
    chance = np.random.default_rng(1)

    def line() -> np.ndarray:
        return chance.random(1 << 20, np.float32)

    def square() -> np.ndarray:
        return chance.random((1024, 1024), np.float32)

    def cube() -> np.ndarray:
        return chance.random((128, 128, 128), np.float32)

    image = np.zeros((256, 256), np.int32)
    view = [-2.2, -1.5, 3.0 / 256, 200, image]
    wide = ((1024 // 16, 1024 // 16), (16, 16))
    space = ((4, 32, 32), (32, 4, 4))
    whole = ((1 << 20) // 256, 256)
    a = np.float32(1e-9)
    return [
        Case("saxpy", "saxpy", *whole, [a, line(), line()], MOST_OF_SAXPY),
        Case("saxpy_stride", "saxpy", 32, 256, [a, line(), line()], MOST_OF_LOOP),
        Case("weights", "weights", *whole, [line(), line(), line()], MOST_OF_LOOP),
        Case("jacobi", "jacobi", *wide, [square(), square()], MOST_OF_LOOP),
        Case("jacobi_columns", "jacobi", (32, 128), (32, 8), [square(), square()], MOST_OF_LOOP),
        Case("seven_points", "seven_points", *space, [cube(), cube()], MOST_OF_LOOP),
        Case("mandelbrot", "mandelbrot", (16, 16), (16, 16), view, MOST_OF_LOOP),
        Case("julia", "julia", (16, 16), (16, 16), [*view[:-1], image.copy()], MOST_OF_LOOP),
    ]


def seconds(call: Callable[..., object], arguments: list[Any]) -> float:
    """Processor time: what other programs take of a busy machine does not count."""
    begin = time.thread_time()
    call(*arguments)
    return time.thread_time() - begin


def times(binary: Path, folder: Path, cxx: str) -> list[str]:
    """Prints what kernels take of the time of loops; returns the bounds that are missed."""
    at = folder / "loops"
    at.mkdir()
    (at / "loops.py").write_text(KERNELS)
    (at / "by_hand.cpp").write_text(BY_HAND)
    said([binary, "build", at / "loops.py", "-o", at / "out", "--target", "cpu", "--cxx", cxx])
    flags = ["-O3", "-fwrapv", "-ffp-contract=off", "-fPIC", "-shared"]
    said([cxx, *flags, at / "by_hand.cpp", "-o", at / "hand.so"])
    kernels, hand = pycu.load(at / "out" / "loops.json"), ctypes.CDLL(str(at / "hand.so"))
    before = os.environ.get("PYCU_WORKERS", "")
    os.environ["PYCU_WORKERS"] = "1"
    missed = []
    for case in cases():
        launch, by_hand = kernels[case.kernel][case.grid, case.block], getattr(hand, case.by_hand)
        plain = case.as_c()
        pairs = [(seconds(launch, case.arguments), seconds(by_hand, plain)) for _ in range(ROUNDS)]
        kernel, loop = (min(column) for column in zip(*pairs))
        print(
            f"{case.kernel:14} {kernel * 1e3:8.3f} ms, the loop by hand {loop * 1e3:8.3f} ms, "
            f"{kernel / loop:.2f} times, bound {case.most}"
        )
        if kernel / loop > case.most:
            missed.append(f"{case.kernel} within {case.most} of the loop by hand")
    os.environ["PYCU_WORKERS"] = before
    return missed
