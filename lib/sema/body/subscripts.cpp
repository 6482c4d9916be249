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

namespace {

/// The places that a slice of a tuple takes, as Python's slice.indices() gives them.
std::vector<std::size_t> places_of(std::optional<std::int64_t> start,
                                   std::optional<std::int64_t> stop, std::int64_t step,
                                   std::int64_t count) {
    const auto clamp = [&](std::int64_t at, std::int64_t low, std::int64_t high) {
        return std::clamp(at < 0 ? at + count : at, low, high);
    };
    std::vector<std::size_t> places;
    if (step > 0) {
        const std::int64_t end = stop ? clamp(*stop, 0, count) : count;
        for (std::int64_t i = start ? clamp(*start, 0, count) : 0; i < end; i += step) {
            places.push_back(std::size_t(i));
        }
    } else {
        const std::int64_t end = stop ? clamp(*stop, -1, count - 1) : -1;
        for (std::int64_t i = start ? clamp(*start, -1, count - 1) : count - 1; i > end;
             i += step) {
            places.push_back(std::size_t(i));
        }
    }
    return places;
}

}  // namespace

/// `t[1:]`: a tuple of the items at places that are known.
Operand Body::slice_tuple(const Operand& tuple, const syntax::Slice& slice, Range range) {
    std::optional<std::int64_t> bounds[3];
    const ExprId written[] = {slice.lower, slice.upper, slice.step};
    for (std::size_t i = 0; i < 3; ++i) {
        if (!written[i].valid() || is_none_literal(written[i])) {
            continue;
        }
        bounds[i] = static_int(written[i]);
        if (!bounds[i]) {
            report<diag::Code::TupleSlice>(tree_.exprs[written[i]].range, text(written[i]));
            return error();
        }
    }
    const std::int64_t step = bounds[2].value_or(1);
    if (step == 0) {
        report<diag::Code::TupleSlice>(tree_.exprs[slice.step].range, text(slice.step));
        return error();
    }
    const std::vector<Operand> items = tuple_items(tuple, range);
    std::vector<Operand> taken;
    for (const std::size_t at : places_of(bounds[0], bounds[1], step, std::int64_t(items.size()))) {
        taken.push_back(items[at]);
    }
    return tuple_of(taken, range);
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

}  // namespace pycu::sema
