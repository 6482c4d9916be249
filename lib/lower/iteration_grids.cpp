// Iteration over grids of indices, and anything by number. See iteration.h.
#include <algorithm>

#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/iteration.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "types/operations.h"

namespace pycu::sema {

/// Any iteration as items that one counter finds.
std::optional<Iteration> count_items(Lowering& ctx, const Iteration& of) {
    Iteration result = of;
    result.kind = Iteration::Kind::Counted;
    const Range range = of.range;
    switch (of.kind) {
        case Iteration::Kind::Counted:
            break;
        case Iteration::Kind::Range:
            return count_range(ctx, of);
        case Iteration::Kind::Items: {
            result.count = literal_int(ctx, std::int64_t(of.items.size()), range).ir;
            if (of.items.empty()) {
                return unsupported(ctx, range, "an empty tuple here");
            }
            Operand tuple = tuple_of(ctx, of.items, range);
            const ir::LocalId local = temporary(ctx, "items", tuple.type, range);
            emit(ctx, ctx.current_stmt, ir::Assign{.target = local, .value = tuple.ir});
            result.item = [&ctx, tuple, local, range,
                           type = of.items.front().type](const Iteration::Indices& at) {
                const ir::ExprId items = add(ctx, tuple.type, range, ir::Read{local});
                return value(ctx, type, range, ir::TupleAt{items, {at.front(), false}});
            };
            break;
        }
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

namespace {

/// The arguments of `np.ndindex(2, 3)`, `np.ndindex((2, 3))`, `np.ndindex(a.shape)`.
Iteration grid_of(std::vector<ir::ExprId> extents, Range range) {
    Iteration result;
    result.kind = Iteration::Kind::Nested;
    result.range = range;
    result.extents = std::move(extents);
    return result;
}

}  // namespace

static Operand index_tuple(Lowering& ctx, const std::vector<ir::ExprId>& at, Range range) {
    ir::Tuple tuple;
    tuple.items = at;
    const std::vector<Type> types(at.size(), int64);
    return value(ctx, ctx.types.tuple(types), range, std::move(tuple));
}

std::optional<Iteration> iterate_ndindex(Lowering& ctx, const syntax::Call& call, Range range,
                                         const IsRebound&) {
    std::optional<std::vector<Operand>> args = lower_args(ctx, call, text(ctx, call.func));
    if (!args) {
        return std::nullopt;
    }
    ctx.has_failed_args = true;
    if (args->size() == 1 && args->front().type.is_tuple()) {
        const Operand tuple = args->front();
        args->clear();
        for (std::size_t i = 0; i < ctx.types.items(tuple.type).size(); ++i) {
            args->push_back(tuple_item(ctx, tuple, i, range));
        }
    }
    std::vector<ir::ExprId> extents;
    for (const Operand& arg : *args) {
        if (!arg.type.is_integer()) {
            return fail<Code::NoOverload>(ctx, range, call.func, arg);
        }
        extents.push_back(convert(ctx, arg.ir, int64));
    }
    if (extents.empty()) {
        return fail<Code::ArgumentCount>(ctx, range, call.func, "1 or more", "0");
    }
    Iteration result = grid_of(std::move(extents), range);
    result.item = [&ctx, range](const Iteration::Indices& at) {
        return index_tuple(ctx, at, range);
    };
    return result;
}

/// The elements of an array in C's order, whatever its layout.
Iteration iterate_flat(Lowering& ctx, const Operand& array, Range range) {
    std::vector<ir::ExprId> extents;
    for (int axis = 0; axis < array.type.rank(); ++axis) {
        extents.push_back(add(ctx, int64, range, ir::Extent{array.ir, axis}));
    }
    Iteration result = grid_of(std::move(extents), range);
    result.item = [&ctx, array, range](const Iteration::Indices& at) {
        ir::Element element;
        element.array = array.ir;
        for (const ir::ExprId index : at) {
            element.indices.push_back({index, false});
        }
        return runtime(ctx, value(ctx, array.type.element_type(), range, std::move(element)),
                       range);
    };
    return result;
}

std::optional<Iteration> iterate_ndenumerate(Lowering& ctx, const syntax::Call& call, Range range,
                                             const IsRebound& is_rebound) {
    std::optional<std::vector<Operand>> args = lower_args(ctx, call, text(ctx, call.func));
    if (!args) {
        return std::nullopt;
    }
    ctx.has_failed_args = true;
    if (args->size() != 1 || !args->front().type.is_array()) {
        const Type type = args->empty() ? Type::none() : args->front().type;
        return fail<Code::NoOverload>(ctx, range, call.func, type);
    }
    Iteration result = iterate_flat(ctx, stable(ctx, args->front(), is_rebound), range);
    result.item = [&ctx, range, of = result.item](const Iteration::Indices& at) {
        return tuple_of(ctx, {index_tuple(ctx, at, range), of(at)}, range);
    };
    return result;
}

}  // namespace pycu::sema
