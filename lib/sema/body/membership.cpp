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
    if (container.type.is_range()) {
        const Iteration items = iterate_range_value(container, e.range);
        return negate_if(negated, in_range(value_of, items, range), range);
    }
    if (!container.type.is_tuple()) {
        report<diag::Code::NotIterable>(e.range, text(of), type_name(container.type));
        return error();
    }
    return compare_in(negated, value_of, container, range);
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
    return negate_if(negated, result, range);
}

}  // namespace pycu::sema
