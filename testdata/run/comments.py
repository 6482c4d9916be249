"""Comments and docstrings are carried over and can never change the code. */ \\"""
import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda

# A comment that ends in a backslash \
LIMIT = 7  # and one beside a constant */ int x; /*


@cuda.jit("void(int32[:], int32[:])")
def commented(a, out):
    r"""Closes */ a comment, opens /* one, ends with a backslash \
    and has "quotes", ??/ trigraphs \u0041 and \\
    """
    i = cuda.grid(1)  # the thread's place \
    # if (true) return; \
    if i < a.size:
        # */ out[i] = 100; /*
        out[i] = a[i] + LIMIT  # \
        # #define out a
        'a string that is no docstring */'
    # ‮ bidirectional ‬ and \t tabs	and a bell


@cuda.jit("void(int32[:])")
def odd_layout(out):
    i = cuda.grid(1); j = (i
        +  # within an expression
        1)
    if i < out.size: out[i] = \
        j

    # a comment at the end


@cuda.jit(  # beside the decorator
    "void(int32[:])"
)
def one_liners(out):
	# indented with a tab
	i = cuda.grid(1)
	if i < out.size:
		if i % 2: out[i] = 1
		else: out[i] = 2


def check(k, n=50):
    a, out = integers(n, np.int32, -9, 9, 1), np.zeros(n, np.int32)
    k.commented[blocks(n), THREADS](a, out)
    same(out, a + 7)
    k.odd_layout[blocks(n), THREADS](out)
    same(out, np.arange(n) + 1)
    k.one_liners[blocks(n), THREADS](out)
    same(out, 2 - np.arange(n) % 2)
