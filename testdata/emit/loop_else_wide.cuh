// Generated from loop_else.py by pycu: edit loop_else.py and run pycu again.
//
// The kernels of loop_else.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(loop_else)

__device__ void search(pycu::array<int64_t, 1> out, int64_t n)
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

    for (int64_t i = 0; i < n; ++i) {
        out[i] = i;
    }
    out[2] = n;
}

__global__ void search__strided(int64_t* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, int64_t n)
{
    pycu_wide::search(pycu::view_a(out, out__shape, out__strides), n);
}

PYCU_WIDE_END(loop_else)
