// Where a pattern stands in a text, by the algorithm of Rabin and Karp: a thread a window.
// Generated from string_search.py by pycu: edit string_search.py and run pycu again.
//
// How the host launches what string_search.cu has.
#include "string_search.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(string_search)

__device__ int64_t advance(int64_t value, uint8_t letter)
{
    return (value * BASE + letter) % PRIME;
}

/// What `step` makes of some letters, one after the other.
__device__ int64_t fold_advance(pycu::array<const uint8_t, 1> letters, int64_t begin, int64_t count)
{
    int64_t value = 0;
    for (int64_t k = begin; k < begin + count; ++k) {
        value = pycu_wide::advance(value, letters[k]);
    }
    return value;
}

__device__ bool search_differs(pycu::array<const uint8_t, 1> pattern,
                               pycu::array<const uint8_t, 1> text, int64_t i)
{
    for (int64_t k = 0; k < pattern.size(); ++k) {
        if (text[i + k] != pattern[k]) {
            return true;
        }
    }
    return false;
}

PYCU_KERNEL void search(pycu::array<const uint8_t, 1> text, pycu::array<const uint8_t, 1> pattern,
                        int64_t wanted, pycu::array<int, 1> found,
                        pycu::array<int64_t, 1> collisions)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i + pattern.size() > text.size()) {
        return;
    }

    if (pycu_wide::fold_advance(text, i, pattern.size()) == wanted) {
        if (pycu_wide::search_differs(pattern, text, i)) {
            atomicAdd(&collisions[0], int64_t(1));
        } else {
            found[i] = 1;
        }
    }
}

PYCU_WIDE_END(string_search)

PYCU_WRAPPERS(string_search)

PYCU_INT_ENTRIES(string_search, search)

int string_search_search__a1u1a_a1u1a_i8_a1i4a_a1i8a(pycu_dim3 grid, pycu_dim3 block,
                                                     uint32_t shared_bytes, pycu_stream stream,
                                                     pycu_array_u8_1d text,
                                                     pycu_array_u8_1d pattern, int64_t wanted,
                                                     pycu_array_i32_1d found,
                                                     pycu_array_i64_1d collisions)
{
    return PYCU_LAUNCH(string_search, search, loops,
                       (text, pattern, pycu::index(wanted), found, collisions));
}

PYCU_ALIAS(string_search_search, string_search_search__a1u1a_a1u1a_i8_a1i4a_a1i8a)
