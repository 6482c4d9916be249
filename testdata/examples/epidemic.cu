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
        count += 1;
    }
    if (j > 0 && states(i, j - 1) == State::INFECTED) {
        count += 1;
    }
    if (i + 1 < states.shape[0] && states(i + 1, j) == State::INFECTED) {
        count += 1;
    }
    if (j + 1 < states.shape[1] && states(i, j + 1) == State::INFECTED) {
        count += 1;
    }
    return count;
}

/// For how many days someone falls ill today; None for the lucky ones.
__device__ pycu::optional<int> onset(pycu::array<const uint8_t, 2, int> states, float chance,
                                     Disease disease, int i, int j)
{
    float healthy = 1.0f;
    const int stop = ill_neighbours(states, i, j);
    for (int _ = 0; _ < stop; ++_) {
        healthy *= 1.0f - disease.contagion;
    }
    if (chance >= healthy) {
        return disease.duration;
    }
    return pycu::none;
}

/// One day of every person.
__device__ void step(pycu::array<const uint8_t, 2, int> states, pycu::array<int, 2, int> days,
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

// How the host launches the kernels above.
#include "epidemic.h"
#include "epidemic_wide.cuh"

PYCU_ENTRIES(epidemic)

__global__ void step__contiguous(const uint8_t* __restrict__ states, int states__0, int states__1,
    int* __restrict__ days, int days__0, int days__1, const float* __restrict__ chances,
    int chances__0, int chances__1, float disease_contagion, int disease_duration,
    uint8_t* __restrict__ tomorrow, int tomorrow__0, int tomorrow__1)
{
    step(pycu::packed(states, states__0, states__1), pycu::packed(days, days__0, days__1),
        pycu::packed(chances, chances__0, chances__1), Disease{disease_contagion, disease_duration},
        pycu::packed(tomorrow, tomorrow__0, tomorrow__1));
}

PYCU_ENTRIES_END(epidemic)

PYCU_WRAPPERS(epidemic)

int epidemic_step__a2u1a_a2i4a_a2f4a_t2f4i4_a2u1a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_u8_2d states, pycu_array_i32_2d days,
    pycu_array_f32_2d chances, float disease_contagion, int32_t disease_duration,
    pycu_array_u8_2d tomorrow)
{
    pycu::Launch launch(epidemic_report__, "step", grid, block, shared_bytes, stream);
    launch.reads("states", states);
    launch.writes("days", days);
    launch.reads("chances", chances);
    launch.writes("tomorrow", tomorrow);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(epidemic, step, contiguous, loops), states.data,
            int(states.shape[0]), int(states.shape[1]), days.data, int(days.shape[0]),
            int(days.shape[1]), chances.data, int(chances.shape[0]), int(chances.shape[1]),
            disease_contagion, disease_duration, tomorrow.data, int(tomorrow.shape[0]),
            int(tomorrow.shape[1]));
    }
    return launch.run(PYCU_WIDE_ENTRY(epidemic, step, strided, loops), states.data,
        pycu::shape(states), pycu::strides(states), days.data, pycu::shape(days),
        pycu::strides(days), chances.data, pycu::shape(chances), pycu::strides(chances),
        disease_contagion, disease_duration, tomorrow.data, pycu::shape(tomorrow),
        pycu::strides(tomorrow));
}

int epidemic_step(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_u8_2d states, pycu_array_i32_2d days, pycu_array_f32_2d chances,
    float disease_contagion, int32_t disease_duration, pycu_array_u8_2d tomorrow)
{
    return epidemic_step__a2u1a_a2i4a_a2f4a_t2f4i4_a2u1a(grid, block, shared_bytes, stream, states,
        days, chances, disease_contagion, disease_duration, tomorrow);
}
