// Subscripts as they are written: items of tuples, indices of arrays. See lowering.h.
#include <algorithm>

#include "lower/advice.h"
#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/constant_arguments.h"
#include "lower/exprs.h"
#include "lower/host_memory.h"
#include "lower/stmts.h"
#include "values/slices.h"

namespace pycu::sema {

namespace {

using IndexKind = ArrayIndex::Kind;

/// An integer, or what is in error in its place.
ArrayIndex index_of(const Operand& integer) {
    ArrayIndex one;
    one.integer = integer;
    return one;
}

}  // namespace

/// The bounds of `slice(a, b, c)`; nothing where the expression is no such call.
std::optional<std::vector<syntax::ExprId>> slice_call(Lowering& ctx, ExprId part) {
    const auto* call = ctx.get<syntax::Call>(part);
    if (call == nullptr || !call->keywords.empty() || call->args.empty() || call->args.size() > 3) {
        return std::nullopt;
    }
    const auto* name = ctx.get<syntax::Name>(call->func);
    if (name == nullptr || name->id != "slice" || flow_is_local(ctx, name->id)) {
        return std::nullopt;
    }
    const std::optional<Found> found = ctx.evaluator.lookup(name->id, ctx.decl.scope);
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

static ArrayIndex slice_part(Lowering& ctx, const std::vector<ExprId>& bounds) {
    ArrayIndex one;
    one.kind = IndexKind::Slice;
    Operand* const places[] = {&one.start, &one.stop, &one.step};
    for (std::size_t i = 0; i < 3; ++i) {
        const Operand written = bounds[i] ? lower(ctx, bounds[i]) : known(Value{NoneValue{}});
        if (written.get<NoneValue>() != nullptr) {
            continue;
        }
        const Range range = ctx.range(bounds[i]);
        const Operand bound = runtime(ctx, written, range);
        if (!bound.type.is_integer()) {
            return index_of(fail<Code::SliceBound>(ctx, range, bounds[i], bound)
                                .help("the bounds of a slice are integers"));
        }
        *places[i] = converted(ctx, bound, int64);
    }
    if (literal_number(ctx.fn, one.step.ir) == 0) {
        return index_of(fail<Code::ZeroSliceStep>(ctx, ctx.range(bounds[2])));
    }
    return one;
}

static ArrayIndex index_part(Lowering& ctx, ExprId part) {
    if (const auto* slice = ctx.get<syntax::Slice>(part)) {
        return slice_part(ctx, {slice->lower, slice->upper, slice->step});
    }
    if (const auto bounds = slice_call(ctx, part)) {
        return slice_part(ctx, *bounds);
    }
    ArrayIndex one;
    const auto* constant = ctx.get<syntax::Constant>(part);
    if (constant != nullptr && std::holds_alternative<syntax::Ellipsis>(constant->value)) {
        one.kind = IndexKind::Ellipsis;
        return one;
    }
    const Operand operand = lower(ctx, part);
    if (operand.get<NoneValue>() != nullptr) {
        one.kind = IndexKind::NewAxis;
        return one;
    }
    one.integer = runtime(ctx, operand, ctx.range(part));
    const Type type = one.integer.type;
    if (type.is_array() && type.rank() == 0 && type.element_type().is_integer()) {
        one.integer =
            value(ctx, type.element_type(), ctx.range(part), ir::Element{one.integer.ir, {}});
    }
    return one;
}

/// The sign of a division, in the text between its operands; empty where `expr` is none.
static Range division_sign(const Lowering& ctx, ExprId expr) {
    const auto* division = std::get_if<syntax::BinOp>(&ctx.tree.exprs[expr].as);
    if (division == nullptr || division->op != BinaryOp::Div) {
        return {};
    }
    const Range whole = ctx.range(expr);
    const std::uint32_t begin = ctx.range(division->left).end;
    const std::string_view text = ctx.tree.text(whole).substr(begin - whole.begin);
    const std::size_t sign = text.find('/');
    if (sign == std::string_view::npos ||
        text.substr(0, sign).find('#') != std::string_view::npos) {
        return {};
    }
    const auto at = static_cast<std::uint32_t>(begin + sign);
    return {at, at + 1, whole.file};
}

/// The index itself, where it is an integer.
Operand checked_index(Lowering& ctx, const Operand& index, ExprId part) {
    if (index.type.is_integer()) {
        return index;
    }
    const Range range = ctx.range(part);
    if (index.type.is_array()) {
        return fail<Code::ArrayAsIndex>(ctx, range, part, index)
            .help("write a loop over the elements, with an `if` for a mask");
    }
    auto failure = fail<Code::BadIndex>(ctx, range, part, index);
    if (index.type.is_float()) {
        failure.help("`//` divides integers, `int(x)` makes one of a float");
        if (const Range sign = division_sign(ctx, part); sign != Range{}) {
            failure.edit(sign, "//", false);
        }
    } else if (index.type.is_bool()) {
        failure.help("a thread chooses with `if`: `if a[i] > 0: a[i] = 1`");
    }
    return failure;
}

/// The parts of an index in `a[i, 1:n]`, `a[(i, j)]` or `a[t]`.
static std::vector<ArrayIndex> indices(Lowering& ctx, ExprId slice) {
    std::vector<ExprId> parts = {slice};
    if (const auto* tuple = ctx.get<syntax::Tuple>(slice)) {
        parts = tuple->elts;
    }
    std::vector<ArrayIndex> at;
    for (const ExprId part : parts) {
        at.push_back(index_part(ctx, part));
    }
    if (parts.size() == 1 && at[0].integer.type.is_tuple()) {
        const std::vector<Operand> items = tuple_items(ctx, at[0].integer, ctx.range(slice));
        parts.assign(items.size(), slice);
        at.clear();
        std::ranges::transform(items, std::back_inserter(at), index_of);
    }
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (at[i].kind == IndexKind::Integer) {
            at[i].integer = checked_index(ctx, at[i].integer, parts[i]);
        }
    }
    if (std::ranges::count(at, IndexKind::Ellipsis, &ArrayIndex::kind) > 1) {
        at.push_back(index_of(fail<Code::TwoEllipses>(ctx, ctx.range(slice))));
    }
    return at;
}

/// What a subscript of an array means: an element, which is also the place of a store or an
/// atomic, or a view.
static Operand element(Lowering& ctx, const Operand& array, ExprId slice, Range range) {
    const std::vector<ArrayIndex> at = indices(ctx, slice);
    std::vector<Operand> integers;
    for (const ArrayIndex& one : at) {
        if (one.kind == IndexKind::Integer) {
            integers.push_back(one.integer);
        }
    }
    if (const Operand* poison = poison_of(integers)) {
        return *poison;
    }
    if (taken_axes(at) > array.type.rank()) {
        return fail<Code::WrongRank>(ctx, ctx.range(slice), array.type.rank(), taken_axes(at))
            .note("the array is `" + type_name(ctx, array.type) + "`");
    }
    const bool is_element =
        int(integers.size()) == array.type.rank() &&
        std::ranges::all_of(at, [](const ArrayIndex& one) {
            return one.kind == IndexKind::Integer || one.kind == IndexKind::Ellipsis;
        });
    return is_element ? make_element(ctx, array, std::move(integers), range)
                      : view(ctx, array, at, range);
}

/// `OPERATIONS[0]` of a tuple of functions or types: an item that only the compiler has.
static std::optional<Operand> known_item(Lowering& ctx, const Operand& object, ExprId slice,
                                         Range range) {
    const auto* tuple = object.is_known() ? object.get<HostItems>() : nullptr;
    if (tuple == nullptr || std::ranges::none_of(tuple->items, [](const Value& item) {
            return item.is<FunctionRef>() || item.is<TypeObject>() || item.is<Dotted>() ||
                   item.is<StringValue>();
        })) {
        return std::nullopt;
    }
    const std::vector<Value> items = tuple->items;
    const std::optional<std::int64_t> at = static_int(ctx, slice);
    const auto place = at ? values::item_place(*at, items.size()) : std::nullopt;
    return place ? std::optional(operand_of(ctx, items[*place], std::nullopt, range))
                 : std::nullopt;
}

/// `t[1:]`: a tuple of the items at places that are known.
static Operand slice_tuple(Lowering& ctx, const Operand& tuple, const syntax::Slice& slice,
                           Range range) {
    std::optional<std::int64_t> bounds[3];
    const ExprId written[] = {slice.lower, slice.upper, slice.step};
    for (std::size_t i = 0; i < 3; ++i) {
        if (!written[i].valid() || is_none_literal(ctx, written[i])) {
            continue;
        }
        bounds[i] = static_int(ctx, written[i]);
        if (!bounds[i]) {
            return fail<Code::TupleSlice>(ctx, ctx.range(written[i]), written[i]);
        }
    }
    if (bounds[2] == 0) {
        return fail<Code::TupleSlice>(ctx, ctx.range(slice.step), slice.step);
    }
    const std::vector<Operand> items = tuple_items(ctx, tuple, range);
    std::vector<Operand> taken;
    for (const std::size_t at :
         values::slice_places({bounds[0], bounds[1], bounds[2]}, items.size())) {
        taken.push_back(items[at]);
    }
    return tuple_of(ctx, taken, range);
}

static Operand subscript_tuple(Lowering& ctx, const Operand& tuple, ExprId of, ExprId slice,
                               Range range) {
    if (const auto* part = ctx.get<syntax::Slice>(slice)) {
        return slice_tuple(ctx, tuple, *part, range);
    }
    const Operand index = lower_plain(ctx, slice);
    const Range index_range = ctx.range(slice);
    const auto types = ctx.types.items(tuple.type);
    if (!index.type.is_integer()) {
        return fail<Code::BadIndex>(ctx, index_range, slice, index);
    }
    if (const auto position = known_integer(index)) {
        const auto place = values::item_place(*position, types.size());
        return place ? tuple_item(ctx, tuple, *place, range)
                     : fail<Code::TupleIndex>(ctx, index_range, slice, types.size());
    }
    if (types.empty() || !std::ranges::all_of(types, [&](Type t) { return t == types.front(); })) {
        want_constant(ctx, index, index_range);
        return fail<Code::MixedTuple>(ctx, index_range, tuple);
    }
    const ir::Subscript at{index.ir, index.type.is_signed()};
    if (auto item = table_item(ctx, of, at, types.front(), range)) {
        return *std::move(item);
    }
    return value(ctx, types.front(), range, ir::TupleAt{without_names(ctx, tuple, range).ir, at});
}

/// `r["x"]`, and `r[0]` for the first field.
static Operand record_item(Lowering& ctx, const Operand& record, ExprId slice, Range range) {
    const Operand key = lower(ctx, slice);
    const Range key_range = ctx.range(slice);
    if (const auto* name = key.get<StringValue>()) {
        return field(ctx, record, name->text, range, key_range);
    }
    const bool is_one = record.type.is_record();
    const auto index = is_one ? static_int(ctx, key, slice) : std::nullopt;
    const Type type = is_one ? record.type : record.type.element_type();
    const std::size_t count = ctx.types.record(type).fields.size();
    if (index && *index >= 0 && *index < std::int64_t(count)) {
        return field_at(ctx, record, std::uint32_t(*index), range, key_range);
    }
    if (key.kind == Operand::Kind::Error || key.kind == Operand::Kind::Pending) {
        return key;
    }
    return fail<Code::BadField>(ctx, key_range, slice, record_name(ctx, record.type))
        .help("write the name of the field: `r.x` or `r[\"x\"]`");
}

/// Whether the subscript names a field: `a["x"]`.
static bool is_field_name(Lowering& ctx, ExprId slice) {
    const syntax::Expr& e = ctx.tree.exprs[slice];
    if (const auto* constant = e.get<syntax::Constant>()) {
        return std::holds_alternative<std::string>(constant->value);
    }
    return e.is<syntax::Name>() && lower(ctx, slice).get<StringValue>() != nullptr;
}

Operand item_of(Lowering& ctx, const Operand& given, ExprId of, ExprId slice, Range range,
                bool is_place) {
    const Operand object = given.type.is_optional() ? plain(ctx, given, ctx.range(of)) : given;
    if (object.type.is_tuple() && !is_place) {
        return subscript_tuple(ctx, object, of, slice, range);
    }
    if (object.type.is_record() || (object.type.is_record_array() && is_field_name(ctx, slice))) {
        return record_item(ctx, object, slice, range);
    }
    if (object.type.is_array()) {
        return element(ctx, object, slice, range);
    }
    if (object.type.is_list() && !is_place) {
        return list_item(ctx, object, lower_plain(ctx, slice), range);
    }
    if (is_place && object.type.is_tuple()) {
        return fail<Code::CannotStoreItem>(ctx, ctx.range(of), of, object)
            .help("a tuple stays as it is: make another one, or an array of the thread");
    }
    return is_place ? fail<Code::CannotStoreItem>(ctx, ctx.range(of), of, object)
                    : fail<Code::NotSubscriptable>(ctx, ctx.range(of), of, object);
}

/// `a.flat`: the array.
ExprId flat_array(const Lowering& ctx, const syntax::Subscript& subscript) {
    const auto* attribute = ctx.get<syntax::Attribute>(subscript.value);
    return attribute != nullptr && attribute->attr == "flat" ? attribute->value : ExprId{};
}

Operand item_place(Lowering& ctx, const syntax::Subscript& subscript, Range range) {
    if (const ExprId array = flat_array(ctx, subscript)) {
        return flat_element(ctx, array, subscript.slice, range);
    }
    return item_of(ctx, lower_value(ctx, subscript.value), subscript.value, subscript.slice, range,
                   true);
}

Operand lower_subscript(Lowering& ctx, const syntax::Subscript& subscript, ExprId expr) {
    const Range range = ctx.range(expr);
    if (const ExprId array = flat_array(ctx, subscript)) {
        return flat_element(ctx, array, subscript.slice, range);
    }
    const Operand object = lower(ctx, subscript.value);
    if (object.is_known() && !object.get<HostItems>()) {
        const Found found = ctx.evaluator.evaluate(expr, ctx.decl.scope,
                                                   [](std::string_view) { return std::nullopt; });
        if (!found.value.is_unknown()) {
            return operand_of(ctx, found.value, found.origin, range);
        }
    }
    if (const std::optional<Operand> item = known_item(ctx, object, subscript.slice, range)) {
        return *item;
    }
    if (const HostItems* items = object.is_known() ? object.known->items() : nullptr;
        items != nullptr && items->is_dict && !items->is_object) {
        const Value key = ctx.evaluator.evaluate(subscript.slice, ctx.decl.scope).value;
        if (const auto* name = key.get<StringValue>(); name != nullptr) {
            return fail<Code::NotConstant>(
                       ctx, range, source_text(ctx, range),
                       "`" + source_text(ctx, ctx.range(subscript.value)) + "` has no such key")
                .help(advice_of_keys(*items, name->text));
        }
        return fail<Code::NotAValue>(ctx, ctx.range(subscript.value), "a dict")
            .label(ctx.range(subscript.slice),
                   "a key of it that is known while compiling is a value")
            .help("for keys that only the thread knows, make an array: `np.array([...])`");
    }
    return item_of(ctx, runtime(ctx, object, ctx.range(subscript.value)), subscript.value,
                   subscript.slice, range);
}

}  // namespace pycu::sema
