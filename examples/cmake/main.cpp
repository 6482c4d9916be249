// A plate whose upper edge is hot: 2,000 steps of heat.py, then the temperature down the middle.
// The same program runs whichever target the library was built for.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "heat.h"  // pycu writes it from heat.py

int main() {
    constexpr int n = 64;
    std::vector<double> values(n * n, 0.0);
    for (int j = 0; j < n; ++j) {
        values[j] = 100.0;
    }

    auto u = heat::make_buffer<double>(values.size());
    auto next = heat::make_buffer<double>(values.size());
    u.copy_from(values);
    next.copy_from(values);
    for (int i = 0; i < 2000; ++i) {
        heat::step({{n / 16, n / 16}, {16, 16}}, u.view(n, n), next.view(n, n));
        std::swap(u, next);
    }
    u.copy_to(values);

    for (int i = 0; i < n; i += 8) {
        const double temperature = values[i * n + n / 2];
        const std::string bar(static_cast<std::size_t>(temperature / 2), '#');
        std::printf("row %2d %6.2f %s\n", i, temperature, bar.c_str());
    }
}
