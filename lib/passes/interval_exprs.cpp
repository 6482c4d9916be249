// Expressions of the interval analysis: what they lie between, and what conditions say.
#include <algorithm>
#include <string_view>

#include "ir/visit.h"
#include "passes/intervals.h"
#include "support/match.h"

namespace pycu::passes {
namespace {

bool is_tracked(Type type) {
    return type.is_integer() || type.is_bool();
}

struct Limits {
    std::string_view name;
    ir::Interval values;
};

/// CUDA's limits on a launch, and other functions of few values.
constexpr Limits limits[] = {
    {"numba.cuda.threadIdx.x", {0, 1023}},
    {"numba.cuda.threadIdx.y", {0, 1023}},
    {"numba.cuda.threadIdx.z", {0, 63}},
    {"numba.cuda.blockDim.x", {1, 1024}},
    {"numba.cuda.blockDim.y", {1, 1024}},
    {"numba.cuda.blockDim.z", {1, 64}},
    {"numba.cuda.blockIdx.x", {0, INT32_MAX - 1}},
    {"numba.cuda.blockIdx.y", {0, 65534}},
    {"numba.cuda.blockIdx.z", {0, 65534}},
    {"numba.cuda.gridDim.x", {1, INT32_MAX}},
    {"numba.cuda.gridDim.y", {1, 65535}},
    {"numba.cuda.gridDim.z", {1, 65535}},
    {"numba.cuda.laneid", {0, 31}},
    {"numba.cuda.warpsize", {32, 32}},
    {"numba.cuda.popc", {0, 64}},
    {"numba.cuda.clz", {0, 64}},
    {"numba.cuda.ffs", {0, 64}},
};

ir::Interval shifted_left(ir::Interval a, ir::Interval count) {
    if (a.low < 0 || count.low < 0 || count.high > 62) {
        return {};
    }
    return ir::product(a, {std::int64_t{1} << count.low, std::int64_t{1} << count.high});
}

}  // namespace

ir::Interval IntervalAnalysis::eval(ir::ExprId id) {
    const ir::Expr& expr = function_.exprs[id];
    const ir::Interval value = ir::meet(ir::interval_of(expr.type), evaluate(expr));
    record(id, value);
    return value;
}

/// An expression may stand in several places; what is recorded holds in all of them.
void IntervalAnalysis::record(ir::ExprId id, ir::Interval value) {
    if (!is_recording_ || !is_tracked(type(id))) {
        return;
    }
    ir::Interval& known = function_.exprs[id].known;
    known = recorded_[id.index] ? ir::join(known, value) : value;
    recorded_[id.index] = true;
}

ir::Interval IntervalAnalysis::evaluate(const ir::Expr& expr) {
    const auto operands = [&] {
        ir::for_each_operand(expr, [&](const ir::ExprId& operand) { eval(operand); });
        return ir::Interval{};
    };
    return std::visit(
        match{
            [&](const ir::Literal& e) -> ir::Interval {
                if (const auto* value = std::get_if<std::int64_t>(&e.value)) {
                    return ir::exactly(*value);
                }
                const auto* bits = std::get_if<std::uint64_t>(&e.value);
                return bits != nullptr && *bits < INT64_MAX ? ir::exactly(std::int64_t(*bits))
                                                            : ir::Interval{};
            },
            [&](const ir::ReadConstant& e) -> ir::Interval {
                const ir::Constant& constant = module_.constants[e.constant];
                const auto* value = constant.type.is_scalar()
                                        ? std::get_if<std::int64_t>(&constant.values.front())
                                        : nullptr;
                return value == nullptr ? ir::Interval{} : ir::exactly(*value);
            },
            [&](const ir::Read& e) -> ir::Interval {
                const ir::Interval value = state_[e.local.index];
                return value == no_value ? ir::Interval{} : value;
            },
            [&](const ir::Unary& e) -> ir::Interval {
                const ir::Interval value = eval(e.operand);
                if (e.op == UnaryOp::USub) {
                    return expr.type.is_unsigned() ? ir::Interval{} : ir::negated(value);
                }
                return e.op == UnaryOp::UAdd ? value : ir::Interval{};
            },
            [&](const ir::Binary& e) { return binary(e, expr.type); },
            [&](const ir::Logical& e) -> ir::Interval {
                eval(e.left);
                const std::size_t mark = state_.mark();
                assume(e.left, e.is_and);
                if (state_.is_reachable()) {
                    eval(e.right);
                }
                state_.undo(mark);
                return {};
            },
            [&](const ir::Select& e) { return select(e); },
            [&](const ir::Cast& e) -> ir::Interval {
                const ir::Interval value = eval(e.value);
                if (!is_tracked(type(e.value))) {
                    return {};
                }
                const bool is_beyond = type(e.value) == uint64 && value.high == INT64_MAX;
                const bool fits = ir::contains(ir::interval_of(expr.type), value);
                return fits && (!is_beyond || expr.type == uint64) ? value : ir::Interval{};
            },
            [&](const ir::Extent& e) { return extent(e); },
            [&](const ir::Size& e) -> ir::Interval {
                eval(e.array);
                return {0, ir::max_extent};
            },
            [&](const ir::Call& e) { return call(e, expr.type); },
            [&](const ir::Intrinsic& e) { return intrinsic(e, expr.type); },
            [&](const auto&) { return operands(); },
        },
        expr.as);
}

ir::Interval IntervalAnalysis::binary(const ir::Binary& e, Type type) {
    const ir::Interval a = eval(e.left);
    const ir::Interval b = eval(e.right);
    if (!type.is_integer()) {
        return {};
    }
    ir::Interval result;
    switch (e.op) {
        case BinaryOp::Add:
            result = ir::sum(a, b);
            break;
        case BinaryOp::Sub:
            result = ir::difference(a, b);
            break;
        case BinaryOp::Mult:
            result = ir::product(a, b);
            break;
        case BinaryOp::FloorDiv:
            result = ir::quotient(a, b);
            break;
        case BinaryOp::Mod:
            result = ir::remainder(a, b);
            break;
        case BinaryOp::LShift:
            result = shifted_left(a, b);
            break;
        case BinaryOp::RShift:
            result = ir::shifted_right(a, b);
            break;
        case BinaryOp::BitAnd:
            result = ir::masked(a, b);
            break;
        case BinaryOp::BitOr:
        case BinaryOp::BitXor:
            result = a.low >= 0 && b.low >= 0 ? ir::Interval{0, INT64_MAX} : ir::Interval{};
            break;
        default:
            break;
    }
    // Unsigned numbers wrap below zero.
    return type.is_unsigned() && result.low < 0 ? ir::Interval{} : result;
}

ir::Interval IntervalAnalysis::select(const ir::Select& e) {
    eval(e.condition);
    ir::Interval result = no_value;
    for (const bool outcome : {true, false}) {
        const std::size_t mark = state_.mark();
        assume(e.condition, outcome);
        const ir::Interval value = eval(outcome ? e.if_true : e.if_false);
        if (state_.is_reachable()) {
            result = either(result, value);
        }
        state_.undo(mark);
    }
    return result == no_value ? ir::Interval{} : result;
}

ir::Interval IntervalAnalysis::call(const ir::Call& e, Type type) {
    FunctionFacts& callee = facts_[e.function.index];
    for (std::size_t i = 0; i < e.args.size(); ++i) {
        const ir::Interval value = eval(e.args[i]);
        if (is_recording_) {
            callee.params[i] = either(callee.params[i], value);
        }
    }
    callee.is_called = callee.is_called || is_recording_;
    return is_tracked(type) ? callee.result : ir::Interval{};
}

ir::Interval IntervalAnalysis::intrinsic(const ir::Intrinsic& e, Type type) {
    std::vector<ir::Interval> args;
    for (const ir::ExprId arg : e.args) {
        args.push_back(eval(arg));
    }
    const std::string_view name = e.row->name;
    for (const Limits& limit : limits) {
        if (limit.name == name) {
            return limit.values;
        }
    }
    const bool is_max = name == "builtins.max";
    if (type.is_integer() && !args.empty() && (is_max || name == "builtins.min")) {
        ir::Interval result = args[0];
        for (const ir::Interval arg : args) {
            result =
                is_max
                    ? ir::Interval{std::max(result.low, arg.low), std::max(result.high, arg.high)}
                    : ir::Interval{std::min(result.low, arg.low), std::min(result.high, arg.high)};
        }
        return result;
    }
    if (name == "builtins.abs" && type.is_integer() && args[0].low > INT64_MIN &&
        ir::contains(ir::interval_of(type), ir::negated(args[0]))) {
        const std::int64_t high = std::max(args[0].high, -args[0].low);
        return {std::max<std::int64_t>(args[0].low, 0), high};
    }
    return {};
}

ir::Interval IntervalAnalysis::extent(const ir::Extent& e) {
    eval(e.array);
    if (const auto* read = get<ir::Read>(e.array)) {
        const auto shape = shapes_.find(read->local.index);
        if (shape != shapes_.end() && shape->second[std::size_t(e.axis)] > 0) {
            return ir::exactly(shape->second[std::size_t(e.axis)]);
        }
    }
    return {0, ir::max_extent};
}

/// The value without recording it.
ir::Interval IntervalAnalysis::peek(ir::ExprId id) {
    const bool was_recording = is_recording_;
    is_recording_ = false;
    const ir::Interval value = eval(id);
    is_recording_ = was_recording;
    return value;
}

void IntervalAnalysis::assume(ir::ExprId condition, bool outcome) {
    if (const auto* e = get<ir::Logical>(condition)) {
        if (e->is_and == outcome) {
            assume(e->left, outcome);
            assume(e->right, outcome);
            return;
        }
        // One of the two: the left one, or the right one after the left one did not.
        std::vector<Changes> paths;
        for (const bool is_left : {true, false}) {
            const std::size_t mark = state_.mark();
            assume(e->left, is_left ? outcome : !outcome);
            if (!is_left) {
                assume(e->right, outcome);
            }
            paths.push_back(state_.since(mark));
            state_.undo(mark);
        }
        state_.apply(paths);
        return;
    }
    if (const auto* e = get<ir::Unary>(condition)) {
        if (e->op == UnaryOp::Not) {
            assume(e->operand, !outcome);
        }
        return;
    }
    if (const auto* e = get<ir::Literal>(condition)) {
        const auto* value = std::get_if<bool>(&e->value);
        if (value != nullptr && *value != outcome) {
            state_.set_unreachable();
        }
        return;
    }
    const auto* e = get<ir::Compare>(condition);
    if (e == nullptr || !type(e->left).is_integer()) {
        return;
    }
    CompareOp op = e->op;
    if (!outcome) {
        op = op == CompareOp::Lt    ? CompareOp::GtE
             : op == CompareOp::LtE ? CompareOp::Gt
             : op == CompareOp::Gt  ? CompareOp::LtE
             : op == CompareOp::GtE ? CompareOp::Lt
             : op == CompareOp::Eq  ? CompareOp::NotEq
                                    : CompareOp::Eq;
    }
    if (op == CompareOp::Lt || op == CompareOp::LtE) {
        assume_order(e->left, e->right, op == CompareOp::LtE);
    } else if (op == CompareOp::Gt || op == CompareOp::GtE) {
        assume_order(e->right, e->left, op == CompareOp::GtE);
    } else if (op == CompareOp::Eq) {
        const ir::Interval left = peek(e->left);
        bound(e->left, peek(e->right));
        bound(e->right, left);
    }
}

/// left < right, or left <= right
void IntervalAnalysis::assume_order(ir::ExprId left, ir::ExprId right, bool or_equal) {
    const ir::Interval a = peek(left);
    const ir::Interval b = peek(right);
    const std::int64_t gap = or_equal ? 0 : 1;
    bound(left, {INT64_MIN, b.high == INT64_MAX ? b.high : ir::saturating_add(b.high, -gap)});
    bound(right, {a.low == INT64_MIN ? a.low : ir::saturating_add(a.low, gap), INT64_MAX});
}

/// Narrows the variable behind an expression: `x`, `int64(x)`, `x + 1`.
void IntervalAnalysis::bound(ir::ExprId id, ir::Interval limit) {
    if (const auto* read = get<ir::Read>(id)) {
        const ir::Interval now = peek(id);
        const ir::Interval both{std::max(now.low, limit.low), std::min(now.high, limit.high)};
        if (both.low > both.high) {
            return;  // no path gets here, which is not ours to say
        }
        state_.set(read->local.index, both);
        return;
    }
    if (const auto* cast = get<ir::Cast>(id)) {
        const Type from = type(cast->value);
        const bool is_kept = from.is_integer() && type(id).is_integer() &&
                             ir::contains(ir::interval_of(type(id)), peek(cast->value)) &&
                             from != uint64;
        if (is_kept) {
            bound(cast->value, limit);
        }
        return;
    }
    const auto* e = get<ir::Binary>(id);
    if (e == nullptr || type(id) != int64 || (e->op != BinaryOp::Add && e->op != BinaryOp::Sub)) {
        return;
    }
    const ir::Interval right = peek(e->right);
    if (right.low != right.high || right.low == INT64_MIN) {
        return;
    }
    const std::int64_t shift = e->op == BinaryOp::Add ? -right.low : right.low;
    bound(e->left, ir::sum(limit, ir::exactly(shift)));
}

}  // namespace pycu::passes
