/* Two libraries in one process by dlopen, side by side, unloaded and loaded again. */
#include <dlfcn.h>
#include <stdio.h>

#include "plate.h"
#include "wave.h"

/* POSIX gives functions as pointers to objects */
typedef union {
    void* object;
    int (*add)(pycu_dim3, pycu_dim3, uint32_t, pycu_stream, pycu_array_i64_1d, pycu_array_i64_1d);
    int (*sum)(pycu_dim3, pycu_dim3, uint32_t, pycu_stream, pycu_array_f64_1d, pycu_array_f64_1d);
} function;

enum { blocks = 4000 };
static double x[64 * blocks], sums[blocks];
static int64_t a[64 * blocks];

int main(int argc, char** argv) {
    const pycu_dim3 grid = {blocks, 1, 1}, threads = {64, 1, 1};
    const pycu_array_f64_1d all = {x, {64 * blocks}, {8}}, out = {sums, {blocks}, {8}};
    const pycu_array_i64_1d ints = {a, {64 * blocks}, {8}};
    int failures = argc != 3;
    for (int round = 0; round < 3 && failures == 0; ++round) {
        for (int i = 0; i < 64 * blocks; ++i) {
            x[i] = 1;
            a[i] = 5;
        }
        const int scope = round == 1 ? RTLD_GLOBAL : RTLD_LOCAL;
        void* const plate = dlopen(argv[1], RTLD_NOW | scope);
        void* const wave = dlopen(argv[2], RTLD_NOW | scope);
        if (plate == NULL || wave == NULL) {
            printf("%s\n", dlerror());
            return 1;
        }
        function sum, add;
        sum.object = dlsym(plate, "plate_block_sum");
        add.object = dlsym(wave, "wave_add");
        failures += dlsym(plate, "wave_add") != NULL;
        failures += sum.sum(grid, threads, 0, NULL, all, out) != 0;
        failures += add.add(grid, threads, 0, NULL, ints, ints) != 0;
        failures += sums[0] != 64 || sums[blocks - 1] != 64;
        failures += a[0] != 11 || a[64 * blocks - 1] != 11;
        failures += dlclose(wave) != 0 || dlclose(plate) != 0;
    }
    printf("%d failures\n", failures);
    return failures != 0;
}
