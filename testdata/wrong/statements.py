"""Statements that a GPU has no use for, and results that go nowhere."""
import time

import numpy as np
from numba import cuda, float32

counter = 0
results = []


@cuda.jit("void(float32[:])")
def tries(a):
    try:  # expect: PYCU0322
        a[0] = 1 / a[1]
    except ZeroDivisionError:
        a[0] = 0


@cuda.jit("void(float32[:])")
def finally_too(a):
    try:  # expect: PYCU0322
        a[0] = 1
    finally:
        a[1] = 2


@cuda.jit("void(float32[:])")
def opens(a):
    with open("log.txt") as log:  # expect: PYCU0322
        a[0] = 1


@cuda.jit("void(float32[:])")
def yields(a):
    for v in a:
        yield v  # expect: PYCU0322


@cuda.jit("void(float32[:])")
def deletes(a):
    x = a[0]
    del x  # expect: PYCU0322


@cuda.jit("void(float32[:])")
def deletes_element(a):
    del a[0]  # expect: PYCU0322


@cuda.jit("void(float32[:])")
def writes_global(a):
    global counter  # expect: PYCU0322
    counter = 1
    a[0] = 1.0


@cuda.jit("void(float32[:])")
def has_class(a):
    class Point:  # expect: PYCU0322
        x = 0

    a[0] = Point.x


@cuda.jit("void(float32[:])")
def returns_value(a):
    return a[0]  # expect: PYCU0323


@cuda.jit("float32(float32[:])")  # expect: PYCU0204
def returns_by_signature(a):
    return a[0]


@cuda.jit("void(float32[:])")
def appends_to_global(a):
    results.append(a[0])  # expect: PYCU0303


@cuda.jit("void(float32[:])")
def appends_to_list(a):
    values = []  # expect: PYCU0322
    values.append(a[0])
    a[0] = values[0]


@cuda.jit("void(float32[:])")
def list_comprehension(a):
    values = [v * 2 for v in a]  # expect: PYCU0322
    a[0] = values[0]


@cuda.jit("void(float32[:])")
def dictionary(a):
    d = {}  # expect: PYCU0322
    d[0] = a[0]


@cuda.jit("void(float32[:])")
def dictionary_literal(a):
    d = {"x": 1.0}  # expect: PYCU0322
    a[0] = d["x"]


@cuda.jit("void(float32[:])")
def set_literal(a):
    s = {1, 2}  # expect: PYCU0322
    a[0] = 1


@cuda.jit("void(float32[:])")
def set_call(a):
    s = set()  # expect: PYCU0404
    a[0] = 1


@cuda.jit("void(float32[:])")
def dict_comprehension(a):
    d = {i: a[i] for i in range(3)}  # expect: PYCU0322
    a[0] = d[0]


@cuda.jit("void(float32[:])")
def formats(a):
    text = f"{a[0]}"  # expect: PYCU0322
    print(text)


@cuda.jit("void(float32[:])")
def formats_percent(a):
    print("%f" % a[0])  # expect: PYCU0322


@cuda.jit("void(float32[:])")
def formats_method(a):
    print("{}".format(a[0]))  # expect: PYCU0303


@cuda.jit("void(float32[:])")
def makes_text(a):
    text = str(a[0])  # expect: PYCU0404
    print(text)


@cuda.jit("void(float32[:])")
def prints_array(a):
    print(a)  # expect: PYCU0360


@cuda.jit("void(float32[:])")
def prints_to_file(a):
    print(a[0], file=None)  # expect: PYCU0403


@cuda.jit("void(float32[:], int32)")
def prints_runtime_separator(a, n):
    print(a[0], a[1], sep=n)  # expect: PYCU0360


@cuda.jit("void(float32[:])")
def sleeps(a):
    time.sleep(1)  # expect: PYCU0404
    a[0] = 1


@cuda.jit("void(float32[:])")
def reads_input(a):
    a[0] = input()  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def opens_file(a):
    f = open("data")  # expect: PYCU0404
    a[0] = 1


@cuda.jit("void(float32[:])")
def sorts(a):
    b = sorted(a)  # expect: PYCU0404
    a[0] = b[0]


@cuda.jit("void(float32[:])")
def sorts_in_place(a):
    a.sort()  # expect: PYCU0303


@cuda.jit("void(float32[:])")
def gets_attribute(a):
    a[0] = getattr(a, "size")  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def sets_attribute(a):
    a.flags = 1  # expect: PYCU0399


@cuda.jit("void(float32[:])")
def evaluates(a):
    a[0] = eval("1 + 1")  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def takes_id(a):
    a[0] = id(a)  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def hexadecimal(a):
    print(hex(1))  # expect: PYCU0404


@cuda.jit("void(float32[:])")
def break_outside(a):
    a[0] = 1
    break  # expect: PYCU0137


@cuda.jit("void(float32[:])")
def mapping_pattern(a):
    match a[0]:
        case {"x": 1}:  # expect: PYCU0322
            a[0] = 1


@cuda.jit("void(float32[:])")
def class_pattern(a):
    match a[0]:
        case float():  # expect: PYCU0322
            a[0] = 1


@cuda.jit("void(float32[:])")
def raises_runtime_text(a):
    raise ValueError("value " + a[0])  # expect: PYCU0399


@cuda.jit("void(float32[:])")
def two_mistakes(a):
    x = a[0] & 1  # expect: PYCU0304
    y = undefined  # expect: PYCU0302
    a[0] = x + y


@cuda.jit("void(float32[:])")
def tuple_of_unknown_length(a):
    t = tuple(v for v in a)  # expect: PYCU0362
    a[0] = t[0]


@cuda.jit("void(float32[:])")
def lists_of_lists(a):
    grid = [[0] * 3 for _ in range(3)]  # expect: PYCU0322
    a[0] = grid[0][0]


@cuda.jit("void(float32[:])")
def ellipsis_value(a):
    a[0] = ...  # expect: PYCU0399


@cuda.jit("void(float32[:])")
def bytes_value(a):
    x = b"abc"  # expect: PYCU0322
    a[0] = x[0]
