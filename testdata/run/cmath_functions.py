"""All of `cmath` on complex64 and complex128; special values are compared elsewhere."""

import cmath

import numpy as np
from case import THREADS, blocks, rng
from numba import cuda


@cuda.jit(["void(complex64[:], complex64[:, :])", "void(complex128[:], complex128[:, :])"])
def unary(z, out):
    i = cuda.grid(1)
    if i < z.size:
        out[0, i] = cmath.exp(z[i])
        out[1, i] = cmath.log(z[i])
        out[2, i] = cmath.sqrt(z[i])
        out[3, i] = cmath.sin(z[i])
        out[4, i] = cmath.cos(z[i])
        out[5, i] = cmath.tan(z[i])
        out[6, i] = cmath.sinh(z[i])
        out[7, i] = cmath.cosh(z[i])
        out[8, i] = cmath.asin(z[i])
        out[9, i] = cmath.acos(z[i])
        out[10, i] = cmath.atan(z[i])
        out[11, i] = cmath.asinh(z[i])
        out[12, i] = cmath.atanh(z[i])
        out[13, i] = cmath.log(z[i], z[i] + z[i])


@cuda.jit("void(complex64[:], complex128[:, :])")
def always_double(z, out):
    i = cuda.grid(1)
    if i < z.size:
        out[0, i] = cmath.tanh(z[i])
        out[1, i] = cmath.acosh(z[i])
        out[2, i] = cmath.log10(z[i])


@cuda.jit("void(complex128[:], float64[:, :], complex128[:])")
def polar_form(z, out, back):
    i = cuda.grid(1)
    if i < z.size:
        r, phi = cmath.polar(z[i])
        out[0, i] = r
        out[1, i] = phi - cmath.phase(z[i])
        back[i] = cmath.rect(r, phi)
        out[2, i] = cmath.isfinite(z[i]) and not cmath.isnan(z[i]) and not cmath.isinf(z[i])
        out[3, i] = cmath.pi + cmath.infj.imag


@cuda.jit("void(float32[:], complex64[:, :])")
def real_arguments(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = cmath.sqrt(x[i])
        out[1, i] = cmath.exp(x[i])


REFERENCE = [
    np.exp, np.log, np.sqrt, np.sin, np.cos, np.tan, np.sinh, np.cosh, np.arcsin, np.arccos,
    np.arctan, np.arcsinh, np.arctanh, lambda z: np.log(z) / np.log(z + z),
]  # fmt: skip


def check(k, n=300):
    for dtype, accuracy in ((np.complex64, 3e-5), (np.complex128, 1e-12)):
        z = (rng(1).uniform(-3, 3, n) + 1j * rng(2).uniform(-3, 3, n)).astype(dtype)
        out = np.zeros((14, n), dtype)
        k["unary"][blocks(n), THREADS](z, out)
        for function, found in zip(REFERENCE, out):
            np.testing.assert_allclose(found, function(z.astype(np.complex128)), accuracy, accuracy)
    z = (rng(3).uniform(-3, 3, n) + 1j * rng(4).uniform(-3, 3, n)).astype(np.complex64)
    out = np.zeros((3, n), np.complex128)
    k["always_double"][blocks(n), THREADS](z, out)
    for function, found in zip((np.tanh, np.arccosh, np.log10), out):
        np.testing.assert_allclose(found, function(z.astype(np.complex128)), 3e-6, 3e-6)
    z = z.astype(np.complex128)
    out, back = np.zeros((4, n)), np.zeros(n, np.complex128)
    k["polar_form"][blocks(n), THREADS](z, out, back)
    np.testing.assert_allclose(out[0], abs(z), 1e-15)
    np.testing.assert_array_equal(out[1:3], [[0.0] * n, [1.0] * n])
    np.testing.assert_array_equal(out[3], np.inf)
    np.testing.assert_allclose(back, z, 1e-14)
    x = rng(5).uniform(-2, 2, n).astype(np.float32)
    out = np.zeros((2, n), np.complex64)
    k["real_arguments"][blocks(n), THREADS](x, out)
    np.testing.assert_allclose(out[0], np.sqrt(x.astype(np.complex128)), 1e-6)
    np.testing.assert_allclose(out[1], np.exp(x.astype(np.complex128)), 1e-6)
