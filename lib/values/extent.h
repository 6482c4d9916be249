// Whole numbers of the host that may be unknown: extents of arrays, their strides, bounds of
// slices.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace pycu::values {

/// How a number that is no sum of products follows from others.
enum class Rule : std::uint8_t {
    Symbol,       ///< it does not: it stands for itself
    Quotient,     ///< a // b
    Remainder,    ///< a % b
    And,          ///< a & b
    Or,           ///< a | b
    Xor,          ///< a ^ b
    LeftShift,    ///< a << b
    RightShift,   ///< a >> b
    Magnitude,    ///< abs(a)
    AtLeastZero,  ///< max(a, 0)
    Count,        ///< elements of a slice: length, which bounds are given, start, stop, step
    Common,       ///< the extent that a and b broadcast to
    Resolved,     ///< what stands for an extent given to a reshape, which may be -1
    Wrapped,      ///< a in an integer type: bits, whether it has a sign
    Product,      ///< a * b, where the sum of products would be too long
};

/// A number, or a sum of products of symbols that stand for numbers which nobody knows.
///
/// Equal ones are the same number in every run of the program; of unequal ones nobody knows unless
/// both are known. The same computation on the same symbols gives an equal number. Arithmetic is
/// exact: what needs more than 64 bits becomes a new symbol.
class Extent {
  public:
    Extent(std::int64_t known = 0) : constant_(known) {}

    /// A number that equals no other. `loop` says that it stands for whatever a variable is at the
    /// head of that loop, in each of its turns; 0 is no loop.
    static Extent unknown(std::uint32_t loop = 0);
    bool is_of_loop(std::uint32_t loop) const;

    std::optional<std::int64_t> known() const {
        return terms_ == nullptr ? std::optional(constant_) : std::nullopt;
    }
    bool is(std::int64_t number) const { return known() == number; }

    friend Extent operator+(const Extent& a, const Extent& b);
    friend Extent operator-(const Extent& a, const Extent& b);
    friend Extent operator*(const Extent& a, const Extent& b);
    friend bool operator==(const Extent& a, const Extent& b);
    friend Extent derived(Rule rule, std::vector<Extent> operands);
    friend Extent replaced(const Extent& extent,
                           const std::function<Extent(const Extent& symbol)>& of);

  private:
    struct Symbol {
        Rule rule = Rule::Symbol;
        std::vector<Extent> operands{};
        std::uint32_t loop = 0;
        int weight = 1;
    };
    using SymbolRef = std::shared_ptr<const Symbol>;
    /// factor * symbol * symbol ...; the order of the symbols has no meaning.
    struct Term {
        std::int64_t factor = 1;
        std::vector<SymbolRef> symbols{};
    };
    using Terms = std::vector<Term>;

    static Extent of(Terms terms, std::int64_t constant);
    static Extent of(SymbolRef symbol);
    static bool same(const SymbolRef& a, const SymbolRef& b);
    static bool same(const std::vector<SymbolRef>& a, const std::vector<SymbolRef>& b);
    static std::optional<Extent> sum(const Extent& a, const Extent& b);
    static std::optional<Extent> product(const Extent& a, const Extent& b);
    static std::optional<Extent> exact_quotient(const Extent& a, const Extent& b);
    Terms terms() const { return terms_ != nullptr ? *terms_ : Terms{}; }
    int weight() const;

    std::int64_t constant_ = 0;
    std::shared_ptr<const Terms> terms_;  // none where the number is known
};

Extent operator+(const Extent& a, const Extent& b);
Extent operator-(const Extent& a, const Extent& b);
Extent operator*(const Extent& a, const Extent& b);

/// What a rule makes of its operands: a number where they are known.
Extent derived(Rule rule, std::vector<Extent> operands);

/// The same computation on other numbers: `of` is asked for every symbol that stands for itself.
Extent replaced(const Extent& extent, const std::function<Extent(const Extent& symbol)>& of);

/// Gives every symbol a new one, the same for the same: another value of the same kind.
class Renewal {
  public:
    Extent operator()(const Extent& extent);

  private:
    std::vector<std::pair<Extent, Extent>> made_;
};

Extent product_of(const std::vector<Extent>& extents);

}  // namespace pycu::values
