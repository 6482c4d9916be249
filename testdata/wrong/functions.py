"""Calls: functions of the host, wrong arguments, recursion, decorators, signatures, launches."""
import math
import random

import numpy as np
import scipy.special
from numba import cuda, float32, int32, void


@cuda.jit(device=True)
def twice(x):
    return x * 2


@cuda.jit(device=True)
def nothing(x):
    x + 1


@cuda.jit(device=True)
def sum_of(a, b, c=3):
    return a + b + c


@cuda.jit("void(float32[:])")
def sound(a):
    a[0] = twice(a[0])


@cuda.jit("void(float32[:])")
def too_few(a):
    a[0] = sum_of(1)  # expect: PYCU0401


@cuda.jit("void(float32[:])")
def too_many(a):
    a[0] = twice(1, 2)  # expect: PYCU0401


@cuda.jit("void(float32[:])")
def unknown_keyword(a):
    a[0] = twice(y=1)  # expect: PYCU0403


@cuda.jit("void(float32[:])")
def twice_given(a):
    a[0] = twice(1, x=1)  # expect: PYCU0403


@cuda.jit("void(float32[:])")
def dictionary_call(a):
    a[0] = sum_of(**{"a": 1})  # expect: PYCU0322


@cuda.jit("void(float32[:])")
def uses_nothing(a):
    a[0] = nothing(1)  # expect: PYCU0301


@cuda.jit("void(float32[:])")
def other_library(a):
    a[0] = scipy.special.erf(a[0])  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def random_number(a):
    a[0] = random.random()  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def launches_kernel(a):
    sound[1, 32](a)  # expect: PYCU0418


@cuda.jit("void(float32[:], int32)")
def calls_missing(a, n):
    a[n] = thrice(n)  # expect: PYCU0302


@cuda.jit("void(float32[:])")
def math_with_two(a):
    a[0] = math.sqrt(a[0], 2)  # expect: PYCU0401


@cuda.jit("void(float32[:])")
def power_of_three(a):
    a[0] = pow(a[0], 2, 3)  # expect: PYCU0401


@cuda.jit("void(float32[:])")
def int_with_base(a):
    a[0] = int(a[0], 16)  # expect: PYCU0401


@cuda.jit("void(float32[:])")
def round_with_keyword(a):
    a[0] = round(a[0], ndigits=1)  # expect: PYCU0403


@cuda.jit(device=True)
def wrong_inside(x):
    return x & 1.5  # expect: PYCU0304


@cuda.jit("void(float32[:])")
def calls_wrong(a):
    a[0] = wrong_inside(a[0])


@cuda.jit(device=True)
def two_results(x):
    if x > 0:
        return 1
    return (1, 2)  # expect: PYCU0306


@cuda.jit("void(float32[:])")
def calls_two_results(a):
    a[0] = two_results(a[0])


@cuda.jit("void(float32[:])")
def method_of_number(a):
    a[0] = a[0].sqrt()  # expect: PYCU0303


@cuda.jit("void(float32[:])")
def method_of_array(a):
    a.append(1)  # expect: PYCU0303


@cuda.jit("void(float32[:])")
def typo_in_method(a):
    b = a.reshap(2, 2)  # expect: PYCU0303


@cuda.jit("void(float32[:], float32[:])")  # expect: PYCU0203
def one_type_too_many(a):
    a[0] = 1


@cuda.jit("void(float32[:])")  # expect: PYCU0203
def one_type_missing(a, b):
    a[0] = b


@cuda.jit("void(flaot32[:])")  # expect: PYCU0202
def typo_in_signature(a):
    a[0] = 1


@cuda.jit("void(float32[:)")  # expect: PYCU0202
def bracket_in_signature(a):
    a[0] = 1


@cuda.jit("float32[:]")  # expect: PYCU0202
def type_as_signature(a):
    a[0] = 1


@cuda.jit("(float[:])")  # expect: PYCU0202
def python_type_in_signature(a):
    a[0] = 1


@cuda.jit("void(np.float32[:])")  # expect: PYCU0202
def numpy_type_in_signature(a):
    a[0] = 1


@cuda.jit(float32[:])  # expect: PYCU0202
def array_type_as_signature(a):
    a[0] = 1


@cuda.jit(void(float32[:]), fastmth=True)  # expect: PYCU0201
def typo_in_option(a):
    a[0] = 1


@cuda.jit(void(float32[:]), devise=True)  # expect: PYCU0201
def typo_in_device(a):
    a[0] = 1


@cuda.jit("int32(int32)")  # expect: PYCU0204
def returning_kernel(n):
    return n


@cuda.jit("void(float32[:])")  # expect: PYCU0213
class Kernel:
    pass


@cuda.jit("void(float32[:])")
def variadic(*arrays):  # expect: PYCU0212
    arrays[0][0] = 1


@cuda.jit("void(float32[:])")
def by_keyword(*, a):  # expect: PYCU0212
    a[0] = 1


@cuda.jit("void(float32[:])")
def keywords(**arrays):  # expect: PYCU0212
    pass


@cuda.jit
def no_types(a, n):  # expect: PYCU0205
    a[0] = n


@cuda.jit
def launched(a):
    a[0] = 1


launched[1, 32]()  # expect: PYCU0215
