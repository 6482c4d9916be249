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

__device__ void search(pycu::array<const uint8_t, 1, int> text,
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

// How the host launches the kernels above.
#include "string_search.h"
#include "string_search_wide.cuh"

PYCU_ENTRIES(string_search)

__global__ void search__contiguous(const uint8_t* __restrict__ text, int text__0,
    const uint8_t* __restrict__ pattern, int pattern__0, int64_t wanted, int* __restrict__ found,
    int found__0, int64_t* __restrict__ collisions, int collisions__0)
{
    search(pycu::packed(text, text__0), pycu::packed(pattern, pattern__0), wanted,
        pycu::packed(found, found__0), pycu::packed(collisions, collisions__0));
}

PYCU_ENTRIES_END(string_search)

PYCU_WRAPPERS(string_search)

int string_search_search__a1u1a_a1u1a_i8_a1i4a_a1i8a(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_u8_1d text, pycu_array_u8_1d pattern,
    int64_t wanted, pycu_array_i32_1d found, pycu_array_i64_1d collisions)
{
    pycu::Launch launch(string_search_report__, "search", grid, block, shared_bytes, stream);
    launch.reads("text", text);
    launch.reads("pattern", pattern);
    launch.writes("found", found);
    launch.writes("collisions", collisions);
    if (launch.fits_int(wanted)) {
        return launch.run(PYCU_ENTRY(string_search, search, contiguous, loops), text.data,
            int(text.shape[0]), pattern.data, int(pattern.shape[0]), wanted, found.data,
            int(found.shape[0]), collisions.data, int(collisions.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(string_search, search, strided, loops), text.data,
        pycu::shape(text), pycu::strides(text), pattern.data, pycu::shape(pattern),
        pycu::strides(pattern), wanted, found.data, pycu::shape(found), pycu::strides(found),
        collisions.data, pycu::shape(collisions), pycu::strides(collisions));
}

int string_search_search(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_u8_1d text, pycu_array_u8_1d pattern, int64_t wanted, pycu_array_i32_1d found,
    pycu_array_i64_1d collisions)
{
    return string_search_search__a1u1a_a1u1a_i8_a1i4a_a1i8a(grid, block, shared_bytes, stream, text,
        pattern, wanted, found, collisions);
}
