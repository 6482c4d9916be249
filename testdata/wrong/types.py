"""Operands and values whose types do not fit."""
import math

import numpy as np
from numba import cuda, float32, int32


@cuda.jit("void(float32[:])")
def float_index(a):
    i = cuda.grid(1) / 2
    a[i] = 0  # expect: PYCU0307


@cuda.jit("void(float32[:], float32)")
def float_argument_as_index(a, x):
    a[x] = 0  # expect: PYCU0307


@cuda.jit("void(float32[:])")
def bitwise_on_floats(a):
    a[0] = a[0] & 1  # expect: PYCU0304


@cuda.jit("void(float32[:])")
def shift_of_float(a):
    a[0] = a[0] << 2  # expect: PYCU0304


@cuda.jit("void(float32[:])")
def invert_float(a):
    a[0] = ~a[0]  # expect: PYCU0305


@cuda.jit("void(float32[:], float32[:])")
def whole_arrays(a, b):
    c = a + b  # expect: PYCU0304
    b[0] = c[0]


@cuda.jit("void(float32[:], float32[:])")
def array_times_scalar(a, b):
    b[0] = a * 2  # expect: PYCU0304


@cuda.jit("void(float32[:], float32[:])")
def array_as_condition(a, b):
    if a:  # expect: PYCU0313
        b[0] = 1


@cuda.jit("void(float32[:], float32[:])")
def arrays_compared(a, b):
    if a == b:  # expect: PYCU0304
        b[0] = 1


@cuda.jit("void(float32[:], float32[:])")
def array_into_element(a, b):
    a[0] = b  # expect: PYCU0301


@cuda.jit("void(float32[:], int32)")
def index_into_scalar(a, n):
    a[0] = n[0]  # expect: PYCU0309


@cuda.jit("void(float32[:], int32)")
def store_into_scalar(a, n):
    n[0] = 1  # expect: PYCU0321


@cuda.jit("void(float32[:], int32)")
def scalar_has_no_shape(a, n):
    a[0] = n.shape[0]  # expect: PYCU0303


@cuda.jit("void(float32[:, :])")
def too_many_indices(a):
    a[0, 1, 2] = 0  # expect: PYCU0308


@cuda.jit("void(float32[:])")
def two_indices(a):
    i, j = cuda.grid(2)
    a[i, j] = 0  # expect: PYCU0308


@cuda.jit("void(float32[:])")
def chained_index(a):
    a[0][1] = 0  # expect: PYCU0321


@cuda.jit("void(float32[:, :])")
def one_target_of_two(a):
    i = cuda.grid(2)
    if i < a.shape[0]:  # expect: PYCU0304
        a[0, 0] = 1


@cuda.jit("void(float32[:])")
def two_targets_of_one(a):
    i, j = cuda.grid(1)  # expect: PYCU0314
    a[i] = j


@cuda.jit("void(float32[:, :])")
def three_targets_of_two(a):
    m, n, k = a.shape  # expect: PYCU0314
    a[0, 0] = m + n + k


@cuda.jit("void(float32[:], int32)")
def number_or_array(a, n):
    if n > 0:
        x = a
    else:
        x = n  # expect: PYCU0306
    a[0] = x[0]


@cuda.jit("void(float32[:], int32)")
def number_or_tuple(a, n):
    x = 0
    if n > 0:
        x = (1, 2)  # expect: PYCU0306
    a[0] = x


@cuda.jit("void(float32[:])")
def add_text(a):
    a[0] = a[0] + "1"  # expect: PYCU0322


@cuda.jit("void(float32[:])")
def store_text(a):
    a[0] = "text"  # expect: PYCU0322


@cuda.jit("void(float32[:])")
def store_none(a):
    a[0] = None  # expect: PYCU0301


@cuda.jit("void(float32[:], float32[:])")
def length_of_number(a, b):
    b[0] = len(a[0])  # expect: PYCU0402


@cuda.jit("void(float32[:], float32[:])")
def loop_over_number(a, b):
    for i in a.size:  # expect: PYCU0359
        b[i] = a[i]


@cuda.jit("void(float32[:], int32)")
def loop_over_argument(a, n):
    for i in n:  # expect: PYCU0359
        a[i] = 0


@cuda.jit("void(float32[:], float32[:])")
def range_of_array(a, b):
    for i in range(a):  # expect: PYCU0402
        b[i] = a[i]


@cuda.jit("void(float32[:])")
def range_of_shape(a):
    for i in range(a.shape):  # expect: PYCU0402
        a[i] = 0


@cuda.jit("void(float32[:])")
def tuple_plus_number(a):
    t = (1, 2) + 3  # expect: PYCU0304
    a[0] = t[0]


@cuda.jit("void(float32[:])")
def tuple_out_of_range(a):
    t = (1, 2)
    a[0] = t[2]  # expect: PYCU0318


@cuda.jit("void(float32[:], int32)")
def mixed_tuple_by_number(a, n):
    t = (1, 2.5)
    a[0] = t[n]  # expect: PYCU0319


@cuda.jit("void(float32[:])")
def tuple_item_assigned(a):
    t = (1, 2)
    t[0] = 3  # expect: PYCU0321
    a[0] = t[0]


@cuda.jit("void(float32[:])")
def math_of_array(a):
    a[0] = math.sqrt(a)  # expect: PYCU0402


@cuda.jit("void(float32[:], int32)")
def number_called(a, n):
    a[0] = n(3)  # expect: PYCU0310


@cuda.jit("void(float32[:])")
def array_called(a):
    a(0)  # expect: PYCU0310


@cuda.jit("void(float32[:])")
def module_as_value(a):
    a[0] = math  # expect: PYCU0311


@cuda.jit("void(float32[:])")
def type_as_value(a):
    a[0] = float32  # expect: PYCU0311


@cuda.jit("void(float32[:])")
def function_as_value(a):
    a[0] = math.sqrt  # expect: PYCU0311


@cuda.jit("void(float32[:])")
def wide_integer(a):
    a[0] = 123456789012345678901234567890  # expect: PYCU0317


@cuda.jit("void(float32[:])")
def matrix_product(a):
    a[0] = a @ a  # expect: PYCU0304


@cuda.jit("void(float32[:])")
def int_of_array(a):
    a[0] = int(a)  # expect: PYCU0324


@cuda.jit("void(float32[:])")
def float_of_text(a):
    a[0] = float("1.5")  # expect: PYCU0322


@cuda.jit("void(float32[:])")
def int_of_text(a):
    a[0] = int("15")  # expect: PYCU0322


@cuda.jit("void(int32[:])")
def negative_power_of_array(a):
    a[0] = -a  # expect: PYCU0305


@cuda.jit("void(float32[:])")
def compares_text_with_number(a):
    if a[0] == "1":  # expect: PYCU0322
        a[0] = 2


@cuda.jit("void(float32[:])")
def shape_called(a):
    n = a.shape()  # expect: PYCU0310
    a[0] = n


@cuda.jit("void(float32[:])")
def size_called(a):
    n = a.size()  # expect: PYCU0310
    a[0] = n


@cuda.jit("void(float32[:])")
def min_of_nothing(a):
    a[0] = min()  # expect: PYCU0401


@cuda.jit("void(float32[:], int32)")
def max_of_one_number(a, n):
    a[0] = max(n)  # expect: PYCU0359


@cuda.jit("void(float32[:])")
def sum_of_arguments(a):
    a[0] = sum(1, 2, 3)  # expect: PYCU0401


@cuda.jit("void(float32[:])")
def abs_of_two(a):
    a[0] = abs(a[0], a[1])  # expect: PYCU0401


@cuda.jit("void(float32[:])")
def zero_step(a):
    for i in range(0, 10, 0):  # expect: PYCU0407
        a[i] = 0


@cuda.jit("void(float32[:])")
def four_range_arguments(a):
    for i in range(0, 10, 1, 1):  # expect: PYCU0401
        a[i] = 0


@cuda.jit("void(float32[:])")
def empty_range(a):
    for i in range():  # expect: PYCU0401
        a[i] = 0
