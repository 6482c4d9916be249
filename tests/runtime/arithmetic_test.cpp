// Python's arithmetic in the runtime headers, against brute force and values worked out by hand.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <vector>

#include "pycu.h"

namespace {

constexpr int64_t min64 = std::numeric_limits<int64_t>::min();
constexpr int64_t max64 = std::numeric_limits<int64_t>::max();
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Equal bit by bit, or both NaN.
template <class T>
bool same_bits(T a, T b) {
    return (a != a && b != b) ||
           pycu::bit_cast<pycu::bits<T>>(a) == pycu::bit_cast<pycu::bits<T>>(b);
}

/// CPython's float_divmod.
template <class T>
void reference_divmod(T v, T w, T* floor_quotient, T* mod) {
    if (w == 0) {
        *floor_quotient = v / w;
        *mod = std::fmod(v, w);
        return;
    }
    *mod = std::fmod(v, w);
    T div = (v - *mod) / w;
    if (*mod != 0) {
        if ((w < 0) != (*mod < 0)) {
            *mod += w;
            div -= 1;
        }
    } else {
        *mod = std::copysign(T(0), w);
    }
    if (div < 0 || div > 0) {
        *floor_quotient = std::floor(div);
        if (div - *floor_quotient > T(0.5)) {
            *floor_quotient += 1;
        }
    } else {
        *floor_quotient = std::copysign(T(0), v / w);
    }
}

template <class T>
void check_float_division() {
    const std::vector<T> values = {
        T(0),    T(-0.0),         T(1),     T(-1),   T(2.5),  T(-2.5),  T(7),        T(-7),
        T(0.1),  T(-0.3),         T(1e-30), T(1e30), T(-1e9), T(16777), T(1e-40),    T(inf),
        T(-inf), T(not_a_number), T(3),     T(0.7),  T(-0.1), T(1e6),   T(123456.7), T(-1e-3)};
    for (const T a : values) {
        for (const T b : values) {
            T quotient = T(not_a_number), mod = T(not_a_number);
            if (!std::isinf(a) && !std::isnan(a) && !std::isnan(b)) {
                reference_divmod(a, b, &quotient, &mod);
            } else if (std::isinf(a) && b == 0) {
                quotient = a / b;
            }
            CAPTURE(a);
            CAPTURE(b);
            CHECK(same_bits(pycu::floor_div(a, b), quotient));
            CHECK(same_bits(pycu::floor_mod(a, b), mod));
        }
    }
}

}  // namespace

TEST_CASE("integers divide towards minus infinity") {
    for (int a = -128; a <= 127; ++a) {
        for (int b = -128; b <= 127; ++b) {
            const int64_t floor = b == 0 ? 0 : int64_t(std::floor(double(a) / double(b)));
            REQUIRE(pycu::floor_div(int64_t(a), int64_t(b)) == floor);
            REQUIRE(pycu::floor_mod(int64_t(a), int64_t(b)) == (b == 0 ? 0 : a - floor * b));
            REQUIRE(pycu::floor_div(uint64_t(a + 128), uint64_t(b + 128)) ==
                    (b == -128 ? 0U : unsigned(a + 128) / unsigned(b + 128)));
        }
    }
    CHECK(pycu::floor_div(min64, int64_t(-1)) == 0);
    CHECK(pycu::floor_mod(min64, int64_t(-1)) == 0);
    CHECK(pycu::floor_div(min64, int64_t(3)) == min64 / 3 - 1);
    CHECK(pycu::floor_div(max64, min64) == -1);
    CHECK(pycu::floor_mod(max64, min64) == -1);
    CHECK(pycu::floor_mod(~uint64_t(0), uint64_t(10)) == 5);
    const auto [quotient, remainder] = pycu::divmod(int64_t(-7), int64_t(2));
    CHECK(quotient == -4);
    CHECK(remainder == 1);
}

TEST_CASE("floats divide as in CPython") {
    check_float_division<double>();
    check_float_division<float>();
    CHECK(pycu::floor_div(5.0, 0.0) == inf);
    CHECK(pycu::floor_div(-5.0f, 0.0f) == -inf);
    CHECK(std::isnan(pycu::floor_mod(5.0, 0.0)));
    CHECK(pycu::floor_mod(-1.0, inf) == inf);
    static_assert(sizeof(pycu::floor_div(1.0f, 2.0f)) == 4);
}

TEST_CASE("powers of integers are exact modulo 2^64") {
    for (int64_t base = -12; base <= 12; ++base) {
        uint64_t expected = 1;
        for (int64_t exponent = 0; exponent < 100; ++exponent) {
            REQUIRE(pycu::power(base, exponent) == int64_t(expected));
            REQUIRE(pycu::power(base, uint64_t(exponent)) == int64_t(expected));
            expected *= uint64_t(base);
        }
    }
    CHECK(pycu::power(uint64_t(7), uint64_t(1) << 63) == 1);
    CHECK(pycu::power(int64_t(2), int64_t(-1)) == 0);
    CHECK(pycu::power(int64_t(1), int64_t(-5)) == 1);
    CHECK(pycu::power(int64_t(-1), int64_t(-5)) == -1);
    CHECK(pycu::power(int64_t(-1), min64) == 1);
    CHECK(pycu::power(int64_t(0), int64_t(-1)) == min64);
    CHECK(pycu::power(int64_t(0), int64_t(0)) == 1);
    static_assert(sizeof(pycu::power(int8_t(2), 3)) == 8);
}

TEST_CASE("powers of floats") {
    CHECK(pycu::power(1.5, int64_t(3)) == 1.5 * (1.5 * 1.5));
    CHECK(pycu::power(2.0f, int64_t(-2)) == 0.25f);
    static_assert(sizeof(pycu::power(2.0f, int64_t(2))) == 4);
    CHECK(pycu::power(0.0, int64_t(-1)) == inf);
    CHECK(pycu::power(not_a_number, int64_t(0)) == 1.0);
    CHECK(pycu::power(1.0001, int64_t(0x20000)) == std::pow(1.0001, double(0x20000)));
    CHECK(pycu::power(1.0001, min64) == 0.0);
    CHECK(pycu::power(2.0, 0.5) == std::sqrt(2.0));
    static_assert(sizeof(pycu::power(2.0f, 0.5f)) == 4);
}

TEST_CASE("shifts by any count") {
    for (const int64_t x : {int64_t(0), int64_t(1), int64_t(-1), int64_t(12345), min64, max64}) {
        for (int64_t n = 0; n < 64; ++n) {
            REQUIRE(pycu::shift_left(x, n) == int64_t(uint64_t(x) << n));
            REQUIRE(pycu::shift_right(x, n) == x >> n);
            REQUIRE(pycu::shift_right(uint64_t(x), n) == uint64_t(x) >> n);
        }
        for (const int64_t n : {int64_t(64), int64_t(65), int64_t(-1), min64, max64}) {
            REQUIRE(pycu::shift_left(x, n) == 0);
            REQUIRE(pycu::shift_right(x, n) == (x < 0 ? -1 : 0));
            REQUIRE(pycu::shift_right(uint64_t(x), n) == 0);
        }
    }
    CHECK(pycu::shift_left(int32_t(1), 40) == int64_t(1) << 40);
}

TEST_CASE("floats become integers as PTX's cvt.rzi has it") {
    CHECK(pycu::to_int<int64_t>(2.9) == 2);
    CHECK(pycu::to_int<int64_t>(-2.9f) == -2);
    CHECK(pycu::to_int<int64_t>(1e300) == max64);
    CHECK(pycu::to_int<int64_t>(-inf) == min64);
    CHECK(pycu::to_int<int64_t>(9223372036854775808.0) == max64);
    CHECK(pycu::to_int<int64_t>(-9223372036854775808.0) == min64);
    CHECK(pycu::to_int<int64_t>(9223372036854774784.0) == 9223372036854774784);
    CHECK(pycu::to_int<int64_t>(not_a_number) == min64);
    CHECK(pycu::to_int<int64_t>(float(not_a_number)) == min64);
    CHECK(pycu::to_int<uint64_t>(not_a_number) == uint64_t(1) << 63);
    CHECK(pycu::to_int<int32_t>(not_a_number) == INT32_MIN);
    CHECK(pycu::to_int<uint32_t>(not_a_number) == 0x80000000U);
    CHECK(pycu::to_int<int32_t>(3e9) == INT32_MAX);
    CHECK(pycu::to_int<int32_t>(-2147483648.9) == INT32_MIN);
    CHECK(pycu::to_int<int32_t>(2147483647.5) == INT32_MAX);
    CHECK(pycu::to_int<int32_t>(float(not_a_number)) == 0);
    CHECK(pycu::to_int<uint32_t>(-0.5) == 0);
    CHECK(pycu::to_int<uint32_t>(-7.0) == 0);
    CHECK(pycu::to_int<uint32_t>(4294967295.7) == UINT32_MAX);
    CHECK(pycu::to_int<uint64_t>(1.8446744073709552e19) == ~uint64_t(0));
    CHECK(pycu::to_int<uint64_t>(1e19) == 10000000000000000000U);
    CHECK(pycu::to_int<uint64_t>(-inf) == 0);
    CHECK(pycu::to_int<int16_t>(40000.0f) == 32767);
    CHECK(pycu::to_int<uint16_t>(-1.0f) == 0);
    // through 16 bits, of which the low byte stays
    CHECK(pycu::to_int<int8_t>(300.0) == 44);
    CHECK(pycu::to_int<int8_t>(40000.0) == -1);
    CHECK(pycu::to_int<uint8_t>(300.0f) == 44);
    CHECK(pycu::to_int<uint8_t>(-5.0f) == 0);
}

TEST_CASE("round") {
    CHECK(pycu::round(0.5) == 0);
    CHECK(pycu::round(1.5) == 2);
    CHECK(pycu::round(-2.5f) == -2);
    CHECK(pycu::round(2.6) == 3);
    CHECK(pycu::round(1e300) == max64);
    // as Numba has it; CPython, which looks at the decimal digits, says 2.67
    CHECK(pycu::round(2.675, 2) == 2.68);
    CHECK(pycu::round(2.5, 0) == 2.0);
    CHECK(pycu::round(1234.0, -2) == 1200.0);
    CHECK(pycu::round(1250.0, -2) == 1200.0);
    CHECK(pycu::round(0.15f, 1) == 0.2f);
    CHECK(pycu::round(1.25, 18) == 1.25);
    // Numba's scaled value goes through an int64, which saturates
    CHECK(pycu::round(1.25, 23) == double(max64) / 1e22 / 10.0);
    CHECK(pycu::round(1.5, 400) == 1.5);
    CHECK(pycu::round(inf, 3) == inf);
    CHECK(std::isnan(pycu::round(not_a_number, 3)));
    static_assert(sizeof(pycu::round(1.0f, 1)) == 4);
}

TEST_CASE("min, max and abs are Python's") {
    CHECK(pycu::max(int64_t(1), int64_t(3), int64_t(2)) == 3);
    CHECK(pycu::min(2.0, 1.0, 3.0) == 1.0);
    CHECK(std::isnan(pycu::max(not_a_number, 1.0, 2.0)));
    CHECK(pycu::max(1.0, not_a_number, 2.0) == 2.0);
    CHECK(pycu::abs(int64_t(-5)) == 5);
    CHECK(pycu::abs(min64) == min64);
    CHECK(pycu::abs(-0.5f) == 0.5f);
    CHECK(pycu::wrap(-1, 10) == 9);
    CHECK(pycu::wrap(3, 10) == 3);
    CHECK(pycu::wrap(-11, 10) < 0);  // no index before, and none behind
    CHECK(pycu::wrap(int64_t(-11), 10) < 0);
    CHECK(pycu::wrap(12, 10) == 12);
    int elements[2][3] = {{0, 1, 2}, {3, 4, 5}};
    const pycu::array<int, 2, int> a(elements);
    CHECK(a.wrapped(1, 2) == 5);
    CHECK(a.wrapped(-1, 0) == 3);
    CHECK(a.wrapped(int64_t(-2), int8_t(-1)) == 2);
    a.wrapped(-1, uint64_t(1)) = 7;
    CHECK(elements[1][1] == 7);
}

TEST_CASE("range has Python's values for any step") {
    for (int64_t start = -5; start <= 5; ++start) {
        for (int64_t stop = -5; stop <= 5; ++stop) {
            for (int64_t step = -3; step <= 3; ++step) {
                std::vector<int64_t> expected, found;
                if (step == 0) {
                    const pycu::range<int64_t> endless(start, stop, step);
                    CHECK_THROWS_AS(endless.begin(), pycu::Stop);
                    CHECK(endless.size() == 0);
                    continue;
                }
                for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step) {
                    expected.push_back(i);
                }
                for (const int64_t i : pycu::range<int64_t>(start, stop, step)) {
                    found.push_back(i);
                }
                REQUIRE(found == expected);
                REQUIRE(pycu::range<int64_t>(start, stop, step).size() == int64_t(expected.size()));
            }
        }
    }
    int count = 0;
    for (const int64_t i : pycu::range(max64 - 1, max64, int64_t(5))) {
        CHECK(i == max64 - 1);
        ++count;
    }
    for (const uint64_t i : pycu::range(uint64_t(3), uint64_t(10), uint64_t(4))) {
        CHECK((i == 3 || i == 7));
        ++count;
    }
    CHECK(count == 3);
    CHECK(pycu::range(max64, min64, min64).size() == 2);
    CHECK(pycu::range(uint64_t(10), uint64_t(7), uint64_t(-1)).size() == 3);  // 10, 9, 8
    CHECK(pycu::range(uint64_t(7), uint64_t(10), uint64_t(-1)).size() == 0);
}

TEST_CASE("tuples") {
    const pycu::tuple<float, int64_t> t{1.5f, 7};
    const auto [x, n] = t;
    CHECK(x == 1.5f);
    CHECK(n == 7);
    CHECK(t.get<1>() == 7);
    const pycu::tuple<int, int, int> u{10, 20, 30};
    for (int k = 0; k < 3; ++k) {
        CHECK(pycu::at(u, k) == (k + 1) * 10);
    }
    CHECK(pycu::len(u) == 3);
    CHECK(u < pycu::tuple<int, int, int>{10, 21, 0});
    CHECK(u <= u);
    CHECK(u == u);
    CHECK(!(u != u));
    static constexpr pycu::tuple<int, double> constant{1, 2.0};
    static_assert(constant.get<0>() == 1);
}

TEST_CASE("arrays are views through strides") {
    float data[3][4];
    for (int i = 0; i < 12; ++i) {
        data[i / 4][i % 4] = float(i);
    }
    const pycu::array<float, 2> whole(data);
    CHECK(whole(2, 1) == 9.0f);
    CHECK(whole.size() == 12);
    CHECK(whole.strides[0] == 16);
    const pycu::array<const float, 2> reads = whole;
    CHECK(reads(1, 3) == 7.0f);
    const auto columns = pycu::view_f(&data[0][0], pycu::extents<2>{{4, 3}});
    CHECK(columns(1, 2) == 9.0f);
    const auto back = pycu::view_a(&data[2][3], pycu::extents<1>{{6}}, pycu::extents<1>{{-8}});
    CHECK(back[0] == 11.0f);
    CHECK(back[5] == 1.0f);
    const pycu::array<float, 3> cube(&data[0][0], 2, 3, 2);
    CHECK(cube(1, 2, 1) == 11.0f);
    const pycu::array<float, 0> one(&data[1][1]);
    CHECK(one() == 5.0f);
}
