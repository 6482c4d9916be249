// Iteration over grids of indices, and anything by number. See iteration.h.
#include <algorithm>

#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/iteration.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "types/operations.h"

namespace pycu::sema {

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
        case Iteration::Kind::Items: {
            if (of.items.empty()) {
                return unsupported(ctx, range, "an empty tuple here");
            }
            result.count = literal_int(ctx, std::int64_t(of.items.size()), range).ir;
            const Operand tuple = tuple_of(ctx, of.items, range);
            const ir::LocalId local = temporary(ctx, "items", tuple.type, range);
            set(ctx, local, tuple.ir);
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
        return fail<Code::ArgumentCount>(ctx, range, call.func, "1 or more", "0");
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
