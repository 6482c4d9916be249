// `sum`, `min`, `max`, `any`, `all` and `tuple` of what can be iterated: loops in front of the
// statement. See body.h and iteration.h.
#include <algorithm>

#include "sema/body/iteration.h"
#include "types/operations.h"

namespace pycu::sema {

/// The fold of a function over its only argument; nothing where it is no such call.
std::optional<Operand> Body::fold(const std::string& path, const syntax::Call& call, Range range) {
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
            report<diag::Code::UnknownKeyword>(keyword.range, name, keyword.arg.value_or("**"));
            return error();
        }
        start = keyword.value;
    }
    const std::size_t most = path == "builtins.sum" ? 2 : 1;
    if (call.args.empty() || call.args.size() > most) {
        report<diag::Code::ArgumentCount>(range, name, most == 2 ? "1 or 2" : "1",
                                          std::to_string(call.args.size()));
        return error();
    }
    const ExprId of = call.args.front();
    if (is_test) {
        return fold_test(path == "builtins.any", of, range);
    }
    if (path == "builtins.tuple") {
        return fold_tuple(of, range);
    }
    return is_extreme ? fold_extreme(path, of, range) : fold_sum(of, start, range);
}

/// The type of what a fold keeps, which grows from round to round.
Type Body::fold_type(ExprId expr, Type first) {
    return fold_types_.try_emplace(expr.index, first).first->second;
}

void Body::widen_fold(ExprId expr, Type type, Range range) {
    Type& kept = fold_types_.at(expr.index);
    const std::optional<Type> both = unify(kept, type, evaluator_.types());
    if (!both) {
        report<diag::Code::CannotUnify>(range, text(expr), type_name(kept), type_name(type));
        return;
    }
    changed_ = changed_ || *both != kept;
    kept = *both;
}

Operand Body::fold_outcome(bool is_whole, ir::LocalId local, Range range) {
    if (!is_whole) {
        return has_failed_args_ ? error() : pending();
    }
    return value(fn_.locals[local].type, range, ir::Read{local});
}

/// total = start; for x in of: total = total + x
Operand Body::fold_sum(ExprId of, ExprId start_expr, Range range) {
    Operand start = start_expr.valid() ? lower_value(start_expr) : literal_int(0, range);
    if (!start.is_value()) {
        return start;
    }
    const Type type = fold_type(of, start.type);
    const ir::LocalId total = temporary("summed", type, range);
    emit(current_stmt_, ir::Assign{.target = total, .value = convert(start.ir, type)});
    bool is_typed = true;
    const bool is_whole = run_through(of, false, [&](Operand item) {
        const Operand read = value(type, range, ir::Read{total});
        const Operand sum = binary(BinaryOp::Add, read, std::move(item), range);
        if (!sum.is_value()) {
            is_typed = false;
            has_failed_args_ = sum.kind == Operand::Kind::Error;
            return;
        }
        widen_fold(of, sum.type, range);
        emit(range, ir::Assign{.target = total, .value = convert(sum.ir, type), .augmented = true});
    });
    return fold_outcome(is_whole && is_typed, total, range);
}

/// `min(t)` of a tuple is `min(t[0], t[1], ...)`; of anything else a loop.
Operand Body::fold_extreme(const std::string& path, ExprId of, Range range) {
    const std::size_t before = sink_.count();
    const auto items = few_items(of);
    if (sink_.count() > before) {
        return error();
    }
    if (items && !items->empty()) {
        return items->size() == 1 ? items->front() : intrinsic(path, *items, range);
    }
    const std::string name = path.substr(path.find('.') + 1);
    const Type type = fold_type(of, Type::error());
    if (type.is_error()) {
        return first_of_extreme(of, range);
    }
    const ir::LocalId best = temporary(name == "min" ? "least" : "greatest", type, range);
    const ir::LocalId is_empty = temporary("is_empty", boolean, range);
    emit(current_stmt_, ir::Assign{.target = best, .value = zero_of(type, range)});
    emit(current_stmt_, ir::Assign{.target = is_empty, .value = number(boolean, true, range).ir});
    bool is_typed = true;
    const bool is_whole = run_through(of, false, [&](Operand item) {
        if (!item.is_value()) {
            is_typed = false;
            has_failed_args_ = item.kind == Operand::Kind::Error;
            return;
        }
        widen_fold(of, item.type, range);
        item = converted(item, type);
        item.ir = keep(item.ir, "item");
        const CompareOp op = name == "min" ? CompareOp::Lt : CompareOp::Gt;
        const Operand better = compare(op, item, value(type, range, ir::Read{best}), range);
        if (!better.is_value()) {
            is_typed = false;
            return;
        }
        ir::Block take = block_of([&] {
            emit(range, ir::Assign{.target = best, .value = item.ir});
            emit(range, ir::Assign{.target = is_empty, .value = number(boolean, false, range).ir});
        });
        const ir::ExprId is_first = add(boolean, range, ir::Read{is_empty});
        emit(range, ir::If{add(boolean, range, ir::Logical{false, is_first, better.ir}),
                           std::move(take),
                           {},
                           false});
    });
    if (is_whole && is_typed) {
        ir::Block none_left = block_of([&] {
            emit(range, ir::Raise{"ValueError", name + "() arg is an empty sequence"});
        });
        emit(current_stmt_,
             ir::If{add(boolean, range, ir::Read{is_empty}), std::move(none_left), {}, false});
    }
    return fold_outcome(is_whole && is_typed, best, range);
}

/// The first round of `min(x)`: only the type of its items is found.
Operand Body::first_of_extreme(ExprId of, Range range) {
    std::optional<Type> found;
    bool is_whole = false;
    const auto find_type = [&](const Operand& item) {
        if (item.is_value()) {
            found = item.type;
        } else {
            has_failed_args_ = item.kind == Operand::Kind::Error;
        }
    };
    const ir::Block unused = block_of([&] { is_whole = run_through(of, false, find_type); });
    if (!is_whole || !found) {
        return has_failed_args_ ? error() : pending();
    }
    if (!found->is_scalar() || found->is_complex()) {
        report<diag::Code::NoOverload>(range, text(of), type_name(*found));
        return error();
    }
    fold_types_.at(of.index) = *found;
    changed_ = true;
    return pending();
}

ir::ExprId Body::zero_of(Type type, Range range) {
    return convert(literal_int(0, range).ir, type);
}

/// `any(x)`: found = false; for x in of: if x: found = true; break
Operand Body::fold_test(bool is_any, ExprId of, Range range) {
    const auto* generators = comprehension(of);
    const bool has_one_loop = generators == nullptr || generators->size() == 1;
    if (const auto items = few_items(of)) {
        return fold_few(is_any, *items, range);
    }
    const ir::LocalId found = temporary(is_any ? "found" : "holds", boolean, range);
    emit(current_stmt_, ir::Assign{.target = found, .value = number(boolean, !is_any, range).ir});
    bool is_typed = true;
    const bool is_whole = run_through(of, has_one_loop, [&](const Operand& item) {
        const Operand condition = truth_of(item, range);
        if (!condition.is_value()) {
            is_typed = false;
            has_failed_args_ = condition.kind == Operand::Kind::Error;
            return;
        }
        ir::Block decided = block_of([&] {
            emit(range, ir::Assign{.target = found, .value = number(boolean, is_any, range).ir});
            if (has_one_loop) {
                emit(range, ir::Break{});
            }
        });
        const ir::ExprId test =
            is_any ? condition.ir : add(boolean, range, ir::Unary{UnaryOp::Not, condition.ir});
        emit(range, ir::If{test, std::move(decided), {}, false});
    });
    return fold_outcome(is_whole && is_typed, found, range);
}

/// `any((a, b))` is `a or b`, all of it evaluated already.
Operand Body::fold_few(bool is_any, const std::vector<Operand>& items, Range range) {
    Operand result = number(boolean, !is_any, range);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Operand condition = truth_of(items[i], range);
        if (!condition.is_value()) {
            return condition;
        }
        result = i == 0 ? condition
                        : value(boolean, range, ir::Logical{!is_any, result.ir, condition.ir});
    }
    return result;
}

}  // namespace pycu::sema
