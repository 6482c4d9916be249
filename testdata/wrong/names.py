"""Names that are not there: typos, missing imports, what exists on the host alone."""
import math

import numpy as np
from numba import cuda, float32

THRESHOLD = 3


@cuda.jit("void(float32[:])")
def typo_in_local(a):
    index = cuda.grid(1)
    if indx < a.size:  # expect: PYCU0302
        a[index] = 0


@cuda.jit("void(float32[:])")
def typo_in_global(a):
    a[0] = THRESHHOLD  # expect: PYCU0302


@cuda.jit("void(float32[:])")
def typo_in_cuda(a):
    i = cuda.gird(1)  # expect: PYCU0404
    a[i] = 1


@cuda.jit("void(float32[:])")
def typo_in_thread_index(a):
    i = cuda.threadIndex.x  # expect: PYCU0303
    a[i] = 1


@cuda.jit("void(float32[:])")
def lower_case_dimension(a):
    i = cuda.threadidx.x  # expect: PYCU0303
    a[i] = 1


@cuda.jit("void(float32[:])")
def fourth_dimension(a):
    i = cuda.threadIdx.w  # expect: PYCU0303
    a[i] = 1


@cuda.jit("void(float32[:])")
def no_dimension(a):
    i = cuda.threadIdx
    a[i] = 1  # expect: PYCU0311


@cuda.jit("void(float32[:])")
def typo_in_syncthreads(a):
    cuda.syncthread()  # expect: PYCU0404
    a[0] = 1


@cuda.jit("void(float32[:])")
def cuda_c_name(a):
    __syncthreads()  # expect: PYCU0302
    a[0] = 1


@cuda.jit("void(float32[:])")
def cuda_c_atomic(a):
    atomicAdd(a, 0, 1.0)  # expect: PYCU0302


@cuda.jit("void(float32[:])")
def cuda_c_index(a):
    a[threadIdx.x] = 1  # expect: PYCU0302


@cuda.jit("void(float32[:])")
def typo_in_math(a):
    a[0] = math.squrt(a[0])  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def missing_import(a):
    a[0] = cmath.sqrt(a[0])  # expect: PYCU0302


@cuda.jit("void(float32[:])")
def bare_math_function(a):
    a[0] = sqrt(a[0])  # expect: PYCU0302


@cuda.jit("void(float32[:])")
def typo_in_numpy(a):
    a[0] = np.sqr(a[0])  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def typo_in_numpy_type(a):
    a[0] = np.flot32(1)  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def typo_in_atomic(a):
    cuda.atomic.addd(a, 0, 1)  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def typo_in_attribute(a):
    n = a.shpae[0]  # expect: PYCU0303
    a[0] = n


@cuda.jit("void(float32[:])")
def length_of_array(a):
    a[0] = a.length  # expect: PYCU0303


@cuda.jit("void(float32[:])")
def typo_in_keyword_constant(a):
    a[0] = true  # expect: PYCU0302


@cuda.jit("void(float32[:])")
def null_of_c(a):
    if a[0] == null:  # expect: PYCU0302
        a[0] = 1


@cuda.jit("void(float32[:])")
def read_before_set(a):
    total += a[0]  # expect: PYCU0316
    a[0] = total


@cuda.jit("void(float32[:])")
def comprehension_variable(a):
    n = sum(v for v in a)
    a[0] = n + v  # expect: PYCU0302


@cuda.jit("void(float32[:])")
def variable_of_another_kernel(a):
    a[0] = index  # expect: PYCU0302


@cuda.jit("void(float32[:])")
def shared_by_itself(a):
    tile = shared.array(16, float32)  # expect: PYCU0302
    a[0] = tile[0]


@cuda.jit("void(float32[:])")
def typo_in_shared(a):
    tile = cuda.shard.array(16, float32)  # expect: PYCU0404
    a[0] = tile[0]


@cuda.jit("void(float32[:])")
def typo_in_builtin(a):
    for i in rang(3):  # expect: PYCU0302
        a[i] = 0


@cuda.jit("void(float32[:])")
def java(a):
    for i in range(a.length()):  # expect: PYCU0303
        a[i] = 0
