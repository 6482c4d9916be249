# Names that C++ or CUDA have taken, and names that are in order here.
from numba import cuda

linux = 3
M_PI = 4
class_ = 5


@cuda.jit(device=True)
def sqrt(x):
    return x * x


@cuda.jit(device=True)
def wrap(a, i):
    return a[i]


@cuda.jit("void(float64[:], float64, int64)")
def new(float, int, template):
    exp = sqrt(float[0]) + linux
    y1 = exp + M_PI + class_
    threadIdx = cuda.threadIdx.x
    __x = wrap(float, threadIdx)
    _N = __x + y1
    pycu_sum = _N
    INFINITY = pycu_sum
    delete = INFINITY
    NULL = template
    float[threadIdx] = delete + NULL
