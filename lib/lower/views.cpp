// Elements of arrays, views of parts, and fields of records, as values and as places. See arrays.h.
//
// A record is what Numba makes of it, a reference to the place in an array: `r = a[i]` copies
// nothing, and `r.x = 1` writes to the array.
#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>

#include "lower/arrays.h"
#include "support/nearest.h"
#include "support/text.h"

namespace pycu::sema {

namespace {

/// What an array has beside the fields of its records, which go by the same syntax.
constexpr std::string_view array_attributes[] = {"shape",    "strides", "size",  "ndim",
                                                 "itemsize", "nbytes",  "dtype", "T",
                                                 "flat",     "real",    "imag",  "ctypes"};

Type record_of(Type type) {
    return type.is_array() ? type.element_type() : type;
}

}  // namespace

/// The name that messages have for a record: its variable's.
std::string record_name(const Lowering& ctx, Type type) {
    const RecordType& record = ctx.types.record(record_of(type));
    return record.name.empty() ? type_name(ctx, record_of(type)) : record.name;
}

/// A record whose elements, side by side, do not all lie where a device can read them.
bool check_record(Lowering& ctx, Type type, Range range) {
    const Type record = record_of(type);
    const TypeTable& types = ctx.types;
    if (!record.is_record() || types.bytes(record) % types.alignment(record) == 0) {
        return true;
    }
    fail<Code::UnalignedRecord>(ctx, range, record_name(ctx, type),
                                std::to_string(types.bytes(record)),
                                std::to_string(types.alignment(record)))
        .help("make the dtype with `align=True`");
    return false;
}

/// A tuple would hold a copy of a record, where Numba's holds the record itself.
void refuse_record_tuples(Lowering& ctx, Range range) {
    const TypeTable& types = ctx.types;
    const std::function<bool(Type)> holds_record = [&](Type type) {
        return type.is_tuple() && std::ranges::any_of(types.items(type), [&](Type item) {
                   return item.is_record() || holds_record(item);
               });
    };
    for (const ir::Local& local : ctx.fn.locals) {
        if (holds_record(local.type)) {
            unsupported(ctx, local.range, "a record in a tuple");
        }
    }
    if (holds_record(ctx.fn.result)) {
        unsupported(ctx, range, "a record in a tuple that is returned");
    }
}

/// `r.x`, `a[i]["x"]`: a field of a record, or of every record of an array.
Operand field(Lowering& ctx, const Operand& of, const std::string& name, Range range,
              Range name_range) {
    const TypeTable& types = ctx.types;
    const Type record = record_of(of.type);
    const auto index = types.field(record, name);
    if (!index) {
        auto diagnostic = fail<Code::NoField>(ctx, name_range, record_name(ctx, of.type), name);
        std::vector<std::string> names;
        for (const RecordField& known : types.record(record).fields) {
            names.push_back(known.name);
        }
        const std::string similar = nearest(name, names);
        return similar.empty() ? diagnostic.note("its fields are: " + join(names, ", "))
                               : diagnostic.there_is(similar, name_range, name);
    }
    return field_at(ctx, of, *index, range, name_range);
}

Operand field_at(Lowering& ctx, const Operand& of, std::uint32_t index, Range range,
                 Range name_range) {
    const TypeTable& types = ctx.types;
    const RecordField& field = types.record(record_of(of.type)).fields[index];
    if (!types.is_in_place(field)) {
        return fail<Code::UnalignedField>(ctx, name_range, record_name(ctx, of.type), field.name,
                                          field.offset, field.type)
            .help("make the dtype with `align=True`");
    }
    const Type element = record_of(field.type);
    if (of.type.is_array()) {
        const int rank = of.type.rank() + (field.type.is_array() ? field.type.rank() : 0);
        const Type column = Type::array(element, rank, Layout::A, of.type.is_readonly());
        return value(ctx, column, range, ir::Column{of.ir, index});
    }
    return value(ctx, field.type, range, ir::Field{of.ir, index});
}

/// Whether `a.x` is the field of all records of an array.
bool is_column(const Lowering& ctx, const Operand& array, const std::string& name) {
    return array.type.is_record_array() && ctx.types.field(array.type.element_type(), name) &&
           std::ranges::find(array_attributes, name) == std::end(array_attributes);
}

/// `a.x[i]` is `a[i].x`, and `a.v[i, k]` is `a[i].v[k]`.
Operand column_element(Lowering& ctx, const ir::Column& column, std::vector<Operand> at,
                       Range range) {
    const Operand array = as_operand(ctx, column.array);
    const auto rank = std::ptrdiff_t(array.type.rank());
    std::vector<Operand> inner(at.begin() + rank, at.end());
    at.resize(std::size_t(rank));
    const Operand record = make_element(ctx, array, std::move(at), range);
    const Operand field = field_at(ctx, record, column.index, range, range);
    return inner.empty() ? field : make_element(ctx, field, std::move(inner), range);
}

/// The array or the variable that a place lies in, through fields and references.
ir::ExprId place_root(const Lowering& ctx, ir::ExprId place) {
    for (int steps = 0; steps < 1000; ++steps) {
        const auto& e = ctx.fn.exprs[place].as;
        if (const auto* field = std::get_if<ir::Field>(&e)) {
            place = field->record;
        } else if (const auto* element = std::get_if<ir::Element>(&e)) {
            const bool is_inside = ctx.is<ir::Field>(element->array);
            place = element->array;
            if (!is_inside) {
                return place;
            }
        } else if (const auto* read = std::get_if<ir::Read>(&e)) {
            const auto bound = ctx.references.find(read->local.index);
            if (bound == ctx.references.end()) {
                return place;
            }
            place = bound->second;
        } else {
            return place;
        }
    }
    return place;
}

using IndexKind = ArrayIndex::Kind;

int taken_axes(const std::vector<ArrayIndex>& at) {
    return int(std::ranges::count_if(at, [](const auto& one) {
        return one.kind == IndexKind::Integer || one.kind == IndexKind::Slice;
    }));
}

namespace {

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

/// An index of one axis; a[-1] is a[a.shape[0] - 1].
static ir::Subscript subscript(Lowering& ctx, ir::ExprId array, int axis, const Operand& index) {
    const auto position = literal_number(ctx.fn, index.ir);
    if (!position || *position >= 0) {
        return {index.ir, !position && index.type.is_signed()};
    }
    const Range range = ctx.fn.exprs[index.ir].range;
    const ir::ExprId size = extent(ctx, array, axis, range);
    const ir::ExprId back = literal_int(ctx, -*position, range).ir;
    return {add(ctx, int64, range, ir::Binary{BinaryOp::Sub, size, back}), false};
}

/// The array where it has a name, else a new name for it: its extents may be asked for again, where
/// they are not those of a record's sub-array.
ir::ExprId named_array(Lowering& ctx, ir::ExprId array) {
    const bool is_field = ctx.is<ir::Field>(array);
    return is_field || is_simple(ctx, array) ? array : keep(ctx, array, "view");
}

/// `a[i].shape[0]` is `a.shape[1]`.
ir::ExprId extent(Lowering& ctx, ir::ExprId array, int axis, Range range) {
    if (const auto* view = ctx.get<ir::View>(array); is_row(view)) {
        return extent(ctx, view->array, axis + int(view->indices.size()), range);
    }
    if (const auto* transposed = ctx.get<ir::Transpose>(array)) {
        const int last = ctx.fn.exprs[array].type.rank() - 1;
        return extent(ctx, transposed->array, last - axis, range);
    }
    return add(ctx, int64, range, ir::Extent{array, axis});
}

/// `a[i][j]` and `a.T[j, i]` are `a[i, j]`.
Operand make_element(Lowering& ctx, const Operand& array, std::vector<Operand> at, Range range) {
    const Type type = array.type.element_type();
    if (const auto* column = ctx.get<ir::Column>(array.ir)) {
        return column_element(ctx, ir::Column{*column}, std::move(at), range);
    }
    if (const auto* parts = ctx.get<ir::Parts>(array.ir)) {
        // the part of the element, wherever the element lies
        const bool is_imag = parts->is_imag;
        const Operand number =
            make_element(ctx, as_operand(ctx, parts->array), std::move(at), range);
        ir::Element place = *ctx.get<ir::Element>(number.ir);
        place.array = sema::parts(ctx, as_operand(ctx, place.array), is_imag, range).ir;
        return value(ctx, type, range, std::move(place));
    }
    if (const auto* transposed = ctx.get<ir::Transpose>(array.ir)) {
        std::ranges::reverse(at);
        return make_element(ctx, as_operand(ctx, transposed->array), std::move(at), range);
    }
    ir::Element place;
    if (const auto* row = ctx.get<ir::View>(array.ir); is_row(row)) {
        place.array = row->array;
        for (const ir::ViewIndex& one : row->indices) {
            place.indices.push_back(one.index);
        }
    } else {
        place.array = named_array(ctx, array.ir);
    }
    const ir::ExprId base = place.array;
    for (const Operand& index : at) {
        place.indices.push_back(subscript(ctx, base, int(place.indices.size()), index));
    }
    return value(ctx, type, range, std::move(place));
}

/// A part of an array. The indices of a row of a row are one list.
Operand view(Lowering& ctx, const Operand& array, const std::vector<ArrayIndex>& at, Range range) {
    const int given = int(std::ranges::count_if(at, [](const ArrayIndex& one) {
        return one.kind == IndexKind::Slice || one.kind == IndexKind::NewAxis;
    }));
    const int rank = array.type.rank() - taken_axes(at) + given;
    const Type type = Type::array(array.type.element_type(), rank, layout_of_view(array.type, at),
                                  array.type.is_readonly());
    const std::vector<ArrayIndex> axes = without_ellipsis(at, array.type.rank());
    ir::View view;
    if (const auto* row = ctx.get<ir::View>(array.ir); is_row(row)) {
        view = *row;
    } else {
        view.array = named_array(ctx, array.ir);
    }
    if (axes.empty()) {
        return value(ctx, type, range, ctx.fn.exprs[array.ir].as);  // a[()], a[...]
    }
    const ir::ExprId base = view.array;
    int axis = int(view.indices.size());
    for (const ArrayIndex& one : axes) {
        ir::ViewIndex index;
        if (one.kind == IndexKind::Integer) {
            index.index = subscript(ctx, base, axis, one.integer);
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
    return value(ctx, type, range, std::move(view));
}

}  // namespace pycu::sema
