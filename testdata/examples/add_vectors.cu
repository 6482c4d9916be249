// Adds two vectors.
// Generated from add_vectors.py by pycu: edit add_vectors.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(add_vectors)

__device__ void add_vectors(pycu::array<const int64_t, 1, int> a,
                            pycu::array<const int64_t, 1, int> b,
                            pycu::array<int64_t, 1, int> result)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.shape[0]) {
        result[i] = a[i] + b[i];
    }
}

PYCU_END(add_vectors)

// How the host launches the kernels above.
#include "add_vectors.h"
#include "add_vectors_wide.cuh"

PYCU_ENTRIES(add_vectors)

__global__ void add_vectors__contiguous(const int64_t* __restrict__ a, int a__0,
    const int64_t* __restrict__ b, int b__0, int64_t* __restrict__ result, int result__0)
{
    add_vectors(pycu::packed(a, a__0), pycu::packed(b, b__0), pycu::packed(result, result__0));
}

PYCU_ENTRIES_END(add_vectors)

PYCU_WRAPPERS(add_vectors)

int add_vectors_add_vectors__a1i8a_a1i8a_a1i8a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_i64_1d a, pycu_array_i64_1d b,
    pycu_array_i64_1d result)
{
    pycu::Launch launch(add_vectors_report__, "add_vectors", grid, block, shared_bytes, stream);
    launch.reads("a", a);
    launch.reads("b", b);
    launch.writes("result", result);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(add_vectors, add_vectors, contiguous, loops), a.data,
            int(a.shape[0]), b.data, int(b.shape[0]), result.data, int(result.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(add_vectors, add_vectors, strided, loops), a.data,
        pycu::shape(a), pycu::strides(a), b.data, pycu::shape(b), pycu::strides(b), result.data,
        pycu::shape(result), pycu::strides(result));
}

int add_vectors_add_vectors(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i64_1d a, pycu_array_i64_1d b, pycu_array_i64_1d result)
{
    return add_vectors_add_vectors__a1i8a_a1i8a_a1i8a(grid, block, shared_bytes, stream, a, b,
        result);
}
