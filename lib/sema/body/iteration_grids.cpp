// Iteration over grids of indices, and anything by number. See iteration.h.
#include <algorithm>

#include "sema/body/iteration.h"
#include "types/operations.h"

namespace pycu::sema {

/// Any iteration as items that one counter finds.
std::optional<Iteration> Body::count_items(const Iteration& of) {
    Iteration result = of;
    result.kind = Iteration::Kind::Counted;
    const Range range = of.range;
    switch (of.kind) {
        case Iteration::Kind::Counted:
            break;
        case Iteration::Kind::Range:
            return count_range(of);
        case Iteration::Kind::Items: {
            result.count = literal_int(std::int64_t(of.items.size()), range).ir;
            if (of.items.empty()) {
                unsupported(range, "an empty tuple here");
                return std::nullopt;
            }
            Operand tuple = tuple_of(of.items, range);
            const ir::LocalId local = temporary("items", tuple.type, range);
            emit(current_stmt_, ir::Assign{.target = local, .value = tuple.ir});
            result.item = [this, tuple, local, range,
                           type = of.items.front().type](const Iteration::Indices& at) {
                const ir::ExprId items = add(tuple.type, range, ir::Read{local});
                return value(type, range, ir::TupleAt{items, {at.front(), false}});
            };
            break;
        }
        case Iteration::Kind::Nested: {
            Iteration::Indices extents;
            for (const ir::ExprId extent : of.extents) {
                extents.push_back(keep(extent, "extent"));
            }
            result.count = extents.empty() ? literal_int(1, range).ir : extents.front();
            for (std::size_t i = 1; i < extents.size(); ++i) {
                result.count =
                    add(int64, range, ir::Binary{BinaryOp::Mult, result.count, extents[i]});
            }
            result.item = [this, extents, range, item = of.item](const Iteration::Indices& at) {
                // the last index moves fastest
                Iteration::Indices indices(extents.size());
                ir::ExprId rest = at.front();
                for (std::size_t i = extents.size(); i-- > 0;) {
                    indices[i] =
                        i == 0 ? rest
                               : add(int64, range, ir::Binary{BinaryOp::Mod, rest, extents[i]});
                    if (i > 0) {
                        rest = add(int64, range, ir::Binary{BinaryOp::FloorDiv, rest, extents[i]});
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

Operand Body::index_tuple(const std::vector<ir::ExprId>& at, Range range) {
    ir::Tuple tuple;
    tuple.items = at;
    const std::vector<Type> types(at.size(), int64);
    return value(evaluator_.types().tuple(types), range, std::move(tuple));
}

std::optional<Iteration> Body::iterate_ndindex(const syntax::Call& call, Range range,
                                               const IsRebound&) {
    std::optional<std::vector<Operand>> args = lower_args(call, text(call.func));
    if (!args) {
        return std::nullopt;
    }
    has_failed_args_ = true;
    if (args->size() == 1 && args->front().type.is_tuple()) {
        const Operand tuple = args->front();
        args->clear();
        for (std::size_t i = 0; i < evaluator_.types().items(tuple.type).size(); ++i) {
            args->push_back(tuple_item(tuple, i, range));
        }
    }
    std::vector<ir::ExprId> extents;
    for (const Operand& arg : *args) {
        if (!arg.type.is_integer()) {
            report<diag::Code::NoOverload>(range, text(call.func), type_name(arg.type));
            return std::nullopt;
        }
        extents.push_back(convert(arg.ir, int64));
    }
    if (extents.empty()) {
        report<diag::Code::ArgumentCount>(range, text(call.func), "1 or more", "0");
        return std::nullopt;
    }
    Iteration result = grid_of(std::move(extents), range);
    result.item = [this, range](const Iteration::Indices& at) { return index_tuple(at, range); };
    return result;
}

/// The elements of an array in C's order, whatever its layout.
Iteration Body::iterate_flat(const Operand& array, Range range) {
    std::vector<ir::ExprId> extents;
    for (int axis = 0; axis < array.type.rank(); ++axis) {
        extents.push_back(add(int64, range, ir::Extent{array.ir, axis}));
    }
    Iteration result = grid_of(std::move(extents), range);
    result.item = [this, array, range](const Iteration::Indices& at) {
        ir::Element element;
        element.array = array.ir;
        for (const ir::ExprId index : at) {
            element.indices.push_back({index, false});
        }
        return runtime(value(array.type.element_type(), range, std::move(element)), range);
    };
    return result;
}

std::optional<Iteration> Body::iterate_ndenumerate(const syntax::Call& call, Range range,
                                                   const IsRebound& is_rebound) {
    std::optional<std::vector<Operand>> args = lower_args(call, text(call.func));
    if (!args) {
        return std::nullopt;
    }
    has_failed_args_ = true;
    if (args->size() != 1 || !args->front().type.is_array()) {
        const Type type = args->empty() ? Type::none() : args->front().type;
        report<diag::Code::NoOverload>(range, text(call.func), type_name(type));
        return std::nullopt;
    }
    Iteration result = iterate_flat(stable(args->front(), is_rebound), range);
    result.item = [this, range, of = result.item](const Iteration::Indices& at) {
        return tuple_of({index_tuple(at, range), of(at)}, range);
    };
    return result;
}

}  // namespace pycu::sema
