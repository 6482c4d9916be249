// Subscripts as they are written: items of tuples, indices of arrays. See body.h.
#include <algorithm>

#include "python/slices.h"
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
    const auto place = at ? python::item_place(*at, items.size()) : std::nullopt;
    return place ? std::optional(operand_of(items[*place], std::nullopt, range)) : std::nullopt;
}

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
    if (bounds[2] == 0) {
        report<diag::Code::TupleSlice>(tree_.exprs[slice.step].range, text(slice.step));
        return error();
    }
    const std::vector<Operand> items = tuple_items(tuple, range);
    std::vector<Operand> taken;
    for (const std::size_t at :
         python::slice_places({bounds[0], bounds[1], bounds[2]}, items.size())) {
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
        const auto place = python::item_place(position, count);
        if (!place) {
            report<diag::Code::TupleIndex>(index_range, text(slice), std::to_string(count));
            return error();
        }
        return tuple_item(tuple, *place, range);
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

namespace {

using IndexKind = ArrayIndex::Kind;

}  // namespace

/// The parts of an index in `a[i, 1:n]`, `a[(i, j)]` or `a[t]`; nothing when one is no index.
std::optional<std::vector<ArrayIndex>> Body::indices(ExprId slice) {
    std::vector<ExprId> parts = {slice};
    if (const auto* tuple = std::get_if<syntax::Tuple>(&tree_.exprs[slice].as)) {
        parts = tuple->elts;
    }
    std::vector<ArrayIndex> at;
    bool all_values = true;
    for (ExprId part : parts) {
        const std::optional<ArrayIndex> one = index_part(part);
        all_values = all_values && one.has_value();
        at.push_back(one.value_or(ArrayIndex{}));
    }
    if (!all_values) {
        return std::nullopt;
    }
    if (parts.size() == 1 && at[0].kind == IndexKind::Integer && at[0].integer.type.is_tuple()) {
        const Operand tuple = at[0].integer;
        at.clear();
        for (std::size_t i = 0; i < evaluator_.types().items(tuple.type).size(); ++i) {
            ArrayIndex one;
            one.integer = tuple_item(tuple, i, tree_.exprs[slice].range);
            at.push_back(std::move(one));
        }
    }
    for (std::size_t i = 0; i < at.size(); ++i) {
        const ExprId part = parts.size() == at.size() ? parts[i] : slice;
        if (at[i].kind == IndexKind::Integer && !check_index(at[i].integer, part)) {
            return std::nullopt;
        }
    }
    if (std::ranges::count(at, IndexKind::Ellipsis, &ArrayIndex::kind) > 1) {
        report<diag::Code::TwoEllipses>(tree_.exprs[slice].range);
        return std::nullopt;
    }
    return at;
}

bool Body::check_index(const Operand& index, ExprId part) {
    if (index.type.is_integer()) {
        return true;
    }
    const Range range = tree_.exprs[part].range;
    if (index.type.is_array()) {
        report<diag::Code::ArrayAsIndex>(range, text(part), type_name(index.type))
            .help("write a loop over the elements, with an `if` for a mask");
    } else {
        auto& diagnostic = report<diag::Code::BadIndex>(range, text(part), type_name(index.type));
        if (index.type.is_float()) {
            diagnostic.help("`//` divides integers, `int(x)` makes one of a float");
        } else if (index.type.is_bool()) {
            diagnostic.help("a thread chooses with `if`: `if a[i] > 0: a[i] = 1`");
        }
    }
    return false;
}

/// The bounds of `slice(a, b, c)`; nothing where the expression is no such call.
std::optional<std::vector<syntax::ExprId>> Body::slice_call(ExprId part) {
    const auto* call = std::get_if<syntax::Call>(&tree_.exprs[part].as);
    if (call == nullptr || !call->keywords.empty() || call->args.empty() || call->args.size() > 3) {
        return std::nullopt;
    }
    const auto* name = std::get_if<syntax::Name>(&tree_.exprs[call->func].as);
    if (name == nullptr || name->id != "slice" || flow_is_local(name->id)) {
        return std::nullopt;
    }
    const std::optional<Found> found = evaluator_.lookup(name->id, decl_.scope);
    const auto* dotted = found ? found->value.get<Dotted>() : nullptr;
    if (dotted == nullptr || dotted->path != "builtins.slice") {
        return std::nullopt;
    }
    std::vector<ExprId> bounds = call->args;
    if (bounds.size() == 1) {
        bounds.insert(bounds.begin(), ExprId{});
    }
    bounds.resize(3);
    return bounds;
}

std::optional<ArrayIndex> Body::index_part(ExprId part) {
    const syntax::Expr& e = tree_.exprs[part];
    if (const auto* slice = std::get_if<syntax::Slice>(&e.as)) {
        return slice_part({slice->lower, slice->upper, slice->step});
    }
    if (const auto bounds = slice_call(part)) {
        return slice_part(*bounds);
    }
    ArrayIndex one;
    const auto* constant = std::get_if<syntax::Constant>(&e.as);
    if (constant != nullptr && std::holds_alternative<syntax::Ellipsis>(constant->value)) {
        one.kind = IndexKind::Ellipsis;
        return one;
    }
    const Operand operand = lower(part);
    if (operand.get<NoneValue>() != nullptr) {
        one.kind = IndexKind::NewAxis;
        return one;
    }
    one.integer = runtime(operand, e.range);
    if (!one.integer.is_value()) {
        return std::nullopt;
    }
    const Type type = one.integer.type;
    if (type.is_array() && type.rank() == 0 && type.element_type().is_integer()) {
        one.integer = value(type.element_type(), e.range, ir::Element{one.integer.ir, {}});
    }
    return one;
}

std::optional<ArrayIndex> Body::slice_part(const std::vector<ExprId>& bounds) {
    ArrayIndex one;
    one.kind = IndexKind::Slice;
    Operand* const places[] = {&one.start, &one.stop, &one.step};
    for (std::size_t i = 0; i < 3; ++i) {
        if (!bounds[i].valid()) {
            continue;
        }
        const Operand written = lower(bounds[i]);
        if (written.get<NoneValue>() != nullptr) {
            continue;
        }
        const Range range = tree_.exprs[bounds[i]].range;
        const Operand bound = runtime(written, range);
        if (!bound.is_value()) {
            return std::nullopt;
        }
        if (!bound.type.is_integer()) {
            report<diag::Code::SliceBound>(range, text(bounds[i]), type_name(bound.type))
                .help("the bounds of a slice are integers");
            return std::nullopt;
        }
        *places[i] = converted(bound, int64);
        const auto* literal = std::get_if<ir::Literal>(&fn_.exprs[places[i]->ir].as);
        if (i == 2 && literal != nullptr && literal->value == ir::Number{std::int64_t{0}}) {
            report<diag::Code::ZeroSliceStep>(range);
            return std::nullopt;
        }
    }
    return one;
}

/// What a subscript of an array means: an element, which is also the place of a store or an
/// atomic, or a view.
Operand Body::element(const Operand& array, ExprId slice, Range range) {
    const std::optional<std::vector<ArrayIndex>> at = indices(slice);
    if (!at) {
        const bool is_pending = !sink_.has_errors();
        return is_pending ? pending() : error();
    }
    if (!check_rank(array, *at, tree_.exprs[slice].range)) {
        return error();
    }
    std::vector<Operand> integers;
    for (const ArrayIndex& one : *at) {
        if (one.kind == IndexKind::Integer) {
            integers.push_back(one.integer);
        }
    }
    const bool is_element =
        int(integers.size()) == array.type.rank() &&
        std::ranges::all_of(*at, [](const ArrayIndex& one) {
            return one.kind == IndexKind::Integer || one.kind == IndexKind::Ellipsis;
        });
    return is_element ? make_element(array, std::move(integers), range) : view(array, *at, range);
}

/// `r["x"]`, and `r[0]` for the first field.
Operand Body::record_item(const Operand& record, ExprId slice, Range range) {
    const Operand key = lower(slice);
    const Range key_range = tree_.exprs[slice].range;
    if (const auto* name = key.get<StringValue>()) {
        return field(record, name->text, range, key_range);
    }
    const bool is_one = record.type.is_record();
    const auto index = is_one ? static_int(key, slice) : std::nullopt;
    const Type type = is_one ? record.type : record.type.element_type();
    const std::size_t count = evaluator_.types().record(type).fields.size();
    if (index && *index >= 0 && *index < std::int64_t(count)) {
        return field_at(record, std::uint32_t(*index), range, key_range);
    }
    if (key.kind == Operand::Kind::Error || key.kind == Operand::Kind::Pending) {
        return key;
    }
    report<diag::Code::BadField>(key_range, text(slice), record_name(record.type))
        .help("write the name of the field: `r.x` or `r[\"x\"]`");
    return error();
}

/// Whether the subscript names a field: `a["x"]`.
bool Body::is_field_name(ExprId slice) {
    const syntax::Expr& e = tree_.exprs[slice];
    if (const auto* constant = std::get_if<syntax::Constant>(&e.as)) {
        return std::holds_alternative<std::string>(constant->value);
    }
    return std::holds_alternative<syntax::Name>(e.as) && lower(slice).get<StringValue>() != nullptr;
}

}  // namespace pycu::sema
