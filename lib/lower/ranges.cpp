// Ranges, as values, in a loop, by number, and what is in them; grids of indices, and anything by
// number. See iteration.h.
#include <algorithm>

#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/iteration.h"
#include "types/operations.h"

namespace pycu::sema {

/// The step of a range where it is written down.
std::optional<std::int64_t> literal_step(const Lowering& ctx, const Iteration& iteration) {
    const auto* literal = ctx.get<ir::Literal>(iteration.step);
    if (literal == nullptr) {
        return std::nullopt;
    }
    return std::visit([](auto v) { return std::int64_t(v); }, literal->value);
}

/// Start, stop and step of the range, in the type of the loop variable.
Iteration iterate_range(Lowering& ctx, const syntax::Call& call, Range range,
                        const IsRebound& is_rebound) {
    const std::vector<Operand> args = arguments(ctx, call, range, {1, 3}, "range");
    if (const Operand* poison = poison_of(args)) {
        return Iteration::poisoned(*poison);
    }
    std::vector<Type> types;
    std::optional<Type> wrong;
    for (const Operand& arg : args) {
        types.push_back(arg.type);
        if (!arg.type.is_scalar() && !wrong) {
            wrong = arg.type;
        }
    }
    const std::optional<Type> type = wrong ? std::nullopt : range_result(types, ctx.types);
    if (!type) {
        auto diagnostic =
            fail<Code::NoOverload>(ctx, range, "range", wrong.value_or(types.front()));
        if (wrong && wrong->is_array()) {
            diagnostic.help("write `range(len(a))` for its indices, or `for x in a` for its items");
        }
        return diagnostic;
    }
    Iteration result;
    result.kind = Iteration::Kind::Range;
    result.range = range;
    result.is_rebound = is_rebound;
    const ir::ExprId one = convert(ctx, literal_int(ctx, 1, range).ir, *type);
    const ir::ExprId zero = convert(ctx, literal_int(ctx, 0, range).ir, *type);
    result.start = args.size() > 1 ? convert(ctx, args[0].ir, *type) : zero;
    result.stop = convert(ctx, args[args.size() > 1 ? 1 : 0].ir, *type);
    result.step = args.size() > 2 ? convert(ctx, args[2].ir, *type) : one;
    if (args.size() > 2 && args[2].is_literal) {
        const auto* step = args[2].get<NumberValue>();
        if (std::visit([](auto v) { return v == 0; }, step->value)) {
            return fail<Code::ZeroStep>(ctx, ctx.range(call.args[2]));
        }
    }
    return result;
}

/// `r = range(n)`: a value of three numbers.
Operand lower_range(Lowering& ctx, const std::string&, const syntax::Call& call, Range range) {
    const Iteration found = iterate_range(ctx, call, range, {});
    if (found.kind == Iteration::Kind::None) {
        return found.poison;
    }
    ir::Tuple parts{{found.start, found.stop, found.step}};
    return value(ctx, Type::range(ctx.fn.exprs[found.start].type), range, std::move(parts));
}

/// Start, stop or step.
static ir::ExprId range_part(Lowering& ctx, const Operand& operand, std::uint32_t index,
                             Range range) {
    if (const auto* written = ctx.get<ir::Tuple>(operand.ir)) {
        return written->items[index];
    }
    return add(ctx, operand.type.element_type(), range, ir::TupleItem{operand.ir, index});
}

/// `for i in r`: a range that is a value, computed once.
Iteration iterate_range_value(Lowering& ctx, const Operand& operand, Range range) {
    Operand kept = operand;
    if (!ctx.is<ir::Tuple>(operand.ir)) {
        kept.ir = keep(ctx, kept.ir, "items");
    }
    Iteration result;
    result.kind = Iteration::Kind::Range;
    result.range = range;
    result.start = range_part(ctx, kept, 0, range);
    result.stop = range_part(ctx, kept, 1, range);
    result.step = range_part(ctx, kept, 2, range);
    return result;
}

/// `r.start`, `r.stop`, `r.step`
Operand range_attribute(Lowering& ctx, const Operand& operand, const std::string& name,
                        Range range) {
    const std::string_view names[] = {"start", "stop", "step"};
    const auto* const found = std::ranges::find(names, name);
    if (found == std::end(names)) {
        return fail<Code::NoAttribute>(ctx, range, operand, name);
    }
    const auto index = std::uint32_t(found - std::begin(names));
    return as_operand(ctx, range_part(ctx, operand, index, range));
}

/// `len(r)`, of the type of the items as in Numba.
Operand range_length(Lowering& ctx, const Iteration& of) {
    const Range range = of.range;
    Operand start = as_operand(ctx, of.start), stop = as_operand(ctx, of.stop),
            step = as_operand(ctx, of.step);
    if (!literal_step(ctx, of)) {
        start.ir = keep(ctx, start.ir, "start");
        stop.ir = keep(ctx, stop.ir, "stop");
        step.ir = keep(ctx, step.ir, "step");
        const Operand has_none =
            compare(ctx, CompareOp::Eq, step, literal_int(ctx, 0, range), range);
        emit_if(ctx, ctx.current_stmt, has_none.ir, [&] {
            emit(ctx, range, ir::Raise{"ValueError", "range() arg 3 must not be zero"});
        });
    }
    return intrinsic(ctx, "builtins.range.size", {start, stop, step}, range);
}

/// A range of any step by number.
static Iteration count_any_range(Lowering& ctx, const Iteration& of) {
    const Range range = of.range;
    const Type type = ctx.fn.exprs[of.start].type;
    const Type wide = type == int32 ? int64 : type;  // `i * step` may leave an int32
    Iteration kept = of;
    for (ir::ExprId* const part : {&kept.start, &kept.stop, &kept.step}) {
        *part = convert(ctx, stable(ctx, as_operand(ctx, *part), of.is_rebound, "part").ir, wide);
    }
    Iteration result = kept;
    result.kind = Iteration::Kind::Counted;
    result.count = convert(ctx, range_length(ctx, kept).ir, int64);
    result.item = [=, &ctx](const Iteration::Indices& at) {
        const ir::ExprId number = convert(ctx, at.front(), wide);
        const ir::ExprId moved =
            add(ctx, wide, range, ir::Binary{BinaryOp::Mult, number, kept.step});
        const ir::ExprId item = add(ctx, wide, range, ir::Binary{BinaryOp::Add, kept.start, moved});
        return as_operand(ctx, convert(ctx, item, type));
    };
    return result;
}

/// A range by number: `start + i * step`.
Iteration count_range(Lowering& ctx, const Iteration& of) {
    const Range range = of.range;
    const Type type = ctx.fn.exprs[of.start].type;
    const std::optional<std::int64_t> step = literal_step(ctx, of);
    if (!step || type == uint64) {
        return count_any_range(ctx, of);
    }
    Iteration result = of;
    result.kind = Iteration::Kind::Counted;
    const bool from_zero = literal_number(ctx.fn, of.start) == 0;
    const auto binary_of = [&ctx, range](BinaryOp op, ir::ExprId a, ir::ExprId b) {
        return add(ctx, int64, range, ir::Binary{op, a, b});
    };
    const Operand first = stable(ctx, as_operand(ctx, of.start), of.is_rebound, "start");
    const ir::ExprId start = convert(ctx, first.ir, int64);
    result.count = convert(ctx, of.stop, int64);
    if (!from_zero) {
        result.count = binary_of(BinaryOp::Sub, result.count, start);
    }
    if (*step != 1) {
        // (stop - start) / step, rounded up
        const ir::ExprId by = literal_int(ctx, *step, range).ir;
        const ir::ExprId more = literal_int(ctx, *step > 0 ? *step - 1 : *step + 1, range).ir;
        const ir::ExprId rounded = binary_of(BinaryOp::Add, result.count, more);
        result.count = binary_of(BinaryOp::FloorDiv, rounded, by);
    }
    result.item = [=, &ctx](const Iteration::Indices& at) {
        ir::ExprId number = at.front();
        if (*step != 1) {
            number = binary_of(BinaryOp::Mult, number, literal_int(ctx, *step, range).ir);
        }
        if (!from_zero) {
            number = binary_of(BinaryOp::Add, start, number);
        }
        return as_operand(ctx, convert(ctx, number, type));
    };
    return result;
}

/// `x in range(a, b, s)`: two comparisons, and a remainder where the step is not one.
Operand in_range(Lowering& ctx, const Operand& item, const Iteration& of, Range range) {
    Operand left = item;
    left.ir = keep(ctx, left.ir, "item");
    if (item.type.is_float()) {
        const Operand whole = converted(ctx, left, int64);
        const Operand is_whole = compare(ctx, CompareOp::Eq, left, whole, range);
        return logical(ctx, true, is_whole, in_range(ctx, whole, of, range), range);
    }
    if (item.type.is_bool()) {
        left = converted(ctx, left, int64);
    } else if (!item.type.is_integer()) {
        return fail<Code::NoOperator>(ctx, range, "in", item, "range");
    }
    const Operand start = as_operand(ctx, keep(ctx, of.start, "start"));
    const Operand stop = as_operand(ctx, keep(ctx, of.stop, "stop"));
    const Operand step = as_operand(ctx, keep(ctx, of.step, "step"));
    const Operand zero = literal_int(ctx, 0, range);
    const auto between = [&](bool goes_up) {
        return logical(
            ctx, true, compare(ctx, goes_up ? CompareOp::LtE : CompareOp::GtE, start, left, range),
            compare(ctx, goes_up ? CompareOp::Lt : CompareOp::Gt, left, stop, range), range);
    };
    const std::optional<std::int64_t> known = literal_step(ctx, of);
    if (!known && start.type == uint64) {
        return unsupported(ctx, range, "`in` a range of uint64 with a step that only a run knows");
    }
    Operand result;
    if (known) {
        result = between(*known > 0);
    } else {
        const auto goes = [&](CompareOp op) {
            const Operand sign = compare(ctx, op, step, zero, range);
            return logical(ctx, true, sign, between(op == CompareOp::Gt), range);
        };
        const Operand up = goes(CompareOp::Gt);
        result = logical(ctx, false, up, goes(CompareOp::Lt), range);
    }
    if (known == 1 || known == -1) {
        return result;
    }
    Operand distance = left;
    Operand by = step;
    if (known && *known < 0 && *known != INT64_MIN) {
        // the distance has no sign where the items have none
        distance = binary(ctx, BinaryOp::Sub, start, left, range);
        by = literal_int(ctx, -*known, range);
    } else if (literal_number(ctx.fn, start.ir) != 0) {
        distance = binary(ctx, BinaryOp::Sub, left, start, range);
    }
    const Operand rest = binary(ctx, BinaryOp::Mod, distance, by, range);
    return logical(ctx, true, result, compare(ctx, CompareOp::Eq, rest, zero, range), range);
}

/// The items of a tuple by their number: in the module's memory where they stand there, else in a
/// variable.
static Iteration count_tuple(Lowering& ctx, const Iteration& of) {
    if (of.items.empty()) {
        return unsupported(ctx, of.range, "an empty tuple here");
    }
    Iteration result = of;
    result.kind = Iteration::Kind::Counted;
    const Range range = of.range;
    const Type type = of.items.front().type;
    result.count = literal_int(ctx, std::int64_t(of.items.size()), range).ir;
    const ir::Subscript first{literal_int(ctx, 0, range).ir, false};
    const bool is_kept =
        of.source.valid() && !of.is_list && table_item(ctx, of.source, first, type, range);
    if (is_kept) {
        result.item = [&ctx, source = of.source, range, type](const Iteration::Indices& at) {
            return *table_item(ctx, source, {at.front(), false}, type, range);
        };
        return result;
    }
    const bool is_variable = of.whole.is_value() && ctx.is<ir::Read>(of.whole.ir);
    const Operand tuple = is_variable ? of.whole : tuple_of(ctx, of.items, range);
    const ir::LocalId local = temporary(ctx, "items", tuple.type, range);
    set(ctx, local, tuple.ir);
    result.item = [&ctx, tuple, local, range, type](const Iteration::Indices& at) {
        const ir::ExprId items = add(ctx, tuple.type, range, ir::Read{local});
        return value(ctx, type, range, ir::TupleAt{items, {at.front(), false}});
    };
    return result;
}

/// Any iteration as items that one counter finds.
Iteration count_items(Lowering& ctx, const Iteration& of) {
    Iteration result = of;
    result.kind = Iteration::Kind::Counted;
    const Range range = of.range;
    switch (of.kind) {
        case Iteration::Kind::None:
            return of;
        case Iteration::Kind::Counted:
            break;
        case Iteration::Kind::Range:
            return count_range(ctx, of);
        case Iteration::Kind::Items:
            return count_tuple(ctx, of);
        case Iteration::Kind::Nested: {
            Iteration::Indices extents;
            for (const ir::ExprId extent : of.extents) {
                extents.push_back(keep(ctx, extent, "extent"));
            }
            result.count = extents.empty() ? literal_int(ctx, 1, range).ir : extents.front();
            for (std::size_t i = 1; i < extents.size(); ++i) {
                result.count =
                    add(ctx, int64, range, ir::Binary{BinaryOp::Mult, result.count, extents[i]});
            }
            result.item = [&ctx, extents, range, item = of.item](const Iteration::Indices& at) {
                // the last index moves fastest
                Iteration::Indices indices(extents.size());
                ir::ExprId rest = at.front();
                for (std::size_t i = extents.size(); i-- > 0;) {
                    indices[i] = i == 0 ? rest
                                        : add(ctx, int64, range,
                                              ir::Binary{BinaryOp::Mod, rest, extents[i]});
                    if (i > 0) {
                        rest = add(ctx, int64, range,
                                   ir::Binary{BinaryOp::FloorDiv, rest, extents[i]});
                    }
                }
                return item(indices);
            };
            break;
        }
    }
    return result;
}

/// One loop inside the other; the item is the tuple of their counters.
static Iteration grid_of(Lowering& ctx, std::vector<ir::ExprId> extents, Range range) {
    Iteration result;
    result.kind = Iteration::Kind::Nested;
    result.range = range;
    result.extents = std::move(extents);
    result.item = [&ctx, range](const Iteration::Indices& at) {
        std::vector<Operand> items;
        std::ranges::transform(at, std::back_inserter(items),
                               [&](ir::ExprId index) { return as_operand(ctx, index); });
        return tuple_of(ctx, items, range);
    };
    return result;
}

/// `np.ndindex(2, 3)`, `np.ndindex((2, 3))`, `np.ndindex(a.shape)`.
Iteration iterate_ndindex(Lowering& ctx, const syntax::Call& call, Range range, const IsRebound&) {
    std::vector<Operand> args = arguments(ctx, call, range, {1, Count::any});
    if (args.size() == 1) {
        args = items_or_itself(ctx, args.front(), range);
    }
    std::vector<ir::ExprId> extents;
    for (const Operand& arg : args) {
        if (!arg.type.is_integer()) {
            return fail<Code::NoOverload>(ctx, range, call.func, arg);
        }
        extents.push_back(convert(ctx, arg.ir, int64));
    }
    if (extents.empty()) {
        return fail<Code::ArgumentCount>(ctx, range, call.func, "1 or more arguments", "none");
    }
    return grid_of(ctx, std::move(extents), range);
}

/// The elements of an array in C's order, whatever its layout.
Iteration iterate_flat(Lowering& ctx, const Operand& array, Range range) {
    std::vector<ir::ExprId> extents;
    for (int axis = 0; axis < array.type.rank(); ++axis) {
        extents.push_back(add(ctx, int64, range, ir::Extent{array.ir, axis}));
    }
    Iteration result = grid_of(ctx, std::move(extents), range);
    result.item = [&ctx, array, range](const Iteration::Indices& at) {
        ir::Element element{array.ir, {}};
        for (const ir::ExprId index : at) {
            element.indices.push_back({index, false});
        }
        return value(ctx, array.type.element_type(), range, std::move(element));
    };
    return result;
}

Iteration iterate_ndenumerate(Lowering& ctx, const syntax::Call& call, Range range,
                              const IsRebound& is_rebound) {
    const Operand array = arguments(ctx, call, range, {1, 1}).front();
    if (!array.type.is_array()) {
        return fail<Code::NoOverload>(ctx, range, call.func, array);
    }
    Iteration result = iterate_flat(ctx, stable(ctx, array, is_rebound), range);
    const Iteration at_indices = grid_of(ctx, result.extents, range);
    result.item = [&ctx, range, indices = at_indices.item,
                   of = result.item](const Iteration::Indices& at) {
        return tuple_of(ctx, {indices(at), of(at)}, range);
    };
    return result;
}

}  // namespace pycu::sema
