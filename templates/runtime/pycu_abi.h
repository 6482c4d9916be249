/* What callers of pycu's kernels need, whatever the kernels are: C11 and C++17, no CUDA header.
 *
 * The text is the same in every output folder, so copies from several folders may meet in one
 * program. A launch wrapper never exits, throws or prints; it returns one of the codes below. */
#ifndef PYCU_ABI_INCLUDED
#define PYCU_ABI_INCLUDED

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PYCU_API __attribute__((visibility("default")))
#else
#define PYCU_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Blocks of a grid, or threads of a block. An extent that is not used is 1. */
typedef struct pycu_dim3 {
    uint32_t x, y, z;
} pycu_dim3;

/* A CUDA stream (cudaStream_t is the same type); null is the default stream. Kernels of the CPU
 * target are done when their launch returns, whatever the stream. */
typedef struct CUstream_st* pycu_stream;

/* What a wrapper returns: 0, one of these, or PYCU_ERROR_CUDA + n for CUDA's error n. */
enum {
    PYCU_SUCCESS = 0,
    PYCU_ERROR_GRID = 1,         /* an extent of the grid is 0 or beyond CUDA's limits */
    PYCU_ERROR_BLOCK = 2,        /* an extent of the block is 0 or beyond CUDA's limits */
    PYCU_ERROR_SHARED = 3,       /* more dynamic shared memory than a block can have */
    PYCU_ERROR_NULL = 4,         /* a null pointer to an array that has elements */
    PYCU_ERROR_SHAPE = 5,        /* an extent is negative or too large, or shapes do not fit */
    PYCU_ERROR_LAYOUT = 6,       /* strides that are not those of the signature's layout */
    PYCU_ERROR_ALIGNMENT = 7,    /* elements that do not lie on multiples of their alignment */
    PYCU_ERROR_MEMORY = 8,       /* no memory left on the host, or storage that is too small */
    PYCU_ERROR_RAISED = 9,       /* a thread raised a Python exception (debug kernels) */
    PYCU_ERROR_COOPERATIVE = 10, /* more blocks than run at once, of a kernel that syncs the grid */
    PYCU_ERROR_OVERLAP = 11,     /* an output of a ufunc that shares memory with another operand */
    PYCU_ERROR_CUDA = 1000
};

typedef struct pycu_f16 {
    uint16_t bits;
} pycu_f16;

typedef struct pycu_bf16 {
    uint16_t bits;
} pycu_bf16;

typedef struct pycu_c64 {
    float re, im;
} pycu_c64;

typedef struct pycu_c128 {
    double re, im;
} pycu_c128;

/* Array arguments: pycu_array_f32_2d { float *data; int64_t shape[2]; int64_t strides[2]; } and so
 * on for each scalar type and rank 0 to 8, where rank 0 has data only. `data` is element
 * [0, ..., 0]; strides are in bytes, may be negative or zero. An empty array may be null. */
#define PYCU_ARRAY_TYPE(code, type, rank)          \
    typedef struct pycu_array_##code##_##rank##d { \
        type* data;                                \
        int64_t shape[rank];                       \
        int64_t strides[rank];                     \
    } pycu_array_##code##_##rank##d;
#define PYCU_ARRAY_TYPES(code, type)        \
    typedef struct pycu_array_##code##_0d { \
        type* data;                         \
    } pycu_array_##code##_0d;               \
    typedef struct pycu_array_##code##_nd { \
        type* data;                         \
        int32_t rank;                       \
        const int64_t* shape;               \
        const int64_t* strides;             \
    } pycu_array_##code##_nd;               \
    PYCU_ARRAY_TYPE(code, type, 1)          \
    PYCU_ARRAY_TYPE(code, type, 2)          \
    PYCU_ARRAY_TYPE(code, type, 3)          \
    PYCU_ARRAY_TYPE(code, type, 4)          \
    PYCU_ARRAY_TYPE(code, type, 5)          \
    PYCU_ARRAY_TYPE(code, type, 6)          \
    PYCU_ARRAY_TYPE(code, type, 7)          \
    PYCU_ARRAY_TYPE(code, type, 8)

PYCU_ARRAY_TYPES(b8, bool)
PYCU_ARRAY_TYPES(i8, int8_t)
PYCU_ARRAY_TYPES(i16, int16_t)
PYCU_ARRAY_TYPES(i32, int32_t)
PYCU_ARRAY_TYPES(i64, int64_t)
PYCU_ARRAY_TYPES(u8, uint8_t)
PYCU_ARRAY_TYPES(u16, uint16_t)
PYCU_ARRAY_TYPES(u32, uint32_t)
PYCU_ARRAY_TYPES(u64, uint64_t)
PYCU_ARRAY_TYPES(f16, pycu_f16)
PYCU_ARRAY_TYPES(bf16, pycu_bf16)
PYCU_ARRAY_TYPES(f32, float)
PYCU_ARRAY_TYPES(f64, double)
PYCU_ARRAY_TYPES(c64, pycu_c64)
PYCU_ARRAY_TYPES(c128, pycu_c128)

/* The state of a random generator, xoroshiro128p_type. */
typedef struct pycu_xoroshiro128p {
    uint64_t s0, s1;
} pycu_xoroshiro128p;
PYCU_ARRAY_TYPE(xoroshiro128p, pycu_xoroshiro128p, 1)

#undef PYCU_ARRAY_TYPES
#undef PYCU_ARRAY_TYPE

/* Holds the structs of records to the layout that NumPy gives them. */
#ifdef __cplusplus
#define PYCU_ASSERT(condition) static_assert(condition, #condition)
#else
#define PYCU_ASSERT(condition) _Static_assert(condition, #condition)
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PYCU_ABI_INCLUDED */
