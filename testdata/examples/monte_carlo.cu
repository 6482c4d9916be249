// Monte Carlo with random generators: pi, and the price of a call option.
// Generated from monte_carlo.py by pycu: edit monte_carlo.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(monte_carlo)

/// A generator of its own for every thread.
PYCU_KERNEL void seed_generators(pycu::array<pycu::xoroshiro128p, 1, int> states, int64_t first)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < states.size()) {
        pycu::init_xoroshiro128p_state(states[i], uint64_t(first + i));
    }
}

/// How many of the points in the unit square lie in the circle.
PYCU_KERNEL void estimate_pi(pycu::array<pycu::xoroshiro128p, 1, int> states, int draws,
                             pycu::array<double, 1, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= out.size()) {
        return;
    }
    int64_t inside = 0;
    for (int j = 0; j < draws; ++j) {
        const float x = pycu::xoroshiro128p_uniform_float32(states[i]);
        const float y = pycu::xoroshiro128p_uniform_float32(states[i]);
        if (x * x + y * y <= 1.0f) {
            ++inside;
        }
    }
    out[i] = 4.0 * inside / draws;
}

/// The mean payoff of a European call after one year, discounted.
PYCU_KERNEL void call_option(pycu::array<pycu::xoroshiro128p, 1, int> states, int draws,
                             double spot, double strike, double rate, double volatility,
                             pycu::array<double, 1, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= out.size()) {
        return;
    }
    const double drift = rate - 0.5 * volatility * volatility;
    double total = 0.0;
    for (int j = 0; j < draws; ++j) {
        const float z = pycu::xoroshiro128p_normal_float32(states[i]);
        const double price = spot * exp(drift + volatility * z);
        total += fmax(price - strike, 0.0);
    }
    out[i] = exp(-rate) * total / draws;
}

PYCU_END(monte_carlo)

#include "monte_carlo_launch.cuh"
