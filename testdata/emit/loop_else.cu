// Generated from loop_else.py by pycu: edit loop_else.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(loop_else)

__device__ void search(pycu::array<int64_t, 1, int> out, int64_t n)
{
    bool broke = false;
    for (int64_t i = 0; i < n; ++i) {
        // found it
        if (out[i] == n) {
            out[0] = i;
            broke = true;
            break;
        }
    }
    if (!broke) {
        // nowhere
        out[0] = -1;
    }

    bool broke_ = false;
    while (n > 0) {
        bool broke_2 = false;
        for (int64_t i = 0; i < n; ++i) {
            if (out[i] < 0) {
                broke_2 = true;
                break;
            }
        }
        if (!broke_2) {
            n -= 2;
            if (n == 7) {
                broke_ = true;
                break;
            }
            continue;
        }
        n -= 1;
    }
    if (!broke_) {
        out[1] = 1;
    }

    for (int i = 0; i < int(n); ++i) {
        out[i] = i;
    }
    out[2] = n;
}

PYCU_END(loop_else)

// How the host launches the kernels above.
#include "loop_else.h"
#include "loop_else_wide.cuh"

PYCU_ENTRIES(loop_else)

__global__ void search__contiguous(int64_t* __restrict__ out, int out__0, int64_t n)
{
    search(pycu::packed(out, out__0), n);
}

PYCU_ENTRIES_END(loop_else)

PYCU_WRAPPERS(loop_else)

int loop_else_search__a1i8a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i64_1d out, int64_t n)
{
    pycu::Launch launch(loop_else_report__, "search", grid, block, shared_bytes, stream);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(loop_else, search, contiguous, loops), out.data,
            int(out.shape[0]), n);
    }
    return launch.run(PYCU_WIDE_ENTRY(loop_else, search, strided, loops), out.data,
        pycu::shape(out), pycu::strides(out), n);
}

int loop_else_search(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i64_1d out, int64_t n)
{
    return loop_else_search__a1i8a_i8(grid, block, shared_bytes, stream, out, n);
}
