// Where a pattern stands in a text, by the algorithm of Rabin and Karp: a thread a window.
// Generated from string_search.py by pycu: edit string_search.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(string_search)

static constexpr int BASE = 257;
static constexpr int PRIME = 1000003;

__device__ int64_t advance(int64_t value, uint8_t letter)
{
    return (value * BASE + letter) % PRIME;
}

/// What `step` makes of some letters, one after the other.
__device__ int64_t fold_advance(pycu::array<const uint8_t, 1> letters, int64_t begin, int64_t count)
{
    int64_t value = 0;
    for (int64_t k = begin; k < begin + count; ++k) {
        value = advance(value, letters[k]);
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

PYCU_ENTRIES(string_search)

__global__ void search__contiguous(const uint8_t* __restrict__ text, pycu::extents<1> text__shape,
    const uint8_t* __restrict__ pattern, pycu::extents<1> pattern__shape, int64_t wanted,
    int* __restrict__ found, pycu::extents<1> found__shape, int64_t* __restrict__ collisions,
    pycu::extents<1> collisions__shape)
{
    search(pycu::view_c(text, text__shape), pycu::view_c(pattern, pattern__shape), wanted,
        pycu::view_c(found, found__shape), pycu::view_c(collisions, collisions__shape));
}

__global__ void search__strided(const uint8_t* text, pycu::extents<1> text__shape,
    pycu::extents<1> text__strides, const uint8_t* pattern, pycu::extents<1> pattern__shape,
    pycu::extents<1> pattern__strides, int64_t wanted, int* found, pycu::extents<1> found__shape,
    pycu::extents<1> found__strides, int64_t* collisions, pycu::extents<1> collisions__shape,
    pycu::extents<1> collisions__strides)
{
    search(pycu::view_a(text, text__shape, text__strides),
        pycu::view_a(pattern, pattern__shape, pattern__strides), wanted,
        pycu::view_a(found, found__shape, found__strides),
        pycu::view_a(collisions, collisions__shape, collisions__strides));
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
    if (launch.is_contiguous()) {
        return launch.run(PYCU_ENTRY(string_search, search, contiguous, loops), text.data,
            pycu::shape(text), pattern.data, pycu::shape(pattern), wanted, found.data,
            pycu::shape(found), collisions.data, pycu::shape(collisions));
    }
    return launch.run(PYCU_ENTRY(string_search, search, strided, loops), text.data,
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
