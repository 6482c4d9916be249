// Conditions of the interval analysis: what follows from their outcome.
#include <algorithm>

#include "ir/visit.h"
#include "passes/intervals.h"

namespace pycu::passes {
namespace {

/// A condition on more variables than these is not remembered.
constexpr std::size_t most_reads = 8;

/// What a comparison of numbers that came out false says instead; `is` compares their values.
std::optional<CompareOp> refuted(CompareOp op) {
    return opposite(op == CompareOp::Is      ? CompareOp::Eq
                    : op == CompareOp::IsNot ? CompareOp::NotEq
                                             : op);
}

}  // namespace

/// Takes it that the condition came out so: bounds for the variables in it.
void IntervalAnalysis::assume(ir::ExprId condition, bool outcome) {
    if (const auto* logical = get<ir::Logical>(condition)) {
        assume_logical(*logical, outcome);
    } else if (const auto* unary = get<ir::Unary>(condition)) {
        if (unary->op == UnaryOp::Not) {
            assume(unary->operand, !outcome);
        }
    } else if (const auto* literal = get<ir::Literal>(condition)) {
        const auto* value = std::get_if<bool>(&literal->value);
        if (value != nullptr && *value != outcome) {
            state_.set_unreachable();
        }
    } else if (const auto* read = get<ir::Read>(condition)) {
        assume_stored(read->local.index, outcome);
    } else if (const auto* cast = get<ir::Cast>(condition)) {
        if (type(cast->value).is_integer()) {  // if x:
            if (outcome) {
                assume_differs(cast->value, ir::exactly(0));
            } else {
                bound(cast->value, ir::exactly(0));
            }
        }
    } else if (const auto* compare = get<ir::Compare>(condition)) {
        if (type(compare->left).is_integer()) {
            const auto op = outcome ? compare->op : refuted(compare->op);
            if (op) {
                assume_compare(*op, compare->left, compare->right);
            }
        }
    }
}

void IntervalAnalysis::assume_logical(const ir::Logical& e, bool outcome) {
    if (e.is_and == outcome) {
        assume(e.left, outcome);
        assume(e.right, outcome);
        return;
    }
    // One of the two: the left one, or the right one after the left one did not.
    std::vector<Changes> paths;
    for (const bool is_left : {true, false}) {
        const FlowFacts::Mark mark = state_.mark();
        assume(e.left, is_left ? outcome : !outcome);
        if (!is_left) {
            assume(e.right, outcome);
        }
        paths.push_back(state_.since(mark));
        state_.undo(mark);
    }
    state_.apply(paths);
}

/// `ok = 0 < i; if ok:` as long as i is what it was.
void IntervalAnalysis::assume_stored(Local local, bool outcome) {
    const auto found = conditions_.find(state_.id(local));
    if (found == conditions_.end()) {
        return;
    }
    const bool is_current = std::ranges::all_of(found->second.reads, [&](const auto& read) {
        return state_.id(read.first) == read.second;
    });
    if (is_current) {
        assume(found->second.expr, outcome);
    }
}

void IntervalAnalysis::remember_condition(ValueId id, ir::ExprId condition) {
    std::vector<std::pair<Local, ValueId>> reads;
    const auto visit = [&](const auto& self, ir::ExprId at) -> void {
        if (const auto* read = get<ir::Read>(at)) {
            reads.emplace_back(read->local.index, state_.id(read->local.index));
        }
        ir::for_each_operand(function_.exprs[at], [&](const ir::ExprId& operand) {
            if (reads.size() <= most_reads) {
                self(self, operand);
            }
        });
    };
    visit(visit, condition);
    if (reads.size() <= most_reads) {
        conditions_[id] = {condition, std::move(reads)};
    }
}

void IntervalAnalysis::assume_compare(CompareOp op, ir::ExprId left, ir::ExprId right) {
    if (op == CompareOp::Lt || op == CompareOp::LtE) {
        assume_order(left, right, op == CompareOp::LtE);
    } else if (op == CompareOp::Gt || op == CompareOp::GtE) {
        assume_order(right, left, op == CompareOp::GtE);
    } else if (op == CompareOp::Eq || op == CompareOp::Is) {
        const ir::Interval a = peek(left);
        bound(left, peek(right));
        bound(right, a);
        const std::optional<Linear> x = linear(left);
        const std::optional<Linear> y = linear(right);
        relate(x, y, 0);
        relate(y, x, 0);
    } else if (op == CompareOp::NotEq) {
        const ir::Interval a = peek(left);
        assume_differs(left, peek(right));
        assume_differs(right, a);
    }
}

/// left < right, or left <= right
void IntervalAnalysis::assume_order(ir::ExprId left, ir::ExprId right, bool or_equal) {
    const ir::Interval a = peek(left);
    const ir::Interval b = peek(right);
    const std::int64_t gap = or_equal ? 0 : 1;
    bound(left, {INT64_MIN, b.high == INT64_MAX ? b.high : ir::saturating_add(b.high, -gap)});
    bound(right, {a.low == INT64_MIN ? a.low : ir::saturating_add(a.low, gap), INT64_MAX});
    relate(linear(right), linear(left), gap);
}

/// An end that a value is not lies outside.
void IntervalAnalysis::assume_differs(ir::ExprId value, ir::Interval other) {
    if (other.low != other.high || other.low == INT64_MIN || other.low == INT64_MAX) {
        return;
    }
    const ir::Interval now = peek(value);
    if (now.low == other.low) {
        bound(value, {other.low + 1, INT64_MAX});
    } else if (now.high == other.low) {
        bound(value, {INT64_MIN, other.low - 1});
    }
}

/// Narrows the variable behind an expression: `x`, `int64(x)`, `x + 1`.
void IntervalAnalysis::bound(ir::ExprId id, ir::Interval limit) {
    if (const auto* read = get<ir::Read>(id)) {
        const ir::Interval now = peek(id);
        const ir::Interval both{std::max(now.low, limit.low), std::min(now.high, limit.high)};
        if (is_tracked(type(id)) && both.low <= both.high) {
            state_.narrow(read->local.index, both);
        }
        return;
    }
    if (const auto* cast = get<ir::Cast>(id)) {
        const Type from = type(cast->value);
        const bool is_kept = from.is_integer() && type(id).is_integer() && from != uint64 &&
                             ir::contains(ir::interval_of(type(id)), peek(cast->value));
        if (is_kept) {
            bound(cast->value, limit);
        }
        return;
    }
    if (const auto* size = get<ir::Size>(id); size != nullptr && limit.low >= 1) {
        bound_extents(*size);
        return;
    }
    const auto* e = get<ir::Binary>(id);
    if (e == nullptr || type(id) != int64) {
        return;
    }
    // x + y = z: x = z - y, and x - y = z: x = z + y, y = x - z
    if (e->op == BinaryOp::Add) {
        bound(e->left, ir::difference(limit, peek(e->right)));
        bound(e->right, ir::difference(limit, peek(e->left)));
    } else if (e->op == BinaryOp::Sub) {
        bound(e->left, ir::sum(limit, peek(e->right)));
        bound(e->right, ir::difference(peek(e->left), limit));
    } else if (e->op == BinaryOp::Mult && limit.low >= 1) {
        const ir::Interval a = peek(e->left);
        const ir::Interval b = peek(e->right);
        // a product of counts that is not zero has no factor that is
        if (a.low >= 0 && b.low >= 0 && ir::product(a, b).high < INT64_MAX) {
            bound(e->left, {1, INT64_MAX});
            bound(e->right, {1, INT64_MAX});
        }
    }
}

/// An array that has an element has one along each axis: `rows, cols = a.shape; if i < a.size`.
void IntervalAnalysis::bound_extents(const ir::Size& size) {
    const auto* read = get<ir::Read>(size.array);
    if (read == nullptr) {
        return;
    }
    const ValueId array = state_.id(read->local.index);
    for (auto extent = extents_.lower_bound({array, 0});
         extent != extents_.end() && extent->first.first == array; ++extent) {
        for (Local local = 0; local < function_.locals.size(); ++local) {
            const Linear value = value_of(state_.id(local));
            if (value.terms[0].id == extent->second && value.constant == 0 &&
                is_tracked(type(ir::LocalId{local}))) {
                const ir::Interval now = state_[local];
                state_.narrow(local, {std::max<std::int64_t>(now.low, 1), now.high});
            }
        }
    }
}

}  // namespace pycu::passes
