// pycu: --debug
//
// Every index, division and barrier of a debug text is checked, under the names of Python.
// Generated from debug.py by pycu: edit debug.py and run pycu again.
#include "pycu_debug.h"

PYCU_MODULE(debug)

#line 7 "debug.py"
static constexpr int TPB = 16;
static __constant__ const float TABLE[2][2] = {
    {1.0f, 2.0f},
    {3.0f, 4.0f},
};

#line 12 "debug.py"
__device__ float last(pycu::checked<const float, 1> values, int k)
{
#line 13 "debug.py"
    if (k <= 0) {
#line 13 "debug.py"
        pycu::raise("AssertionError", "k must be positive");
    }
#line 14 "debug.py"
    return values.get("values", -k);
#line 14 "debug.py"
}

#line 18 "debug.py"
PYCU_KERNEL void arrays(pycu::checked<const float, 2> x, pycu::checked<float, 1> out, int n)
{
#line 19 "debug.py"
    __shared__ pycu::block_array<float, TPB, TPB> tile;
    pycu::local_array<float, 4> mine;
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
#line 21 "debug.py"
    const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    tile.set("tile", i, j) = x.get("x", i, j - n);
    mine.set("mine", 0) = pycu::get(TABLE, "TABLE", 1, i % 2);
    mine.update("mine", 0) += tile.get("tile", i, j);
    __syncthreads();
    atomicAdd(&out.atomic("out", i), mine.get("mine", 0));
    out.set("out", j) = last(out, n);
#line 27 "debug.py"
}

#line 31 "debug.py"
PYCU_KERNEL void divisions(pycu::checked<int, 1> counts, pycu::checked<float, 1> out, int n)
{
#line 32 "debug.py"
    out.set("out", 0) = pycu::checked_div(double(counts.get("counts", 0)), n);
    out.set("out", 1) = pycu::checked_div(out.get("out", 1), out.get("out", 2));
    out.set("out", 2) = out.get("out", 1) / 2.0;
    counts.set("counts", 0) = pycu::checked_floor_div(int64_t(counts.get("counts", 1)), n);
    counts.set("counts", 1) = pycu::checked_floor_mod(int64_t(counts.get("counts", 1)), n);
    counts.set("counts", 2) = pycu::checked_power(int64_t(n), -n);
    counts.set("counts", 3) = pycu::floor_div(int64_t(counts.get("counts", 2)), 3);
    const auto [quotient, rest] = pycu::checked_divmod(int64_t(n), int64_t(counts.get("counts", 0)));
    counts.set("counts", 0) = quotient + rest;
#line 40 "debug.py"
}

#line 44 "debug.py"
PYCU_KERNEL void control(pycu::checked<int, 1> counts, int n)
{
#line 45 "debug.py"
    if (n < 0) {
        pycu::raise("ValueError", "negative");
    }
#line 47 "debug.py"
    for (const int64_t i : pycu::checked_range<int64_t>(0, 10, n)) {
        counts.set("counts", i) = pycu::get(pycu::tuple<int64_t, int64_t>{i, 7}, "(i, 7)", i & 1);
    }
#line 49 "debug.py"
    while (counts.get("counts", 0) < n) {
#line 49 "debug.py"
        pycu_turn();
        counts.update("counts", 0) += 1L;
    }
#line 50 "debug.py"
}

#line 84 "debug.cu"
PYCU_END(debug)

#include "debug_launch.cuh"
