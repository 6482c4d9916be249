# Names beyond ASCII: kept for variables, spelled out for what has a symbol.
from numba import cuda, float64

Δ = 0.25


@cuda.jit(device=True)
def größe(ρ, φ):
    return ρ * φ


@cuda.jit("void(float64[:], float64)")
def naïve(σ, λ):
    плитка = cuda.shared.array(4, float64)
    i = cuda.threadIdx.x
    плитка[i] = größe(σ[i], λ) + Δ
    cuda.syncthreads()
    σ[i] = плитка[0]
