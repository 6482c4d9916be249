// An epidemic on a grid: people infect their neighbours, are ill for days and become immune.
// Generated from epidemic.py by pycu: edit epidemic.py and run pycu again.
//
// How the host launches what epidemic.cu has.
#include "epidemic.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(epidemic)

/// How many of the four neighbours are ill; the grid ends at its border.
__device__ int64_t ill_neighbours(pycu::array<const uint8_t, 2> states, int64_t i, int64_t j)
{
    int64_t count = 0;
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
__device__ pycu::optional<int> onset(pycu::array<const uint8_t, 2> states, float chance,
                                     Disease disease, int64_t i, int64_t j)
{
    float healthy = 1.0f;
    const int64_t stop = pycu_wide::ill_neighbours(states, i, j);
    for (int64_t k = 0; k < stop; ++k) {
        healthy *= 1.0f - disease.contagion;
    }
    if (chance >= healthy) {
        return disease.duration;
    }
    return pycu::none;
}

/// One day of every person.
PYCU_KERNEL void step(pycu::array<const uint8_t, 2> states, pycu::array<int, 2> days,
                      pycu::array<const float, 2> chances, Disease disease,
                      pycu::array<uint8_t, 2> tomorrow)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    if (i >= states.shape[0] || j >= states.shape[1]) {
        return;
    }
    tomorrow(i, j) = states(i, j);
    if (states(i, j) == State::SUSCEPTIBLE) {
        const pycu::optional<int> ill_for = pycu_wide::onset(states, chances(i, j), disease, i, j);
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

PYCU_WIDE_END(epidemic)

PYCU_WRAPPERS(epidemic)

PYCU_ITEMS(epidemic, Disease, float, int)

PYCU_INT_ENTRIES(epidemic, step)

int epidemic_step__a2u1a_a2i4a_a2f4a_t2f4i4_a2u1a(pycu_dim3 grid, pycu_dim3 block,
                                                  uint32_t shared_bytes, pycu_stream stream,
                                                  pycu_array_u8_2d states, pycu_array_i32_2d days,
                                                  pycu_array_f32_2d chances,
                                                  float disease_contagion, int32_t disease_duration,
                                                  pycu_array_u8_2d tomorrow)
{
    return PYCU_LAUNCH(epidemic, step, loops,
                       (states, days, chances, disease_contagion, disease_duration, tomorrow));
}

PYCU_ALIAS(epidemic_step, epidemic_step__a2u1a_a2i4a_a2f4a_t2f4i4_a2u1a)
