// A docstring of the module with a path C:\temp\ and * / in it.
// Generated from comments.py by pycu: edit comments.py and run pycu again.
//
// How the host launches what comments.cu has.
#include "comments.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(comments)

// above the decorator * / with a trap \.
/// First line.
///
///     Indented line.
/// What? ?/
PYCU_KERNEL void annotate(pycu::array<int64_t, 1> out)
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
    // special
    // nothing
    // at the end
}

PYCU_KERNEL void pruned(pycu::array<int64_t, 1> out)
{
    // decided by a constant
    // what stays of it
    out[0] = 1;  // in short
}

PYCU_KERNEL void branches(pycu::array<int64_t, 1> out, int64_t n)
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
        const int64_t elif_by_its_name = 6;
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

PYCU_KERNEL void between_lines(pycu::array<float, 1> a, int64_t n)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
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
    for (int64_t j = 0; j < n; ++j) {
        a[j] += 1.0;
    }
    // behind the loop
    a[0] = 4.0f;
}

PYCU_WIDE_END(comments)

#if PYCU_HOST
#include "comments_cpu.cuh"
#endif

PYCU_WRAPPERS(comments)

PYCU_INT_ENTRIES(comments, annotate)
PYCU_LONG_ROWS_OF(comments, annotate, x)

int comments_annotate__a1i8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                             pycu_stream stream, pycu_array_i64_1d out)
{
    return PYCU_LAUNCH(comments, annotate, loops, (out));
}

PYCU_ALIAS(comments_annotate, comments_annotate__a1i8a)

PYCU_INT_ENTRIES(comments, pruned)

int comments_pruned__a1i8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                           pycu_stream stream, pycu_array_i64_1d out)
{
    return PYCU_LAUNCH(comments, pruned, loops, (out));
}

PYCU_ALIAS(comments_pruned, comments_pruned__a1i8a)

PYCU_INT_ENTRIES(comments, branches)

int comments_branches__a1i8a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                pycu_stream stream, pycu_array_i64_1d out, int64_t n)
{
    return PYCU_LAUNCH(comments, branches, loops, (out, pycu::index(n)));
}

PYCU_ALIAS(comments_branches, comments_branches__a1i8a_i8)

PYCU_INT_ENTRIES(comments, between_lines)

int comments_between_lines__a1f4a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f32_1d a, int64_t n)
{
    return PYCU_LAUNCH(comments, between_lines, loops, (a, pycu::index(n)));
}

PYCU_ALIAS(comments_between_lines, comments_between_lines__a1f4a_i8)
