// `print`: one call of printf for each.
// Generated from prints.py by pycu: edit prints.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(prints)

PYCU_KERNEL void scalars(int8_t a, int b, int64_t c, uint64_t d, float x, double y, bool flag)
{
    printf("%d %d %lld %llu\n", a, b, c, d);
    printf("%f %f %f\n", x, y, x * 2.0);
    printf("flag: %s %s\n", flag ? "True" : "False", !flag ? "True" : "False");
    printf("\n");
    printf("100 %% %s \"quoted\"\ttab \\ back\n", b > 3 ? "True" : "False");
}

PYCU_KERNEL void structured(int n, pycu::array<const float, 2, int> a)
{
    printf("(%d, %f, True) (%d,) ()\n", n, 2.5, n);
    printf("shape (%d, %d) (2, 3) None\n", a.shape[0], a.shape[1]);
    printf("(%d, %d, %d) %d %u\n", threadIdx.x, threadIdx.y, threadIdx.z, blockDim.x,
           blockIdx.x * blockDim.x + threadIdx.x);
    printf("hello, world!\n");
    printf("%d%lld\n", n, int64_t(n) + 1);
    for (const int v : {1, 2, 3}) {
        printf("%d ", v);
    }
    printf("\n");
}

PYCU_KERNEL void where(pycu::array<const float, 1, int> a)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.size() && a[i] < 0.0f) {
        printf("negative at %d : %f\n", i, a[i]);  // found by every thread for itself
    }
}

PYCU_KERNEL void long_line(int64_t n)
{
    printf(
        "%lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld",
        n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
        n);
    printf(" %lld %lld %lld\n", n, n, n);
}

PYCU_KERNEL void flushed(pycu::array<int, 1, int> a)
{
    // the text is flushed always; what says so is computed all the same
    const int value = a[1];
    atomicAdd(&a[0], 1);
    printf("%d\n", value);
}

PYCU_END(prints)

#include "prints_launch.cuh"
