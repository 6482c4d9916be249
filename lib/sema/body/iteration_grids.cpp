// Iteration over ranges and over grids of indices, and any of them by number. See iteration.h.
#include <algorithm>

#include "sema/body/iteration.h"
#include "types/operations.h"

namespace pycu::sema {

/// The step of a range where it is written down.
std::optional<std::int64_t> Body::literal_step(const Iteration& iteration) const {
    const auto* literal = std::get_if<ir::Literal>(&fn_.exprs[iteration.step].as);
    if (literal == nullptr) {
        return std::nullopt;
    }
    return std::visit([](auto v) { return std::int64_t(v); }, literal->value);
}

/// Start, stop and step of the range, in the type of the loop variable.
std::optional<Iteration> Body::iterate_range(const syntax::Call& call, Range range,
                                             const IsRebound&) {
    std::optional<std::vector<Operand>> args = lower_args(call, "range");
    if (!args) {
        return std::nullopt;
    }
    has_failed_args_ = true;
    if (args->empty() || args->size() > 3) {
        report<diag::Code::ArgumentCount>(range, "range", "1 to 3", std::to_string(args->size()));
        return std::nullopt;
    }
    std::vector<Type> types;
    std::optional<Type> wrong;
    for (const Operand& arg : *args) {
        types.push_back(arg.type);
        if (!arg.type.is_scalar() && !wrong) {
            wrong = arg.type;
        }
    }
    const std::optional<Type> type = wrong ? std::nullopt : range_result(types, evaluator_.types());
    if (!type) {
        auto& diagnostic = report<diag::Code::NoOverload>(range, "range",
                                                          type_name(wrong.value_or(types.front())));
        if (wrong && wrong->is_array()) {
            diagnostic.help("write `range(len(a))` for its indices, or `for x in a` for its items");
        }
        return std::nullopt;
    }
    Iteration result;
    result.kind = Iteration::Kind::Range;
    result.range = range;
    const ir::ExprId one = convert(literal_int(1, range).ir, *type);
    const ir::ExprId zero = convert(literal_int(0, range).ir, *type);
    result.start = args->size() > 1 ? convert((*args)[0].ir, *type) : zero;
    result.stop = convert((*args)[args->size() > 1 ? 1 : 0].ir, *type);
    result.step = args->size() > 2 ? convert((*args)[2].ir, *type) : one;
    if (args->size() > 2 && (*args)[2].is_literal) {
        const auto* step = (*args)[2].get<NumberValue>();
        if (std::visit([](auto v) { return v == 0; }, step->value)) {
            report<diag::Code::ZeroStep>(tree_.exprs[call.args[2]].range);
            return std::nullopt;
        }
    }
    return result;
}

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

/// A range by number: `start + i * step`.
std::optional<Iteration> Body::count_range(const Iteration& of) {
    const Range range = of.range;
    const Type type = fn_.exprs[of.start].type;
    const std::optional<std::int64_t> step = literal_step(of);
    if (!step || type == uint64) {
        unsupported(range, "a range here with a step that is not known while compiling");
        return std::nullopt;
    }
    Iteration result = of;
    result.kind = Iteration::Kind::Counted;
    const auto* literal = std::get_if<ir::Literal>(&fn_.exprs[of.start].as);
    const bool from_zero = literal != nullptr && literal->value == ir::Number{std::int64_t{0}};
    const auto binary_of = [this, range](BinaryOp op, ir::ExprId a, ir::ExprId b) {
        return add(int64, range, ir::Binary{op, a, b});
    };
    const ir::ExprId start = convert(keep(of.start, "start"), int64);
    result.count = convert(of.stop, int64);
    if (!from_zero) {
        result.count = binary_of(BinaryOp::Sub, result.count, start);
    }
    if (*step != 1) {
        // (stop - start) / step, rounded up
        const ir::ExprId by = literal_int(*step, range).ir;
        const ir::ExprId more = literal_int(*step > 0 ? *step - 1 : *step + 1, range).ir;
        const ir::ExprId rounded = binary_of(BinaryOp::Add, result.count, more);
        result.count = binary_of(BinaryOp::FloorDiv, rounded, by);
    }
    result.item = [=, this](const Iteration::Indices& at) {
        ir::ExprId number = at.front();
        if (*step != 1) {
            number = binary_of(BinaryOp::Mult, number, literal_int(*step, range).ir);
        }
        if (!from_zero) {
            number = binary_of(BinaryOp::Add, start, number);
        }
        Operand item;
        item.kind = Operand::Kind::Value;
        item.type = type;
        item.ir = convert(number, type);
        return item;
    };
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
