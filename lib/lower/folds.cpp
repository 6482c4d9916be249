// `sum`, `min`, `max`, `any`, `all` and `tuple` of what can be iterated: loops in front of the
// statement. See iteration.h.
#include <algorithm>

#include "lower/exprs.h"
#include "lower/iteration.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "types/convert.h"
#include "types/operations.h"

namespace pycu::sema {

static Operand fold_sum(Lowering& ctx, ExprId of, ExprId start, Range range);
static Operand fold_extreme(Lowering& ctx, const std::string& path, ExprId of, Range range);
static Operand first_of_extreme(Lowering& ctx, ExprId of, Range range);
static ir::ExprId zero_of(Lowering& ctx, Type type, Range range);
static Operand fold_test(Lowering& ctx, bool is_any, ExprId of, Range range);
static Operand fold_few(Lowering& ctx, bool is_any, const std::vector<Operand>& items, Range range);

/// The fold of a function over its only argument; nothing where it is no such call.
std::optional<Operand> fold(Lowering& ctx, const std::string& path, const syntax::Call& call,
                            Range range) {
    const bool is_extreme = path == "builtins.min" || path == "builtins.max";
    const bool is_test = path == "builtins.any" || path == "builtins.all";
    if (!is_extreme && !is_test && path != "builtins.sum" && path != "builtins.tuple") {
        return std::nullopt;
    }
    if (is_extreme && call.args.size() != 1) {
        return std::nullopt;
    }
    const std::string name = path.substr(path.find('.') + 1);
    ExprId start = call.args.size() == 2 ? call.args[1] : ExprId{};
    for (const syntax::Keyword& keyword : call.keywords) {
        if (path != "builtins.sum" || keyword.arg != "start" || start.valid()) {
            return fail<Code::UnknownKeyword>(ctx, keyword.range, name, keyword.arg.value_or("**"));
        }
        start = keyword.value;
    }
    const std::size_t most = path == "builtins.sum" ? 2 : 1;
    if (call.args.empty() || call.args.size() > most) {
        return fail<Code::ArgumentCount>(ctx, range, name, most == 2 ? "1 or 2" : "1",
                                         call.args.size());
    }
    const ExprId of = call.args.front();
    if (is_test) {
        return fold_test(ctx, path == "builtins.any", of, range);
    }
    if (path == "builtins.tuple") {
        return fold_tuple(ctx, of, range);
    }
    return is_extreme ? fold_extreme(ctx, path, of, range) : fold_sum(ctx, of, start, range);
}

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

static Operand fold_outcome(Lowering& ctx, bool is_whole, ir::LocalId local, Range range) {
    if (!is_whole) {
        return ctx.has_failed_args ? error() : pending(ctx);
    }
    return value(ctx, ctx.fn.locals[local].type, range, ir::Read{local});
}

/// total = start; for x in of: total = total + x
static Operand fold_sum(Lowering& ctx, ExprId of, ExprId start_expr, Range range) {
    Operand start = start_expr.valid() ? lower_value(ctx, start_expr) : literal_int(ctx, 0, range);
    if (!start.is_value()) {
        return start;
    }
    const Type type = fold_type(ctx, of, start.type);
    const ir::LocalId total = temporary(ctx, "summed", type, range);
    emit(ctx, ctx.current_stmt, ir::Assign{.target = total, .value = convert(ctx, start.ir, type)});
    bool is_typed = true;
    const bool is_whole = run_through(ctx, of, false, [&](Operand item) {
        const Operand read = value(ctx, type, range, ir::Read{total});
        const Operand sum = binary(ctx, BinaryOp::Add, read, std::move(item), range);
        if (!sum.is_value()) {
            is_typed = false;
            ctx.has_failed_args = sum.kind == Operand::Kind::Error;
            return;
        }
        widen_fold(ctx, of, sum.type, range);
        emit(ctx, range,
             ir::Assign{.target = total, .value = convert(ctx, sum.ir, type), .augmented = true});
    });
    return fold_outcome(ctx, is_whole && is_typed, total, range);
}

/// `min(t)` of a tuple is `min(t[0], t[1], ...)`; of anything else a loop.
static Operand fold_extreme(Lowering& ctx, const std::string& path, ExprId of, Range range) {
    const std::size_t before = ctx.sink.count();
    const auto items = few_items(ctx, of);
    if (ctx.sink.count() > before) {
        return error();
    }
    if (items && !items->empty()) {
        return items->size() == 1 ? items->front() : intrinsic(ctx, path, *items, range);
    }
    const std::string name = path.substr(path.find('.') + 1);
    const Type type = fold_type(ctx, of, Type::error());
    if (type.is_error()) {
        return first_of_extreme(ctx, of, range);
    }
    const ir::LocalId best = temporary(ctx, name == "min" ? "least" : "greatest", type, range);
    const ir::LocalId is_empty = temporary(ctx, "is_empty", boolean, range);
    emit(ctx, ctx.current_stmt, ir::Assign{.target = best, .value = zero_of(ctx, type, range)});
    emit(ctx, ctx.current_stmt,
         ir::Assign{.target = is_empty, .value = number(ctx, boolean, true, range).ir});
    bool is_typed = true;
    const bool is_whole = run_through(ctx, of, false, [&](Operand item) {
        if (!item.is_value()) {
            is_typed = false;
            ctx.has_failed_args = item.kind == Operand::Kind::Error;
            return;
        }
        widen_fold(ctx, of, item.type, range);
        item = converted(ctx, item, type);
        item.ir = keep(ctx, item.ir, "item");
        const CompareOp op = name == "min" ? CompareOp::Lt : CompareOp::Gt;
        const Operand better =
            compare(ctx, op, item, value(ctx, type, range, ir::Read{best}), range);
        if (!better.is_value()) {
            is_typed = false;
            return;
        }
        ir::Block take = block_of(ctx, [&] {
            emit(ctx, range, ir::Assign{.target = best, .value = item.ir});
            emit(ctx, range,
                 ir::Assign{.target = is_empty, .value = number(ctx, boolean, false, range).ir});
        });
        const ir::ExprId is_first = add(ctx, boolean, range, ir::Read{is_empty});
        emit(ctx, range,
             ir::If{add(ctx, boolean, range, ir::Logical{false, is_first, better.ir}),
                    std::move(take),
                    {},
                    false});
    });
    if (is_whole && is_typed) {
        ir::Block none_left = block_of(ctx, [&] {
            emit(ctx, range, ir::Raise{"ValueError", name + "() arg is an empty sequence"});
        });
        emit(ctx, ctx.current_stmt,
             ir::If{add(ctx, boolean, range, ir::Read{is_empty}), std::move(none_left), {}, false});
    }
    return fold_outcome(ctx, is_whole && is_typed, best, range);
}

/// The first round of `min(x)`: only the type of its items is found.
static Operand first_of_extreme(Lowering& ctx, ExprId of, Range range) {
    std::optional<Type> found;
    bool is_whole = false;
    const auto find_type = [&](const Operand& item) {
        if (item.is_value()) {
            found = item.type;
        } else {
            ctx.has_failed_args = item.kind == Operand::Kind::Error;
        }
    };
    const ir::Block unused =
        block_of(ctx, [&] { is_whole = run_through(ctx, of, false, find_type); });
    if (!is_whole || !found) {
        return ctx.has_failed_args ? error() : pending(ctx);
    }
    if (!found->is_scalar() || found->is_complex()) {
        return fail<Code::NoOverload>(ctx, range, of, *found);
    }
    ctx.fold_types.at(of.index) = *found;
    ctx.changed = true;
    return pending(ctx);
}

static ir::ExprId zero_of(Lowering& ctx, Type type, Range range) {
    return convert(ctx, literal_int(ctx, 0, range).ir, type);
}

/// `any(x)`: found = false; for x in of: if x: found = true; break
static Operand fold_test(Lowering& ctx, bool is_any, ExprId of, Range range) {
    const auto* generators = comprehension(ctx, of);
    const bool has_one_loop = generators == nullptr || generators->size() == 1;
    if (const auto items = few_items(ctx, of)) {
        return fold_few(ctx, is_any, *items, range);
    }
    const ir::LocalId found = temporary(ctx, is_any ? "found" : "holds", boolean, range);
    emit(ctx, ctx.current_stmt,
         ir::Assign{.target = found, .value = number(ctx, boolean, !is_any, range).ir});
    bool is_typed = true;
    const bool is_whole = run_through(ctx, of, has_one_loop, [&](const Operand& item) {
        const Operand condition = truth_of(ctx, item, range);
        if (!condition.is_value()) {
            is_typed = false;
            ctx.has_failed_args = condition.kind == Operand::Kind::Error;
            return;
        }
        ir::Block decided = block_of(ctx, [&] {
            emit(ctx, range,
                 ir::Assign{.target = found, .value = number(ctx, boolean, is_any, range).ir});
            if (has_one_loop) {
                emit(ctx, range, ir::Break{});
            }
        });
        const ir::ExprId test =
            is_any ? condition.ir : add(ctx, boolean, range, ir::Unary{UnaryOp::Not, condition.ir});
        emit(ctx, range, ir::If{test, std::move(decided), {}, false});
    });
    return fold_outcome(ctx, is_whole && is_typed, found, range);
}

/// `any((a, b))` is `a or b`, all of it evaluated already.
static Operand fold_few(Lowering& ctx, bool is_any, const std::vector<Operand>& items,
                        Range range) {
    Operand result = number(ctx, boolean, !is_any, range);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Operand condition = truth_of(ctx, items[i], range);
        if (!condition.is_value()) {
            return condition;
        }
        result = i == 0 ? condition
                        : value(ctx, boolean, range, ir::Logical{!is_any, result.ir, condition.ir});
    }
    return result;
}

}  // namespace pycu::sema
