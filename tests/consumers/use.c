/* A C program that calls kernels: C11, the header and the library, nothing else. */
#include <stdio.h>
#include <string.h>

#include "plate.h"

static int failures = 0;

static void expect(int holds, const char* what) {
    if (!holds) {
        printf("failed: %s; the library says `%s`\n", what, plate_last_error());
        ++failures;
    }
}

static pycu_array_f64_1d row(double* data, int64_t n) {
    pycu_array_f64_1d a = {data, {n}, {sizeof(double)}};
    return a;
}

static const pycu_dim3 one = {1, 1, 1}, threads = {64, 1, 1};

static void test_results(void) {
    float u[3][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 12}}, out[3][4] = {{0}};
    const pycu_dim3 square = {8, 8, 1};
    pycu_array_f32_2d from = {&u[0][0], {3, 4}, {sizeof u[0], sizeof(float)}};
    pycu_array_f32_2d to = {&out[0][0], {3, 4}, {sizeof out[0], sizeof(float)}};
    expect(plate_step(one, square, 0, NULL, from, to) == PYCU_SUCCESS, "step");
    expect(out[1][1] == 5 && out[1][2] == 6 && out[0][0] == 0 && out[2][3] == 0, "step's results");
    expect(strcmp(plate_last_entry(), "contiguous") == 0, "the contiguous entry");

    double x[100], sums[2] = {0};
    for (int i = 0; i < 100; ++i) {
        x[i] = i;
    }
    const pycu_dim3 two = {2, 1, 1};
    expect(plate_block_sum(two, threads, 0, NULL, row(x, 100), row(sums, 2)) == 0, "block_sum");
    expect(sums[0] == 2016 && sums[1] == 2934, "block_sum's results");

    /* backwards, every second element, through the symbol of one signature */
    pycu_array_f64_1d odd = {x + 99, {50}, {-2 * (int64_t)sizeof(double)}};
    expect(plate_scale__a1f8a_f8(one, threads, 0, NULL, odd, 10.0) == 0, "scale");
    expect(x[99] == 990 && x[98] == 98 && x[1] == 10, "scale's results");
    expect(strcmp(plate_last_entry(), "strided") == 0, "the strided entry");

    int64_t filled[4];
    pycu_array_i64_1d ints = {filled, {4}, {sizeof(int64_t)}};
    expect(plate_fill(one, threads, 0, NULL, ints, 5, 7, true) == 0, "fill");
    expect(filled[0] == -5 && filled[3] == -26, "fill's results");
    expect(strcmp(plate_target(), "cpu") == 0, "the target");
}

static void test_memory(void) {
    void* memory = NULL;
    double host[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8] = {0};
    expect(plate_malloc(&memory, sizeof host) == 0 && memory != NULL, "malloc");
    expect(plate_copy(memory, host, sizeof host, NULL) == 0, "copy there");
    expect(plate_add(one, threads, 0, NULL, row(memory, 8), row(memory, 8), row(memory, 8)) == 0,
           "add to itself");
    expect(plate_copy(back, memory, sizeof back, NULL) == 0, "copy back");
    expect(plate_sync(NULL) == 0, "sync");
    expect(back[0] == 2 && back[7] == 16, "add's results");
    expect(plate_free(memory) == 0 && plate_free(NULL) == 0, "free");

    expect(plate_malloc(NULL, 8) == PYCU_ERROR_NULL, "malloc to nowhere");
    memory = host;
    expect(plate_malloc(&memory, SIZE_MAX) == PYCU_ERROR_MEMORY && memory == NULL, "malloc of all");
    expect(plate_copy(NULL, host, 8, NULL) == PYCU_ERROR_NULL, "copy to null");
    expect(plate_copy(back, NULL, 8, NULL) == PYCU_ERROR_NULL, "copy from null");
    expect(plate_copy(back, host, SIZE_MAX, NULL) == PYCU_ERROR_SHAPE, "copy of all");
    expect(plate_copy(NULL, NULL, 0, NULL) == 0, "copy of nothing");
}

/* A launch that is refused: the code, a text that names the kernel, and nothing written. */
static void refused(int code, int expected, const char* word, const double* untouched) {
    expect(code == expected, word);
    expect(strncmp(plate_last_error(), "add: ", 5) == 0, "the kernel's name");
    expect(strstr(plate_last_error(), word) != NULL, word);
    for (int i = 0; i < 8; ++i) {
        expect(untouched[i] == 7, "nothing is written");
    }
}

static void test_bad_input(void) {
    double a[8], out[8];
    for (int i = 0; i < 8; ++i) {
        a[i] = i;
        out[i] = 7;
    }
    const pycu_array_f64_1d x = row(a, 8), y = row(out, 8);
    const pycu_dim3 none = {0, 1, 1}, wide = {2000, 1, 1}, deep = {1, 1, 65}, tall = {1, 70000, 1};
    const pycu_dim3 large = {64, 64, 64};
    refused(plate_add(none, threads, 0, NULL, x, x, y), PYCU_ERROR_GRID, "(0, 1, 1)", out);
    refused(plate_add(tall, threads, 0, NULL, x, x, y), PYCU_ERROR_GRID, "70000", out);
    refused(plate_add(one, none, 0, NULL, x, x, y), PYCU_ERROR_BLOCK, "(0, 1, 1)", out);
    refused(plate_add(one, wide, 0, NULL, x, x, y), PYCU_ERROR_BLOCK, "2000", out);
    refused(plate_add(one, deep, 0, NULL, x, x, y), PYCU_ERROR_BLOCK, "65", out);
    refused(plate_add(one, large, 0, NULL, x, x, y), PYCU_ERROR_BLOCK, "1024 in all", out);
    refused(plate_add(one, threads, 1u << 20, NULL, x, x, y), PYCU_ERROR_SHARED, "1048576", out);
    refused(plate_add(one, threads, 0, NULL, row(NULL, 8), x, y), PYCU_ERROR_NULL, "`a`", out);
    refused(plate_add(one, threads, 0, NULL, x, x, row(NULL, 8)), PYCU_ERROR_NULL, "`out`", out);
    refused(plate_add(one, threads, 0, NULL, x, row(a, -8), y), PYCU_ERROR_SHAPE, "-8", out);
    refused(plate_add(one, threads, 0, NULL, x, row(a, INT64_MAX), y), PYCU_ERROR_SHAPE, "`b`", out);
    refused(plate_add(one, threads, 0, NULL, row(a, INT64_MIN), x, y), PYCU_ERROR_SHAPE, "`a`", out);

    const pycu_array_f64_1d strided = {a, {4}, {2 * sizeof(double)}};
    expect(plate_scale__a1f8c_f8(one, threads, 0, NULL, strided, 2.0) == PYCU_ERROR_LAYOUT,
           "strides where none are promised");
    expect(a[2] == 2, "nothing is scaled");
    expect(plate_add(one, threads, 0, NULL, row(NULL, 0), row(NULL, 0), row(NULL, 0)) == 0,
           "empty arrays may be null");
    expect(plate_last_error()[0] == '\0', "a launch that works has no text");
    /* on the CPU a stream is never looked at: the launch is done when it returns */
    expect(plate_add(one, threads, 0, (pycu_stream)(void*)a, x, x, y) == 0 && out[7] == 14,
           "any stream");
}

int main(void) {
    test_results();
    test_memory();
    test_bad_input();
    printf("%d failures\n", failures);
    return failures != 0;
}
