/* A library as `pycu build` makes one, written by hand: what loader_test.py loads.
 *
 * saxpy(float32 a, float32[:] x, float32[:] y) adds a * x to y through any strides,
 * fill(int32[:, ::1] out, int32 value), echo(...) returns its scalars in an array of doubles,
 * pick is two specialisations that leave their number, and fail returns an error.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef TARGET
#define TARGET "cpu"
#endif
#define EXPORT __attribute__((visibility("default")))

typedef struct {
    uint32_t x, y, z;
} dim3;
typedef struct {
    char *data;
    int64_t shape[1], strides[1];
} array_1d;
typedef struct {
    char *data;
    int64_t shape[2], strides[2];
} array_2d;
typedef struct {
    double *data;
} array_0d;

static __thread char error[200];
static __thread const char *entry = "";
static int64_t live, copied;

EXPORT const char *hand_last_error(void) { return error; }
EXPORT const char *hand_last_entry(void) { return entry; }
EXPORT const char *hand_target(void) { return TARGET; }

/* Memory apart from the caller's, as a device's is. */
EXPORT int hand_malloc(void **pointer, size_t bytes) {
    *pointer = malloc(bytes);
    ++live;
    return *pointer ? 0 : 8;
}
EXPORT int hand_free(void *pointer) {
    free(pointer);
    --live;
    return 0;
}
EXPORT int hand_copy(void *to, const void *from, size_t bytes, void *stream) {
    (void)stream;
    memcpy(to, from, bytes);
    copied += bytes;
    return 0;
}
EXPORT int hand_sync(void *stream) {
    (void)stream;
    return 0;
}
EXPORT int64_t hand_live(void) { return live; }
EXPORT int64_t hand_copied(void) { return copied; }

EXPORT int hand_saxpy__f4_a1f4a_a1f4a(dim3 grid, dim3 block, uint32_t shared, void *stream, float a,
                                      array_1d x, array_1d y) {
    (void)shared, (void)stream;
    if (grid.x == 0 || block.x == 0) {
        snprintf(error, sizeof error, "saxpy: the grid has no blocks or the blocks have no threads");
        return 2;
    }
    entry = x.strides[0] == 4 && y.strides[0] == 4 ? "contiguous" : "strided";
    int64_t threads = (int64_t)grid.x * block.x;
    for (int64_t i = 0; i < threads && i < y.shape[0]; ++i) {
        *(float *)(y.data + i * y.strides[0]) += a * *(float *)(x.data + i * x.strides[0]);
    }
    return 0;
}

EXPORT int hand_fill__a2i4c_i4(dim3 grid, dim3 block, uint32_t shared, void *stream, array_2d out,
                               int32_t value) {
    (void)grid, (void)block, (void)shared, (void)stream;
    for (int64_t i = 0; i < out.shape[0]; ++i) {
        for (int64_t j = 0; j < out.shape[1]; ++j) {
            *(int32_t *)(out.data + i * out.strides[0] + j * out.strides[1]) = value;
        }
    }
    return 0;
}

EXPORT int hand_echo__a1f8a_b1_i1_u1_i8_u8_f4_f8_t2i4f8(dim3 grid, dim3 block, uint32_t shared, void *stream, array_1d out, bool b,
                     int8_t i1, uint8_t u1, int64_t i8, uint64_t u8, float f4, double f8,
                     int32_t t_0, double t_1) {
    double values[] = {b,   i1,  u1,  i8,      u8,      f4,      f8,     t_0,    t_1,
                       grid.x,   grid.y,  grid.z,  block.x, block.y, block.z, shared, stream != 0};
    for (int64_t i = 0; i < out.shape[0]; ++i) *(double *)(out.data + i * out.strides[0]) = values[i];
    return 0;
}

EXPORT int hand_pick__a0f8a_i4(dim3 grid, dim3 block, uint32_t shared, void *stream, array_0d out,
                         int32_t n) {
    (void)grid, (void)block, (void)shared, (void)stream, (void)n;
    *out.data = 1;
    return 0;
}

EXPORT int hand_pick__a0f8a_i8(dim3 grid, dim3 block, uint32_t shared, void *stream, array_0d out,
                         int64_t n) {
    (void)grid, (void)block, (void)shared, (void)stream, (void)n;
    *out.data = 2;
    return 0;
}

EXPORT int hand_pick__a0f8a_f8(dim3 grid, dim3 block, uint32_t shared, void *stream, array_0d out,
                         double n) {
    (void)grid, (void)block, (void)shared, (void)stream, (void)n;
    *out.data = 3;
    return 0;
}

EXPORT int hand_fail__v(dim3 grid, dim3 block, uint32_t shared, void *stream) {
    (void)grid, (void)block, (void)shared, (void)stream;
    error[0] = 0;
    return 1098;
}
