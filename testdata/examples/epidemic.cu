// An epidemic on a grid: people infect their neighbours, are ill for days and become immune.
// Generated from epidemic.py by pycu: edit epidemic.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(epidemic)

struct Disease {
    float contagion;
    int duration;
};

struct State {
    static constexpr int SUSCEPTIBLE = 0;
    static constexpr int INFECTED = 1;
    static constexpr int IMMUNE = 2;
};

/// How many of the four neighbours are ill; the grid ends at its border.
__device__ int ill_neighbours(pycu::array<const uint8_t, 2, int> states, int i, int j)
{
    int count = 0;
    if (i > 0 && states(i - 1, j) == State::INFECTED) {
        ++count;
    }
    if (j > 0 && states(i, j - 1) == State::INFECTED) {
        ++count;
    }
    if (i + 1 < states.shape[0] && states(i + 1, j) == State::INFECTED) {
        ++count;
    }
    if (j + 1 < states.shape[1] && states(i, j + 1) == State::INFECTED) {
        ++count;
    }
    return count;
}

/// For how many days someone falls ill today; None for the lucky ones.
__device__ pycu::optional<int> onset(pycu::array<const uint8_t, 2, int> states, float chance,
                                     Disease disease, int i, int j)
{
    float healthy = 1.0f;
    const int stop = ill_neighbours(states, i, j);
    for (int k = 0; k < stop; ++k) {
        healthy *= 1.0f - disease.contagion;
    }
    if (chance >= healthy) {
        return disease.duration;
    }
    return pycu::none;
}

/// One day of every person.
PYCU_KERNEL void step(pycu::array<const uint8_t, 2, int> states, pycu::array<int, 2, int> days,
                      pycu::array<const float, 2, int> chances, Disease disease,
                      pycu::array<uint8_t, 2, int> tomorrow)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= states.shape[0] || j >= states.shape[1]) {
        return;
    }
    tomorrow(i, j) = states(i, j);
    if (states(i, j) == State::SUSCEPTIBLE) {
        const pycu::optional<int> ill_for = onset(states, chances(i, j), disease, i, j);
        if (ill_for.has_value()) {
            tomorrow(i, j) = State::INFECTED;
            days(i, j) = ill_for.value();
        }
    } else if (states(i, j) == State::INFECTED) {
        days(i, j) -= 1;
        if (days(i, j) == 0) {
            tomorrow(i, j) = State::IMMUNE;
        }
    }
}

PYCU_END(epidemic)

#include "epidemic_launch.cuh"
