# Layouts that do not parse, or that name a dimension of no input.
from numba import guvectorize

TYPES = ["(float32[:], float32[:])"]


@guvectorize(TYPES, "(n)>(n)", target="cuda")
def no_arrow(x, out):
    out[0] = x[0]


@guvectorize(TYPES, "(n->(n)", target="cuda")
def open_parenthesis(x, out):
    out[0] = x[0]


@guvectorize(TYPES, "(n)->(m)", target="cuda")
def unknown_size(x, out):
    out[0] = x[0]


@guvectorize(TYPES, "(n)->", target="cuda")
def no_output(x, out):
    out[0] = x[0]


@guvectorize(TYPES, "(n,+)->(n)", target="cuda")
def no_name(x, out):
    out[0] = x[0]


@guvectorize(TYPES, "(n,)->(n)", target="cuda")
def no_second_name(x, out):
    out[0] = x[0]


@guvectorize(TYPES, "(n),->(n)", target="cuda")
def no_second_operand(x, out):
    out[0] = x[0]


@guvectorize(TYPES, target="cuda")
def no_layout(x, out):
    out[0] = x[0]
