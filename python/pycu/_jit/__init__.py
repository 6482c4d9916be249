"""From a live Python function to a loaded library: what `pycu run` and `from pycu import cuda` do.

    capture   the function, the functions it calls, and the live values of their free names
    compose   one source that holds those functions, with the values beside it
    compiler  `pycu build` on that source; its messages become exceptions
    cache     what was built, on disk, by content

Nothing here analyses a program: the program runs, and what it holds at that moment is what Numba
would have frozen.
"""
