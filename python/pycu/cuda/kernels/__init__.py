"""Kernels that `numba.cuda.kernels` has ready."""
