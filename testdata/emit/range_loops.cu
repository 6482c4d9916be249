// Generated from range_loops.py by pycu: edit range_loops.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(range_loops)

__device__ void loops(pycu::array<int64_t, 1, int> out, int64_t n, int step, int first, int last)
{
    int64_t total = 0;
    for (int64_t i = 0; i < n; ++i) {
        total += i;
    }
    for (int64_t i = n - 1; i > -1; --i) {
        total -= i;
    }
    for (int64_t i = 2; i < n; i += 3) {
        total += i;
    }
    for (int i = 10; i > 0; i -= 2) {
        total += i;
    }
    const pycu::range<int64_t> steps{0, n, int64_t(step)};
    for (const int64_t i : steps) {
        total += i;
    }
    for (const int64_t i : pycu::range<int64_t>(0, n, step)) {
        total += i;
    }
    for (int k = first; k < last; ++k) {
        total += k;
    }
    for (int k = first; k < last; k += 4) {
        total += k;
    }
    const int64_t stop = out[0];
    for (int64_t i = 0; i < stop; ++i) {
        out[i] = total;
    }
    const int64_t stop_ = n;
    for (int64_t i = 0; i < stop_; ++i) {
        n -= 1;
        total += n;
    }
    for (int i = 0; i < 3; ++i) {
        const int i_ = i + 2;
        total += i_;
    }
    int j = 0;
    for (int next_j = 0; next_j < 5; ++next_j) {
        j = next_j;
        if (j == n) {
            break;
        }
    }
    out[1] = j;
    out[0] = total;
}

PYCU_END(range_loops)

// How the host launches the kernels above.
#include "range_loops.h"
#include "range_loops_wide.cuh"

PYCU_ENTRIES(range_loops)

__global__ void loops__contiguous(int64_t* __restrict__ out, int out__0, int64_t n, int64_t step,
    int first, int last)
{
    loops(pycu::packed(out, out__0), n, step, first, last);
}

PYCU_ENTRIES_END(range_loops)

PYCU_WRAPPERS(range_loops)

int range_loops_loops__a1i8a_i8_i8_i4_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i64_1d out, int64_t n, int64_t step, int32_t first, int32_t last)
{
    pycu::Launch launch(range_loops_report__, "loops", grid, block, shared_bytes, stream);
    launch.writes("out", out);
    if (launch.fits_int(step, first, last)) {
        return launch.run(PYCU_ENTRY(range_loops, loops, contiguous, loops), out.data,
            int(out.shape[0]), n, step, first, last);
    }
    return launch.run(PYCU_WIDE_ENTRY(range_loops, loops, strided, loops), out.data,
        pycu::shape(out), pycu::strides(out), n, step, first, last);
}

int range_loops_loops(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i64_1d out, int64_t n, int64_t step, int32_t first, int32_t last)
{
    return range_loops_loops__a1i8a_i8_i8_i4_i4(grid, block, shared_bytes, stream, out, n, step,
        first, last);
}
