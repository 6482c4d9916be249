// Calls of the functions of `operator`, which are operators under other names. See lowering.h.
#include <array>
#include <string_view>
#include <utility>

#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"

namespace pycu::sema {

static Operand call_item(Lowering& ctx, bool is_store, const syntax::Call& call, Range range);

namespace {

constexpr std::pair<std::string_view, BinaryOp> binary_names[] = {
    {"operator.add", BinaryOp::Add},
    {"operator.and_", BinaryOp::BitAnd},
    {"operator.floordiv", BinaryOp::FloorDiv},
    {"operator.lshift", BinaryOp::LShift},
    {"operator.mod", BinaryOp::Mod},
    {"operator.mul", BinaryOp::Mult},
    {"operator.or_", BinaryOp::BitOr},
    {"operator.pow", BinaryOp::Pow},
    {"operator.rshift", BinaryOp::RShift},
    {"operator.sub", BinaryOp::Sub},
    {"operator.truediv", BinaryOp::Div},
    {"operator.xor", BinaryOp::BitXor},
    {"operator.iadd", BinaryOp::Add},
    {"operator.iand", BinaryOp::BitAnd},
    {"operator.ifloordiv", BinaryOp::FloorDiv},
    {"operator.ilshift", BinaryOp::LShift},
    {"operator.imod", BinaryOp::Mod},
    {"operator.imul", BinaryOp::Mult},
    {"operator.ior", BinaryOp::BitOr},
    {"operator.ipow", BinaryOp::Pow},
    {"operator.irshift", BinaryOp::RShift},
    {"operator.isub", BinaryOp::Sub},
    {"operator.itruediv", BinaryOp::Div},
    {"operator.ixor", BinaryOp::BitXor},
};
constexpr std::pair<std::string_view, CompareOp> compare_names[] = {
    {"operator.eq", CompareOp::Eq}, {"operator.ge", CompareOp::GtE},
    {"operator.gt", CompareOp::Gt}, {"operator.le", CompareOp::LtE},
    {"operator.lt", CompareOp::Lt}, {"operator.ne", CompareOp::NotEq},
};
constexpr std::pair<std::string_view, UnaryOp> unary_names[] = {
    {"operator.inv", UnaryOp::Invert}, {"operator.invert", UnaryOp::Invert},
    {"operator.neg", UnaryOp::USub},   {"operator.not_", UnaryOp::Not},
    {"operator.pos", UnaryOp::UAdd},   {"operator.truth", UnaryOp::Not},
};
constexpr std::pair<std::string_view, int> other_names[] = {
    {"operator.contains", 2}, {"operator.getitem", 2}, {"operator.setitem", 3}};

template <class Table>
auto find(const Table& table, std::string_view name) {
    const auto* found = std::begin(table);
    while (found != std::end(table) && found->first != name) {
        ++found;
    }
    return found == std::end(table) ? nullptr : found;
}

}  // namespace

bool is_operator_function(std::string_view name) {
    return find(binary_names, name) != nullptr || find(compare_names, name) != nullptr ||
           find(unary_names, name) != nullptr || find(other_names, name) != nullptr;
}

/// operator.add(x, y)
Operand call_operator(Lowering& ctx, std::string_view name, const syntax::Call& call, Range range) {
    const auto* other = find(other_names, name);
    const std::size_t count = other != nullptr                     ? std::size_t(other->second)
                              : find(unary_names, name) != nullptr ? 1
                                                                   : 2;
    if (name == "operator.getitem" || name == "operator.setitem") {
        return takes(ctx, call, range, count)
                   ? call_item(ctx, name == "operator.setitem", call, range)
                   : error();
    }
    const std::vector<Operand> args = arguments(ctx, call, range, {count, count});
    if (const auto* found = find(binary_names, name)) {
        return binary(ctx, found->second, args[0], args[1], range);
    }
    if (const auto* found = find(compare_names, name)) {
        return compare(ctx, found->second, args[0], args[1], range);
    }
    if (other != nullptr) {
        return contains(ctx, false, args[1], args[0], range, range);
    }
    if (name == "operator.truth" || name == "operator.not_") {
        return negate_if(ctx, name == "operator.not_", truth_of(ctx, args[0], range), range);
    }
    return unary(ctx, find(unary_names, name)->second, args[0], range);
}

/// operator.getitem(a, i), operator.setitem(a, i, v)
static Operand call_item(Lowering& ctx, bool is_store, const syntax::Call& call, Range range) {
    const Operand object = lower_value(ctx, call.args[0]);
    const Operand place = item_of(ctx, object, call.args[0], call.args[1], range, is_store);
    if (!is_store || !place.is_value()) {
        return place;
    }
    hold_place(ctx, place.ir);
    const Operand stored = lower_value(ctx, call.args[2]);
    if (!stored.is_value()) {
        return stored;
    }
    store(ctx, place, stored, range);
    return known(Value{NoneValue{}});
}

}  // namespace pycu::sema
