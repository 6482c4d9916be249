// Generated from unicode_names.py by pycu: edit unicode_names.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(unicode_names)

static constexpr double Delta = 0.25;

__device__ double grosse(double ρ, double φ)
{
    return ρ * φ;
}

__device__ void naive(pycu::array<double, 1, int> σ, double λ)
{
    __shared__ double u043Fu043Bu0438u0442u043Au0430[4];
    const int i = threadIdx.x;
    u043Fu043Bu0438u0442u043Au0430[i] = grosse(σ[i], λ) + Delta;
    __syncthreads();
    σ[i] = u043Fu043Bu0438u0442u043Au0430[0];
}

PYCU_END(unicode_names)

// How the host launches the kernels above.
#include "unicode_names.h"
#include "unicode_names_wide.cuh"

PYCU_ENTRIES(unicode_names)

__global__ void naive__contiguous(double* __restrict__ σ, int σ__0, double λ)
{
    naive(pycu::packed(σ, σ__0), λ);
}

PYCU_ENTRIES_END(unicode_names)

PYCU_WRAPPERS(unicode_names)

int unicode_names_naive__a1f8a_f8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d σ, double λ)
{
    pycu::Launch launch(unicode_names_report__, "naïve", grid, block, shared_bytes, stream);
    launch.writes("σ", σ);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(unicode_names, naive, contiguous, fibers), σ.data,
            int(σ.shape[0]), λ);
    }
    return launch.run(PYCU_WIDE_ENTRY(unicode_names, naive, strided, fibers), σ.data,
        pycu::shape(σ), pycu::strides(σ), λ);
}

int unicode_names_naive(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d σ, double λ)
{
    return unicode_names_naive__a1f8a_f8(grid, block, shared_bytes, stream, σ, λ);
}
