// A plate whose upper edge is hot: 2,000 steps of heat.py, then the temperature down the middle.
// The same program runs whichever target the library was built for.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "heat.h"  // pycu writes it from heat.py

namespace {

constexpr int n = 64;
constexpr int steps = 2000;

/// Ends the program with the library's words when a call failed.
void check(int code) {
    if (code != PYCU_SUCCESS) {
        std::fprintf(stderr, "plate: %s\n", heat_last_error());
        std::exit(1);
    }
}

/// Memory that the kernels can use, and its shape and strides.
pycu_array_f64_2d plate_of(const std::vector<double>& values) {
    void* data = nullptr;
    check(heat_malloc(&data, values.size() * sizeof(double)));
    check(heat_copy(data, values.data(), values.size() * sizeof(double), nullptr));
    return {static_cast<double*>(data), {n, n}, {n * sizeof(double), sizeof(double)}};
}

}  // namespace

int main() {
    std::vector<double> values(n * n, 0.0);
    for (int j = 0; j < n; ++j) {
        values[j] = 100.0;
    }
    pycu_array_f64_2d u = plate_of(values), next = plate_of(values);
    const pycu_dim3 grid = {n / 16, n / 16, 1}, block = {16, 16, 1};
    for (int i = 0; i < steps; ++i) {
        check(heat_step(grid, block, 0, nullptr, u, next));
        std::swap(u, next);
    }
    check(heat_copy(values.data(), u.data, values.size() * sizeof(double), nullptr));
    check(heat_sync(nullptr));
    for (int i = 0; i < n; i += 8) {
        const double temperature = values[i * n + n / 2];
        const std::string bar(static_cast<std::size_t>(temperature / 2), '#');
        std::printf("row %2d %6.2f %s\n", i, temperature, bar.c_str());
    }
    check(heat_free(u.data));
    check(heat_free(next.data));
}
