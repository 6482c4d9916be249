try:
    from numba import cuda

    GPU = True
except ImportError:
    cuda = None
    GPU = False

if GPU:
    njit = cuda.jit

    def run(kernel, array, *args):
        kernel[array.size // 64 + 1, 64](array, *args)

else:

    def njit(f):
        return f

    def run(kernel, array, *args):
        kernel(array, *args)
