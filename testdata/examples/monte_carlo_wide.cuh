// Monte Carlo with random generators: pi, and the price of a call option.
// Generated from monte_carlo.py by pycu: edit monte_carlo.py and run pycu again.
//
// The kernels of monte_carlo.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(monte_carlo)

/// A generator of its own for every thread.
__device__ void seed_generators(pycu::array<pycu::xoroshiro128p, 1> states, int64_t first)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < states.size()) {
        pycu::init_xoroshiro128p_state(states[i], uint64_t(first + i));
    }
}

/// How many of the points in the unit square lie in the circle.
__device__ void estimate_pi(pycu::array<pycu::xoroshiro128p, 1> states, int64_t draws,
                            pycu::array<double, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= out.size()) {
        return;
    }
    int64_t inside = 0;
    for (int64_t _ = 0; _ < draws; ++_) {
        const float x = pycu::xoroshiro128p_uniform_float32(states[i]);
        const float y = pycu::xoroshiro128p_uniform_float32(states[i]);
        if (x * x + y * y <= 1.0f) {
            inside += 1;
        }
    }
    out[i] = 4.0 * inside / draws;
}

/// The mean payoff of a European call after one year, discounted.
__device__ void call_option(pycu::array<pycu::xoroshiro128p, 1> states, int64_t draws, double spot,
                            double strike, double rate, double volatility,
                            pycu::array<double, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= out.size()) {
        return;
    }
    const double drift = rate - 0.5 * volatility * volatility;
    double total = 0.0;
    for (int64_t _ = 0; _ < draws; ++_) {
        const float z = pycu::xoroshiro128p_normal_float32(states[i]);
        const double price = spot * exp(drift + volatility * z);
        total += fmax(price - strike, 0.0);
    }
    out[i] = exp(-rate) * total / draws;
}

__global__ void seed_generators__strided(pycu::xoroshiro128p* states,
    pycu::extents<1> states__shape, pycu::extents<1> states__strides, int64_t first)
{
    pycu_wide::seed_generators(pycu::view_a(states, states__shape, states__strides), first);
}

__global__ void estimate_pi__strided(pycu::xoroshiro128p* states, pycu::extents<1> states__shape,
    pycu::extents<1> states__strides, int64_t draws, double* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides)
{
    pycu_wide::estimate_pi(pycu::view_a(states, states__shape, states__strides), draws,
        pycu::view_a(out, out__shape, out__strides));
}

__global__ void call_option__strided(pycu::xoroshiro128p* states, pycu::extents<1> states__shape,
    pycu::extents<1> states__strides, int64_t draws, double spot, double strike, double rate,
    double volatility, double* out, pycu::extents<1> out__shape, pycu::extents<1> out__strides)
{
    pycu_wide::call_option(pycu::view_a(states, states__shape, states__strides), draws, spot,
        strike, rate, volatility, pycu::view_a(out, out__shape, out__strides));
}

PYCU_WIDE_END(monte_carlo)
