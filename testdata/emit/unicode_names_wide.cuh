// Generated from unicode_names.py by pycu: edit unicode_names.py and run pycu again.
//
// The kernels of unicode_names.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(unicode_names)

__device__ double grosse(double ρ, double φ)
{
    return ρ * φ;
}

__device__ void naive(pycu::array<double, 1> σ, double λ)
{
    __shared__ double u043Fu043Bu0438u0442u043Au0430[4];
    const int i = threadIdx.x;
    u043Fu043Bu0438u0442u043Au0430[i] = pycu_wide::grosse(σ[i], λ) + Delta;
    __syncthreads();
    σ[i] = u043Fu043Bu0438u0442u043Au0430[0];
}

__global__ void naive__strided(double* σ, pycu::extents<1> σ__shape, pycu::extents<1> σ__strides,
    double λ)
{
    pycu_wide::naive(pycu::view_a(σ, σ__shape, σ__strides), λ);
}

PYCU_WIDE_END(unicode_names)
