// Python's int: a whole number of any size, up to a bound that no program reaches by itself.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pycu {

__extension__ using Int128 = __int128;

/// A whole number in two's complement. `bits()` of a result may pass max_bits; whoever computes
/// on asks before.
class BigInt {
  public:
    /// More bits than any number that is computed while compiling: some five thousand digits.
    static constexpr std::size_t max_bits = 1 << 14;

    BigInt() = default;
    explicit BigInt(Int128 value);
    /// `digits` in base 2, 8, 10 or 16, all of them digits of that base; nothing beyond max_bits.
    static std::optional<BigInt> parse(std::string_view digits, unsigned base);

    /// A finite number without its fraction.
    static BigInt truncated(double value);

    bool is_zero() const { return limbs_.empty(); }
    bool is_negative() const { return !limbs_.empty() && limbs_.back() >> 31U != 0; }
    BigInt magnitude() const { return is_negative() ? -*this : *this; }
    /// int.bit_length(): how many bits the magnitude has.
    std::size_t bits() const;
    /// The value where it lies between -2**126 and 2**126.
    std::optional<Int128> narrow() const;
    /// The nearest double, ties to even; an infinity beyond the largest.
    double to_double() const;
    /// The digits of the magnitude.
    std::string digits(unsigned base) const;

    friend BigInt operator+(const BigInt& a, const BigInt& b) { return sum(a, b, false); }
    friend BigInt operator-(const BigInt& a, const BigInt& b) { return sum(a, ~b, true); }
    friend BigInt operator*(const BigInt& a, const BigInt& b);
    friend BigInt operator-(const BigInt& a) { return BigInt() - a; }
    friend BigInt operator~(const BigInt& a);
    friend BigInt operator&(const BigInt& a, const BigInt& b);
    friend BigInt operator|(const BigInt& a, const BigInt& b);
    friend BigInt operator^(const BigInt& a, const BigInt& b);
    friend BigInt operator<<(const BigInt& a, std::size_t count);
    friend BigInt operator>>(const BigInt& a, std::size_t count);
    friend bool operator==(const BigInt&, const BigInt&) = default;
    friend std::strong_ordering operator<=>(const BigInt& a, const BigInt& b);

    /// Python's divmod: the quotient rounded down, the rest with the sign of the divisor, which is
    /// not zero.
    static std::pair<BigInt, BigInt> divmod(const BigInt& a, const BigInt& b);
    /// Python's `a / b`, rounded once; `b` is not zero.
    static double quotient(const BigInt& a, const BigInt& b);

  private:
    using Limbs = std::vector<std::uint32_t>;

    explicit BigInt(Limbs limbs) : limbs_(std::move(limbs)) { normalise(); }
    void normalise();
    /// A limb, or what continues the sign behind the last one.
    std::uint32_t limb(std::size_t i) const {
        return i < limbs_.size() ? limbs_[i] : is_negative() ? ~std::uint32_t{0} : 0;
    }
    static BigInt sum(const BigInt& a, const BigInt& b, bool carry);
    template <class Op>
    static BigInt each_limb(const BigInt& a, const BigInt& b, const Op& op);
    static std::pair<BigInt, BigInt> divide(const BigInt& a, const BigInt& b);

    /// From the lowest; the last one's highest bit is the sign, and no limb repeats it needlessly.
    Limbs limbs_;
};

}  // namespace pycu
