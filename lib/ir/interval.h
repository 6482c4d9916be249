// Arithmetic on intervals of integers: what the results of operations lie between.
//
// A bound at the end of int64_t means that nothing is known on that side. Sums stay at the end when
// they pass it, since Numba and nvcc take it that a signed sum does not overflow; a product that
// may pass it is unknown, because hash functions let it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ir/expr.h"
#include "types/scalar.h"

namespace pycu::ir {

/// No array has more elements along an axis: addresses have 48 bits.
inline constexpr std::int64_t max_extent = std::int64_t{1} << 48;

/// Elements of an array, and threads along an axis of the grid, that a text with int indices is
/// launched with: the sum of two such numbers still fits in an int. pycu_array.h has it, too.
inline constexpr std::int64_t max_int_extent = (std::int64_t{1} << 30) - 1;

/// Blocks along an axis of such a grid, where a number of them is multiplied with anything but the
/// size of a block: with the block size that the source was written for.
inline constexpr std::int64_t max_few_blocks = max_int_extent / 1024;

constexpr Interval exactly(std::int64_t value) {
    return {value, value};
}

constexpr bool contains(Interval outer, Interval inner) {
    return outer.low <= inner.low && inner.high <= outer.high;
}

/// The values of an integer type or bool; those of uint64 above INT64_MAX count as INT64_MAX.
inline Interval interval_of(Type type) {
    if (type.is_bool()) {
        return {0, 1};
    }
    if (!type.is_integer()) {
        return {};
    }
    const int bits = 8 * bytes(type);
    if (type.is_unsigned()) {
        return {0, bits == 64 ? INT64_MAX : (std::int64_t{1} << bits) - 1};
    }
    return bits == 64
               ? Interval{}
               : Interval{-(std::int64_t{1} << (bits - 1)), (std::int64_t{1} << (bits - 1)) - 1};
}

/// A number of a text; nothing is known of a float.
inline Interval interval_of(const Number& number) {
    if (const auto* integer = std::get_if<std::int64_t>(&number)) {
        return exactly(*integer);
    }
    if (const auto* bits = std::get_if<std::uint64_t>(&number)) {
        return exactly(*bits < INT64_MAX ? std::int64_t(*bits) : INT64_MAX);
    }
    const auto* truth = std::get_if<bool>(&number);
    return truth != nullptr ? exactly(*truth ? 1 : 0) : Interval{};
}

/// The values in both; the first when there are none.
constexpr Interval meet(Interval a, Interval b) {
    const Interval both{std::max(a.low, b.low), std::min(a.high, b.high)};
    return both.low <= both.high ? both : a;
}

/// The values in either.
constexpr Interval join(Interval a, Interval b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

constexpr std::int64_t saturating_add(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    if (!__builtin_add_overflow(a, b, &sum)) {
        return sum;
    }
    return a < 0 ? INT64_MIN : INT64_MAX;
}

constexpr Interval negated(Interval a) {
    return {a.high == INT64_MAX ? INT64_MIN : -a.high, a.low == INT64_MIN ? INT64_MAX : -a.low};
}

constexpr Interval sum(Interval a, Interval b) {
    return {
        a.low == INT64_MIN || b.low == INT64_MIN ? INT64_MIN : saturating_add(a.low, b.low),
        a.high == INT64_MAX || b.high == INT64_MAX ? INT64_MAX : saturating_add(a.high, b.high)};
}

constexpr Interval difference(Interval a, Interval b) {
    return sum(a, negated(b));
}

constexpr Interval product(Interval a, Interval b) {
    const std::int64_t as[] = {a.low, a.high};
    const std::int64_t bs[] = {b.low, b.high};
    Interval result{INT64_MAX, INT64_MIN};
    for (const std::int64_t x : as) {
        for (const std::int64_t y : bs) {
            std::int64_t xy = 0;
            if (__builtin_mul_overflow(x, y, &xy)) {
                return {};
            }
            result = {std::min(result.low, xy), std::max(result.high, xy)};
        }
    }
    return result;
}

/// Of Python's `a // b`; 0 of a division by zero, as pycu::floor_div gives it.
constexpr Interval quotient(Interval a, Interval b) {
    if (b.low == 0 && a.low >= 0) {
        return {0, a.high};
    }
    if (b.low < 1) {
        const Interval either_sign = join(a, negated(a));
        return a.low == INT64_MIN || a.high == INT64_MAX ? Interval{} : either_sign;
    }
    const auto floor = [](std::int64_t x, std::int64_t y) { return x / y - (x % y < 0 ? 1 : 0); };
    return {floor(a.low, a.low < 0 ? b.low : b.high), floor(a.high, a.high < 0 ? b.high : b.low)};
}

/// Of Python's `a % b`, which has the sign of b; b = 0 gives 0, too.
constexpr Interval remainder(Interval a, Interval b) {
    const std::int64_t low = b.low == INT64_MIN ? b.low : std::min<std::int64_t>(b.low, -1) + 1;
    const std::int64_t high = b.high == INT64_MAX ? b.high : std::max<std::int64_t>(b.high, 1) - 1;
    return {low, a.low >= 0 && b.low >= 0 ? std::min(a.high, high) : high};
}

/// Of `a >> b` for a that is not negative; the sign of a stays in any case.
constexpr Interval shifted_right(Interval a, Interval b) {
    if (a.low < 0) {
        return {a.low, std::max<std::int64_t>(a.high, 0)};
    }
    const bool is_count = b.low >= 0 && b.low < 63;
    return {0, is_count ? a.high >> b.low : a.high};
}

/// All numbers of as many bits as these have, with both signs.
constexpr Interval numbers_of_bits(Interval a, Interval b) {
    std::int64_t all = 0;
    for (const std::int64_t bound : {a.low, a.high, b.low, b.high}) {
        all |= bound < 0 ? ~bound : bound;
    }
    for (int shift = 1; shift < 64; shift *= 2) {
        all |= all >> shift;
    }
    return {~all, all};
}

/// Of `a & b`: a mask that is not negative bounds the result.
constexpr Interval masked(Interval a, Interval b) {
    if (a.low >= 0 && b.low >= 0) {
        return {0, std::min(a.high, b.high)};
    }
    if (a.low >= 0 || b.low >= 0) {
        return {0, a.low >= 0 ? a.high : b.high};
    }
    return numbers_of_bits(a, b);
}

/// Of `a << b`.
constexpr Interval shifted_left(Interval a, Interval b) {
    if (b.low < 0 || b.high > 62) {
        return {};
    }
    return product(a, {std::int64_t{1} << b.low, std::int64_t{1} << b.high});
}

/// Of `a | b` and `a ^ b`: no bit above those of the operands.
constexpr Interval bits_of_either(Interval a, Interval b) {
    const Interval all = numbers_of_bits(a, b);
    return {a.low >= 0 && b.low >= 0 ? 0 : all.low, all.high};
}

/// Of `a op b`.
constexpr Interval result_of(BinaryOp op, Interval a, Interval b) {
    switch (op) {
        case BinaryOp::Add:
            return sum(a, b);
        case BinaryOp::Sub:
            return difference(a, b);
        case BinaryOp::Mult:
            return product(a, b);
        case BinaryOp::FloorDiv:
            return quotient(a, b);
        case BinaryOp::Mod:
            return remainder(a, b);
        case BinaryOp::LShift:
            return shifted_left(a, b);
        case BinaryOp::RShift:
            return shifted_right(a, b);
        case BinaryOp::BitAnd:
            return masked(a, b);
        case BinaryOp::BitOr:
        case BinaryOp::BitXor:
            return bits_of_either(a, b);
        case BinaryOp::Pow:
            return b == exactly(2) ? product(a, a) : Interval{};
        default:
            return {};
    }
}

}  // namespace pycu::ir
