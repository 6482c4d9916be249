// `x in y`. See lowering.h.
#include "lower/exprs.h"
#include "lower/iteration.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "types/operations.h"

namespace pycu::sema {

static Operand in_array(Lowering& ctx, bool negated, const Operand& item, const Operand& array,
                        Range range);

/// `x in (1, 2, 3)`, `x in [1, 2, 3]`, `x in range(n)`, `x in a`.
Operand contains(Lowering& ctx, bool negated, const Operand& item, ExprId of, Range range) {
    const syntax::Expr& e = ctx.tree.exprs[of];
    const auto* list = e.get<syntax::List>();
    const auto* set = e.get<syntax::Set>();
    if (list != nullptr || set != nullptr) {
        const Operand items = lower_tuple(ctx, list != nullptr ? list->elts : set->elts, e.range);
        const Operand value_of = runtime(ctx, item, range);
        if (!items.is_value() || !value_of.is_value()) {
            return items.is_value() ? value_of : items;
        }
        return compare_in(ctx, negated, value_of, items, range);
    }
    const Operand whole = lower(ctx, of);
    const auto* text_of = whole.is_known() ? whole.get<StringValue>() : nullptr;
    const auto* part = item.is_known() ? item.get<StringValue>() : nullptr;
    if (text_of != nullptr && part != nullptr) {
        const bool is_in = text_of->text.find(part->text) != std::string::npos;
        return number(ctx, boolean, is_in != negated, range);
    }
    const Operand container = runtime(ctx, whole, e.range);
    const Operand value_of = runtime(ctx, item, range);
    if (!container.is_value() || !value_of.is_value()) {
        return container.is_value() ? value_of : container;
    }
    if (container.type.is_array() && container.type.rank() > 0) {
        return in_array(ctx, negated, value_of, container, range);
    }
    if (container.type.is_range()) {
        const Iteration items = iterate_range_value(ctx, container, e.range);
        return negate_if(ctx, negated, in_range(ctx, value_of, items, range), range);
    }
    if (!container.type.is_tuple()) {
        return fail<Code::NotIterable>(ctx, e.range, of, container);
    }
    return compare_in(ctx, negated, value_of, container, range);
}

/// `x in a`: a loop in front of the statement that ends with the first element that is equal.
static Operand in_array(Lowering& ctx, bool negated, const Operand& item, const Operand& array,
                        Range range) {
    Operand left = item;
    left.ir = keep(ctx, left.ir, "item");
    const ir::LocalId found = temporary(ctx, "found", boolean, range);
    emit(ctx, ctx.current_stmt,
         ir::Assign{.target = found, .value = number(ctx, boolean, false, range).ir});
    bool is_typed = true;
    LoopTurn turn;
    turn.bind = [&](const Operand& element) {
        const Operand equal = compare(ctx, CompareOp::Eq, element, left, range);
        is_typed = equal.is_value();
        if (!is_typed) {
            return;
        }
        ir::Block decided = block_of(ctx, [&] {
            emit(ctx, range,
                 ir::Assign{.target = found, .value = number(ctx, boolean, true, range).ir});
            emit(ctx, range, ir::Break{});
        });
        emit(ctx, range, ir::If{equal.ir, std::move(decided), {}, false});
    };
    turn.body = [] {};
    turn.may_break = true;
    run_loop(ctx, iterate_flat(ctx, stable(ctx, array, {}), range), turn);
    if (!is_typed) {
        return error();
    }
    const Operand result = value(ctx, boolean, range, ir::Read{found});
    return negate_if(ctx, negated, result, range);
}

}  // namespace pycu::sema
