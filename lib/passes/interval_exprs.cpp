// Expressions of the interval analysis: what they lie between.
#include <algorithm>
#include <string_view>

#include "ir/visit.h"
#include "passes/intervals.h"
#include "support/match.h"
#include "types/scalar.h"

namespace pycu::passes {
namespace {

struct Limits {
    std::string_view name;
    ir::Interval values;
};

/// CUDA's limits on a launch, and other functions of few values. Grids are taken to be as high and
/// deep as they may be wide, so that the three axes look the same in the text.
constexpr Limits limits[] = {
    {"numba.cuda.threadIdx.x", {0, 1023}},
    {"numba.cuda.threadIdx.y", {0, 1023}},
    {"numba.cuda.threadIdx.z", {0, 63}},
    {"numba.cuda.blockDim.x", {1, 1024}},
    {"numba.cuda.blockDim.y", {1, 1024}},
    {"numba.cuda.blockDim.z", {1, 64}},
    {"numba.cuda.blockIdx.x", {0, INT32_MAX - 1}},
    {"numba.cuda.blockIdx.y", {0, INT32_MAX - 1}},
    {"numba.cuda.blockIdx.z", {0, INT32_MAX - 1}},
    {"numba.cuda.gridDim.x", {1, INT32_MAX}},
    {"numba.cuda.gridDim.y", {1, INT32_MAX}},
    {"numba.cuda.gridDim.z", {1, INT32_MAX}},
    {"numba.cuda.laneid", {0, 31}},
    {"numba.cuda.warpsize", {32, 32}},
    {"numba.cuda.popc", {0, 64}},
    {"numba.cuda.clz", {0, 64}},
    {"numba.cuda.ffs", {0, 64}},
};

/// Of operands that uint64 holds and int64 does not.
ir::Interval of_large_numbers(BinaryOp op, ir::Interval a, ir::Interval b) {
    switch (op) {
        case BinaryOp::Sub:
        case BinaryOp::Mult:
            return op == BinaryOp::Sub ? ir::difference(a, b) : ir::product(a, b);
        case BinaryOp::Mod:
            if (b.high < INT64_MAX) {
                return {0, std::max<std::int64_t>(b.high - 1, 0)};
            }
            return {0, a.high};
        case BinaryOp::RShift:
            return {0, b.low >= 1 && b.low < 64 ? INT64_MAX >> (b.low - 1) : INT64_MAX};
        case BinaryOp::BitAnd:
            return ir::masked(a, b);
        default:
            return {};
    }
}

}  // namespace

ir::Interval IntervalAnalysis::eval(ir::ExprId id) {
    const ir::Expr& expr = function_.exprs[id];
    const ir::Interval value = ir::meet(ir::interval_of(expr.type), evaluate(expr, id));
    record(id, value);
    return value;
}

/// The value without recording it.
ir::Interval IntervalAnalysis::peek(ir::ExprId id) {
    const bool was_recording = is_recording_;
    is_recording_ = false;
    const ir::Interval value = eval(id);
    is_recording_ = was_recording;
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

ir::Interval IntervalAnalysis::evaluate(const ir::Expr& expr, ir::ExprId id) {
    const auto operands = [&] {
        ir::for_each_operand(expr, [&](const ir::ExprId& operand) { eval(operand); });
        return ir::Interval{};
    };
    return std::visit(
        match{
            [&](const ir::Literal& e) { return ir::interval_of(e.value); },
            [&](const ir::ReadConstant& e) { return constant(module_.constants[e.constant]); },
            [&](const ir::Read& e) {
                const ir::Interval value = state_[e.local.index];
                return value == no_value ? ir::Interval{} : value;
            },
            [&](const ir::Unary& e) { return unary(e, expr.type); },
            [&](const ir::Binary& e) { return binary(e, expr.type, id); },
            [&](const ir::Logical& e) { return logical(e); },
            [&](const ir::Select& e) { return select(e); },
            [&](const ir::Cast& e) { return cast(e, expr.type); },
            [&](const ir::Element& e) { return element(e); },
            [&](const ir::Extent& e) { return extent(e.array, e.axis); },
            [&](const ir::Size& e) {
                const bool is_line = type(e.array).rank() == 1;
                return is_line ? extent(e.array, 0)
                               : (operands(), ir::Interval{0, largest_extent()});
            },
            [&](const ir::TupleItem& e) { return tuple_item(e); },
            [&](const ir::TupleAt& e) { return any_item(e); },
            [&](const ir::Call& e) { return call(e, expr.type); },
            [&](const ir::Intrinsic& e) { return intrinsic(e, expr.type); },
            [&](const auto&) { return operands(); },
        },
        expr.as);
}

/// A number, or any of an array's or a tuple's.
ir::Interval IntervalAnalysis::constant(const ir::Constant& constant) const {
    ir::Interval all = no_value;
    for (const ir::Number& value : constant.values) {
        all = either(all, ir::interval_of(value));
    }
    return all == no_value ? ir::Interval{} : all;
}

ir::Interval IntervalAnalysis::unary(const ir::Unary& e, Type type) {
    const ir::Interval value = eval(e.operand);
    if (e.op == UnaryOp::UAdd) {
        return value;
    }
    if (e.op == UnaryOp::Not || !type.is_signed()) {
        return {};
    }
    const ir::Interval minus = ir::negated(value);
    const ir::Interval result =
        e.op == UnaryOp::USub ? minus : ir::difference(minus, ir::exactly(1));
    return ir::contains(ir::interval_of(type), result) ? result : ir::Interval{};
}

ir::Interval IntervalAnalysis::binary(const ir::Binary& e, Type type, ir::ExprId id) {
    const ir::Interval a = eval(e.left);
    const ir::Interval b = eval(e.right);
    if (!type.is_integer()) {
        return {};
    }
    const auto is_large = [&](ir::ExprId operand, ir::Interval interval) {
        return this->type(operand) == uint64 && interval.high == INT64_MAX;
    };
    ir::Interval result = is_large(e.left, a) || is_large(e.right, b) ? of_large_numbers(e.op, a, b)
                                                                      : ir::result_of(e.op, a, b);
    if (function_.has_int_indices && type == int64) {
        result = ir::meet(result, bound_of_launch(e, a, b));
    }
    if (type == int64) {
        return result.low < 0 ? related(id, result) : result;
    }
    // Narrow numbers wrap at both ends, unsigned ones below zero.
    return ir::contains(ir::interval_of(type), result) ? result : ir::Interval{};
}

ir::Interval IntervalAnalysis::logical(const ir::Logical& e) {
    eval(e.left);
    const FlowFacts::Mark mark = state_.mark();
    assume(e.left, e.is_and);
    if (state_.is_reachable()) {
        eval(e.right);
    }
    state_.undo(mark);
    return {};
}

ir::Interval IntervalAnalysis::select(const ir::Select& e) {
    eval(e.condition);
    ir::Interval result = no_value;
    for (const bool outcome : {true, false}) {
        const FlowFacts::Mark mark = state_.mark();
        assume(e.condition, outcome);
        if (state_.is_reachable()) {
            result = either(result, eval(outcome ? e.if_true : e.if_false));
        }
        state_.undo(mark);
    }
    return result == no_value ? ir::Interval{} : result;
}

ir::Interval IntervalAnalysis::cast(const ir::Cast& e, Type type) {
    const ir::Interval value = eval(e.value);
    const Type from = this->type(e.value);
    if (!is_tracked(from) || !type.is_integer()) {
        return {};
    }
    const bool is_large = from == uint64 && value.high == INT64_MAX;
    const bool fits = ir::contains(ir::interval_of(type), value);
    return fits && (!is_large || type == uint64) ? value : ir::Interval{};
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
    return is_tracked(type) ? callee.results.front() : ir::Interval{};
}

ir::Interval IntervalAnalysis::intrinsic(const ir::Intrinsic& e, Type type) {
    std::vector<ir::Interval> args;
    for (const ir::ExprId arg : e.args) {
        args.push_back(eval(arg));
    }
    const std::string_view name = e.row->name;
    for (const Limits& limit : limits) {
        if (limit.name == name) {
            const std::int64_t most =
                function_.has_few_blocks ? ir::max_few_blocks : ir::max_int_extent;
            return function_.has_int_indices ? ir::meet(limit.values, {0, most}) : limit.values;
        }
    }
    const bool is_max = name == "builtins.max" || name == "numpy.maximum";
    if (type.is_integer() && !args.empty() &&
        (is_max || name == "builtins.min" || name == "numpy.minimum")) {
        ir::Interval result = args[0];
        for (const ir::Interval arg : args) {
            const bool is_low = is_max ? arg.low > result.low : arg.low < result.low;
            const bool is_high = is_max ? arg.high > result.high : arg.high < result.high;
            result = {is_low ? arg.low : result.low, is_high ? arg.high : result.high};
        }
        return result;
    }
    if (name == "numba.cuda.selp" && type.is_integer()) {
        return ir::join(args[1], args[2]);
    }
    if (name == "builtins.abs" && type.is_integer() && args[0].low > INT64_MIN &&
        ir::contains(ir::interval_of(type), ir::negated(args[0]))) {
        const std::int64_t high = std::max(args[0].high, -args[0].low);
        const std::int64_t low = args[0].high < 0 ? -args[0].high : args[0].low;
        return {std::max<std::int64_t>(low, 0), high};
    }
    return {};
}

/// An element of a constant array is one of its numbers.
ir::Interval IntervalAnalysis::element(const ir::Element& e) {
    eval(e.array);
    for (const ir::Subscript& index : e.indices) {
        eval(index.value);
    }
    const auto* array = get<ir::ReadConstant>(e.array);
    return array != nullptr ? constant(module_.constants[array->constant]) : ir::Interval{};
}

ir::Interval IntervalAnalysis::tuple_item(const ir::TupleItem& e) {
    eval(e.tuple);
    if (const auto* tuple = get<ir::Tuple>(e.tuple)) {
        return peek(tuple->items[e.index]);
    }
    if (const auto* call = get<ir::Call>(e.tuple)) {
        return facts_[call->function.index].results[e.index];
    }
    if (const auto* tuple = get<ir::ReadConstant>(e.tuple)) {
        const ir::Constant& constant = module_.constants[tuple->constant];
        const bool is_flat = constant.values.size() == module_.types.items(constant.type).size();
        return is_flat ? ir::interval_of(constant.values[e.index]) : ir::Interval{};
    }
    return {};
}

/// One of the items of a tuple that is written or known.
ir::Interval IntervalAnalysis::any_item(const ir::TupleAt& e) {
    eval(e.index.value);
    const ir::Interval whole = eval(e.tuple);
    const auto* tuple = get<ir::Tuple>(e.tuple);
    if (tuple == nullptr || tuple->items.empty()) {
        return get<ir::ReadConstant>(e.tuple) != nullptr ? whole : ir::Interval{};
    }
    ir::Interval all = no_value;
    for (const ir::ExprId item : tuple->items) {
        all = either(all, peek(item));
    }
    return all;
}

ir::Interval IntervalAnalysis::extent(ir::ExprId array, int axis) {
    eval(array);
    if (const auto* read = get<ir::Read>(array)) {
        const auto shape = shapes_.find(read->local.index);
        if (shape != shapes_.end() && shape->second[std::size_t(axis)] > 0) {
            return ir::exactly(shape->second[std::size_t(axis)]);
        }
    } else if (const auto* constant = get<ir::ReadConstant>(array)) {
        return ir::exactly(module_.constants[constant->constant].shape[std::size_t(axis)]);
    }
    return {0, largest_extent()};
}

}  // namespace pycu::passes
