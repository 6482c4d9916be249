// Where a pattern stands in a text, by the algorithm of Rabin and Karp: a thread a window.
// Generated from string_search.py by pycu: edit string_search.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(string_search)

static constexpr int BASE = 257;
static constexpr int PRIME = 1000003;

__device__ int advance(int value, uint8_t letter)
{
    return (value * BASE + letter) % PRIME;
}

/// What `step` makes of some letters, one after the other.
__device__ int fold_advance(pycu::array<const uint8_t, 1, int> letters, int begin, int count)
{
    int value = 0;
    for (int k = begin; k < begin + count; ++k) {
        value = advance(value, letters[k]);
    }
    return value;
}

__device__ bool search_differs(pycu::array<const uint8_t, 1, int> pattern,
                               pycu::array<const uint8_t, 1, int> text, int i)
{
    for (int k = 0; k < pattern.size(); ++k) {
        if (text[i + k] != pattern[k]) {
            return true;
        }
    }
    return false;
}

PYCU_KERNEL void search(pycu::array<const uint8_t, 1, int> text,
                        pycu::array<const uint8_t, 1, int> pattern, int wanted,
                        pycu::array<int, 1, int> found, pycu::array<int64_t, 1, int> collisions)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + pattern.size() > text.size()) {
        return;
    }

    if (fold_advance(text, i, pattern.size()) == wanted) {
        if (search_differs(pattern, text, i)) {
            atomicAdd(&collisions[0], int64_t(1));
        } else {
            found[i] = 1;
        }
    }
}

PYCU_END(string_search)

#include "string_search_launch.cuh"
