// Runs four kernels, from two libraries and two texts of its own, and prints what they leave.
#include <cstdio>

#include "negate.h"
#include "scale.h"
#include "shift.h"
#include "square.h"

int main() {
    float values[4] = {1, 2, 3, 4};
    void* data = nullptr;
    int failed = scale_malloc(&data, sizeof values);
    failed |= scale_copy(data, values, sizeof values, nullptr);
    const pycu_array_f32_1d a = {static_cast<float*>(data), {4}, {sizeof(float)}};
    const pycu_dim3 grid = {1, 1, 1}, block = {4, 1, 1};
    failed |= scale_scale(grid, block, 0, nullptr, a);
    failed |= shift_shift(grid, block, 0, nullptr, a, 1.0f);
    failed |= square_square(grid, block, 0, nullptr, a);
    failed |= negate_negate(grid, block, 0, nullptr, a);
    failed |= scale_copy(values, data, sizeof values, nullptr);
    failed |= scale_sync(nullptr);
    failed |= scale_free(data);
    std::printf("%d: %g %g %g %g\n", failed, values[0], values[1], values[2], values[3]);
    return failed;
}
