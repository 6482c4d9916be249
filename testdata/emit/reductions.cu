// Reductions, beside a kernel that uses one of their functions.
// Generated from reductions.py by pycu: edit reductions.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(reductions)

static constexpr double SCALE = 1000.0;
static constexpr int OFFSET = 1;

__device__ double rounded(double x)
{
    return pycu::round(x * SCALE) / SCALE;
}

__device__ void round_all(pycu::array<double, 1> a)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < a.size()) {
        a[i] = rounded(a[i]) + OFFSET;
    }
}

PYCU_END(reductions)

// How the host launches the kernels above.
#include "reductions.h"

PYCU_ENTRIES(reductions)

__global__ void round_all__contiguous(double* __restrict__ a, pycu::extents<1> a__shape)
{
    round_all(pycu::view_c(a, a__shape));
}

__global__ void round_all__strided(double* a, pycu::extents<1> a__shape,
    pycu::extents<1> a__strides)
{
    round_all(pycu::view_a(a, a__shape, a__strides));
}

PYCU_ENTRIES_END(reductions)

PYCU_WRAPPERS(reductions)
PYCU_SHARE_REPORT(reductions)

int reductions_round_all__a1f8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d a)
{
    pycu::Launch launch(reductions_report__, "round_all", grid, block, shared_bytes, stream);
    launch.writes("a", a);
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(reductions, round_all, contiguous, loops), a.data,
            pycu::shape(a));
    }
    return launch.run(PYCU_ENTRY(reductions, round_all, strided, loops), a.data, pycu::shape(a),
        pycu::strides(a));
}

int reductions_round_all(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d a)
{
    return reductions_round_all__a1f8a(grid, block, shared_bytes, stream, a);
}

// Reductions are a file of their own, but where one is all that is compiled.
#ifdef PYCU_ONE_FILE
#include "reductions_reduce.cu"
#endif
