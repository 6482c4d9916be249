// Subscripts: items of tuples, and which subscripts are which. See body.h.
#include <algorithm>

#include "sema/body/body.h"

namespace pycu::sema {

Operand Body::lower_subscript(const syntax::Subscript& subscript, ExprId expr) {
    const Range range = tree_.exprs[expr].range;
    if (const auto* attribute = std::get_if<syntax::Attribute>(&tree_.exprs[subscript.value].as);
        attribute != nullptr && attribute->attr == "flat") {
        return flat_element(attribute->value, subscript.slice, range);
    }
    Operand object = lower(subscript.value);
    if (object.is_known() && !object.get<TupleValue>()) {
        const Found found =
            evaluator_.evaluate(expr, decl_.scope, [](std::string_view) { return std::nullopt; });
        if (!found.value.is_unknown()) {
            return operand_of(found.value, found.origin, range);
        }
    }
    if (const std::optional<Operand> item = known_item(object, subscript.slice, range)) {
        return *item;
    }
    object = runtime(object, tree_.exprs[subscript.value].range);
    if (!object.is_value()) {
        return object;
    }
    if (object.type.is_optional()) {
        object = plain(object, tree_.exprs[subscript.value].range);
    }
    if (object.type.is_tuple()) {
        return subscript_tuple(object, subscript.slice, range);
    }
    if (object.type.is_record() ||
        (object.type.is_record_array() && is_field_name(subscript.slice))) {
        return record_item(object, subscript.slice, range);
    }
    if (!object.type.is_array()) {
        report<diag::Code::NotSubscriptable>(tree_.exprs[subscript.value].range,
                                             text(subscript.value), type_name(object.type));
        return error();
    }
    return element(object, subscript.slice, range);
}

/// `OPERATIONS[0]` of a tuple of functions or types: an item that only the compiler has.
std::optional<Operand> Body::known_item(const Operand& object, ExprId slice, Range range) {
    const auto* tuple = object.is_known() ? object.get<TupleValue>() : nullptr;
    if (tuple == nullptr || std::ranges::none_of(tuple->items, [](const Value& item) {
            return item.is<FunctionRef>() || item.is<TypeObject>() || item.is<Dotted>() ||
                   item.is<StringValue>();
        })) {
        return std::nullopt;
    }
    const std::vector<Value> items = tuple->items;
    const std::optional<std::int64_t> at = static_int(slice);
    const auto count = std::int64_t(items.size());
    if (!at || *at < -count || *at >= count) {
        return std::nullopt;
    }
    return operand_of(items[std::size_t(*at < 0 ? *at + count : *at)], std::nullopt, range);
}

Operand Body::subscript_tuple(const Operand& tuple, ExprId slice, Range range) {
    const std::size_t count = evaluator_.types().items(tuple.type).size();
    if (const auto* part = std::get_if<syntax::Slice>(&tree_.exprs[slice].as)) {
        return slice_tuple(tuple, *part, range);
    }
    Operand index = lower_plain(slice);
    if (!index.is_value()) {
        return index;
    }
    const Range index_range = tree_.exprs[slice].range;
    if (!index.type.is_integer()) {
        report<diag::Code::BadIndex>(index_range, text(slice), type_name(index.type));
        return error();
    }
    if (const auto* number_of = index.get<NumberValue>()) {
        const auto position = std::visit([](auto v) { return std::int64_t(v); }, number_of->value);
        const std::int64_t wrapped = position < 0 ? position + std::int64_t(count) : position;
        if (wrapped < 0 || wrapped >= std::int64_t(count)) {
            report<diag::Code::TupleIndex>(index_range, text(slice), std::to_string(count));
            return error();
        }
        return tuple_item(tuple, std::size_t(wrapped), range);
    }
    const auto types = evaluator_.types().items(tuple.type);
    if (types.empty() || !std::ranges::all_of(types, [&](Type t) { return t == types.front(); })) {
        report<diag::Code::MixedTuple>(index_range, type_name(tuple.type));
        return error();
    }
    const Type item = types.front();
    return value(item, range,
                 ir::TupleAt{without_names(tuple, range).ir, {index.ir, index.type.is_signed()}});
}

Operand Body::tuple_item(const Operand& tuple, std::size_t index, Range range) {
    const Type type = evaluator_.types().items(tuple.type)[index];
    Operand item;
    if (const auto* written = std::get_if<ir::Tuple>(&fn_.exprs[tuple.ir].as)) {
        item.kind = Operand::Kind::Value;
        item.type = type;
        item.ir = written->items[index];
    } else {
        item = value(type, range, ir::TupleItem{tuple.ir, std::uint32_t(index)});
    }
    if (const auto* literal = std::get_if<ir::Literal>(&fn_.exprs[item.ir].as)) {
        item.known = Value{NumberValue{type, literal->value, true}};
        item.is_literal = type == int64 || type.is_bool();
    }
    return item;
}

}  // namespace pycu::sema
