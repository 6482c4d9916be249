// An epidemic on a grid: people infect their neighbours, are ill for days and become immune.
// Generated from epidemic.py by pycu: edit epidemic.py and run pycu again.
//
// The kernels of epidemic.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(epidemic)

/// How many of the four neighbours are ill; the grid ends at its border.
__device__ int64_t ill_neighbours(pycu::array<const uint8_t, 2> states, int64_t i, int64_t j)
{
    int64_t count = 0;
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
__device__ pycu::optional<int> onset(pycu::array<const uint8_t, 2> states, float chance,
                                     Disease disease, int64_t i, int64_t j)
{
    float healthy = 1.0f;
    const int64_t stop = pycu_wide::ill_neighbours(states, i, j);
    for (int64_t _ = 0; _ < stop; ++_) {
        healthy *= 1.0f - disease.contagion;
    }
    if (chance >= healthy) {
        return disease.duration;
    }
    return pycu::none;
}

/// One day of every person.
__device__ void step(pycu::array<const uint8_t, 2> states, pycu::array<int, 2> days,
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

__global__ void step__strided(const uint8_t* states, pycu::extents<2> states__shape,
    pycu::extents<2> states__strides, int* days, pycu::extents<2> days__shape,
    pycu::extents<2> days__strides, const float* chances, pycu::extents<2> chances__shape,
    pycu::extents<2> chances__strides, float disease_contagion, int disease_duration,
    uint8_t* tomorrow, pycu::extents<2> tomorrow__shape, pycu::extents<2> tomorrow__strides)
{
    pycu_wide::step(pycu::view_a(states, states__shape, states__strides),
        pycu::view_a(days, days__shape, days__strides),
        pycu::view_a(chances, chances__shape, chances__strides),
        Disease{disease_contagion, disease_duration},
        pycu::view_a(tomorrow, tomorrow__shape, tomorrow__strides));
}

PYCU_WIDE_END(epidemic)
