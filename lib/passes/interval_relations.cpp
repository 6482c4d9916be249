// Relations of the interval analysis: `i < n` bounds `n - 1 - i`, whatever n is.
#include <algorithm>

#include "ir/interval.h"
#include "passes/intervals.h"

namespace pycu::passes {
namespace {

/// Sums of more parts than this are not looked at.
constexpr int largest_sum = 16;

/// a + sign * b, unless a constant gets too large.
std::optional<Linear> combined(std::optional<Linear> a, const std::optional<Linear>& b,
                               std::int64_t sign) {
    std::int64_t constant = 0;
    if (!a || !b || b->constant == INT64_MIN ||
        __builtin_add_overflow(a->constant, sign * b->constant, &constant)) {
        return std::nullopt;
    }
    a->constant = constant;
    for (const Linear::Term& term : b->terms) {
        const auto found = std::ranges::find(a->terms, term.id, &Linear::Term::id);
        if (found == a->terms.end()) {
            a->terms.push_back({term.id, sign * term.factor});
            continue;
        }
        found->factor += sign * term.factor;
        if (found->factor == 0) {
            a->terms.erase(found);
        }
    }
    return a;
}

/// The two values of `greater - less + constant`, in this order.
std::optional<std::pair<ValueId, ValueId>> difference_of(const Linear& sum) {
    if (sum.terms.size() != 2) {
        return std::nullopt;
    }
    const Linear::Term& a = sum.terms[0];
    const Linear::Term& b = sum.terms[1];
    if (a.factor == 1 && b.factor == -1) {
        return std::pair{a.id, b.id};
    }
    return a.factor == -1 && b.factor == 1 ? std::optional(std::pair{b.id, a.id}) : std::nullopt;
}

}  // namespace

Linear IntervalAnalysis::value_of(ValueId id) const {
    const auto found = sums_.find(id);
    if (found == sums_.end()) {
        return {{{id, 1}}, 0};
    }
    return {{{found->second.id, 1}}, found->second.constant};
}

std::optional<Linear> IntervalAnalysis::linear(ir::ExprId id) {
    int budget = largest_sum;
    return type(id).is_integer() ? linear_part(id, budget) : std::nullopt;
}

std::optional<Linear> IntervalAnalysis::linear_part(ir::ExprId id, int& budget) {
    if (--budget < 0) {
        return std::nullopt;
    }
    if (const auto* read = get<ir::Read>(id)) {
        return value_of(state_.id(read->local.index));
    }
    if (const auto* extent = get<ir::Extent>(id)) {
        return linear_extent(extent->array, extent->axis);
    }
    if (const auto* size = get<ir::Size>(id)) {
        return type(size->array).rank() == 1 ? linear_extent(size->array, 0) : std::nullopt;
    }
    if (const auto* cast = get<ir::Cast>(id)) {
        const Type from = type(cast->value);
        const bool is_kept = from.is_integer() && type(id).is_integer() &&
                             (from != uint64 || type(id) == uint64) &&
                             ir::contains(ir::interval_of(type(id)), peek(cast->value));
        return is_kept ? linear_part(cast->value, budget) : std::nullopt;
    }
    if (const auto* sum = get<ir::Binary>(id); sum != nullptr && type(id) == int64) {
        const bool is_add = sum->op == BinaryOp::Add;
        if (is_add || sum->op == BinaryOp::Sub) {
            std::optional<Linear> left = linear_part(sum->left, budget);
            return left
                       ? combined(std::move(left), linear_part(sum->right, budget), is_add ? 1 : -1)
                       : std::nullopt;
        }
        return std::nullopt;
    }
    if (function_.is<ir::Literal>(id) || function_.is<ir::ReadConstant>(id)) {
        const ir::Interval value = peek(id);
        const bool is_known = value.low == value.high && value.high < INT64_MAX;
        return is_known ? std::optional(Linear{{}, value.low}) : std::nullopt;
    }
    return std::nullopt;
}

/// An extent is a value that goes with the array.
std::optional<Linear> IntervalAnalysis::linear_extent(ir::ExprId array, int axis) {
    const auto* read = get<ir::Read>(array);
    if (read == nullptr) {
        return std::nullopt;
    }
    const auto [entry, is_new] = extents_.emplace(std::pair{state_.id(read->local.index), axis}, 0);
    if (is_new) {
        entry->second = state_.new_id();
    }
    return value_of(entry->second);
}

/// greater >= less + gap
void IntervalAnalysis::relate(const std::optional<Linear>& greater,
                              const std::optional<Linear>& less, std::int64_t gap) {
    const std::optional<Linear> sum = combined(greater, less, -1);
    if (!sum) {
        return;
    }
    const auto values = difference_of(*sum);
    std::int64_t rest = 0;
    if (values && !__builtin_sub_overflow(gap, sum->constant, &rest)) {
        state_.relate({values->first, values->second, rest});
    }
}

/// What comparisons say about a difference, beside what its operands lie between.
ir::Interval IntervalAnalysis::related(ir::ExprId id, ir::Interval value) {
    const std::optional<Linear> sum = linear(id);
    if (!sum) {
        return value;
    }
    if (sum->terms.empty()) {
        return ir::exactly(sum->constant);
    }
    const auto values = difference_of(*sum);
    const std::int64_t gap =
        values ? state_.gap(values->first, values->second) : std::int64_t{INT64_MIN};
    if (gap == INT64_MIN) {
        return value;
    }
    return ir::meet(value, {ir::saturating_add(gap, sum->constant), INT64_MAX});
}

/// `rows * columns` of one array, or `i * columns` where i is no more than rows: no more than it
/// has elements, each of which int indices reach.
bool IntervalAnalysis::counts_elements(const ir::Binary& e) {
    const auto value = [&](ir::ExprId id) {
        const std::optional<Linear> sum = linear(id);
        const bool is_one = sum && sum->terms.size() == 1 && sum->terms[0].factor == 1;
        return is_one && sum->constant <= 0 ? std::optional(sum->terms[0].id) : std::nullopt;
    };
    const auto left = value(e.left);
    const auto right = left ? value(e.right) : std::nullopt;
    constexpr std::size_t most_extents = 100;  // all of them are looked at
    if (!right || extents_.size() > most_extents) {
        return false;
    }
    const auto is_below = [&](ValueId one, ValueId extent) {
        return one == extent || state_.gap(extent, one) >= 0;
    };
    for (const auto& [axis, extent] : extents_) {
        if (!is_below(*left, extent)) {
            continue;
        }
        for (auto other = extents_.lower_bound({axis.first, 0});
             other != extents_.end() && other->first.first == axis.first; ++other) {
            if (other->first != axis && is_below(*right, other->second)) {
                return true;
            }
        }
    }
    return false;
}

void IntervalAnalysis::remember_value(ValueId id, ir::ExprId value) {
    const std::optional<Linear> sum = linear(value);
    if (sum && sum->terms.size() == 1 && sum->terms[0].factor == 1) {
        sums_[id] = {sum->terms[0].id, sum->constant};
    }
}

}  // namespace pycu::passes
