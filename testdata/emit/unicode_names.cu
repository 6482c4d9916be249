// Names beyond ASCII: kept for variables, spelled out for what has a symbol.
// Generated from unicode_names.py by pycu: edit unicode_names.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(unicode_names)

static constexpr double Delta = 0.25;

__device__ double grosse(double ρ, double φ)
{
    return ρ * φ;
}

PYCU_KERNEL void naive(pycu::array<double, 1, int> σ, double λ)
{
    __shared__ double u043Fu043Bu0438u0442u043Au0430[4];
    const int i = threadIdx.x;
    u043Fu043Bu0438u0442u043Au0430[i] = grosse(σ[i], λ) + Delta;
    __syncthreads();
    σ[i] = u043Fu043Bu0438u0442u043Au0430[0];
}

PYCU_END(unicode_names)

#include "unicode_names_launch.cuh"
