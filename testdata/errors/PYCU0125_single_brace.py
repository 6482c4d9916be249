# A brace without its partner.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    print(f"}")
