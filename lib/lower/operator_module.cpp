// Calls of the functions of `operator`, which are operators under other names. See lowering.h.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/nodes.h"
#include "lower/operations.h"

namespace pycu::sema {

namespace {

constexpr std::pair<std::string_view, BinaryOp> binary_names[] = {
    {"add", BinaryOp::Add},       {"and_", BinaryOp::BitAnd}, {"floordiv", BinaryOp::FloorDiv},
    {"lshift", BinaryOp::LShift}, {"mod", BinaryOp::Mod},     {"mul", BinaryOp::Mult},
    {"or_", BinaryOp::BitOr},     {"pow", BinaryOp::Pow},     {"rshift", BinaryOp::RShift},
    {"sub", BinaryOp::Sub},       {"truediv", BinaryOp::Div}, {"xor", BinaryOp::BitXor},
};
constexpr std::pair<std::string_view, CompareOp> compare_names[] = {
    {"eq", CompareOp::Eq},  {"ge", CompareOp::GtE}, {"gt", CompareOp::Gt},
    {"le", CompareOp::LtE}, {"lt", CompareOp::Lt},  {"ne", CompareOp::NotEq},
};
constexpr std::pair<std::string_view, UnaryOp> unary_names[] = {
    {"inv", UnaryOp::Invert}, {"invert", UnaryOp::Invert}, {"neg", UnaryOp::USub},
    {"not_", UnaryOp::Not},   {"pos", UnaryOp::UAdd},      {"truth", UnaryOp::Not},
};
constexpr std::pair<std::string_view, std::size_t> other_names[] = {
    {"contains", 2}, {"getitem", 2}, {"setitem", 3}};

template <class Table>
auto find(const Table& table, std::string_view name) {
    const auto* found = std::begin(table);
    while (found != std::end(table) && found->first != name) {
        ++found;
    }
    return found == std::end(table) ? nullptr : found;
}

/// `add`, and `iadd`, which gives the same of numbers; `iand` is `and_` in place.
const std::pair<std::string_view, BinaryOp>* find_binary(std::string_view name) {
    const auto* found = find(binary_names, name);
    if (found != nullptr || !name.starts_with('i')) {
        return found;
    }
    found = find(binary_names, name.substr(1));
    return found != nullptr ? found : find(binary_names, std::string(name.substr(1)) + "_");
}

constexpr std::string_view module = "operator.";

}  // namespace

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

bool is_operator_function(std::string_view path) {
    const std::string_view name = path.substr(std::min(path.size(), module.size()));
    return path.starts_with(module) &&
           (find_binary(name) != nullptr || find(compare_names, name) != nullptr ||
            find(unary_names, name) != nullptr || find(other_names, name) != nullptr);
}

/// operator.add(x, y)
Operand call_operator(Lowering& ctx, std::string_view path, const syntax::Call& call, Range range) {
    const std::string_view name = path.substr(module.size());
    const auto* other = find(other_names, name);
    const std::size_t count = other != nullptr                     ? other->second
                              : find(unary_names, name) != nullptr ? 1
                                                                   : 2;
    if (name == "getitem" || name == "setitem") {
        return takes(ctx, call, range, count) ? call_item(ctx, name == "setitem", call, range)
                                              : error();
    }
    const std::vector<Operand> args = arguments(ctx, call, range, {count, count});
    if (const auto* found = find_binary(name)) {
        return binary(ctx, found->second, args[0], args[1], range);
    }
    if (const auto* found = find(compare_names, name)) {
        return compare(ctx, found->second, args[0], args[1], range);
    }
    if (other != nullptr) {
        return contains(ctx, false, args[1], args[0], range, range);
    }
    if (name == "truth" || name == "not_") {
        return negate_if(ctx, name == "not_", truth_of(ctx, args[0], range), range);
    }
    return unary(ctx, find(unary_names, name)->second, args[0], range);
}

}  // namespace pycu::sema
