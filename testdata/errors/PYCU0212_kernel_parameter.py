from numba import cuda


@cuda.jit("void(float32[:])")
def clear(*arrays):
    arrays[0][cuda.grid(1)] = 0
