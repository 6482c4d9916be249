// Names beyond ASCII: kept for variables, spelled out for what has a symbol.
// Generated from unicode_names.py by pycu: edit unicode_names.py and run pycu again.
//
// Kernels of unicode_names.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(unicode_names)

PYCU_KERNEL void naive(pycu::array<double, 1, int> σ, double λ)
{
    PYCU_BLOCK;
    __shared__ double u043Fu043Bu0438u0442u043Au0430[4];
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        const int i = threadIdx.x;
        u043Fu043Bu0438u0442u043Au0430[i] = grosse(σ[i], λ) + Delta;
    }
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        const int i = threadIdx.x;
        σ[i] = u043Fu043Bu0438u0442u043Au0430[0];
    }
}

PYCU_REGIONS_END(unicode_names)

PYCU_WIDE_REGIONS(unicode_names)

PYCU_KERNEL void naive(pycu::array<double, 1> σ, double λ)
{
    PYCU_BLOCK;
    __shared__ double u043Fu043Bu0438u0442u043Au0430[4];
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        const int i = threadIdx.x;
        u043Fu043Bu0438u0442u043Au0430[i] = grosse(σ[i], λ) + Delta;
    }
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        const int i = threadIdx.x;
        σ[i] = u043Fu043Bu0438u0442u043Au0430[0];
    }
}

PYCU_REGIONS_END(unicode_names)
