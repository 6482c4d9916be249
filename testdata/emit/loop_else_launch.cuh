// `else` of loops: a flag that a break sets, or nothing where no break can end the loop.
// Generated from loop_else.py by pycu: edit loop_else.py and run pycu again.
//
// How the host launches what loop_else.cu has.
#include "loop_else.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(loop_else)

PYCU_KERNEL void search(pycu::array<int64_t, 1> out, int64_t n)
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
        --n;
    }
    if (!broke_) {
        out[1] = 1;
    }

    for (int64_t i = 0; i < n; ++i) {
        out[i] = i;
    }
    out[2] = n;
}

PYCU_WIDE_END(loop_else)

PYCU_WRAPPERS(loop_else)

PYCU_INT_ENTRIES(loop_else, search)

int loop_else_search__a1i8a_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                               pycu_stream stream, pycu_array_i64_1d out, int64_t n)
{
    return PYCU_LAUNCH(loop_else, search, loops, (out, n));
}

PYCU_ALIAS(loop_else_search, loop_else_search__a1i8a_i8)
