// A docstring of the module with a path C:\temp\ and * / in it.
// Generated from comments.py by pycu: edit comments.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(comments)

// above the constant
static constexpr int LIMIT = 7;  // behind the constant

// above the decorator * / with a trap \.
/// First line.
///
///     Indented line.
/// What? ?/
__device__ void annotate(pycu::array<int64_t, 1, int> out)
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
    // : special
    // nothing
    // at the end
}

__device__ void pruned(pycu::array<int64_t, 1, int> out)
{
    // decided by a constant
    // what stays of it
    out[0] = 1;  // in short
}

__device__ void branches(pycu::array<int64_t, 1, int> out, int n)
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
    if (n > 8) {
        out[1] = 1;
    } else {
        // an if of its own
        if (n > 7) {
            out[1] = 2;
        }
    }
}

PYCU_END(comments)

// How the host launches the kernels above.
#include "comments.h"
#include "comments_wide.cuh"

PYCU_ENTRIES(comments)

__global__ void annotate__contiguous(int64_t* __restrict__ out, int out__0)
{
    annotate(pycu::packed(out, out__0));
}

__global__ void pruned__contiguous(int64_t* __restrict__ out, int out__0)
{
    pruned(pycu::packed(out, out__0));
}

__global__ void branches__contiguous(int64_t* __restrict__ out, int out__0, int64_t n)
{
    branches(pycu::packed(out, out__0), n);
}

PYCU_ENTRIES_END(comments)

PYCU_WRAPPERS(comments)

int comments_annotate__a1i8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i64_1d out)
{
    pycu::Launch launch(comments_report__, "annotate", grid, block, shared_bytes, stream);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(comments, annotate, contiguous, loops), out.data,
            int(out.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(comments, annotate, strided, loops), out.data,
        pycu::shape(out), pycu::strides(out));
}

int comments_annotate(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i64_1d out)
{
    return comments_annotate__a1i8a(grid, block, shared_bytes, stream, out);
}

int comments_pruned__a1i8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i64_1d out)
{
    pycu::Launch launch(comments_report__, "pruned", grid, block, shared_bytes, stream);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(comments, pruned, contiguous, loops), out.data,
            int(out.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(comments, pruned, strided, loops), out.data, pycu::shape(out),
        pycu::strides(out));
}

int comments_pruned(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i64_1d out)
{
    return comments_pruned__a1i8a(grid, block, shared_bytes, stream, out);
}

int comments_branches__a1i8a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i64_1d out, int64_t n)
{
    pycu::Launch launch(comments_report__, "branches", grid, block, shared_bytes, stream);
    launch.writes("out", out);
    if (launch.fits_int(n)) {
        return launch.run(PYCU_ENTRY(comments, branches, contiguous, loops), out.data,
            int(out.shape[0]), n);
    }
    return launch.run(PYCU_WIDE_ENTRY(comments, branches, strided, loops), out.data,
        pycu::shape(out), pycu::strides(out), n);
}

int comments_branches(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i64_1d out, int64_t n)
{
    return comments_branches__a1i8a_i8(grid, block, shared_bytes, stream, out, n);
}
