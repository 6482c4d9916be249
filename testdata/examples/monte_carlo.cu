// Monte Carlo with random generators: pi, and the price of a call option.
// Generated from monte_carlo.py by pycu: edit monte_carlo.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(monte_carlo)

/// A generator of its own for every thread.
__device__ void seed_generators(pycu::array<pycu::xoroshiro128p, 1, int> states, int64_t first)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < states.size()) {
        pycu::init_xoroshiro128p_state(states[i], uint64_t(first + i));
    }
}

/// How many of the points in the unit square lie in the circle.
__device__ void estimate_pi(pycu::array<pycu::xoroshiro128p, 1, int> states, int draws,
                            pycu::array<double, 1, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= out.size()) {
        return;
    }
    int64_t inside = 0;
    for (int _ = 0; _ < draws; ++_) {
        const float x = pycu::xoroshiro128p_uniform_float32(states[i]);
        const float y = pycu::xoroshiro128p_uniform_float32(states[i]);
        if (x * x + y * y <= 1.0f) {
            inside += 1;
        }
    }
    out[i] = 4.0 * inside / draws;
}

/// The mean payoff of a European call after one year, discounted.
__device__ void call_option(pycu::array<pycu::xoroshiro128p, 1, int> states, int draws, double spot,
                            double strike, double rate, double volatility,
                            pycu::array<double, 1, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= out.size()) {
        return;
    }
    const double drift = rate - 0.5 * volatility * volatility;
    double total = 0.0;
    for (int _ = 0; _ < draws; ++_) {
        const float z = pycu::xoroshiro128p_normal_float32(states[i]);
        const double price = spot * exp(drift + volatility * z);
        total += fmax(price - strike, 0.0);
    }
    out[i] = exp(-rate) * total / draws;
}

PYCU_END(monte_carlo)

// How the host launches the kernels above.
#include "monte_carlo.h"
#include "monte_carlo_wide.cuh"

PYCU_ENTRIES(monte_carlo)

__global__ void seed_generators__contiguous(pycu::xoroshiro128p* __restrict__ states, int states__0,
    int64_t first)
{
    seed_generators(pycu::packed(states, states__0), first);
}

__global__ void estimate_pi__contiguous(pycu::xoroshiro128p* __restrict__ states, int states__0,
    int64_t draws, double* __restrict__ out, int out__0)
{
    estimate_pi(pycu::packed(states, states__0), draws, pycu::packed(out, out__0));
}

__global__ void call_option__contiguous(pycu::xoroshiro128p* __restrict__ states, int states__0,
    int64_t draws, double spot, double strike, double rate, double volatility,
    double* __restrict__ out, int out__0)
{
    call_option(pycu::packed(states, states__0), draws, spot, strike, rate, volatility,
        pycu::packed(out, out__0));
}

PYCU_ENTRIES_END(monte_carlo)

PYCU_WRAPPERS(monte_carlo)
PYCU_RANDOM_STATES(monte_carlo)

int monte_carlo_seed_generators__a1rxoroshiro128pc_i8(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_xoroshiro128p_1d states, int64_t first)
{
    pycu::Launch launch(monte_carlo_report__, "seed_generators", grid, block, shared_bytes, stream);
    launch.writes("states", states, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(monte_carlo, seed_generators, contiguous, loops), states.data,
            int(states.shape[0]), first);
    }
    return launch.run(PYCU_WIDE_ENTRY(monte_carlo, seed_generators, strided, loops), states.data,
        pycu::shape(states), pycu::strides(states), first);
}

int monte_carlo_seed_generators(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_xoroshiro128p_1d states, int64_t first)
{
    return monte_carlo_seed_generators__a1rxoroshiro128pc_i8(grid, block, shared_bytes, stream,
        states, first);
}

int monte_carlo_estimate_pi__a1rxoroshiro128pc_i8_a1f8c(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_xoroshiro128p_1d states, int64_t draws,
    pycu_array_f64_1d out)
{
    pycu::Launch launch(monte_carlo_report__, "estimate_pi", grid, block, shared_bytes, stream);
    launch.writes("states", states, pycu::Layout::C);
    launch.writes("out", out, pycu::Layout::C);
    if (launch.fits_int(draws)) {
        return launch.run(PYCU_ENTRY(monte_carlo, estimate_pi, contiguous, loops), states.data,
            int(states.shape[0]), draws, out.data, int(out.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(monte_carlo, estimate_pi, strided, loops), states.data,
        pycu::shape(states), pycu::strides(states), draws, out.data, pycu::shape(out),
        pycu::strides(out));
}

int monte_carlo_estimate_pi(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_xoroshiro128p_1d states, int64_t draws, pycu_array_f64_1d out)
{
    return monte_carlo_estimate_pi__a1rxoroshiro128pc_i8_a1f8c(grid, block, shared_bytes, stream,
        states, draws, out);
}

int monte_carlo_call_option__a1rxoroshiro128pc_i8_f8_f8_f8_f8_a1f8c(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_xoroshiro128p_1d states, int64_t draws,
    double spot, double strike, double rate, double volatility, pycu_array_f64_1d out)
{
    pycu::Launch launch(monte_carlo_report__, "call_option", grid, block, shared_bytes, stream);
    launch.writes("states", states, pycu::Layout::C);
    launch.writes("out", out, pycu::Layout::C);
    if (launch.fits_int(draws)) {
        return launch.run(PYCU_ENTRY(monte_carlo, call_option, contiguous, loops), states.data,
            int(states.shape[0]), draws, spot, strike, rate, volatility, out.data,
            int(out.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(monte_carlo, call_option, strided, loops), states.data,
        pycu::shape(states), pycu::strides(states), draws, spot, strike, rate, volatility, out.data,
        pycu::shape(out), pycu::strides(out));
}

int monte_carlo_call_option(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_xoroshiro128p_1d states, int64_t draws, double spot,
    double strike, double rate, double volatility, pycu_array_f64_1d out)
{
    return monte_carlo_call_option__a1rxoroshiro128pc_i8_f8_f8_f8_f8_a1f8c(grid, block,
        shared_bytes, stream, states, draws, spot, strike, rate, volatility, out);
}
