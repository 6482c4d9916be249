// The xoroshiro128+ generators of numba.cuda.random, bit for bit: seeding, steps, uniform numbers.
//
//   const float x = pycu::xoroshiro128p_uniform_float32(states[i]);
#pragma once

#include "pycu_math.h"
#include "pycu_module.h"

namespace pycu {

/// The state of one generator, as an element of `xoroshiro128p_type[:]`.
using xoroshiro128p = pycu_xoroshiro128p;

/// Begins a sequence: one step of SplitMix64 gives both words, as Numba has it.
PYCU_INLINE void init_xoroshiro128p_state(xoroshiro128p& state, uint64_t seed) {
    uint64_t z = seed + 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z = z ^ (z >> 31);
    state.s0 = z;
    state.s1 = z;
}

PYCU_INLINE uint64_t rotate_left(uint64_t x, int count) {
    return (x << count) | (x >> (64 - count));
}

/// The next 64 random bits.
PYCU_INLINE uint64_t xoroshiro128p_next(xoroshiro128p& state) {
    const uint64_t s0 = state.s0;
    const uint64_t s1 = state.s1 ^ s0;
    const uint64_t result = s0 + state.s1;
    state.s0 = rotate_left(s0, 55) ^ s1 ^ (s1 << 14);
    state.s1 = rotate_left(s1, 36);
    return result;
}

/// Skips 2^64 numbers: where the next subsequence begins.
PYCU_INLINE void xoroshiro128p_jump(xoroshiro128p& state) {
    uint64_t s0 = 0;
    uint64_t s1 = 0;
    for (int word = 0; word < 2; ++word) {
        const uint64_t bits = word == 0 ? 0xBEAC0467EBA5FACBu : 0xD86B048B86AA9922u;
        for (int bit = 0; bit < 64; ++bit) {
            if ((bits >> bit & 1) != 0) {
                s0 ^= state.s0;
                s1 ^= state.s1;
            }
            xoroshiro128p_next(state);
        }
    }
    state.s0 = s0;
    state.s1 = s1;
}

/// A number in [0, 1).
PYCU_INLINE double xoroshiro128p_uniform_float64(xoroshiro128p& state) {
    return double(xoroshiro128p_next(state) >> 11) * (1.0 / 9007199254740992.0);
}

/// The same rounded to a float, which may give 1.
PYCU_INLINE float xoroshiro128p_uniform_float32(xoroshiro128p& state) {
    return float(xoroshiro128p_uniform_float64(state));
}

/// A normally distributed number, by Box and Muller from two uniform floats.
PYCU_INLINE float xoroshiro128p_normal_float32(xoroshiro128p& state) {
    const float u1 = xoroshiro128p_uniform_float32(state);
    const float u2 = xoroshiro128p_uniform_float32(state);
    return sqrtf(-2.0f * logf(u1)) * cosf(6.283185307179586f * u2);
}

/// The same in double; Numba draws two uniform floats for it, too.
PYCU_INLINE double xoroshiro128p_normal_float64(xoroshiro128p& state) {
    const float u1 = xoroshiro128p_uniform_float32(state);
    const float u2 = xoroshiro128p_uniform_float32(state);
    return sqrt(-2.0 * double(logf(u1))) * cos(6.283185307179586 * double(u2));
}

/// Fills an array of states, in any memory that the target's kernels can use: one seed for all, and
/// for each generator a subsequence of 2^64 numbers of its own.
inline int init_xoroshiro128p_states(Report& report, xoroshiro128p* states, int64_t count,
                                     uint64_t seed, uint64_t subsequence_start) {
    if (count <= 0) {
        return PYCU_SUCCESS;
    }
    const size_t bytes = size_t(count) * sizeof(xoroshiro128p);
    xoroshiro128p* const made = static_cast<xoroshiro128p*>(malloc(bytes));
    if (made == nullptr) {
        snprintf(report.text, sizeof report.text, "no memory left for %zu bytes", bytes);
        return PYCU_ERROR_MEMORY;
    }
    xoroshiro128p state;
    init_xoroshiro128p_state(state, seed);
    for (uint64_t i = 0; i < subsequence_start; ++i) {
        xoroshiro128p_jump(state);
    }
    for (int64_t i = 0; i < count; ++i) {
        made[i] = state;
        xoroshiro128p_jump(state);
    }
    int code = copy(report, states, made, bytes, nullptr);
    if (code == PYCU_SUCCESS) {
        code = sync(report, nullptr);
    }
    free(made);
    return code;
}

}  // namespace pycu

/// Defines what a module with generators exports: the states that a program begins with.
#define PYCU_RANDOM_STATES(module)                                                      \
    int module##_init_xoroshiro128p_states(pycu_xoroshiro128p* states, int64_t count,   \
                                           uint64_t seed, uint64_t subsequence_start) { \
        return pycu::init_xoroshiro128p_states(module##_report__, states, count, seed,  \
                                               subsequence_start);                      \
    }
