# Host code that Python refuses, and a kernel that is taken.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    a[0] = 1


print "done"
x = 
