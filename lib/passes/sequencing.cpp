// Whether a value may stand elsewhere. See sequencing.h.
#include "passes/sequencing.h"

#include <algorithm>

#include "ir/visit.h"

namespace pycu::passes {

/// Whether two variables may be one in C++, of which Python has one value at a time.
bool EvaluationOrder::same_name(ir::LocalId one, ir::LocalId other) const {
    return one == other || function_.locals[one].name == function_.locals[other].name;
}

/// The variables that an assignment sets.
std::vector<ir::LocalId> EvaluationOrder::targets(const ir::Stmt& stmt) {
    std::vector<ir::LocalId> set;
    if (!ir::loop_target(stmt).valid()) {
        ir::for_each_target(stmt, [&](ir::LocalId target) { set.push_back(target); });
    }
    return set;
}

bool EvaluationOrder::is_effect(ir::ExprId id) const {
    return ir::has_effect(module_, function_.exprs[id]);
}

void EvaluationOrder::touch(ir::ExprId id, bool is_place, Touched& all) const {
    const ir::Expr& expr = function_.exprs[id];
    const auto* row = expr.get<ir::Intrinsic>();
    if (const auto* read = expr.get<ir::Read>()) {
        all.read.push_back(read->local);
    } else if (row != nullptr) {
        all.reads = all.reads || row->row->effect != api::Effect::Pure;
    } else if (!is_place) {
        all.reads = all.reads || expr.is<ir::Call>() || expr.is<ir::Element>() ||
                    expr.is<ir::Field>() || expr.is<ir::Reduce>();
    }
    all.writes = all.writes || is_effect(id);
    bool is_first = true;
    ir::for_each_operand(expr, [&](const ir::ExprId& operand) {
        touch(operand, is_first && row != nullptr && row->row->takes_place(), all);
        is_first = false;
    });
}

Touched EvaluationOrder::touched(ir::ExprId id, bool is_place) const {
    Touched all;
    touch(id, is_place, all);
    return all;
}

Touched EvaluationOrder::touched(const ir::Stmt& stmt) const {
    Touched all;
    const auto* store = stmt.get<ir::Store>();
    ir::for_each_expr(stmt, [&](const ir::ExprId& id) {
        touch(id, store != nullptr && id == store->place, all);
    });
    all.writes = all.writes || store != nullptr;
    all.set = targets(stmt);
    return all;
}

/// Whether the one may come before or behind the other.
bool EvaluationOrder::commute(const Touched& one, const Touched& other) const {
    const auto meet = [&](const std::vector<ir::LocalId>& set,
                          const std::vector<ir::LocalId>& read) {
        return std::ranges::any_of(set, [&](ir::LocalId a) {
            return std::ranges::any_of(read, [&](ir::LocalId b) { return same_name(a, b); });
        });
    };
    return !(one.writes && (other.reads || other.writes)) && !(other.writes && one.reads) &&
           !meet(one.set, other.read) && !meet(other.set, one.read);
}

/// Whether a value may stand where a temporary is read in an expression: not where it may not
/// be evaluated, nor beside what C++ may evaluate first.
EvaluationOrder::Place EvaluationOrder::find_place(ir::ExprId id, ir::LocalId local,
                                                   const Touched& value, ir::ExprId& read) const {
    const ir::Expr& expr = function_.exprs[id];
    if (const auto* one = expr.get<ir::Read>()) {
        read = one->local == local ? id : read;
        return one->local == local ? Place::Good : Place::None;
    }
    const bool is_sequenced = expr.is<ir::Logical>() || expr.is<ir::Select>();
    const auto* row = expr.get<ir::Intrinsic>();
    const bool has_place = row != nullptr && row->row->takes_place();
    std::vector<ir::ExprId> operands;
    ir::for_each_operand(expr, [&](const ir::ExprId& one) { operands.push_back(one); });
    return find_among(operands, local, value, read, [&](std::size_t i) {
        bool is_good = !is_sequenced || i == 0;
        for (std::size_t k = 0; k < operands.size() && is_good && !is_sequenced; ++k) {
            is_good = k == i || commute(value, touched(operands[k], has_place && k == 0));
        }
        return is_good;
    });
}

EvaluationOrder::Place EvaluationOrder::find_place(const ir::Stmt& stmt, ir::LocalId local,
                                                   const Touched& value, ir::ExprId& read) const {
    if (stmt.is<ir::While>()) {
        return Place::Bad;  // evaluated again and again
    }
    const auto* store = stmt.get<ir::Store>();
    std::vector<ir::ExprId> parts;
    ir::for_each_expr(stmt, [&](const ir::ExprId& id) { parts.push_back(id); });
    return find_among(parts, local, value, read, [&](std::size_t i) {
        // the right side of `=` comes first
        return (store != nullptr && parts[i] == store->value) ||
               std::ranges::all_of(parts, [&](ir::ExprId other) {
                   return other == parts[i] || commute(value, touched(other));
               });
    });
}

/// The first of the expressions that reads the temporary, and whether the value may stand there.
EvaluationOrder::Place EvaluationOrder::find_among(
    const std::vector<ir::ExprId>& all, ir::LocalId local, const Touched& value, ir::ExprId& read,
    const std::function<bool(std::size_t)>& is_good) const {
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Place found = find_place(all[i], local, value, read);
        if (found != Place::None) {
            return found == Place::Good && is_good(i) ? Place::Good : Place::Bad;
        }
    }
    return Place::None;
}

}  // namespace pycu::passes
