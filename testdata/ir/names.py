# spell_names: what C++ and CUDA have taken gets another name; variables of one name in different
# blocks keep it.
from numba import cuda

double = 2


@cuda.jit
def int(register):
    return register + double


@cuda.jit("void(int64[::1], int64)")
def kernel(float, threadIdx):
    for i in range(threadIdx):
        switch = int(i)
        float[i] = switch
    for i in range(3):
        float[i] = i
    été = 1
    float[0] = été
