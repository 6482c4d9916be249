// A docstring of the module with a path C:\temp\ and * / in it.
// Generated from comments.py by pycu: edit comments.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(comments)

// above the constant
static constexpr int LIMIT = 7;  // behind the constant

// compiled where it is called
// x: the value
// w: its weight
// one number
__device__ double weighted(float x, double w)
{
    return x * w;
}

// above the decorator * / with a trap \.
/// First line.
///
///     Indented line.
/// What? ?/
PYCU_KERNEL void annotate(pycu::array<int64_t, 1, int> out)
{
    // at the begin
    const int i = blockIdx.x * blockDim.x + threadIdx.x;  // behind \.

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
    // special
    // nothing
    // at the end
}

PYCU_KERNEL void pruned(pycu::array<int64_t, 1, int> out)
{
    // decided by a constant
    // what stays of it
    out[0] = 1;  // in short
}

PYCU_KERNEL void branches(pycu::array<int64_t, 1, int> out, int n)
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
    for (int i = 0; i < n; ++i) {
        if (out[i] == 7) {
            broke = true;
            break;
        }
    }
    // when nothing is found
    if (!broke) {
        out[0] = 4;
    }
    if (n == 1) {
        out[1] = 1;
    } else if (n == 2) {
        // in the second
        out[1] = 2;
    }

    // behind the chain
    out[2] = 1;
    if (n == 3) {
        out[1] = 1;
    } else if (n == 4) {
        out[1] = 2;
    }
    // behind a chain that nothing follows
    if (n == 5) {
        const int elif_by_its_name = 6;
        out[1] = elif_by_its_name;
        // at the end of a block that begins with no elif
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

PYCU_KERNEL void between_lines(pycu::array<float, 1, int> a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {  // inside
        // old
        a[i] = weighted(a[i], 2.0);
    } else if (i < 2 * n) {  // beyond
        a[i] = 2.0f;
    } else {
        // far away
        a[i] = 3.0f;
    }
    // all of them
    for (int j = 0; j < n; ++j) {
        a[j] += 1.0;
    }
    // behind the loop
    a[0] = 4.0f;
}

PYCU_END(comments)

#include "comments_launch.cuh"
