/* A kernel of an installed static library. */
#include <stdio.h>

#include "scale.h"

int main(void) {
    float value = 21;
    const pycu_array_f32_1d a = {&value, {1}, {sizeof(float)}};
    const pycu_dim3 one = {1, 1, 1};
    const int failed = scale_scale(one, one, 0, NULL, a);
    printf("%d: %g\n", failed, value);
    return failed;
}
