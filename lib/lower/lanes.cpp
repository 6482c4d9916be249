// Stores: to an element, and to all elements of a view in nested loops. See arrays.h.
#include <algorithm>

#include "lower/arrays.h"
#include "types/convert.h"

namespace pycu::sema {

namespace {

using LaneKind = Lanes::Kind;
using ViewKind = ir::ViewIndex::Kind;

/// The view, or the array itself as a view of all.
ir::View as_view(const ir::Function& fn, ir::ExprId array) {
    const auto* view = fn.exprs[array].get<ir::View>();
    return view != nullptr ? *view : ir::View{array, {}};
}

}  // namespace

void store(Lowering& ctx, const Operand& place, const Operand& given, Range range, bool augmented) {
    const Operand operand = plain(ctx, given, range);
    const ir::ExprId root = place_root(ctx, place.ir);
    const Type array = ctx.fn.exprs[root].type;
    const Range place_range = ctx.fn.exprs[place.ir].range;
    if (array.is_readonly()) {
        auto failure = fail<Code::ReadonlyArray>(ctx, place_range, array);
        if (ctx.fn.exprs[root].is<ir::ReadConstant>()) {
            failure.note("an array of the module is a constant of device code")
                .help("pass it to the kernel as an argument");
        }
        return;
    }
    const bool has_value = operand.type.is_scalar() || operand.type.is_record();
    if (!has_value || !can_store(place.type, operand.type)) {
        auto diagnostic =
            fail<Code::CannotAssign>(ctx, range, source_text(ctx, place_range), place, operand);
        if (operand.type.is_enum()) {
            diagnostic.help("store its value: `.value`");
        } else if (operand.type.is_complex()) {
            diagnostic.help("write `z.real` or `abs(z)`");
        } else if (operand.type.is_array()) {
            diagnostic.help("an element takes a number: write `b[i]`");
        } else if (operand.type.is_tuple()) {
            diagnostic.help("an element takes a number: write `t[0]`, or `x, y = t` first");
        }
        return;
    }
    emit(ctx, range, ir::Store{place.ir, convert(ctx, operand.ir, place.type), augmented});
}

/// An array whose elements can be asked for in a loop: one with a name, or a part of one by indices
/// that stay what they are.
static Operand lane_array(Lowering& ctx, Operand array, const std::string& name) {
    if (const auto* view = ctx.get<ir::View>(array.ir)) {
        const bool is_plain = std::ranges::all_of(view->indices, [&](const ir::ViewIndex& one) {
            return one.kind == ViewKind::Slice
                       ? is_whole(one)
                       : one.kind == ViewKind::NewAxis || !reads_memory(ctx, one.index.value);
        });
        if (is_plain && is_simple(ctx, view->array)) {
            return array;
        }
    }
    array.ir = keep(ctx, array.ir, name);
    return array;
}

Lanes lanes_of(const Operand& operand, Range range) {
    Lanes value;
    value.kind = operand.type.is_array() ? LaneKind::Array : LaneKind::Scalar;
    value.operand = operand;
    value.range = range;
    return value;
}

/// What is the same for all elements is computed before the loops.
static Lanes kept_lanes(Lowering& ctx, Lanes value) {
    Operand& operand = value.operand;
    if (value.kind == LaneKind::Array) {
        operand = lane_array(ctx, operand, "from");
    } else if (operand.is_value() && reads_memory(ctx, operand.ir)) {
        operand.ir = keep(ctx, operand.ir, "value");
    }
    for (Lanes& part : value.parts) {
        part = kept_lanes(ctx, std::move(part));
    }
    return value;
}

/// The element at the counters of the loops around it; an array of fewer axes is the same for all
/// of the first ones.
static Operand lane_element(Lowering& ctx, const Operand& array,
                            const std::vector<ir::ExprId>& counters, Range range) {
    const ir::View view = as_view(ctx.fn, array.ir);
    std::size_t next = counters.size() - std::size_t(array.type.rank());
    ir::Element place;
    place.array = view.array;
    for (const ir::ViewIndex& one : view.indices) {
        if (one.kind == ViewKind::Index) {
            place.indices.push_back(one.index);
            continue;
        }
        if (one.kind == ViewKind::Slice) {
            place.indices.push_back({counters[next], false});
        }
        ++next;
    }
    while (next < counters.size()) {
        place.indices.push_back({counters[next++], false});
    }
    return value(ctx, array.type.element_type(), range, std::move(place));
}

/// How many elements an axis has of what lane_element() reads.
static ir::ExprId lane_extent(Lowering& ctx, const Operand& array, int axis, Range range) {
    const ir::View view = as_view(ctx.fn, array.ir);
    int taken = 0;
    for (const ir::ViewIndex& one : view.indices) {
        if (one.kind != ViewKind::Index && axis-- == 0) {
            return one.kind == ViewKind::NewAxis ? literal_int(ctx, 1, range).ir
                                                 : extent(ctx, view.array, taken, range);
        }
        taken += one.kind == ViewKind::NewAxis ? 0 : 1;
    }
    return extent(ctx, view.array, taken + axis, range);
}

Operand lane(Lowering& ctx, const Lanes& value, const std::vector<ir::ExprId>& counters,
             Range range) {
    std::vector<Operand> parts;
    for (const Lanes& part : value.parts) {
        parts.push_back(lane(ctx, part, counters, range));
    }
    switch (value.kind) {
        case LaneKind::Scalar:
            return value.operand;
        case LaneKind::Array:
            return lane_element(ctx, value.operand, counters, value.range);
        case LaneKind::Unary:
            return unary(ctx, value.unary, parts[0], value.range);
        case LaneKind::Call:
            return intrinsic(ctx, value.path, std::move(parts), value.range);
        case LaneKind::Binary:
            break;
    }
    // an integer beside an array of floats is one of its floats, as NumPy has it
    for (std::size_t i = 0; i < 2; ++i) {
        const Type other = parts[1 - i].type;
        if (value.parts[i].kind == LaneKind::Scalar &&
            value.parts[1 - i].kind != LaneKind::Scalar && parts[i].type.is_integer() &&
            other.is_float()) {
            parts[i] = converted(ctx, parts[i], other);
        }
    }
    return binary(ctx, value.binary, parts[0], parts[1], value.range);
}

/// Nested loops over the elements of `place`.
void store_lanes(Lowering& ctx, const Operand& place, const Lanes& value, Range range,
                 std::optional<BinaryOp> op) {
    static const std::vector<std::string> names = {"k", "m", "n", "p"};
    const std::optional<int> order = store_order(ctx, place, value, range);
    if (!order) {
        return;
    }
    const Operand to = lane_array(ctx, place, "part");
    Lanes stored = kept_lanes(ctx, value);
    const auto rank = std::size_t(to.type.rank());
    std::vector<ir::LocalId> targets;
    std::vector<ir::ExprId> counters;
    std::vector<ir::ExprId> extents;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        targets.push_back(temporary(ctx, names[axis % names.size()], int64, range));
        counters.push_back(add(ctx, int64, range, ir::Read{targets.back()}));
        extents.push_back(lane_extent(ctx, to, int(axis), range));
    }
    const Range place_range = ctx.fn.exprs[place.ir].range;
    if (op) {
        Lanes both;
        both.kind = LaneKind::Binary;
        both.binary = *op;
        both.range = range;
        both.parts = {lanes_of(to, place_range), std::move(stored)};
        stored = std::move(both);
    }
    ir::Block body = block_of(ctx, [&] {
        const Operand element = lane_element(ctx, to, counters, place_range);
        const Operand result = lane(ctx, stored, counters, range);
        if (result.is_value()) {
            store(ctx, element, result, range, op.has_value());
        }
    });
    for (std::size_t axis = rank; axis-- > 0;) {
        ir::ForRange loop;
        loop.target = targets[axis];
        const bool is_back = *order < 0;
        const ir::ExprId zero = literal_int(ctx, 0, range).ir;
        const ir::ExprId one = literal_int(ctx, 1, range).ir;
        loop.start =
            is_back ? add(ctx, int64, range, ir::Binary{BinaryOp::Sub, extents[axis], one}) : zero;
        loop.stop = is_back ? literal_int(ctx, -1, range).ir : extents[axis];
        loop.step = is_back ? literal_int(ctx, -1, range).ir : one;
        loop.body = std::move(body);
        ir::Stmt stmt;
        stmt.range = range;
        stmt.as = std::move(loop);
        body = {ctx.fn.stmts.add(std::move(stmt))};
    }
    ctx.out->insert(ctx.out->end(), body.begin(), body.end());
}

/// `a[0:2] = (x, y)`
void store_items(Lowering& ctx, const Operand& place, const Operand& tuple, Range range) {
    const std::size_t count = ctx.types.items(tuple.type).size();
    if (place.type.rank() != 1) {
        fail<Code::CannotAssign>(ctx, range, source_text(ctx, ctx.fn.exprs[place.ir].range), place,
                                 tuple);
        return;
    }
    std::vector<Operand> values;
    Operand held = tuple;
    if (!ctx.is<ir::Tuple>(tuple.ir)) {
        held.ir = keep(ctx, tuple.ir, "value");
    }
    for (std::size_t i = 0; i < count; ++i) {
        Operand item = tuple_item(ctx, held, i, range);
        if (count > 1 && reads_memory(ctx, item.ir)) {
            item.ir = keep(ctx, item.ir, "item");
        }
        values.push_back(std::move(item));
    }
    const std::vector<Operand> places = array_items(ctx, place, count, range);
    for (const Operand& one : places) {
        hold_place(ctx, one.ir);
    }
    for (std::size_t i = 0; i < count; ++i) {
        store(ctx, places[i], values[i], range);
    }
}

/// Sets all elements of a view, or of an array in a record.
void store_array(Lowering& ctx, const Operand& place, const Operand& operand, Range range) {
    if (operand.type.is_tuple()) {
        store_items(ctx, place, operand, range);
    } else {
        store_lanes(ctx, place, lanes_of(operand, ctx.fn.exprs[operand.ir].range), range);
    }
}

}  // namespace pycu::sema
