// Subscripts: elements of arrays, items of tuples. See body.h.
#include <algorithm>

#include "sema/body/body.h"

namespace pycu::sema {

Operand Body::lower_subscript(const syntax::Subscript& subscript, ExprId expr) {
    const Range range = tree_.exprs[expr].range;
    Operand object = lower(subscript.value);
    if (object.is_known() && !object.get<TupleValue>()) {
        const Found found =
            evaluator_.evaluate(expr, decl_.scope, [](std::string_view) { return std::nullopt; });
        if (!found.value.is_unknown()) {
            return operand_of(found.value, found.origin, range);
        }
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

/// The indices of `a[i, j]`, `a[(i, j)]` or `a[t]`; nothing when one is not a value.
std::optional<std::vector<Operand>> Body::indices(ExprId slice) {
    const syntax::Expr& e = tree_.exprs[slice];
    std::vector<ExprId> parts = {slice};
    if (const auto* tuple = std::get_if<syntax::Tuple>(&e.as)) {
        parts = tuple->elts;
    }
    for (ExprId part : parts) {
        const syntax::Expr& p = tree_.exprs[part];
        const auto* constant = std::get_if<syntax::Constant>(&p.as);
        if (std::holds_alternative<syntax::Slice>(p.as) ||
            (constant != nullptr && (std::holds_alternative<syntax::None>(constant->value) ||
                                     std::holds_alternative<syntax::Ellipsis>(constant->value)))) {
            unsupported(p.range, "a slice of an array");
            return std::nullopt;
        }
    }
    std::vector<Operand> operands;
    bool all_values = true;
    for (ExprId part : parts) {
        Operand operand = lower_value(part);
        all_values = all_values && operand.is_value();
        operands.push_back(std::move(operand));
    }
    if (!all_values) {
        return std::nullopt;
    }
    if (parts.size() == 1 && operands.front().type.is_tuple()) {
        const Operand tuple = operands.front();
        operands.clear();
        for (std::size_t i = 0; i < evaluator_.types().items(tuple.type).size(); ++i) {
            operands.push_back(tuple_item(tuple, i, e.range));
        }
    }
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const ExprId part = parts.size() == operands.size() ? parts[i] : slice;
        if (!operands[i].type.is_integer()) {
            report<diag::Code::BadIndex>(tree_.exprs[part].range, text(part),
                                         type_name(operands[i].type));
            return std::nullopt;
        }
    }
    return operands;
}

/// An element of an array: also the place of a store or an atomic.
Operand Body::element(const Operand& array, ExprId slice, Range range) {
    std::optional<std::vector<Operand>> at = indices(slice);
    if (!at) {
        const bool is_pending = !sink_.has_errors();
        return is_pending ? pending() : error();
    }
    if (at->size() > std::size_t(array.type.rank())) {
        report<diag::Code::WrongRank>(tree_.exprs[slice].range, std::to_string(array.type.rank()),
                                      std::to_string(at->size()))
            .note("the array is `" + type_name(array.type) + "`");
        return error();
    }
    if (at->size() < std::size_t(array.type.rank())) {
        return unsupported(range, "a row of an array (fewer indices than dimensions)");
    }
    return make_element(array, std::move(*at), range);
}

Operand Body::make_element(const Operand& array, std::vector<Operand> at, Range range) {
    const Type type = array.type.element_type();
    if (const auto* column = std::get_if<ir::Column>(&fn_.exprs[array.ir].as)) {
        return column_element(ir::Column{*column}, std::move(at), range);
    }
    ir::Element place;
    place.array = array.ir;
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
        const Operand& index = at[axis];
        const auto* literal = std::get_if<ir::Literal>(&fn_.exprs[index.ir].as);
        const auto* position =
            literal != nullptr ? std::get_if<std::int64_t>(&literal->value) : nullptr;
        if (position != nullptr && *position < 0) {
            // a[-1] is a[a.shape[0] - 1]; adding expressions moves the literal
            const std::int64_t from_end = -*position;
            const Range at_range = fn_.exprs[index.ir].range;
            const ir::ExprId extent = add(int64, at_range, ir::Extent{array.ir, int(axis)});
            const ir::ExprId back = literal_int(from_end, at_range).ir;
            place.indices.push_back(
                {add(int64, at_range, ir::Binary{BinaryOp::Sub, extent, back}), false});
            continue;
        }
        place.indices.push_back({index.ir, position == nullptr && index.type.is_signed()});
    }
    return value(type, range, std::move(place));
}

}  // namespace pycu::sema
