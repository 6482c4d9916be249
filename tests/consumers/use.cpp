// A C++ program that calls kernels through the typed overloads: C++17, and C++20's spans.
#include <array>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif
#if defined(__has_include)
#if __has_include(<mdspan>)
#include <mdspan>
#endif
#endif

#include "plate.h"
#include "wave.h"

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
    if (!holds) {
        std::printf("failed: %s\n", what);
        ++failures;
    }
}

/// The code of what a call throws, 0 where it throws nothing.
template <class Call>
int thrown(const Call& call, const char* word) {
    try {
        call();
    } catch (const pycu::error& error) {
        expect(std::strstr(error.what(), word) != nullptr, error.what());
        return error.code();
    }
    return PYCU_SUCCESS;
}

void test_arrays() {
    std::vector<float> u(12), out(12);
    for (int i = 0; i < 12; ++i) {
        u[static_cast<size_t>(i)] = static_cast<float>(i);
    }
    const int rows = 3, cols = 4;
    plate::step({1, {8, 8}}, pycu::array(u.data(), rows, cols),
                pycu::array(out.data(), rows, cols));
    expect(out[5] == 5 && out[6] == 6 && out[0] == 0, "step of a pointer and extents");

    float plain[3][4] = {}, result[3][4] = {};
    plain[0][1] = plain[2][1] = 2;
    plate::step({{1, 1}, {8, 8}}, plain, result);
    expect(result[1][1] == 1, "step of C arrays");

    pycu::array<const float, 2> transposed(u.data(), cols, rows);
    transposed.strides[0] = sizeof(float);
    transposed.strides[1] = cols * static_cast<int64_t>(sizeof(float));
    pycu::array<float, 2> view(out.data(), cols, rows);
    view.strides[0] = transposed.strides[0];
    view.strides[1] = transposed.strides[1];
    plate::step({1, {8, 8}}, transposed, view);
    expect(out[5] == 5 && out[6] == 6, "step through strides");
    expect(std::strcmp(plate_last_entry(), "strided") == 0, "the strided entry");
}

void test_containers() {
    std::vector<double> a(100, 1.0);
    const std::vector<double> b(100, 2.0);
    std::vector<double> sum(100);
    plate::add({2, 64}, a, b, sum);
    expect(sum[0] == 3 && sum[99] == 3, "add of vectors");
    plate::add(pycu::forall(100), sum, std::vector<double>(100, 1.0), sum);
    expect(sum[50] == 4, "add of a temporary");
    plate::add(pycu::forall(0), sum, sum, sum);
    expect(sum[50] == 4, "forall of none launches nothing");

    std::array<double, 2> sums{};
    plate::block_sum({2, 64}, a, sums);
    expect(sums[0] == 64 && sums[1] == 36, "block_sum into an array");
#if __cplusplus >= 202002L
    const std::span<double> middle(sum.data() + 10, 20);
    plate::add({1, 32}, std::span<const double>(b.data(), 20), middle, middle);
    expect(sum[9] == 4 && sum[10] == 6 && sum[29] == 6 && sum[30] == 4, "add of spans");
#endif
#if defined(__cpp_lib_mdspan)
    float grid[12] = {0, 2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0};
    float result[12] = {};
    plate::step({1, {8, 8}}, std::mdspan(grid, 3, 4), std::mdspan(result, 3, 4));
    expect(result[5] == 1, "step of mdspans");
#endif
    std::vector<int64_t> filled(3);
    plate::fill({1, 32}, filled, 1, 2, false);
    expect(filled[2] == 5, "fill: a tuple is its items");
}

/// Which signature a call takes follows from its types, and from the strides where only they
/// differ.
void test_overloads() {
    std::vector<float> singles(4, 1.0f);
    std::vector<double> doubles(4, 1.0);
    plate::scale({1, 4}, singles, 3.0f);
    plate::scale({1, 4}, doubles, 3.0);
    expect(singles[3] == 3 && doubles[3] == 3, "scale by type");
    pycu::array<double, 1> odd(doubles.data(), 2);
    odd.strides[0] = 2 * sizeof(double);
    plate::scale({1, 4}, odd, 2.0);
    expect(doubles[0] == 6 && doubles[1] == 3 && doubles[2] == 6, "scale through strides");
    wave::scale({1, 4}, singles, 3.0f);
    expect(singles[0] == 1, "the other module's scale");
    std::vector<int64_t> ints(4, 5);
    wave::add({1, 4}, ints, ints);
    expect(ints[0] == 11, "the other module's add");
}

void test_errors() {
    std::vector<double> a(8), b(8), sum(8, 7.0);
    const int none = 0, below = -1;
    expect(thrown(
               [&] {
                   plate::add({none, 8}, a, b, sum);
               },
               "add: a grid") == PYCU_ERROR_GRID,
           "a grid of zero");
    expect(thrown(
               [&] {
                   plate::add({below, 8}, a, b, sum);
               },
               "grid") == PYCU_ERROR_GRID,
           "a negative grid");
    expect(thrown(
               [&] {
                   plate::add({1LL << 40, 8}, a, b, sum);
               },
               "grid") == PYCU_ERROR_GRID,
           "a grid of more than 32 bits");
    expect(thrown(
               [&] {
                   plate::add({1, 2000}, a, b, sum);
               },
               "2000") == PYCU_ERROR_BLOCK,
           "a block of 2,000");
    expect(thrown(
               [&] {
                   plate::add({1, 8}, pycu::array<double, 1>(nullptr, 8), b, sum);
               },
               "null pointer") == PYCU_ERROR_NULL,
           "a null pointer");
    expect(thrown(
               [&] {
                   plate::add({1, 8}, pycu::array(a.data(), -8), b, sum);
               },
               "extent -8") == PYCU_ERROR_SHAPE,
           "a negative extent");
    expect(sum[0] == 7, "nothing is written");
    expect(plate::add(std::nothrow, {1, 2000}, a, b, sum) == PYCU_ERROR_BLOCK, "a code");
    expect(plate::add(std::nothrow, {1, 8}, a, b, sum) == PYCU_SUCCESS, "no code");
    expect(thrown([] { (void)plate::malloc<double>(std::numeric_limits<size_t>::max()); },
                  "no memory") == PYCU_ERROR_MEMORY,
           "more elements than bytes can be counted");
}

void test_memory() {
    double* const raw = plate::malloc<double>(4);
    const double host[] = {1, 2, 3, 4};
    plate::copy(raw, host, 4);
    plate::sync();
    std::vector<double> back(4);
    plate::copy(back.data(), raw, 4);
    plate::sync();
    plate::free(raw);
    expect(back[3] == 4, "malloc, copy, free");

    auto x = plate::make_buffer<double>(100);
    auto sum = plate::make_buffer<double>(100);
    x.copy_from(std::vector<double>(100, 1.5));
    plate::add({1, 128}, x, x, sum);
    pycu::buffer<double> moved = std::move(sum);
    back.resize(100);
    moved.copy_to(back);
    expect(back[0] == 3 && back[99] == 3, "buffers");
    expect(moved.view(10, 10).shape[0] == 10, "a buffer's view");
    expect(thrown([&] { moved.copy_from(std::vector<double>(3)); }, "another size") ==
               PYCU_ERROR_SHAPE,
           "a copy of another size");
    x = std::move(moved);
    expect(x.data()[7] == 3, "a buffer that is moved");
}

// What the types refuse.
template <class From, class To>
constexpr bool converts = std::is_convertible_v<From, To>;
using Written = pycu::array<float, 1>;
using Read = pycu::array<const float, 1>;
static_assert(converts<std::vector<float>&, Written> && converts<const std::vector<float>&, Read>);
static_assert(!converts<const std::vector<float>&, Written>, "const elements are not written");
static_assert(!converts<std::vector<float>, Written>, "results in a temporary would be lost");
static_assert(!converts<std::vector<double>&, Read>, "another type of element");
static_assert(!converts<std::vector<float>&, pycu::array<float, 2>>, "extents are not guessed");
static_assert(converts<Written, Read> && !converts<Read, Written>);
static_assert(
    std::is_same_v<decltype(pycu::array(std::declval<int*>(), 1, 2)), pycu::array<int, 2>>);
static_assert(!std::is_copy_constructible_v<pycu::buffer<int>>);
static_assert(sizeof(pycu_array_f32_2d) == 5 * 8 && sizeof(bool) == 1);

}  // namespace

int main() {
    test_arrays();
    test_containers();
    test_overloads();
    test_errors();
    test_memory();
    std::printf("%d failures\n", failures);
    return failures != 0;
}
