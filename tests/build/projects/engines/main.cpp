// Runs every kernel and prints every bit of what comes out.
#include <cstdio>
#include <vector>

#include "kernels.h"

namespace {

constexpr size_t count = 256;

template <class T>
void print(const char* name, const std::vector<T>& values) {
    std::printf("%s", name);
    for (const T value : values) {
        std::printf(" %a", double(value));
    }
    std::printf("\n");
}

}  // namespace

int main() {
    std::vector<double> x(count), small(4), three(3);
    std::vector<int> ints(count), to_int(count);
    std::vector<uint8_t> to_byte(count);
    std::vector<int64_t> totals(5);
    for (size_t i = 0; i < count; ++i) {
        x[i] = (double(i * 7919 % 1009) - 500) * 3333333.25;  // exact: its flags are the tests'
        ints[i] = int(i * 7919 % 1009);
    }

    kernels::sums({4, 64}, x, small);
    print("sums", small);

    kernels::votes({4, 64}, ints, to_int);
    print("votes", to_int);

    kernels::casts(pycu::forall(count), x, to_int, to_byte, totals);
    print("to_int", to_int);
    print("to_byte", to_byte);
    print("totals", totals);

    kernels::arguments({1, 1}, {1.5, 2.5, 3.5}, 0.1, {2, -3}, 0.25f, 0.5f, 0.75f, three);
    print("arguments", three);

    const std::vector<float> parts(10, 1.0f / 3);
    const pycu::array<const float, 2> matrix(parts.data(), 1, 10);
    std::vector<float> all(10);
    kernels::many(pycu::forall(10), matrix, parts, parts, parts, parts, parts, parts, parts, parts,
                  parts, parts, all);
    print("many", all);

    kernels::ended({8, 32}, ints, 500);
    print("ended", ints);

    std::vector<double> sides(count);
    kernels::hypotenuse(x, x, sides);
    print("hypotenuse", sides);

    size_t bytes = 0;
    double total = 0;
    kernels::add(nullptr, bytes, sides, nullptr, &total);
    std::vector<char> storage(bytes + 1);
    kernels::add(storage.data(), bytes, sides, nullptr, &total);
    print("add", std::vector<double>{total});
}
