// The CPU target: what kernels see of their launch, barriers, shared memory, atomics and launch
// checks. The kernels are written as pycu writes them; every one runs through its wrapper.
#include <doctest/doctest.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "pycu.h"

PYCU_MODULE(t)

static constexpr int MOST = 1024;
static __constant__ const float WEIGHTS[2][3] = {{1.0f, 2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}};

__device__ void place(pycu::array<int, 2> out) {
    const int64_t block = (int64_t(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const int64_t thread =
        (int64_t(threadIdx.z) * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    out(block, thread) += int(block * 10000 + thread * 10 + pycu_lane() % 10);
}

__device__ void reverse_first(pycu::array<int, 1> out, int64_t n) {
    __shared__ int copy[MOST];
    const int t = threadIdx.x;
    if (t >= n) {
        return;
    }
    copy[t] = t;
    __syncthreads();
    out[t] = copy[n - 1 - t];
}

__device__ int block_sum(int value, int* scratch) {
    scratch[threadIdx.x] = value;
    __syncthreads();
    int total = 0;
    for (unsigned i = 0; i < blockDim.x; ++i) {
        total += scratch[i];
    }
    __syncthreads();
    return total;
}

__device__ void barrier_loop(pycu::array<int64_t, 1> out, int rounds) {
    __shared__ int scratch[MOST];
    int64_t total = 0;
    for (int k = 0; k < rounds + int(blockIdx.x); ++k) {
        total += block_sum(k + int(threadIdx.x), scratch);
    }
    out[int64_t(blockIdx.x) * blockDim.x + threadIdx.x] = total;
}

__device__ void divergent(pycu::array<int, 1> out) {
    __shared__ int seen[2];
    if (threadIdx.x == 0) {
        seen[0] = seen[1] = 0;
    }
    __syncthreads();
    if (threadIdx.x % 3 == 0) {
        atomicAdd(&seen[0], 1);
        __syncthreads();
    } else if (threadIdx.x % 3 == 1) {
        atomicAdd(&seen[1], 1);
        __syncthreads();
    }
    out[threadIdx.x] = seen[0] * 10000 + seen[1];
}

__device__ void votes(pycu::array<int, 2> out) {
    for (int k = 0; k < 5; ++k) {
        const int t = threadIdx.x;
        if (k == 3 && t == int(blockDim.x) - 1 && t > 0) {
            return;
        }
        out(k, t) = __syncthreads_count(t <= k) * 100 + __syncthreads_and(t >= 0) * 10 +
                    __syncthreads_or(t == 1);
    }
}

__device__ void count(pycu::array<int64_t, 1> total, pycu::array<float, 1> sum,
                      pycu::array<double, 1> most, pycu::array<uint32_t, 1> turn) {
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    atomicAdd(&total[0], i);
    atomicAdd(&sum[0], 0.5f);
    pycu::atomic_max(&most[0], double(i));
    atomicInc(&turn[0], 6);
}

__device__ void dynamic(pycu::array<double, 1> out) {
    const auto values = PYCU_DYNAMIC_SHARED(double);
    const auto bytes = PYCU_DYNAMIC_SHARED(uint8_t);
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[int64_t(blockIdx.x) * blockDim.x + threadIdx.x] =
        values[blockDim.x - 1 - threadIdx.x] + 1000.0 * bytes.shape[0];
}

__device__ double weighted(pycu::array<const float, 2> w, pycu::array<const double, 1> x) {
    return w(1, 2) * x[0] + w(0, 1) * x[2];
}

__device__ void deep(pycu::array<double, 1> out) {
    double local[3][4096];
    for (int k = 0; k < 4096; ++k) {
        local[threadIdx.x % 3][k] = k;
    }
    __syncthreads();
    double few[3] = {1.0, 2.0, local[threadIdx.x % 3][4095]};
    out[threadIdx.x] = weighted(WEIGHTS, few);
}

PYCU_END(t)

PYCU_ENTRIES(t)

__global__ void place__all(int* out, pycu::extents<2> out__shape) {
    place(pycu::view_c(out, out__shape));
}
__global__ void reverse_first__all(int* out, pycu::extents<1> out__shape, int64_t n) {
    reverse_first(pycu::view_c(out, out__shape), n);
}
__global__ void barrier_loop__all(int64_t* out, pycu::extents<1> out__shape, int rounds) {
    barrier_loop(pycu::view_c(out, out__shape), rounds);
}
__global__ void divergent__all(int* out, pycu::extents<1> out__shape) {
    divergent(pycu::view_c(out, out__shape));
}
__global__ void votes__all(int* out, pycu::extents<2> out__shape) {
    votes(pycu::view_c(out, out__shape));
}
__global__ void count__all(int64_t* a, float* b, double* c, uint32_t* d) {
    count(pycu::array<int64_t, 1>(a, 1), pycu::array<float, 1>(b, 1), pycu::array<double, 1>(c, 1),
          pycu::array<uint32_t, 1>(d, 1));
}
__global__ void dynamic__all(double* out, pycu::extents<1> out__shape) {
    dynamic(pycu::view_c(out, out__shape));
}
__global__ void deep__all(double* out, pycu::extents<1> out__shape) {
    deep(pycu::view_c(out, out__shape));
}

PYCU_ENTRIES_END(t)

static thread_local pycu::Report report;

namespace {

/// Launches an entry as a wrapper does.
template <class Entry, class... Args>
int start(Entry entry, dim3 grid, dim3 block, unsigned shared, size_t local, Args... args) {
    pycu::Launch launch(report, "kernel", {grid.x, grid.y, grid.z}, {block.x, block.y, block.z},
                        shared, nullptr);
    launch.local_bytes(local);
    return launch.run(entry, args...);
}

template <int R>
pycu::extents<R> extents_of(std::initializer_list<int64_t> values) {
    pycu::extents<R> result = {};
    std::copy(values.begin(), values.end(), result.values);
    return result;
}

/// Sets an environment variable for as long as it lives.
class Environment {
  public:
    Environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
    ~Environment() { unsetenv(name_); }

  private:
    const char* name_;
};

void check_places(dim3 grid, dim3 block) {
    const int64_t blocks = int64_t(grid.x) * grid.y * grid.z;
    const int64_t threads = int64_t(block.x) * block.y * block.z;
    std::vector<int> out(size_t(blocks * threads), 0);
    REQUIRE(start(PYCU_ENTRY(t, place, all, loops), grid, block, 0, 0, out.data(),
                  extents_of<2>({blocks, threads})) == 0);
    bool right = true;
    for (int64_t b = 0; b < blocks; ++b) {
        for (int64_t k = 0; k < threads; ++k) {
            right = right && out[size_t(b * threads + k)] == b * 10000 + k * 10 + k % 32 % 10;
        }
    }
    CHECK(right);
}

}  // namespace

TEST_CASE("every thread of every block runs once and knows its place") {
    for (const char* engine : {"loops", "fibers"}) {
        const Environment choose("PYCU_ENGINE", engine);
        for (const char* workers : {"1", "3"}) {
            const Environment some("PYCU_WORKERS", workers);
            check_places({1, 1, 1}, {1, 1, 1});
            check_places({7, 1, 1}, {33, 1, 1});
            check_places({2, 3, 4}, {4, 3, 2});
            check_places({3, 1, 1}, {1024, 1, 1});
            check_places({2000, 1, 1}, {64, 1, 1});
            check_places({1, 2, 1}, {2, 8, 64});
        }
    }
}

TEST_CASE("threads that return do not hold up a barrier") {
    for (const unsigned threads : {1U, 33U, 100U, 1024U}) {
        for (const int64_t n : {int64_t(1), int64_t(threads / 2 + 1), int64_t(threads)}) {
            std::vector<int> out(1024, -1);
            REQUIRE(start(PYCU_ENTRY(t, reverse_first, all, fibers), {1, 1, 1}, {threads, 1, 1}, 0,
                          0, out.data(), extents_of<1>({1024}), n) == 0);
            for (int64_t k = 0; k < 1024; ++k) {
                REQUIRE(out[size_t(k)] == (k < n ? n - 1 - k : -1));
            }
        }
    }
}

TEST_CASE("barriers work in loops and in device functions, and each block has its shared memory") {
    for (const char* workers : {"1", "4"}) {
        const Environment some("PYCU_WORKERS", workers);
        for (const int threads : {1, 33, 1024}) {
            const int blocks = 17, rounds = 6;
            std::vector<int64_t> out(size_t(blocks * threads));
            REQUIRE(start(PYCU_ENTRY(t, barrier_loop, all, fibers), {unsigned(blocks), 1, 1},
                          {unsigned(threads), 1, 1}, 0, 0, out.data(),
                          extents_of<1>({int64_t(out.size())}), rounds) == 0);
            bool right = true;
            for (int64_t b = 0; b < blocks; ++b) {
                const int64_t n = rounds + b, once = int64_t(threads) * (threads - 1) / 2;
                const int64_t expected = n * once + threads * n * (n - 1) / 2;
                for (int64_t k = 0; k < threads; ++k) {
                    right = right && out[size_t(b * threads + k)] == expected;
                }
            }
            CHECK(right);
        }
    }
}

TEST_CASE("a divergent barrier is one barrier for the live threads") {
    std::vector<int> out(99);
    REQUIRE(start(PYCU_ENTRY(t, divergent, all, fibers), {1, 1, 1}, {99, 1, 1}, 0, 0, out.data(),
                  extents_of<1>({99})) == 0);
    CHECK(out[0] == 33 * 10000 + 33);
    CHECK(out[97] == 33 * 10000 + 33);
}

TEST_CASE("barriers that vote count the live threads") {
    for (const int threads : {1, 2, 40}) {
        std::vector<int> out(5 * 40, 0);
        REQUIRE(start(PYCU_ENTRY(t, votes, all, fibers), {1, 1, 1}, {unsigned(threads), 1, 1}, 0, 0,
                      out.data(), extents_of<2>({5, 40})) == 0);
        for (int k = 0; k < 5; ++k) {
            const int live = k >= 3 && threads > 1 ? threads - 1 : threads;
            for (int i = 0; i < live; ++i) {
                CHECK(out[size_t(k * 40 + i)] == std::min(k + 1, live) * 100 + 10 + (live > 1));
            }
        }
    }
}

TEST_CASE("atomics between blocks lose nothing under contention") {
    const Environment some("PYCU_WORKERS", "4");
    for (const char* engine : {"loops", "fibers"}) {
        const Environment choose("PYCU_ENGINE", engine);
        int64_t total = 0;
        float sum = 0;
        double most = -1;
        uint32_t turn = 0;
        const int64_t n = 1000 * 128;
        REQUIRE(start(PYCU_ENTRY(t, count, all, loops), {1000, 1, 1}, {128, 1, 1}, 0, 0, &total,
                      &sum, &most, &turn) == 0);
        CHECK(total == n * (n - 1) / 2);
        CHECK(sum == 0.5f * float(n));
        CHECK(most == double(n - 1));
        CHECK(turn == uint32_t(n % 7));
    }
}

TEST_CASE("dynamic shared memory has the size of the launch") {
    for (const unsigned bytes : {256U, 512U, 100000U}) {
        std::vector<double> out(64);
        REQUIRE(start(PYCU_ENTRY(t, dynamic, all, fibers), {2, 1, 1}, {32, 1, 1}, bytes, 0,
                      out.data(), extents_of<1>({64})) == 0);
        CHECK(out[0] == 31 + 1000.0 * bytes);
        CHECK(out[63] == 0 + 1000.0 * bytes);
    }
}

TEST_CASE("large local arrays get the stack that they need") {
    std::vector<double> out(64);
    REQUIRE(start(PYCU_ENTRY(t, deep, all, fibers), {1, 1, 1}, {64, 1, 1}, 0, 3 * 4096 * 8,
                  out.data(), extents_of<1>({64})) == 0);
    CHECK(out[0] == 6.0 + 2.0 * 4095);
    CHECK(out[63] == 6.0 + 2.0 * 4095);
}

TEST_CASE("launches from several threads and from a forked child are right") {
    const Environment some("PYCU_WORKERS", "3");
    const auto launch = [](void*) -> void* {
        for (int k = 0; k < 20; ++k) {
            int64_t total = 0;
            float sum = 0;
            double most = 0;
            uint32_t turn = 0;
            start(PYCU_ENTRY(t, count, all, fibers), {500, 1, 1}, {64, 1, 1}, 0, 0, &total, &sum,
                  &most, &turn);
            if (total != int64_t(32000) * 31999 / 2) {
                return const_cast<char*>("wrong");
            }
        }
        return nullptr;
    };
    pthread_t threads[3];
    for (pthread_t& thread : threads) {
        REQUIRE(pthread_create(&thread, nullptr, launch, nullptr) == 0);
    }
    for (const pthread_t thread : threads) {
        void* wrong = nullptr;
        pthread_join(thread, &wrong);
        CHECK(wrong == nullptr);
    }
    const pid_t child = fork();
    if (child == 0) {
        _exit(launch(nullptr) == nullptr ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
    CHECK(launch(nullptr) == nullptr);
}

TEST_CASE("a launch that CUDA would refuse is refused") {
    std::vector<int> out(1, 0);
    const auto launch = [&](dim3 grid, dim3 block, unsigned shared) {
        return start(PYCU_ENTRY(t, place, all, loops), grid, block, shared, 0, out.data(),
                     extents_of<2>({1, 1}));
    };
    CHECK(launch({0, 1, 1}, {1, 1, 1}, 0) == PYCU_ERROR_GRID);
    CHECK(std::string(report.text).find("kernel: a grid of (0, 1, 1) blocks") == 0);
    CHECK(launch({1, 65536, 1}, {1, 1, 1}, 0) == PYCU_ERROR_GRID);
    CHECK(launch({1, 1, 1}, {0, 1, 1}, 0) == PYCU_ERROR_BLOCK);
    CHECK(launch({1, 1, 1}, {1025, 1, 1}, 0) == PYCU_ERROR_BLOCK);
    CHECK(launch({1, 1, 1}, {1, 1, 65}, 0) == PYCU_ERROR_BLOCK);
    CHECK(launch({1, 1, 1}, {32, 33, 1}, 0) == PYCU_ERROR_BLOCK);
    CHECK(launch({1, 1, 1}, {1, 1, 1}, 300000) == PYCU_ERROR_SHARED);
    CHECK(out[0] == 0);
    CHECK(launch({1, 1, 1}, {1, 1, 1}, 0) == 0);
    CHECK(std::string(report.text).empty());
}
