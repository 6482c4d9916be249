// `sum`, `min`, `max`, `any`, `all` and `tuple` of what can be iterated: loops in front of the
// statement. See iteration.h.

#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/operations.h"
#include "types/convert.h"
#include "types/operations.h"

namespace pycu::sema {

/// The type of what a fold keeps, which grows from round to round.
static Type fold_type(Lowering& ctx, ExprId expr, Type first) {
    return ctx.fold_types.try_emplace(expr.index, first).first->second;
}

static void widen_fold(Lowering& ctx, ExprId expr, Type type, Range range) {
    Type& kept = ctx.fold_types.at(expr.index);
    const std::optional<Type> both = unify(kept, type, ctx.types);
    if (!both) {
        fail<Code::CannotUnify>(ctx, range, expr, kept, type);
        return;
    }
    ctx.changed = ctx.changed || *both != kept;
    kept = *both;
}

static Operand fold_outcome(Lowering& ctx, const std::optional<Operand>& poison, ir::LocalId local,
                            Range range) {
    return poison ? *poison : value(ctx, ctx.fn.locals[local].type, range, ir::Read{local});
}

/// total = start; for x in of: total = total + x
static Operand fold_sum(Lowering& ctx, ExprId of, const Iteration& over, const Operand& start,
                        Range range) {
    if (poison_of(start) != nullptr) {
        return start;
    }
    const Type type = fold_type(ctx, of, start.type);
    const ir::LocalId total = temporary(ctx, "summed", type, range);
    set(ctx, total, convert(ctx, start.ir, type));
    const auto poison = run_through(ctx, of, over, false, [&](const Operand& item) {
        const Operand read = value(ctx, type, range, ir::Read{total});
        const Operand sum = binary(ctx, BinaryOp::Add, read, item, range);
        if (sum.is_value()) {
            widen_fold(ctx, of, sum.type, range);
            const ir::ExprId next = convert(ctx, sum.ir, type);
            emit(ctx, range, ir::Assign{.target = total, .value = next, .augmented = true});
        }
        return sum;
    });
    return fold_outcome(ctx, poison, total, range);
}

/// The first round of `min(x)`: only the type of its items is found.
static Operand first_of_extreme(Lowering& ctx, ExprId of, const Iteration& over, Range range) {
    std::optional<Operand> found;
    std::optional<Operand> poison;
    const ir::Block unused = block_of(ctx, [&] {
        poison = run_through(ctx, of, over, false, [&](const Operand& item) {
            found = item;
            return item;
        });
    });
    if (poison || !found) {
        return poison ? *poison : pending(ctx);
    }
    if (!found->type.is_scalar() || found->type.is_complex()) {
        return fail<Code::NoOverload>(ctx, range, of, *found);
    }
    ctx.fold_types.at(of.index) = found->type;
    ctx.changed = true;
    return pending(ctx);
}

/// `min(x)`: a loop.
static Operand fold_extreme(Lowering& ctx, const std::string& name, ExprId of,
                            const Iteration& over, Range range) {
    const Type type = fold_type(ctx, of, Type::error());
    if (type.is_error()) {
        return first_of_extreme(ctx, of, over, range);
    }
    const bool is_min = name == "min";
    const ir::LocalId best = temporary(ctx, is_min ? "least" : "greatest", type, range);
    const ir::LocalId is_empty = temporary(ctx, "is_empty", boolean, range);
    set(ctx, best, convert(ctx, literal_int(ctx, 0, range).ir, type));
    set(ctx, is_empty, number(ctx, boolean, true, range).ir);
    const auto poison = run_through(ctx, of, over, false, [&](const Operand& given) {
        if (poison_of(given) != nullptr) {
            return given;
        }
        widen_fold(ctx, of, given.type, range);
        Operand item = converted(ctx, given, type);
        item.ir = keep(ctx, item.ir, "item");
        const Operand kept = value(ctx, type, range, ir::Read{best});
        const Operand better =
            compare(ctx, is_min ? CompareOp::Lt : CompareOp::Gt, item, kept, range);
        if (better.is_value()) {
            const ir::ExprId is_first = add(ctx, boolean, range, ir::Read{is_empty});
            const ir::ExprId takes =
                add(ctx, boolean, range, ir::Logical{false, is_first, better.ir});
            emit_if(ctx, range, takes, [&] {
                emit(ctx, range, ir::Assign{.target = best, .value = item.ir});
                const ir::ExprId no = number(ctx, boolean, false, range).ir;
                emit(ctx, range, ir::Assign{.target = is_empty, .value = no});
            });
        }
        return better;
    });
    if (!poison) {
        emit_if(ctx, ctx.current_stmt, add(ctx, boolean, range, ir::Read{is_empty}), [&] {
            emit(ctx, range, ir::Raise{"ValueError", name + "() arg is an empty sequence"});
        });
    }
    return fold_outcome(ctx, poison, best, range);
}

/// `any(x)`: found = false; for x in of: if x: found = true; break
static Operand fold_test(Lowering& ctx, bool is_any, ExprId of, const Iteration& over,
                         Range range) {
    const auto* generators = comprehension(ctx, of);
    const bool has_one_loop = generators == nullptr || generators->size() == 1;
    const ir::LocalId found = temporary(ctx, is_any ? "found" : "holds", boolean, range);
    set(ctx, found, number(ctx, boolean, !is_any, range).ir);
    const auto poison = run_through(ctx, of, over, has_one_loop, [&](const Operand& item) {
        const Operand condition = truth_of(ctx, item, range);
        const Operand decides = negate_if(ctx, !is_any, condition, range);
        if (decides.is_value()) {
            emit_if(ctx, range, decides.ir, [&] {
                const ir::ExprId outcome = number(ctx, boolean, is_any, range).ir;
                emit(ctx, range, ir::Assign{.target = found, .value = outcome});
                if (has_one_loop) {
                    emit(ctx, range, ir::Break{});
                }
            });
        }
        return decides;
    });
    return fold_outcome(ctx, poison, found, range);
}

static bool are_two_floats(const std::vector<Operand>& items) {
    return items.size() == 2 && items[0].type == items[1].type && items[0].type.is_float();
}

/// `min((x, y))` of floats compares them, so that a NaN in front stays: `y < x ? y : x`. `min(x,
/// y)` is CUDA's function, which passes over one.
static Operand extreme_of_two(Lowering& ctx, const std::string& path,
                              const std::vector<Operand>& items, Range range) {
    Operand first = items[0], second = items[1];
    first.ir = keep(ctx, first.ir, "first");
    second.ir = keep(ctx, second.ir, "second");
    const Operand is_better =
        compare(ctx, path == "builtins.min" ? CompareOp::Lt : CompareOp::Gt, second, first, range);
    return is_better.is_value()
               ? value(ctx, first.type, range, ir::Select{is_better.ir, second.ir, first.ir})
               : is_better;
}

/// What is computed of the items of a tuple or a list, one by one: `min(t)` is
/// `min(t[0], t[1], ...)`, and `any((a, b))` is `a or b`, all of it evaluated already.
static Operand fold_items(Lowering& ctx, const std::string& path, const Iteration& over,
                          const std::optional<Operand>& start, Range range) {
    if (path == "builtins.min" || path == "builtins.max") {
        return over.items.size() == 1       ? over.items.front()
               : are_two_floats(over.items) ? extreme_of_two(ctx, path, over.items, range)
                                            : intrinsic(ctx, path, over.items, range);
    }
    if (path == "builtins.sum") {
        return sum_of_items(ctx, over.items, start, range);
    }
    const bool is_any = path == "builtins.any";
    Operand result = number(ctx, boolean, !is_any, range);
    for (std::size_t i = 0; i < over.items.size(); ++i) {
        const Operand condition = truth_of(ctx, over.items[i], range);
        result = i == 0 ? condition : logical(ctx, !is_any, result, condition, range);
    }
    return result;
}

/// The fold of a function over its only argument; nothing where it is no such call.
std::optional<Operand> fold(Lowering& ctx, const std::string& path, const syntax::Call& call,
                            Range range) {
    const bool is_extreme = path == "builtins.min" || path == "builtins.max";
    const bool is_test = path == "builtins.any" || path == "builtins.all";
    const bool is_sum = path == "builtins.sum";
    if (!is_extreme && !is_test && !is_sum && path != "builtins.tuple") {
        return std::nullopt;
    }
    if (is_extreme && call.args.size() != 1) {
        return std::nullopt;
    }
    const std::string name = path.substr(path.find('.') + 1);
    ExprId start_expr;
    if (!bind_start(ctx, call, range, name, is_sum, start_expr)) {
        return error();
    }
    const ExprId of = call.args.front();
    const bool is_comprehension = comprehension(ctx, of) != nullptr;
    const Iteration over = is_comprehension ? Iteration{} : iterate_any(ctx, of, {});
    std::optional<Operand> start;
    if (start_expr.valid()) {
        start = lower_value(ctx, start_expr);
    }
    if (over.kind == Iteration::Kind::None) {
        return over.poison;
    }
    if (path == "builtins.tuple") {
        return fold_tuple(ctx, of, over, range);
    }
    if (over.kind == Iteration::Kind::Items) {
        return fold_items(ctx, path, over, start, range);
    }
    return is_test ? fold_test(ctx, path == "builtins.any", of, over, range)
           : is_extreme
               ? fold_extreme(ctx, name, of, over, range)
               : fold_sum(ctx, of, over, start ? *start : literal_int(ctx, 0, range), range);
}

}  // namespace pycu::sema
