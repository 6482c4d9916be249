// A docstring of the module with a path C:\temp\ and * / in it.
// Generated from comments.py by pycu: edit comments.py and run pycu again.
//
// The kernels of comments.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(comments)

// above the decorator * / with a trap \.
/// First line.
///
///     Indented line.
/// What? ?/
__device__ void annotate(pycu::array<int64_t, 1> out)
{
    // at the begin
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;  // behind \.

    // two
    // lines
    if (i < LIMIT) {  // the condition
        // in the branch
        out[i] = 1;

        // after two blank lines
        out[i] = 2;
    } else {
        // in the other branch
        out[i] = 3;
    }
    // no blank
    // : special
    // nothing
    // at the end
}

__device__ void pruned(pycu::array<int64_t, 1> out)
{
    // decided by a constant
    // what stays of it
    out[0] = 1;  // in short
}

__device__ void branches(pycu::array<int64_t, 1> out, int64_t n)
{
    // above the first
    if (n < 3) {
        out[0] = 1;
        // at the end of the first
    } else if (n < 5) {  // behind the second
        // above the second
        out[0] = 2;
    } else {
        // above the last
        // in the last
        out[0] = 3;
    }
    bool broke = false;
    for (int64_t i = 0; i < n; ++i) {
        if (out[i] == 7) {
            broke = true;
            break;
        }
    }
    // when nothing is found
    if (!broke) {
        out[0] = 4;
    }
    if (n > 8) {
        out[1] = 1;
    } else {
        // an if of its own
        if (n > 7) {
            out[1] = 2;
        }
    }
}

__global__ void annotate__strided(int64_t* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides)
{
    pycu_wide::annotate(pycu::view_a(out, out__shape, out__strides));
}

__global__ void pruned__strided(int64_t* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides)
{
    pycu_wide::pruned(pycu::view_a(out, out__shape, out__strides));
}

__global__ void branches__strided(int64_t* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, int64_t n)
{
    pycu_wide::branches(pycu::view_a(out, out__shape, out__strides), n);
}

PYCU_WIDE_END(comments)
