"""Kernels by name."""

KERNELS = {}


def register(name):
    def decorate(kernel):
        KERNELS[name] = kernel
        return kernel

    return decorate


def get(name):
    return KERNELS[name]
