// Names beyond ASCII: kept for variables, spelled out for what has a symbol.
// Generated from unicode_names.py by pycu: edit unicode_names.py and run pycu again.
//
// How the host launches what unicode_names.cu has.
#include "unicode_names.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(unicode_names)

PYCU_KERNEL void naive(pycu::array<double, 1> σ, double λ)
{
    __shared__ double u043Fu043Bu0438u0442u043Au0430[4];
    const int i = threadIdx.x;
    u043Fu043Bu0438u0442u043Au0430[i] = grosse(σ[i], λ) + Delta;
    __syncthreads();
    σ[i] = u043Fu043Bu0438u0442u043Au0430[0];
}

PYCU_WIDE_END(unicode_names)

#if PYCU_HOST
#include "unicode_names_cpu.cuh"
#endif

PYCU_WRAPPERS(unicode_names)

PYCU_INT_ENTRIES(unicode_names, naive)
PYCU_INT_REGIONS(unicode_names, naive)

int unicode_names_naive__a1f8a_f8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                  pycu_stream stream, pycu_array_f64_1d σ, double λ)
{
    return PYCU_LAUNCH(unicode_names, naive, regions.named("naïve"), (σ, λ));
}

PYCU_ALIAS(unicode_names_naive, unicode_names_naive__a1f8a_f8)
