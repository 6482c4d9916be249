"""A docstring of the module with a path C:\\temp\\ and */ in it."""
from numba import cuda

# above the constant
LIMIT = 7  # behind the constant


# above the decorator */ with a trap \
@cuda.jit("void(int64[:])")
def annotate(out):
    """
    First line.

        Indented line.   
    What??/
    """
    # at the begin
    i = cuda.grid(1)  # behind \

    # two
    # lines
    if i < LIMIT:  # the condition
        # in the branch
        out[i] = 1


        # after two blank lines
        out[i] = 2
    else:
        # in the other branch
        out[i] = 3
    #no blank
    #: special
    pass  # nothing
    # at the end


@cuda.jit("void(int64[:])")
def pruned(out):
    # decided by a constant
    if LIMIT > 5:
        # what stays of it
        out[0] = 1  # in short
    else:
        out[0] = 2


@cuda.jit("void(int64[:], int64)")
def branches(out, n):
    # above the first
    if n < 3:
        out[0] = 1
        # at the end of the first
    # above the second
    elif n < 5:  # behind the second
        out[0] = 2
    # above the last
    else:
        # in the last
        out[0] = 3
    for i in range(n):
        if out[i] == 7:
            break
    # when nothing is found
    else:
        out[0] = 4
    if n == 1:
        out[1] = 1
    elif n == 2:
        # in the second
        out[1] = 2

    # behind the chain
    out[2] = 1
    # what is said of a variable that is left out goes with it
    threads = cuda.blockDim.x  # so does this
    if n == 3:
        out[1] = 1
    elif n == 4:
        out[1] = 2
    # behind a chain that nothing follows
    if n == 5:
        elif_by_its_name = 6
        out[1] = elif_by_its_name
        # at the end of a block that begins with no elif
    if n > 8:
        out[1] = 1
    else:
        # an if of its own
        if n > 7:
            out[1] = 2


@cuda.jit(device=True)  # compiled where it is called
def weighted(
    x,  # the value
    w,  # its weight
):  # one number
    return x * w  # type: ignore[no-any-return]


@cuda.jit("void(float32[:], int64)")  # noqa: E501
def between_lines(a, n):
    i = cuda.grid(1)
    if i < n:  # inside
        a[i] = weighted(
            a[i],  # old
            2.0,
        )
    elif i < 2 * n:  # beyond
        a[i] = 2
    else:  # far away
        a[i] = 3
    for j in range(  # all of them
        n
    ):
        a[j] += 1
    else:  # behind the loop
        a[0] = 4
