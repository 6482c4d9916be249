// Sums of products of symbols. See extent.h.
#include "values/extent.h"

#include <algorithm>
#include <utility>

#include "values/slices.h"

namespace pycu::values {

namespace {

// Longer sums, longer products and deeper computations become new symbols: nothing in a program
// needs them, and comparing stays cheap.
constexpr std::size_t max_terms = 32;
constexpr std::size_t max_symbols = 64;
constexpr int max_weight = 256;

using Known = std::vector<std::int64_t>;

std::optional<std::int64_t> shifted(std::int64_t a, std::int64_t by, bool is_left) {
    if (by < 0 || by > 62) {
        return std::nullopt;
    }
    std::int64_t made = 0;
    if (is_left) {
        return __builtin_mul_overflow(a, std::int64_t(1) << by, &made) ? std::nullopt
                                                                       : std::optional(made);
    }
    return a >> by;
}

/// The floor of a quotient; nothing where there is none in 64 bits.
std::optional<std::int64_t> quotient(std::int64_t a, std::int64_t b) {
    if (b == 0 || (a == INT64_MIN && b == -1)) {
        return std::nullopt;
    }
    return a / b - ((a % b != 0) && ((a < 0) != (b < 0)));
}

std::optional<std::int64_t> counted(const Known& x) {
    const auto part = [&](int bit, std::size_t at) {
        return (x[1] >> bit & 1) != 0 ? std::optional(x[at]) : std::nullopt;
    };
    const auto places = slice_indices({part(0, 2), part(1, 3), part(2, 4)}, x[0]);
    return places ? std::optional(places->count) : std::nullopt;
}

std::int64_t wrapped(std::int64_t value, std::int64_t bits, bool is_signed) {
    if (bits >= 64) {
        return value;
    }
    const std::uint64_t mask = (std::uint64_t(1) << bits) - 1;
    const std::uint64_t kept = std::uint64_t(value) & mask;
    const std::uint64_t sign = is_signed ? std::uint64_t(1) << (bits - 1) : 0;
    return std::int64_t((kept ^ sign) - sign);
}

std::optional<std::int64_t> computed(Rule rule, const Known& x) {
    switch (rule) {
        case Rule::Symbol:
        case Rule::Product:
            return std::nullopt;
        case Rule::Quotient:
            return quotient(x[0], x[1]);
        case Rule::Remainder: {
            const auto whole = quotient(x[0], x[1]);
            return whole ? std::optional(x[0] - *whole * x[1]) : std::nullopt;
        }
        case Rule::And:
            return x[0] & x[1];
        case Rule::Or:
            return x[0] | x[1];
        case Rule::Xor:
            return x[0] ^ x[1];
        case Rule::LeftShift:
        case Rule::RightShift:
            return shifted(x[0], x[1], rule == Rule::LeftShift);
        case Rule::Magnitude:
            return x[0] == INT64_MIN ? std::nullopt : std::optional(x[0] < 0 ? -x[0] : x[0]);
        case Rule::AtLeastZero:
            return std::max<std::int64_t>(x[0], 0);
        case Rule::Count:
            return counted(x);
        case Rule::Common:
            return x[0] == 1 ? x[1] : x[0];
        case Rule::Resolved:
            return x[0];
        case Rule::Wrapped:
            return wrapped(x[0], x[1], x[2] != 0);
    }
    return std::nullopt;
}

}  // namespace

Extent Extent::unknown(std::uint32_t loop) {
    auto symbol = std::make_shared<Symbol>();
    symbol->loop = loop;
    return of(std::move(symbol));
}

bool Extent::is_of_loop(std::uint32_t loop) const {
    return loop != 0 && terms_ != nullptr && constant_ == 0 && terms_->size() == 1 &&
           terms_->front().factor == 1 && terms_->front().symbols.size() == 1 &&
           terms_->front().symbols.front()->loop == loop;
}

Extent Extent::of(Terms terms, std::int64_t constant) {
    Extent made(constant);
    if (!terms.empty()) {
        made.terms_ = std::make_shared<const Terms>(std::move(terms));
    }
    return made;
}

Extent Extent::of(SymbolRef symbol) {
    return of({{1, {std::move(symbol)}}}, 0);
}

int Extent::weight() const {
    int all = 1;
    for (const Term& term : terms()) {
        for (const SymbolRef& symbol : term.symbols) {
            all += symbol->weight;
        }
    }
    return all;
}

bool Extent::same(const SymbolRef& a, const SymbolRef& b) {
    return a == b || (a->rule == b->rule && a->rule != Rule::Symbol && a->operands == b->operands);
}

bool Extent::same(const std::vector<SymbolRef>& a, const std::vector<SymbolRef>& b) {
    return std::ranges::is_permutation(
        a, b, [](const SymbolRef& x, const SymbolRef& y) { return same(x, y); });
}

bool operator==(const Extent& a, const Extent& b) {
    if (a.constant_ != b.constant_ || (a.terms_ == nullptr) != (b.terms_ == nullptr)) {
        return false;
    }
    return a.terms_ == b.terms_ ||
           std::ranges::is_permutation(
               *a.terms_, *b.terms_, [](const Extent::Term& x, const Extent::Term& y) {
                   return x.factor == y.factor && Extent::same(x.symbols, y.symbols);
               });
}

std::optional<Extent> Extent::sum(const Extent& a, const Extent& b) {
    std::int64_t constant = 0;
    if (__builtin_add_overflow(a.constant_, b.constant_, &constant)) {
        return std::nullopt;
    }
    Terms made = a.terms();
    for (const Term& term : b.terms()) {
        const auto found = std::ranges::find_if(
            made, [&](const Term& one) { return same(one.symbols, term.symbols); });
        if (found == made.end()) {
            made.push_back(term);
        } else if (__builtin_add_overflow(found->factor, term.factor, &found->factor)) {
            return std::nullopt;
        } else if (found->factor == 0) {
            made.erase(found);
        }
    }
    return made.size() <= max_terms ? std::optional(of(std::move(made), constant)) : std::nullopt;
}

std::optional<Extent> Extent::product(const Extent& a, const Extent& b) {
    Terms left = a.terms(), right = b.terms();
    left.push_back({a.constant_, {}});
    right.push_back({b.constant_, {}});
    Extent made;
    for (const Term& x : left) {
        for (const Term& y : right) {
            Term term{0, x.symbols};
            if (__builtin_mul_overflow(x.factor, y.factor, &term.factor)) {
                return std::nullopt;
            }
            if (term.factor == 0) {
                continue;
            }
            term.symbols.insert(term.symbols.end(), y.symbols.begin(), y.symbols.end());
            const std::int64_t constant = term.symbols.empty() ? term.factor : 0;
            auto more =
                term.symbols.size() > max_symbols
                    ? std::nullopt
                    : sum(made, term.symbols.empty() ? Extent(constant) : of({std::move(term)}, 0));
            if (!more) {
                return std::nullopt;
            }
            made = std::move(*more);
        }
    }
    return made;
}

/// a / b where every term of `a` holds all of `b`, which is one term.
std::optional<Extent> Extent::exact_quotient(const Extent& a, const Extent& b) {
    const Terms by = b.terms();
    if (by.size() + (b.constant_ != 0 ? 1 : 0) != 1) {
        return std::nullopt;
    }
    const Term divisor = by.empty() ? Term{b.constant_, {}} : by.front();
    Terms left = a.terms();
    if (a.constant_ != 0) {
        left.push_back({a.constant_, {}});
    }
    Extent made;
    for (Term& term : left) {
        if (divisor.factor == -1 || term.factor % divisor.factor != 0) {
            return std::nullopt;
        }
        term.factor /= divisor.factor;
        for (const SymbolRef& symbol : divisor.symbols) {
            const auto found = std::ranges::find_if(
                term.symbols, [&](const SymbolRef& one) { return same(one, symbol); });
            if (found == term.symbols.end()) {
                return std::nullopt;
            }
            term.symbols.erase(found);
        }
        const bool is_number = term.symbols.empty();
        const auto more = sum(made, is_number ? Extent(term.factor) : of({term}, 0));
        if (!more) {
            return std::nullopt;
        }
        made = *more;
    }
    return made;
}

Extent operator+(const Extent& a, const Extent& b) {
    return Extent::sum(a, b).value_or(Extent::unknown());
}

Extent operator-(const Extent& a, const Extent& b) {
    return a + Extent(-1) * b;
}

Extent operator*(const Extent& a, const Extent& b) {
    if (auto made = Extent::product(a, b)) {
        return *made;
    }
    return a.known() && b.known() ? Extent::unknown() : derived(Rule::Product, {a, b});
}

Extent derived(Rule rule, std::vector<Extent> operands) {
    Known numbers;
    int weight = 1;
    for (const Extent& one : operands) {
        weight += one.weight();
        if (const auto number = one.known()) {
            numbers.push_back(*number);
        }
    }
    if (numbers.size() == operands.size()) {
        const auto made = computed(rule, numbers);
        return made ? Extent(*made) : Extent::unknown();
    }
    if (rule == Rule::Quotient) {
        if (auto made = Extent::exact_quotient(operands[0], operands[1])) {
            return *made;
        }
    }
    if (weight > max_weight) {
        return Extent::unknown();
    }
    auto symbol = std::make_shared<Extent::Symbol>();
    symbol->rule = rule;
    symbol->operands = std::move(operands);
    symbol->weight = weight;
    return Extent::of(std::move(symbol));
}

Extent replaced(const Extent& extent, const std::function<Extent(const Extent& symbol)>& of) {
    Extent made(extent.constant_);
    for (const Extent::Term& term : extent.terms()) {
        Extent one(term.factor);
        for (const Extent::SymbolRef& symbol : term.symbols) {
            if (symbol->rule == Rule::Symbol) {
                one = one * of(Extent::of(symbol));
                continue;
            }
            std::vector<Extent> operands;
            for (const Extent& operand : symbol->operands) {
                operands.push_back(replaced(operand, of));
            }
            one = one * (symbol->rule == Rule::Product ? operands[0] * operands[1]
                                                       : derived(symbol->rule, operands));
        }
        made = made + one;
    }
    return made;
}

Extent Renewal::operator()(const Extent& extent) {
    return replaced(extent, [&](const Extent& symbol) {
        const auto found = std::ranges::find(made_, symbol, &std::pair<Extent, Extent>::first);
        return found != made_.end() ? found->second
                                    : made_.emplace_back(symbol, Extent::unknown()).second;
    });
}

Extent product_of(const std::vector<Extent>& extents) {
    Extent made(1);
    for (const Extent& one : extents) {
        made = made * one;
    }
    return made;
}

}  // namespace pycu::values
