// `x in y`. See body.h.
#include "sema/body/iteration.h"
#include "types/operations.h"

namespace pycu::sema {

/// `x in (1, 2, 3)`, `x in [1, 2, 3]`, `x in range(n)`, `x in a`.
Operand Body::contains(bool negated, const Operand& item, ExprId of, Range range) {
    const syntax::Expr& e = tree_.exprs[of];
    const auto* list = std::get_if<syntax::List>(&e.as);
    const auto* set = std::get_if<syntax::Set>(&e.as);
    if (list != nullptr || set != nullptr) {
        const Operand items = lower_tuple(list != nullptr ? list->elts : set->elts, e.range);
        const Operand value_of = runtime(item, range);
        if (!items.is_value() || !value_of.is_value()) {
            return items.is_value() ? value_of : items;
        }
        return compare_in(negated, value_of, items, range);
    }
    if (const auto* call = std::get_if<syntax::Call>(&e.as)) {
        const Operand callee = lower_callee(*call);
        const auto* dotted = callee.get<Dotted>();
        if (dotted != nullptr && dotted->path == "builtins.range") {
            return in_range(negated, item, of, range);
        }
    }
    const Operand whole = lower(of);
    const auto* text_of = whole.is_known() ? whole.get<StringValue>() : nullptr;
    const auto* part = item.is_known() ? item.get<StringValue>() : nullptr;
    if (text_of != nullptr && part != nullptr) {
        const bool is_in = text_of->text.find(part->text) != std::string::npos;
        return number(boolean, is_in != negated, range);
    }
    const Operand container = runtime(whole, e.range);
    const Operand value_of = runtime(item, range);
    if (!container.is_value() || !value_of.is_value()) {
        return container.is_value() ? value_of : container;
    }
    if (container.type.is_array() && container.type.rank() > 0) {
        return in_array(negated, value_of, container, range);
    }
    if (!container.type.is_tuple()) {
        report<diag::Code::NotIterable>(e.range, text(of), type_name(container.type));
        return error();
    }
    return compare_in(negated, value_of, container, range);
}

/// `x in range(a, b, s)`: two comparisons, and a remainder where the step is not one.
Operand Body::in_range(bool negated, const Operand& item, ExprId of, Range range) {
    const Operand value_of = runtime(item, range);
    const std::optional<Iteration> found = iterate(of, {});
    if (!found || !value_of.is_value()) {
        return found ? value_of : has_failed_args_ ? error() : pending();
    }
    const std::optional<std::int64_t> step = literal_step(*found);
    if (!step) {
        return unsupported(range, "`in` a range with a step that is not known while compiling");
    }
    if (!value_of.type.is_integer()) {
        report<diag::Code::NoOperator>(range, negated ? "not in" : "in", type_name(value_of.type),
                                       "range")
            .help("convert with `int(x)` first");
        return error();
    }
    Operand left = value_of;
    left.ir = keep(left.ir, "item");
    const auto bound = [&](ir::ExprId expr) {
        Operand operand;
        operand.kind = Operand::Kind::Value;
        operand.type = fn_.exprs[expr].type;
        operand.ir = expr;
        return operand;
    };
    const Operand start = bound(keep(found->start, "start"));
    const bool goes_up = *step > 0;
    const Operand first = compare(goes_up ? CompareOp::LtE : CompareOp::GtE, start, left, range);
    const Operand last =
        compare(goes_up ? CompareOp::Lt : CompareOp::Gt, left, bound(found->stop), range);
    Operand result = value(boolean, range, ir::Logical{true, first.ir, last.ir});
    if (*step != 1 && *step != -1) {
        const Operand rest = binary(BinaryOp::Mod, binary(BinaryOp::Sub, left, start, range),
                                    literal_int(*step, range), range);
        const Operand fits = compare(CompareOp::Eq, rest, literal_int(0, range), range);
        result = value(boolean, range, ir::Logical{true, result.ir, fits.ir});
    }
    return negated ? value(boolean, range, ir::Unary{UnaryOp::Not, result.ir}) : result;
}

/// `x in a`: a loop in front of the statement that ends with the first element that is equal.
Operand Body::in_array(bool negated, const Operand& item, const Operand& array, Range range) {
    Operand left = item;
    left.ir = keep(left.ir, "item");
    const ir::LocalId found = temporary("found", boolean, range);
    emit(current_stmt_, ir::Assign{.target = found, .value = number(boolean, false, range).ir});
    bool is_typed = true;
    LoopTurn turn;
    turn.bind = [&](const Operand& element) {
        const Operand equal = compare(CompareOp::Eq, element, left, range);
        is_typed = equal.is_value();
        if (!is_typed) {
            return;
        }
        ir::Block decided = block_of([&] {
            emit(range, ir::Assign{.target = found, .value = number(boolean, true, range).ir});
            emit(range, ir::Break{});
        });
        emit(range, ir::If{equal.ir, std::move(decided), {}, false});
    };
    turn.body = [] {};
    turn.may_break = true;
    run_loop(iterate_flat(stable(array, {}), range), turn);
    if (!is_typed) {
        return error();
    }
    const Operand result = value(boolean, range, ir::Read{found});
    return negated ? value(boolean, range, ir::Unary{UnaryOp::Not, result.ir}) : result;
}

}  // namespace pycu::sema
