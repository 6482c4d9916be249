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

__global__ void add_vectors__contiguous(const int64_t* __restrict__ a,
    pycu::extents<1, int> a__shape, const int64_t* __restrict__ b, pycu::extents<1, int> b__shape,
    int64_t* __restrict__ result, pycu::extents<1, int> result__shape)
{
    add_vectors(pycu::view_c(a, a__shape), pycu::view_c(b, b__shape),
        pycu::view_c(result, result__shape));
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
            pycu::int_shape(a), b.data, pycu::int_shape(b), result.data, pycu::int_shape(result));
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
