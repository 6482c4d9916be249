// Whole numbers of any size. See big_int.h.
#include "support/big_int.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pycu {

namespace {

constexpr unsigned limb_bits = 32;

}  // namespace

BigInt::BigInt(Int128 value) {
    for (unsigned i = 0; i < 4; ++i) {
        limbs_.push_back(static_cast<std::uint32_t>(value >> (i * limb_bits)));
    }
    normalise();
}

BigInt BigInt::truncated(double value) {
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    const BigInt whole(static_cast<std::int64_t>(std::ldexp(fraction, 53)));
    const int shift = exponent - 53;
    return shift >= 0  ? whole << static_cast<std::size_t>(shift)
           : value < 0 ? -(-whole >> static_cast<std::size_t>(-shift))
                       : whole >> static_cast<std::size_t>(-shift);
}

void BigInt::normalise() {
    while (!limbs_.empty()) {
        const std::uint32_t last = limbs_.back();
        const bool is_below_negative = limbs_.size() > 1 && limbs_[limbs_.size() - 2] >> 31U != 0;
        const bool is_needed = last != 0 && (last != ~std::uint32_t{0} || !is_below_negative);
        if (is_needed || (last == 0 && is_below_negative)) {
            return;
        }
        limbs_.pop_back();
    }
}

std::optional<BigInt> BigInt::parse(std::string_view digits, unsigned base) {
    const double bits_per_digit = std::log2(double(base));
    if (double(digits.size()) * bits_per_digit > double(max_bits)) {
        return std::nullopt;
    }
    Limbs limbs;
    for (const char c : digits) {
        std::uint64_t carry = static_cast<unsigned>(c > '9' ? c - 'a' + 10 : c - '0');
        for (std::uint32_t& limb : limbs) {
            carry += std::uint64_t{limb} * base;
            limb = static_cast<std::uint32_t>(carry);
            carry >>= limb_bits;
        }
        if (carry != 0) {
            limbs.push_back(static_cast<std::uint32_t>(carry));
        }
    }
    limbs.push_back(0);
    return BigInt(std::move(limbs));
}

std::size_t BigInt::bits() const {
    const Limbs limbs = magnitude().limbs_;
    for (std::size_t i = limbs.size(); i-- > 0;) {
        if (limbs[i] != 0) {
            return i * limb_bits + static_cast<std::size_t>(std::bit_width(limbs[i]));
        }
    }
    return 0;
}

std::optional<Int128> BigInt::narrow() const {
    if (limbs_.size() > 4) {
        return std::nullopt;
    }
    Int128 value = is_negative() ? -1 : 0;
    for (std::size_t i = limbs_.size(); i-- > 0;) {
        value = value * (Int128(1) << limb_bits) + limbs_[i];
    }
    constexpr Int128 limit = Int128(1) << 126;
    return value < limit && value > -limit ? std::optional(value) : std::nullopt;
}

double BigInt::to_double() const {
    const std::size_t size = bits();
    const BigInt whole = magnitude();
    const std::size_t dropped = size > 64 ? size - 64 : 0;
    const BigInt top = whole >> dropped;
    std::uint64_t bits64 = std::uint64_t{top.limb(1)} << limb_bits | top.limb(0);
    // A bit that is dropped breaks a tie; the last of 64 bits stands for all of them.
    bits64 |= top << dropped != whole ? 1U : 0U;
    const double value = std::ldexp(static_cast<double>(bits64), static_cast<int>(dropped));
    return is_negative() ? -value : value;
}

std::string BigInt::digits(unsigned base) const {
    std::string text;
    Limbs rest = magnitude().limbs_;
    do {
        std::uint64_t digit = 0;
        for (std::size_t i = rest.size(); i-- > 0;) {
            digit = digit << limb_bits | rest[i];
            rest[i] = static_cast<std::uint32_t>(digit / base);
            digit %= base;
        }
        text += "0123456789abcdef"[digit];
        while (!rest.empty() && rest.back() == 0) {
            rest.pop_back();
        }
    } while (!rest.empty());
    std::ranges::reverse(text);
    return text;
}

BigInt BigInt::sum(const BigInt& a, const BigInt& b, bool carry) {
    const std::size_t size = std::max(a.limbs_.size(), b.limbs_.size()) + 1;
    Limbs limbs(size);
    std::uint64_t rest = carry ? 1 : 0;
    for (std::size_t i = 0; i < size; ++i) {
        rest += std::uint64_t{a.limb(i)} + b.limb(i);
        limbs[i] = static_cast<std::uint32_t>(rest);
        rest >>= limb_bits;
    }
    return BigInt(std::move(limbs));
}

BigInt operator*(const BigInt& a, const BigInt& b) {
    const std::size_t size = a.limbs_.size() + b.limbs_.size();
    BigInt::Limbs limbs(size);
    for (std::size_t i = 0; i < size; ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; i + j < size; ++j) {
            carry += limbs[i + j] + std::uint64_t{a.limb(i)} * b.limb(j);
            limbs[i + j] = static_cast<std::uint32_t>(carry);
            carry >>= limb_bits;
        }
    }
    return BigInt(std::move(limbs));
}

template <class Op>
BigInt BigInt::each_limb(const BigInt& a, const BigInt& b, const Op& op) {
    Limbs limbs(std::max(a.limbs_.size(), b.limbs_.size()) + 1);
    for (std::size_t i = 0; i < limbs.size(); ++i) {
        limbs[i] = op(a.limb(i), b.limb(i));
    }
    return BigInt(std::move(limbs));
}

BigInt operator~(const BigInt& a) {
    return BigInt::each_limb(a, a, [](std::uint32_t x, std::uint32_t) { return ~x; });
}
BigInt operator&(const BigInt& a, const BigInt& b) {
    return BigInt::each_limb(a, b, [](std::uint32_t x, std::uint32_t y) { return x & y; });
}
BigInt operator|(const BigInt& a, const BigInt& b) {
    return BigInt::each_limb(a, b, [](std::uint32_t x, std::uint32_t y) { return x | y; });
}
BigInt operator^(const BigInt& a, const BigInt& b) {
    return BigInt::each_limb(a, b, [](std::uint32_t x, std::uint32_t y) { return x ^ y; });
}

BigInt operator<<(const BigInt& a, std::size_t count) {
    const std::size_t words = count / limb_bits;
    BigInt::Limbs limbs(words);
    std::uint64_t rest = 0;
    for (std::size_t i = 0; i <= a.limbs_.size(); ++i) {
        rest |= std::uint64_t{a.limb(i)} << count % limb_bits;
        limbs.push_back(static_cast<std::uint32_t>(rest));
        rest >>= limb_bits;
    }
    return BigInt(std::move(limbs));
}

BigInt operator>>(const BigInt& a, std::size_t count) {
    const std::size_t words = count / limb_bits;
    BigInt::Limbs limbs;
    for (std::size_t i = words; i <= std::max(a.limbs_.size(), words); ++i) {
        const std::uint64_t two = std::uint64_t{a.limb(i + 1)} << limb_bits | a.limb(i);
        limbs.push_back(static_cast<std::uint32_t>(two >> count % limb_bits));
    }
    return BigInt(std::move(limbs));
}

std::strong_ordering operator<=>(const BigInt& a, const BigInt& b) {
    const BigInt difference = a - b;
    return difference.is_zero()       ? std::strong_ordering::equal
           : difference.is_negative() ? std::strong_ordering::less
                                      : std::strong_ordering::greater;
}

/// Quotient and rest of magnitudes: a long division by limbs (Knuth's algorithm D).
std::pair<BigInt, BigInt> BigInt::divide(const BigInt& a, const BigInt& b) {
    if (a < b) {
        return {BigInt(), a};
    }
    // The divisor's highest limb is at least half full, so that a guess is wrong by two at most.
    const std::size_t shift = (limb_bits - b.bits() % limb_bits) % limb_bits;
    Limbs rest = (a << shift).limbs_;
    const BigInt divisor = b << shift;
    const std::size_t size = (divisor.bits() + limb_bits - 1) / limb_bits;
    rest.resize(std::max(rest.size(), size) + 1);
    Limbs quotient(rest.size() - size + 1);
    for (std::size_t at = rest.size() - size; at-- > 0;) {
        const auto top = std::uint64_t{rest[at + size]} << limb_bits | rest[at + size - 1];
        const std::uint64_t divisor_top = divisor.limb(size - 1);
        std::uint64_t guess = std::min<std::uint64_t>(top / divisor_top, ~std::uint32_t{0});
        std::uint64_t product = 0;
        std::int64_t borrow = 0;
        for (std::size_t i = 0; i <= size; ++i) {
            product += i < size ? guess * divisor.limb(i) : 0;
            borrow +=
                std::int64_t{rest[at + i]} - std::int64_t{static_cast<std::uint32_t>(product)};
            rest[at + i] = static_cast<std::uint32_t>(borrow);
            borrow >>= limb_bits;
            product >>= limb_bits;
        }
        for (; borrow < 0; --guess) {
            std::uint64_t carry = 0;
            for (std::size_t i = 0; i <= size; ++i) {
                carry += std::uint64_t{rest[at + i]} + (i < size ? divisor.limb(i) : 0);
                rest[at + i] = static_cast<std::uint32_t>(carry);
                carry >>= limb_bits;
            }
            borrow += static_cast<std::int64_t>(carry);
        }
        quotient[at] = static_cast<std::uint32_t>(guess);
    }
    rest.push_back(0);
    return {BigInt(std::move(quotient)), BigInt(std::move(rest)) >> shift};
}

std::pair<BigInt, BigInt> BigInt::divmod(const BigInt& a, const BigInt& b) {
    auto [quotient, rest] = divide(a.magnitude(), b.magnitude());
    const bool differ = a.is_negative() != b.is_negative();
    if (differ && !rest.is_zero()) {
        quotient = quotient + BigInt(1);
        rest = b.magnitude() - rest;
    }
    return {differ ? -quotient : quotient, b.is_negative() ? -rest : rest};
}

double BigInt::quotient(const BigInt& a, const BigInt& b) {
    if (a.bits() <= 53 && b.bits() <= 53) {
        return a.to_double() / b.to_double();
    }
    // 66 bits or more, and one below them for whatever is left: to_double() rounds them once.
    const std::size_t wanted = b.bits() + 66;
    const std::size_t shift = wanted > a.bits() ? wanted - a.bits() : 0;
    const auto [whole, rest] = divide(a.magnitude() << shift, b.magnitude());
    const BigInt sticky = whole << 1 | BigInt(rest.is_zero() ? 0 : 1);
    const double value = std::ldexp(sticky.to_double(), -static_cast<int>(shift) - 1);
    return a.is_negative() != b.is_negative() ? -value : value;
}

}  // namespace pycu
