// Monte Carlo with random generators: pi, and the price of a call option.
// Generated from monte_carlo.py by pycu: edit monte_carlo.py and run pycu again.
//
// How the host launches what monte_carlo.cu has.
#include "monte_carlo.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(monte_carlo)

/// A generator of its own for every thread.
PYCU_KERNEL void seed_generators(pycu::array<pycu::xoroshiro128p, 1> states, int64_t first)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < states.size()) {
        pycu::init_xoroshiro128p_state(states[i], uint64_t(first + i));
    }
}

/// How many of the points in the unit square lie in the circle.
PYCU_KERNEL void estimate_pi(pycu::array<pycu::xoroshiro128p, 1> states, int64_t draws,
                             pycu::array<double, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= out.size()) {
        return;
    }
    int64_t inside = 0;
    for (int64_t j = 0; j < draws; ++j) {
        const float x = pycu::xoroshiro128p_uniform_float32(states[i]);
        const float y = pycu::xoroshiro128p_uniform_float32(states[i]);
        if (x * x + y * y <= 1.0f) {
            ++inside;
        }
    }
    out[i] = 4.0 * inside / draws;
}

/// The mean payoff of a European call after one year, discounted.
PYCU_KERNEL void call_option(pycu::array<pycu::xoroshiro128p, 1> states, int64_t draws, double spot,
                             double strike, double rate, double volatility,
                             pycu::array<double, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= out.size()) {
        return;
    }
    const double drift = rate - 0.5 * volatility * volatility;
    double total = 0.0;
    for (int64_t j = 0; j < draws; ++j) {
        const float z = pycu::xoroshiro128p_normal_float32(states[i]);
        const double price = spot * exp(drift + volatility * z);
        total += fmax(price - strike, 0.0);
    }
    out[i] = exp(-rate) * total / draws;
}

PYCU_WIDE_END(monte_carlo)

PYCU_WRAPPERS(monte_carlo)
PYCU_RANDOM_STATES(monte_carlo)

PYCU_INT_ENTRIES(monte_carlo, seed_generators)

int monte_carlo_seed_generators__a1rxoroshiro128pc_i8(pycu_dim3 grid, pycu_dim3 block,
                                                      uint32_t shared_bytes, pycu_stream stream,
                                                      pycu_array_xoroshiro128p_1d states,
                                                      int64_t first)
{
    return PYCU_LAUNCH(monte_carlo, seed_generators, loops, (pycu::c_order(states), first));
}

PYCU_ALIAS(monte_carlo_seed_generators, monte_carlo_seed_generators__a1rxoroshiro128pc_i8)

PYCU_INT_ENTRIES(monte_carlo, estimate_pi)

int monte_carlo_estimate_pi__a1rxoroshiro128pc_i8_a1f8c(pycu_dim3 grid, pycu_dim3 block,
                                                        uint32_t shared_bytes, pycu_stream stream,
                                                        pycu_array_xoroshiro128p_1d states,
                                                        int64_t draws, pycu_array_f64_1d out)
{
    return PYCU_LAUNCH(monte_carlo, estimate_pi, loops,
                       (pycu::c_order(states), pycu::index(draws), pycu::c_order(out)));
}

PYCU_ALIAS(monte_carlo_estimate_pi, monte_carlo_estimate_pi__a1rxoroshiro128pc_i8_a1f8c)

PYCU_INT_ENTRIES(monte_carlo, call_option)

int monte_carlo_call_option__a1rxoroshiro128pc_i8_f8_f8_f8_f8_a1f8c(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_xoroshiro128p_1d states, int64_t draws, double spot, double strike, double rate,
    double volatility, pycu_array_f64_1d out)
{
    return PYCU_LAUNCH(monte_carlo, call_option, loops,
                       (pycu::c_order(states), pycu::index(draws), spot, strike, rate, volatility,
                        pycu::c_order(out)));
}

PYCU_ALIAS(monte_carlo_call_option, monte_carlo_call_option__a1rxoroshiro128pc_i8_f8_f8_f8_f8_a1f8c)
