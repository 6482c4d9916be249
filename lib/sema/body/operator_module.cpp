// Calls of the functions of `operator`, which are operators under other names. See body.h.
#include <array>
#include <string_view>
#include <utility>

#include "sema/body/body.h"

namespace pycu::sema {

namespace {

constexpr std::pair<std::string_view, BinaryOp> binary_names[] = {
    {"add", BinaryOp::Add},        {"and_", BinaryOp::BitAnd},  {"floordiv", BinaryOp::FloorDiv},
    {"lshift", BinaryOp::LShift},  {"mod", BinaryOp::Mod},      {"mul", BinaryOp::Mult},
    {"or_", BinaryOp::BitOr},      {"pow", BinaryOp::Pow},      {"rshift", BinaryOp::RShift},
    {"sub", BinaryOp::Sub},        {"truediv", BinaryOp::Div},  {"xor", BinaryOp::BitXor},
    {"iadd", BinaryOp::Add},       {"iand", BinaryOp::BitAnd},  {"ifloordiv", BinaryOp::FloorDiv},
    {"ilshift", BinaryOp::LShift}, {"imod", BinaryOp::Mod},     {"imul", BinaryOp::Mult},
    {"ior", BinaryOp::BitOr},      {"ipow", BinaryOp::Pow},     {"irshift", BinaryOp::RShift},
    {"isub", BinaryOp::Sub},       {"itruediv", BinaryOp::Div}, {"ixor", BinaryOp::BitXor},
};
constexpr std::pair<std::string_view, CompareOp> compare_names[] = {
    {"eq", CompareOp::Eq},  {"ge", CompareOp::GtE}, {"gt", CompareOp::Gt},
    {"le", CompareOp::LtE}, {"lt", CompareOp::Lt},  {"ne", CompareOp::NotEq},
};
constexpr std::pair<std::string_view, UnaryOp> unary_names[] = {
    {"inv", UnaryOp::Invert}, {"invert", UnaryOp::Invert}, {"neg", UnaryOp::USub},
    {"not_", UnaryOp::Not},   {"pos", UnaryOp::UAdd},      {"truth", UnaryOp::Not},
};
constexpr std::pair<std::string_view, int> other_names[] = {
    {"contains", 2}, {"getitem", 2}, {"setitem", 3}};

template <class Table>
auto find(const Table& table, std::string_view name) {
    const auto* found = std::begin(table);
    while (found != std::end(table) && found->first != name) {
        ++found;
    }
    return found == std::end(table) ? nullptr : found;
}

}  // namespace

bool Body::is_operator_function(std::string_view name) {
    return find(binary_names, name) != nullptr || find(compare_names, name) != nullptr ||
           find(unary_names, name) != nullptr || find(other_names, name) != nullptr;
}

/// operator.add(x, y)
Operand Body::call_operator(std::string_view name, const syntax::Call& call, Range range) {
    const auto* other = find(other_names, name);
    const std::size_t count = other != nullptr                     ? std::size_t(other->second)
                              : find(unary_names, name) != nullptr ? 1
                                                                   : 2;
    if (!call.keywords.empty() || call.args.size() != count) {
        report<diag::Code::ArgumentCount>(range, text(call.func), std::to_string(count),
                                          std::to_string(call.args.size() + call.keywords.size()));
        return error();
    }
    if (name == "getitem" || name == "setitem") {
        return call_item(name == "setitem", call, range);
    }
    const std::optional<std::vector<Operand>> args = lower_args(call, text(call.func));
    if (!args) {
        return has_failed_args_ ? error() : pending();
    }
    if (const auto* found = find(binary_names, name)) {
        return binary(found->second, (*args)[0], (*args)[1], range);
    }
    if (const auto* found = find(compare_names, name)) {
        return compare(found->second, (*args)[0], (*args)[1], range);
    }
    if (other != nullptr) {
        return compare_in(false, (*args)[1], (*args)[0], range);
    }
    if (name == "truth" || name == "not_") {
        const Operand is_true = truth_of((*args)[0], range);
        return name == "truth" || !is_true.is_value()
                   ? is_true
                   : value(boolean, range, ir::Unary{UnaryOp::Not, is_true.ir});
    }
    return unary(find(unary_names, name)->second, (*args)[0], range);
}

/// operator.getitem(a, i), operator.setitem(a, i, v)
Operand Body::call_item(bool is_store, const syntax::Call& call, Range range) {
    const std::size_t first = out_->size();
    const Operand array = lower_value(call.args[0]);
    if (!array.is_value()) {
        return array;
    }
    if (!is_store && array.type.is_tuple()) {
        return subscript_tuple(array, call.args[1], range);
    }
    if (!array.type.is_array()) {
        report<diag::Code::NotSubscriptable>(tree_.exprs[call.args[0]].range, text(call.args[0]),
                                             type_name(array.type));
        return error();
    }
    Operand place = element(array, call.args[1], range);
    if (!is_store || !place.is_value()) {
        return place;
    }
    Operand stored = lower_value(call.args[2]);
    if (!stored.is_value()) {
        return stored;
    }
    keep_order({&place, &stored}, {first, first});
    store(place, stored, range);
    return known(Value{NoneValue{}});
}

}  // namespace pycu::sema
