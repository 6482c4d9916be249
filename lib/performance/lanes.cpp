// Arithmetic on what the lanes of a warp have. See lanes.h.
#include "performance/lanes.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace pycu::performance {

namespace {

/// Numbers beyond it are let go: sums and products of two such ones do not overflow.
constexpr std::int64_t largest = std::int64_t{1} << 30;

bool is_small(const Lanes::Numbers& numbers) {
    return std::ranges::all_of(numbers, [](std::int64_t n) { return -largest < n && n < largest; });
}

bool are_same(const Lanes::Numbers& numbers) {
    return std::ranges::all_of(numbers, [&](std::int64_t n) { return n == numbers[0]; });
}

std::int64_t floor_quotient(std::int64_t a, std::int64_t by) {
    return a / by - (a % by < 0 ? 1 : 0);
}

/// A modulus as large as it is of use.
std::int64_t kept(std::int64_t modulus) {
    return modulus < largest ? modulus : std::gcd(modulus, largest);
}

}  // namespace

Lanes Lanes::unknown() {
    Lanes made;
    made.kind_ = Kind::Unknown;
    return made;
}

Lanes Lanes::uniform(std::int64_t multiple_of) {
    Lanes made;
    made.kind_ = Kind::Known;
    made.modulus_ = multiple_of;
    return made;
}

Lanes Lanes::constant(std::int64_t value) {
    if (value <= -largest || value >= largest) {
        return uniform();
    }
    Lanes made = uniform(0);
    made.offsets_.fill(value);
    return made;
}

Lanes Lanes::lane() {
    Lanes made = uniform(0);
    std::iota(made.offsets_.begin(), made.offsets_.end(), 0);
    return made;
}

Lanes Lanes::thread(int axis, const BlockShape& block) {
    std::int64_t before = 1;  // how far apart the lanes are whose places along the axis differ
    for (int i = 0; i < axis; ++i) {
        const std::int64_t extent = block.extents[std::size_t(i)];
        before = i == 0 ? block.x() : extent > 0 ? before * extent : warp_size;
    }
    const std::int64_t extent = axis == 0 ? block.x() : block.extents[std::size_t(axis)];
    Lanes made = uniform();
    made.is_along_y_ = axis == 1;
    if (before >= warp_size) {
        return made;
    }
    const std::int64_t along = extent > 0 ? extent : warp_size;
    for (std::int64_t i = 0; i < warp_size; ++i) {
        made.offsets_[std::size_t(i)] = i / before % along;
    }
    // the next warp begins 32 threads later: at the first place again, or that much further along
    const bool is_whole = warp_size % before == 0 && (along * before) % warp_size == 0;
    const bool is_again = warp_size % (before * along) == 0;
    made.modulus_ = is_again && block.extents[0] > 0 ? 0 : is_whole ? warp_size / before : 1;
    return made;
}

bool Lanes::is_uniform() const {
    return kind_ == Kind::Known && are_same(offsets_) && are_same(rows_);
}

bool Lanes::has_rows() const {
    return kind_ == Kind::Known && !are_same(rows_);
}

std::optional<Lanes::Numbers> Lanes::values() const {
    const bool are_known = kind_ == Kind::Known && modulus_ == 0 && rows_ == Numbers{};
    return are_known ? std::optional(offsets_) : std::nullopt;
}

std::optional<std::int64_t> Lanes::known() const {
    const auto all = is_uniform() ? values() : std::nullopt;
    return all ? std::optional((*all)[0]) : std::nullopt;
}

Lanes Lanes::has_rest(std::int64_t by, std::optional<std::int64_t> wanted) const {
    constexpr std::int64_t most = 64;  // of a larger one most warps have no such lane
    constexpr int fewest_changes = 3;
    if (!varies() || has_rows() || by < 2 || by > most) {
        return unknown();
    }
    const std::int64_t apart = wanted ? std::gcd(modulus_, by) : 1;
    Lanes best = unknown();
    int most_active = -1;
    for (std::int64_t base = 0; base < by; base += apart) {
        Lanes made = uniform(0);
        int active = 0, changes = 0;
        for (std::size_t i = 0; i < warp_size; ++i) {
            const std::int64_t sum = base + offsets_[i] - wanted.value_or(0);
            made.offsets_[i] = sum % by == 0 ? 1 : 0;
            active += int(made.offsets_[i]);
            changes += i > 0 && made.offsets_[i] != made.offsets_[i - 1] ? 1 : 0;
        }
        if (changes < fewest_changes) {
            return unknown();
        }
        best = active > most_active ? made : best;
        most_active = std::max(most_active, active);
    }
    return best;
}

std::int64_t Lanes::divisor() const {
    std::int64_t found = rows_ == Numbers{} ? modulus_ : 1;
    for (const std::int64_t offset : offsets_) {
        found = std::gcd(found, offset);
    }
    return kind_ == Kind::Known ? found : 1;
}

/// The same with the first lane's offset in the base.
Lanes Lanes::based_at_first() const {
    Lanes made = *this;
    made.modulus_ = std::gcd(modulus_, offsets_[0]);
    for (std::int64_t& offset : made.offsets_) {
        offset -= offsets_[0];
    }
    for (std::int64_t& row : made.rows_) {
        row -= rows_[0];
        made.modulus_ = rows_[0] != 0 ? 1 : made.modulus_;
    }
    return made;
}

Lanes Lanes::joined(const Lanes& a, const Lanes& b) {
    if (!a.is_set() || a.is_unknown() || b == a) {
        return a.is_set() ? a : b;
    }
    if (!b.is_set() || b.is_unknown()) {
        return b.is_set() ? b : a;
    }
    Lanes first = a.based_at_first();
    const Lanes second = b.based_at_first();
    if (first.offsets_ != second.offsets_ || first.rows_ != second.rows_) {
        return unknown();
    }
    // what both bases are multiples of; two bases that are zero are one
    first.modulus_ = std::gcd(first.modulus_, second.modulus_);
    first.is_of_turn_ = a.is_of_turn_ || b.is_of_turn_;
    first.is_along_y_ = a.is_along_y_ && b.is_along_y_;
    return first;
}

Lanes Lanes::sum(const Lanes& a, const Lanes& b, std::int64_t sign) {
    if (sign < 0 && a.has_rows() && b.has_rows()) {
        return unknown();  // i * n - i * m may be anything
    }
    Lanes made = uniform(std::gcd(a.modulus_, b.modulus_));
    for (std::size_t i = 0; i < warp_size; ++i) {
        made.offsets_[i] = a.offsets_[i] + sign * b.offsets_[i];
        made.rows_[i] = a.rows_[i] + sign * b.rows_[i];
    }
    return made;
}

Lanes Lanes::product(const Lanes& a, const Lanes& b) {
    if (a.varies() && b.varies()) {
        const auto one = a.values(), other = b.values();
        Lanes made = uniform(0);
        for (std::size_t i = 0; one && other && i < warp_size; ++i) {
            made.offsets_[i] = (*one)[i] * (*other)[i];
        }
        return one && other ? made : unknown();
    }
    const Lanes& each = a.varies() ? a : b;
    const Lanes& factor = a.varies() ? b : a;
    if (const auto by = factor.known()) {
        Lanes made = uniform(kept(each.modulus_ * (*by < 0 ? -*by : *by)));
        for (std::size_t i = 0; i < warp_size; ++i) {
            made.offsets_[i] = each.offsets_[i] * *by;
            made.rows_[i] = each.rows_[i] * *by;
        }
        return made;
    }
    if (!each.varies()) {
        return uniform(kept(each.divisor() * factor.divisor()));
    }
    if (each.has_rows()) {
        return unknown();
    }
    Lanes made = uniform();
    for (std::size_t i = 0; i < warp_size; ++i) {
        made.rows_[i] = each.offsets_[i] - each.offsets_[0];
    }
    return made;
}

/// a // by, or a % by where `is_rest`; `by` is positive.
Lanes Lanes::quotient(const Lanes& a, std::int64_t by, bool is_rest) {
    if (a.has_rows() || a.modulus_ % by != 0) {
        return a.is_uniform() ? uniform() : unknown();
    }
    Lanes made = uniform(is_rest ? 0 : a.modulus_ / by);
    for (std::size_t i = 0; i < warp_size; ++i) {
        const std::int64_t whole = floor_quotient(a.offsets_[i], by);
        made.offsets_[i] = is_rest ? a.offsets_[i] - whole * by : whole;
    }
    return made;
}

Lanes combined(BinaryOp op, const Lanes& a, const Lanes& b) {
    if (!a.is_set() || !b.is_set()) {
        return {};
    }
    if (a.is_unknown() || b.is_unknown()) {
        return Lanes::unknown();
    }
    const auto by = b.known();
    const auto mask = by ? by : a.known();
    const bool is_shift = by && *by >= 0 && *by < 30;
    Lanes made = a.is_uniform() && b.is_uniform() ? Lanes::uniform() : Lanes::unknown();
    if (op == BinaryOp::Add || op == BinaryOp::Sub) {
        made = Lanes::sum(a, b, op == BinaryOp::Add ? 1 : -1);
    } else if (op == BinaryOp::Mult) {
        made = Lanes::product(a, b);
    } else if ((op == BinaryOp::FloorDiv || op == BinaryOp::Mod) && by && *by > 0) {
        made = Lanes::quotient(a, *by, op == BinaryOp::Mod);
    } else if (op == BinaryOp::BitAnd && mask && *mask > 0 &&
               std::has_single_bit(std::uint64_t(*mask) + 1)) {
        made = Lanes::quotient(by ? a : b, *mask + 1, true);
    } else if (op == BinaryOp::LShift && is_shift) {
        made = Lanes::product(a, Lanes::constant(std::int64_t{1} << *by));
    } else if (op == BinaryOp::RShift && is_shift) {
        made = Lanes::quotient(a, std::int64_t{1} << *by, false);
    } else if (op == BinaryOp::BitXor && by && *by >= 0 && a.rows_ == Lanes::Numbers{} &&
               a.modulus_ % std::int64_t(std::bit_ceil(std::uint64_t(*by) + 1)) == 0) {
        made = a;
        std::ranges::for_each(made.offsets_, [&](std::int64_t& offset) { offset ^= *by; });
    }
    made.is_of_turn_ = a.is_of_turn_ || b.is_of_turn_;
    const bool keeps = op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mult;
    made.is_along_y_ = keeps && (a.is_along_y_ || b.is_along_y_);
    return made.is_unknown() || (is_small(made.offsets_) && is_small(made.rows_))
               ? made
               : Lanes::unknown();
}

}  // namespace pycu::performance
