// Where a pattern stands in a text, by the algorithm of Rabin and Karp: a thread a window.
// Generated from string_search.py by pycu: edit string_search.py and run pycu again.
//
// The kernels of string_search.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
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

__device__ void search(pycu::array<const uint8_t, 1> text, pycu::array<const uint8_t, 1> pattern,
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

__global__ void search__strided(const uint8_t* text, pycu::extents<1> text__shape,
    pycu::extents<1> text__strides, const uint8_t* pattern, pycu::extents<1> pattern__shape,
    pycu::extents<1> pattern__strides, int64_t wanted, int* found, pycu::extents<1> found__shape,
    pycu::extents<1> found__strides, int64_t* collisions, pycu::extents<1> collisions__shape,
    pycu::extents<1> collisions__strides)
{
    pycu_wide::search(pycu::view_a(text, text__shape, text__strides),
        pycu::view_a(pattern, pattern__shape, pattern__strides), wanted,
        pycu::view_a(found, found__shape, found__strides),
        pycu::view_a(collisions, collisions__shape, collisions__strides));
}

PYCU_WIDE_END(string_search)
