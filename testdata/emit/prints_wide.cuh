// `print`: one call of printf for each.
// Generated from prints.py by pycu: edit prints.py and run pycu again.
//
// The kernels of prints.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(prints)

__device__ void structured(int n, pycu::array<const float, 2> a)
{
    printf("(%d, %f, True) (%d,) ()\n", n, 2.5, n);
    printf("shape (%lld, %lld) (2, 3) None\n", a.shape[0], a.shape[1]);
    printf("(%d, %d, %d) %d %lld\n", threadIdx.x, threadIdx.y, threadIdx.z, blockDim.x,
        int64_t(blockIdx.x) * blockDim.x + threadIdx.x);
    printf("hello, world!\n");
    printf("%d%lld\n", n, int64_t(n) + 1);
    for (const int64_t v : {1, 2, 3}) {
        printf("%lld ", v);
    }
    printf("\n");
}

__device__ void where(pycu::array<const float, 1> a)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < a.size() && a[i] < 0.0f) {
        printf("negative at %lld : %f\n", i, a[i]);  // found by every thread for itself
    }
}

__device__ void flushed(pycu::array<int, 1> a)
{
    // the text is flushed always; what says so is computed all the same
    const int value = a[1];
    atomicAdd(&a[0], 1);
    printf("%d\n", value);
}

__global__ void structured__strided(int n, const float* a, pycu::extents<2> a__shape,
    pycu::extents<2> a__strides)
{
    pycu_wide::structured(n, pycu::view_a(a, a__shape, a__strides));
}

__global__ void where__strided(const float* a, pycu::extents<1> a__shape,
    pycu::extents<1> a__strides)
{
    pycu_wide::where(pycu::view_a(a, a__shape, a__strides));
}

__global__ void flushed__strided(int* a, pycu::extents<1> a__shape, pycu::extents<1> a__strides)
{
    pycu_wide::flushed(pycu::view_a(a, a__shape, a__strides));
}

PYCU_WIDE_END(prints)
