// Which numbers of Python's make values float64. See double_widths.h.
#include <algorithm>

#include "ir/visit.h"
#include "sema/double_widths.h"

namespace pycu::sema {

/// Whether it is an argument of a kernel's that is float64 by itself, and that nothing else sets.
bool Widths::is_argument(ir::FunctionId id, ir::ExprId at) {
    const ir::Function& function = module_.functions[id];
    const ir::Expr& expr = function.exprs[at];
    const auto* read = expr.get<ir::Read>();
    if (read == nullptr || !is_double(expr.type) || function.kind != ir::Function::Kind::Kernel ||
        function.locals[read->local].kind != ir::Local::Kind::Parameter) {
        return false;
    }
    std::vector<bool>& is_set = slots_[id.index].is_set;
    if (is_set.empty()) {
        is_set.resize(function.locals.size());
        ir::for_each_stmt(function, function.body, [&](ir::StmtId stmt) {
            ir::for_each_target(function.stmts[stmt],
                                [&](const ir::LocalId& target) { is_set[target.index] = true; });
        });
    }
    return !is_set[read->local.index];
}

void Widths::add_numbers(ir::FunctionId id, ir::ExprId at, std::vector<ir::ExprId>& found) const {
    const ir::Function& function = module_.functions[id];
    const ir::Expr& expr = function.exprs[at];
    if (is_number(id, at)) {
        found.push_back(at);
        return;
    }
    if (!is_double(expr.type) && !expr.is<ir::Compare>() && !expr.is<ir::Intrinsic>() &&
        !expr.is<ir::Tuple>()) {
        return;
    }
    for_each_part(id, at, [&](ir::ExprId part) {
        // an exponent stays an integer: `x ** 2` is a float32
        if (!function.exprs[part].type.is_integer() || expr.is<ir::Cast>()) {
            add_numbers(id, part, found);
        }
    });
}

void Widths::add_sources(ir::FunctionId id, ir::ExprId at, std::vector<Source>& found) const {
    const ir::Function& function = module_.functions[id];
    const ir::Expr& expr = function.exprs[at];
    const Slot* slot = may_widen(expr.type) ? slot_of(id, expr) : nullptr;
    if (slot == nullptr) {
        for_each_part(id, at, [&](ir::ExprId part) { add_sources(id, part, found); });
    } else if (slot->width != Width::Double) {
        const auto* read = expr.get<ir::Read>();
        const std::string& name = read != nullptr
                                      ? function.locals[read->local].name
                                      : module_.functions[expr.get<ir::Call>()->function].name;
        for (const ExprPlace& number : slot->numbers) {
            found.push_back({name, number});
        }
    }
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
