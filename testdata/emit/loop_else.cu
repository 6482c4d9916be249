// `else` of loops: a flag that a break sets, or nothing where no break can end the loop.
// Generated from loop_else.py by pycu: edit loop_else.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(loop_else)

PYCU_KERNEL void search(pycu::array<int64_t, 1, int> out, int64_t n)
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

    for (int i = 0; i < int(n); ++i) {
        out[i] = i;
    }
    out[2] = n;
}

PYCU_END(loop_else)

#include "loop_else_launch.cuh"
