/* Two modules in one program, statically linked: an `add` and a runtime in each. */
#include <stdio.h>

#include "plate.h"
#include "wave.h"

int main(void) {
    double a[4] = {1, 2, 3, 4}, sums[1] = {0};
    int64_t b[4] = {10, 20, 30, 40};
    const pycu_dim3 one = {1, 1, 1}, threads = {64, 1, 1}, wide = {2000, 1, 1};
    const pycu_array_f64_1d x = {a, {4}, {8}}, y = {sums, {1}, {8}};
    const pycu_array_i64_1d z = {b, {4}, {8}};
    int failures = 0;
    failures += plate_add(one, threads, 0, NULL, x, x, x) != 0;
    failures += plate_block_sum(one, threads, 0, NULL, x, y) != 0;
    failures += wave_add(one, threads, 0, NULL, z, z) != 0;
    failures += a[3] != 8 || sums[0] != 20 || b[3] != 81;
    /* an error of one is none of the other */
    failures += wave_add(one, wide, 0, NULL, z, z) != PYCU_ERROR_BLOCK;
    failures += plate_last_error()[0] != '\0' || wave_last_error()[0] == '\0';
    printf("%d failures\n", failures);
    return failures != 0;
}
