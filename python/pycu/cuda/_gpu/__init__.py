"""CUDA's devices, by way of the CUDA runtime."""
