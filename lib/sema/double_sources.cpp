// Which numbers of Python's make values float64. See double_widths.h.
#include <algorithm>

#include "ir/visit.h"
#include "sema/double_widths.h"

namespace pycu::sema {

std::vector<ir::ExprId> Widths::numbers_in(ir::FunctionId id, ir::ExprId at) const {
    std::vector<ir::ExprId> found;
    const ir::Function& function = module_.functions[id];
    const ir::Expr& expr = function.exprs[at];
    const Type type = expr.type;
    if (is_number(function, at)) {
        return {at};
    }
    if (!is_double(type) && !expr.is<ir::Compare>() && !expr.is<ir::Intrinsic>() &&
        !expr.is<ir::Tuple>()) {
        return {};
    }
    for_each_part(id, at, [&](ir::ExprId part) {
        if (function.exprs[part].type.is_integer() && !expr.is<ir::Cast>()) {
            return;  // an exponent stays an integer: `x ** 2` is a float32
        }
        const auto inner = numbers_in(id, part);
        found.insert(found.end(), inner.begin(), inner.end());
    });
    return found;
}

std::vector<Widths::Source> Widths::sources_of(ir::FunctionId id, ir::ExprId at) const {
    const ir::Function& function = module_.functions[id];
    const ir::Expr& expr = function.exprs[at];
    const Slot* slot = may_widen(expr.type) ? slot_of(id, expr) : nullptr;
    std::vector<Source> found;
    if (slot != nullptr && slot->width == Width::Double) {
        return {};
    }
    if (slot != nullptr) {
        const auto* read = expr.get<ir::Read>();
        const std::string& name = read != nullptr
                                      ? function.locals[read->local].name
                                      : module_.functions[expr.get<ir::Call>()->function].name;
        for (const ExprPlace& number : slot->numbers) {
            found.push_back({name, number});
        }
        return found;
    }
    for_each_part(id, at, [&](ir::ExprId part) {
        const auto inner = sources_of(id, part);
        found.insert(found.end(), inner.begin(), inner.end());
    });
    return found;
}

/// Says of each variable and result which numbers make it float64.
void Widths::find_numbers() {
    for (bool is_direct = true, is_new = true; is_new; is_direct = false) {
        is_new = is_direct;
        for (std::uint32_t i = 0; i < slots_.size(); ++i) {
            const ir::Function& function = module_.functions[ir::FunctionId{i}];
            ir::for_each_stmt(function, function.body, [&](ir::StmtId stmt) {
                is_new = find_numbers(ir::FunctionId{i}, stmt, is_direct) || is_new;
            });
        }
    }
}

/// Whether there are more now. Numbers that stand in values come first, and all of them; of what
/// made others float64 one value is enough, but for integers that are converted: `acc = 0`.
bool Widths::give_numbers(Slot& slot, const ExprPlace& value, bool is_direct) {
    const ir::Function& function = module_.functions[value.function];
    const auto* cast = function.get<ir::Cast>(value.expr);
    const bool is_copy = cast != nullptr && function.exprs[cast->value].type.is_integer();
    const std::size_t before = slot.numbers.size();
    if (slot.width == Width::Double || (!is_direct && before > 0 && !is_copy)) {
        return false;
    }
    const auto add = [&](const ExprPlace& number) {
        if (std::ranges::count(slot.numbers, number) == 0) {
            slot.numbers.push_back(number);
        }
    };
    if (is_direct) {
        for (const ir::ExprId number : numbers_in(value.function, value.expr)) {
            add({value.function, value.stmt, number});
        }
    } else {
        for (const Source& source : sources_of(value.function, value.expr)) {
            add(source.number);
        }
    }
    return slot.numbers.size() > before;
}

bool Widths::find_numbers(ir::FunctionId id, ir::StmtId at, bool is_direct) {
    const ir::Function& function = module_.functions[id];
    const ir::Stmt& stmt = function.stmts[at];
    FunctionSlots& slots = slots_[id.index];
    bool is_new = false;
    const auto give = [&](Slot& slot, ir::ExprId value) {
        is_new = give_numbers(slot, {id, at, value}, is_direct) || is_new;
    };
    if (const auto* assign = stmt.get<ir::Assign>()) {
        give(slots.locals[assign->target.index], assign->value);
    } else if (const auto* items = stmt.get<ir::ForItems>()) {
        for (const ir::ExprId item : items->items) {
            give(slots.locals[items->target.index], item);
        }
    } else if (const auto* unpack = stmt.get<ir::Unpack>()) {
        ir::for_each_target(stmt, [&](const ir::LocalId& target) {
            give(slots.locals[target.index], unpack->value);
        });
    } else if (const auto* back = stmt.get<ir::Return>(); back != nullptr && back->value) {
        give(slots.result, *back->value);
    }
    walk(id, stmt, [&](ir::ExprId expr, bool) {
        if (const auto* call = function.get<ir::Call>(expr)) {
            const ir::Function& callee = module_.functions[call->function];
            for (std::size_t i = 0; i < call->args.size(); ++i) {
                give(slots_[call->function.index].locals[callee.params[i].index], call->args[i]);
            }
        }
    });
    return is_new;
}

}  // namespace pycu::sema
