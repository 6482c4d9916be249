// Ten threads that launch at once, each with arrays and errors of its own.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "plate.h"
#include "wave.h"

namespace {

std::atomic<int> failures{0};
std::atomic<int> ready{0};
constexpr int threads = 10;

void work(int number) {
    const size_t n = 20000;
    std::vector<double> a(n, number), b(n, 1.0), sum(n), sums(n / 64 + 1);
    std::vector<int64_t> counts(n, number);
    ++ready;
    while (ready < threads) {
    }
    for (int round = 0; round < 10; ++round) {
        plate::add(pycu::forall(int64_t(n), 64), a, b, sum);
        failures += sum[0] != number + 1 || sum[n - 1] != number + 1;
        std::fill(counts.begin(), counts.end(), number);
        wave::add(pycu::forall(int64_t(n), 32), counts, counts);
        failures += counts[n - 1] != 2 * number + 1;
#ifndef NO_FIBERS
        plate::block_sum(pycu::forall(int64_t(n), 64), b, sums);
        failures += sums[0] != 64;
#endif
        // the text of an error belongs to the thread that made it
        const std::string block = std::to_string(2000 + number);
        failures += plate::add(std::nothrow, {1, 2000 + number}, a, b, sum) != PYCU_ERROR_BLOCK;
        failures += std::strstr(plate_last_error(), block.c_str()) == nullptr;
    }
}

}  // namespace

int main() {
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) {
        all.emplace_back(work, i);
    }
    for (std::thread& one : all) {
        one.join();
    }
    std::printf("%d failures\n", failures.load());
    return failures != 0;
}
