// Subscripts of arrays: elements, and views of parts. See body.h.
#include <algorithm>

#include "sema/body/body.h"

namespace pycu::sema {

namespace {

using IndexKind = ArrayIndex::Kind;

int taken_axes(const std::vector<ArrayIndex>& at) {
    return int(std::ranges::count_if(at, [](const auto& one) {
        return one.kind == IndexKind::Integer || one.kind == IndexKind::Slice;
    }));
}

/// Whether indices, from the outermost axis to the innermost, keep an array contiguous: integers,
/// and in the end a slice without a step.
bool keeps_contiguity(const std::vector<const ArrayIndex*>& outer) {
    for (std::size_t i = 0; i < outer.size(); ++i) {
        const ArrayIndex& one = *outer[i];
        const bool is_last_slice =
            i + 1 == outer.size() && one.kind == IndexKind::Slice && !one.step.is_value();
        if (one.kind != IndexKind::Integer && !is_last_slice) {
            return false;
        }
    }
    return true;
}

/// The layout of a view, after numba.core.typing.arraydecl.get_array_index_type.
Layout layout_of_view(Type array, const std::vector<ArrayIndex>& at) {
    std::vector<const ArrayIndex*> left;
    std::vector<const ArrayIndex*> right;
    bool is_behind = false;
    for (const ArrayIndex& one : at) {
        if (one.kind == IndexKind::Ellipsis) {
            is_behind = true;
        } else {
            (is_behind ? right : left).push_back(&one);
        }
    }
    std::vector<const ArrayIndex*> all = left;
    all.insert(all.end(), right.begin(), right.end());
    const bool names_all = taken_axes(at) == array.rank();
    if (array.layout() == Layout::C) {
        const bool is_kept =
            names_all ? keeps_contiguity(all) : right.empty() && keeps_contiguity(left);
        return is_kept ? Layout::C : Layout::A;
    }
    if (array.layout() == Layout::F) {
        std::vector<const ArrayIndex*> inwards = names_all ? all : right;
        std::ranges::reverse(inwards);
        const bool is_kept = (names_all || left.empty()) && keeps_contiguity(inwards);
        return is_kept ? Layout::F : Layout::A;
    }
    return Layout::A;
}

/// `...` as the whole axes that it stands for; those at the end need no index.
std::vector<ArrayIndex> without_ellipsis(const std::vector<ArrayIndex>& at, int rank) {
    std::vector<ArrayIndex> result;
    for (const ArrayIndex& one : at) {
        if (one.kind != IndexKind::Ellipsis) {
            result.push_back(one);
            continue;
        }
        for (int axis = taken_axes(at); axis < rank; ++axis) {
            result.push_back(
                {.kind = IndexKind::Slice, .integer = {}, .start = {}, .stop = {}, .step = {}});
        }
    }
    const auto is_whole = [](const ArrayIndex& one) {
        return one.kind == IndexKind::Slice && !one.start.is_value() && !one.stop.is_value() &&
               !one.step.is_value();
    };
    while (result.size() > 1 && is_whole(result.back())) {
        result.pop_back();
    }
    return result;
}

}  // namespace

/// The parts of an index in `a[i, 1:n]`, `a[(i, j)]` or `a[t]`; nothing when one is no index.
std::optional<std::vector<ArrayIndex>> Body::indices(ExprId slice) {
    std::vector<ExprId> parts = {slice};
    if (const auto* tuple = std::get_if<syntax::Tuple>(&tree_.exprs[slice].as)) {
        parts = tuple->elts;
    }
    std::vector<ArrayIndex> at;
    std::vector<std::size_t> starts;
    bool all_values = true;
    for (ExprId part : parts) {
        starts.push_back(out_->size());
        const std::optional<ArrayIndex> one = index_part(part);
        all_values = all_values && one.has_value();
        at.push_back(one.value_or(ArrayIndex{}));
    }
    if (!all_values) {
        return std::nullopt;
    }
    std::vector<Operand*> pointers;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < at.size(); ++i) {
        for (Operand* one : {&at[i].integer, &at[i].start, &at[i].stop, &at[i].step}) {
            if (one->is_value()) {
                pointers.push_back(one);
                places.push_back(starts[i]);
            }
        }
    }
    keep_order(pointers, places);
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
    std::vector<Operand*> given;
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < 3; ++i) {
        if (!bounds[i].valid()) {
            continue;
        }
        starts.push_back(out_->size());
        const Operand written = lower(bounds[i]);
        if (written.get<NoneValue>() != nullptr) {
            starts.pop_back();
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
        given.push_back(places[i]);
        const auto* literal = std::get_if<ir::Literal>(&fn_.exprs[places[i]->ir].as);
        if (i == 2 && literal != nullptr && literal->value == ir::Number{std::int64_t{0}}) {
            report<diag::Code::ZeroSliceStep>(range);
            return std::nullopt;
        }
    }
    keep_order(given, starts);
    return one;
}

bool Body::check_rank(const Operand& array, const std::vector<ArrayIndex>& at, Range range) {
    const int taken = taken_axes(at);
    if (taken <= array.type.rank()) {
        return true;
    }
    report<diag::Code::WrongRank>(range, std::to_string(array.type.rank()), std::to_string(taken))
        .note("the array is `" + type_name(array.type) + "`");
    return false;
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

/// An index of one axis; a[-1] is a[a.shape[0] - 1].
ir::Subscript Body::subscript(ir::ExprId array, int axis, const Operand& index) {
    const auto* literal = std::get_if<ir::Literal>(&fn_.exprs[index.ir].as);
    const auto* position =
        literal != nullptr ? std::get_if<std::int64_t>(&literal->value) : nullptr;
    if (position == nullptr || *position >= 0) {
        return {index.ir, position == nullptr && index.type.is_signed()};
    }
    // adding expressions moves the literal
    const std::int64_t from_end = -*position;
    const Range range = fn_.exprs[index.ir].range;
    const ir::ExprId size = extent(array, axis, range);
    const ir::ExprId back = literal_int(from_end, range).ir;
    return {add(int64, range, ir::Binary{BinaryOp::Sub, size, back}), false};
}

/// The array where it has a name, else a new name for it: its extents may be asked for again, where
/// they are not those of a record's sub-array.
ir::ExprId Body::named_array(ir::ExprId array) {
    const bool is_field = std::holds_alternative<ir::Field>(fn_.exprs[array].as);
    return is_field || is_simple(array) ? array : keep(array, "view");
}

/// `a[i].shape[0]` is `a.shape[1]`.
ir::ExprId Body::extent(ir::ExprId array, int axis, Range range) {
    if (const auto* view = std::get_if<ir::View>(&fn_.exprs[array].as)) {
        const bool is_row = std::ranges::all_of(view->indices, [](const ir::ViewIndex& one) {
            return one.kind == ir::ViewIndex::Kind::Index;
        });
        if (is_row) {
            return extent(view->array, axis + int(view->indices.size()), range);
        }
    }
    if (const auto* transposed = std::get_if<ir::Transpose>(&fn_.exprs[array].as)) {
        const int last = fn_.exprs[array].type.rank() - 1;
        return extent(transposed->array, last - axis, range);
    }
    return add(int64, range, ir::Extent{array, axis});
}

/// `a[i][j]` and `a.T[j, i]` are `a[i, j]`.
Operand Body::make_element(const Operand& array, std::vector<Operand> at, Range range) {
    const Type type = array.type.element_type();
    if (const auto* column = std::get_if<ir::Column>(&fn_.exprs[array.ir].as)) {
        return column_element(ir::Column{*column}, std::move(at), range);
    }
    ir::Element place;
    place.array = array.ir;
    const auto is_index = [](const ir::ViewIndex& one) {
        return one.kind == ir::ViewIndex::Kind::Index;
    };
    if (const auto* transposed = std::get_if<ir::Transpose>(&fn_.exprs[array.ir].as)) {
        Operand base = array;
        base.ir = transposed->array;
        base.type = fn_.exprs[base.ir].type;
        std::ranges::reverse(at);
        return make_element(base, std::move(at), range);
    }
    if (const auto* row = std::get_if<ir::View>(&fn_.exprs[array.ir].as);
        row != nullptr && std::ranges::all_of(row->indices, is_index)) {
        place.array = row->array;
        for (const ir::ViewIndex& one : row->indices) {
            place.indices.push_back(one.index);
        }
    } else {
        place.array = named_array(array.ir);
    }
    const ir::ExprId base = place.array;
    for (const Operand& index : at) {
        place.indices.push_back(subscript(base, int(place.indices.size()), index));
    }
    return value(type, range, std::move(place));
}

/// A part of an array. The indices of a row of a row are one list.
Operand Body::view(const Operand& array, const std::vector<ArrayIndex>& at, Range range) {
    const int given = int(std::ranges::count_if(at, [](const ArrayIndex& one) {
        return one.kind == IndexKind::Slice || one.kind == IndexKind::NewAxis;
    }));
    const int rank = array.type.rank() - taken_axes(at) + given;
    const Type type = Type::array(array.type.element_type(), rank, layout_of_view(array.type, at),
                                  array.type.is_readonly());
    const std::vector<ArrayIndex> axes = without_ellipsis(at, array.type.rank());
    ir::View view;
    view.array = array.ir;
    if (const auto* row = std::get_if<ir::View>(&fn_.exprs[array.ir].as);
        row != nullptr && std::ranges::all_of(row->indices, [](const ir::ViewIndex& one) {
            return one.kind == ir::ViewIndex::Kind::Index;
        })) {
        view = *row;
    } else {
        view.array = named_array(array.ir);
    }
    if (axes.empty()) {
        return value(type, range, fn_.exprs[array.ir].as);  // a[()], a[...]
    }
    const ir::ExprId base = view.array;
    int axis = int(view.indices.size());
    for (const ArrayIndex& one : axes) {
        ir::ViewIndex index;
        if (one.kind == IndexKind::Integer) {
            index.index = subscript(base, axis, one.integer);
        } else if (one.kind == IndexKind::NewAxis) {
            index.kind = ir::ViewIndex::Kind::NewAxis;
        } else {
            index.kind = ir::ViewIndex::Kind::Slice;
            index.start = one.start.ir;
            index.stop = one.stop.ir;
            index.step = one.step.ir;
        }
        axis += one.kind == IndexKind::NewAxis ? 0 : 1;
        view.indices.push_back(index);
    }
    return value(type, range, std::move(view));
}

}  // namespace pycu::sema
