// Times the CPU target: saxpy with one thread an element beside a serial loop, a block reduction
// with nine barriers, and launches of little. Prints one line each, for one worker; exits 1 when a
// bound is missed (saxpy within 1.5 times, 50 million threads a second, 2 us a launch, 0.1 us a
// block of one thread). loops.py and regions.py have the bounds that need both in one round.
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "pycu_abi.h"

extern "C" {
int speed_saxpy(pycu_dim3, pycu_dim3, uint32_t, pycu_stream, float, pycu_array_f32_1d,
                pycu_array_f32_1d);
int speed_block_sum(pycu_dim3, pycu_dim3, uint32_t, pycu_stream, pycu_array_f32_1d,
                    pycu_array_f32_1d);
int speed_nothing(pycu_dim3, pycu_dim3, uint32_t, pycu_stream);
}

namespace {

constexpr int64_t n = 1 << 20;
constexpr int64_t reduced = 1 << 17;
constexpr uint32_t threads = 256;

__attribute__((noinline)) void serial_saxpy(float a, const float* x, float* y, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
        y[i] = a * x[i] + y[i];
    }
}

/// Processor time of this thread: what other programs take of a busy machine does not count.
double seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

/// The shortest of many runs, in seconds.
template <class F>
double best(F run) {
    double shortest = 1e9;
    const double begin = seconds();
    for (int k = 0; k < 10 || seconds() - begin < 0.7; ++k) {
        const double start = seconds();
        run();
        const double took = seconds() - start;
        shortest = took < shortest ? took : shortest;
    }
    return shortest;
}

bool within(bool ok, const char* bound) {
    if (!ok) {
        std::printf("missed: %s\n", bound);
    }
    return ok;
}

}  // namespace

int main() {
    setenv("PYCU_WORKERS", "1", 1);
    std::vector<float> x(n, 0.25f), y(n, 1.0f), sums(reduced / threads);
    const pycu_array_f32_1d xs = {x.data(), {n}, {4}}, ys = {y.data(), {n}, {4}};
    const pycu_array_f32_1d results = {sums.data(), {reduced / threads}, {4}};
    const pycu_array_f32_1d some = {x.data(), {reduced}, {4}};
    const pycu_dim3 blocks = {uint32_t(reduced / threads), 1, 1};
    const pycu_dim3 grid = {uint32_t(n / threads), 1, 1}, block = {threads, 1, 1};

    const double serial = best([&] { serial_saxpy(1e-9f, x.data(), y.data(), n); });
    const double kernel = best([&] { speed_saxpy(grid, block, 0, nullptr, 1e-9f, xs, ys); });
    const double reduction =
        best([&] { speed_block_sum(blocks, block, 0, nullptr, some, results); });
    const double one = best([&] {
        for (int k = 0; k < 1000; ++k) {
            speed_saxpy({1, 1, 1}, {32, 1, 1}, 0, nullptr, 1e-9f, xs, ys);
        }
    });
    const double none = best([&] {
        for (int k = 0; k < 1000; ++k) {
            speed_nothing({1, 1, 1}, {1, 1, 1}, 0, nullptr);
        }
    });
    const double tiny = best([&] { speed_nothing({1 << 16, 1, 1}, {1, 1, 1}, 0, nullptr); });

    const double ratio = kernel / serial, rate = double(reduced) / reduction / 1e6;
    std::printf("saxpy, serial loop        %8.3f ms\n", serial * 1e3);
    std::printf("saxpy, a thread an element%8.3f ms, %.1f times\n", kernel * 1e3, ratio);
    std::printf("block sum, nine barriers  %8.3f ms, %.1f million threads/s, %.1f ns a barrier\n",
                reduction * 1e3, rate, reduction / double(reduced) / 9 * 1e9);
    std::printf("launch of 32 threads      %8.3f us\n", one * 1e3);
    std::printf("launch of nothing         %8.3f us\n", none * 1e3);
    std::printf("block of one thread       %8.3f us\n", tiny / (1 << 16) * 1e6);
    const bool right = sums[0] == 64.0f && sums[sums.size() - 1] == 64.0f;
    const bool fast = within(ratio <= 1.5, "saxpy within 1.5 times a serial loop") &&
                      within(rate >= 50, "50 million threads a second") &&
                      within(one * 1e3 <= 2 && none * 1e3 <= 2, "a launch within 2 us") &&
                      within(tiny / (1 << 16) * 1e6 <= 0.1, "a block of one thread in 0.1 us");
    return right && fast ? 0 : 1;
}
