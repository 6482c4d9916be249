// What is known of values in kernels whose warps meet: numbers, what a warp has alone, and what may
// be computed for all threads where only some warps go on.
#include <algorithm>

#include "api/intrinsics.h"
#include "ir/visit.h"
#include "passes/region_parts.h"
#include "types/scalar.h"

namespace pycu::passes {
namespace {

constexpr int warp_size = 32;

/// A conversion to it keeps the numbers of threads.
bool is_wide(Type type) {
    return type.is_integer() && bytes(type) >= 4;
}

std::optional<std::int64_t> integer(const ir::Number& number) {
    if (const auto* one = std::get_if<std::int64_t>(&number)) {
        return *one;
    }
    const auto* one = std::get_if<std::uint64_t>(&number);
    return one != nullptr ? std::optional(std::int64_t(*one)) : std::nullopt;
}

}  // namespace

WarpFacts::WarpFacts(const ir::Module& module, const ir::Function& function,
                     const Uniformity& uniformity)
    : module_(module),
      function_(function),
      uniformity_(uniformity),
      value_of_(function.locals.size()) {
    ir::for_each_stmt(function, function.body, [&](ir::StmtId id) {
        const auto* assign = function.get<ir::Assign>(id);
        if (assign != nullptr && assign->declares && function.locals[assign->target].is_const) {
            value_of_[assign->target.index] = assign->value;
        }
    });
}

/// The value of a variable that has one, for what reads it.
ir::ExprId WarpFacts::behind(ir::ExprId id) const {
    if (const auto* cast = function_.get<ir::Cast>(id);
        cast != nullptr && is_wide(function_.exprs[id].type)) {
        return behind(cast->value);
    }
    const auto* read = function_.get<ir::Read>(id);
    const bool is_known = read != nullptr && read->local.index < value_of_.size() &&
                          value_of_[read->local.index].valid();
    return is_known ? behind(value_of_[read->local.index]) : id;
}

std::optional<std::int64_t> WarpFacts::number(ir::ExprId id) const {
    id = behind(id);
    if (const auto* read = function_.get<ir::ReadConstant>(id)) {
        const ir::Constant& constant = module_.constants[read->constant];
        return constant.type.is_integer() && constant.values.size() == 1
                   ? integer(constant.values.front())
                   : std::nullopt;
    }
    const auto* row = function_.get<ir::Intrinsic>(id);
    if (row != nullptr && row->row->name == "numba.cuda.warpsize") {
        return warp_size;
    }
    const auto* literal = function_.get<ir::Literal>(id);
    return literal != nullptr ? integer(literal->value) : std::nullopt;
}

bool WarpFacts::is_thread(ir::ExprId id) const {
    const auto* row = function_.get<ir::Intrinsic>(behind(id));
    return row != nullptr && row->row->name == "numba.cuda.threadIdx.x";
}

bool WarpFacts::is_warps_own(ir::ExprId id, bool& in_rows) const {
    if (uniformity_.is_uniform(id)) {
        return true;
    }
    const ir::ExprId value = behind(id);
    const ir::Expr& expr = function_.exprs[value];
    if (const auto* binary = expr.get<ir::Binary>(); binary != nullptr && is_thread(binary->left)) {
        const auto by = number(binary->right);
        const bool divides =
            binary->op == BinaryOp::FloorDiv && by && *by > 0 && *by % warp_size == 0;
        const bool shifts = binary->op == BinaryOp::RShift && by && *by >= 5 && *by < 32;
        in_rows = in_rows || divides || shifts;
        return divides || shifts;
    }
    if (const auto* compare = expr.get<ir::Compare>();
        compare != nullptr && is_thread(compare->left)) {
        const auto bound = number(compare->right);
        const bool is_edge = (compare->op == CompareOp::Lt || compare->op == CompareOp::GtE) &&
                             bound && *bound % warp_size == 0;
        in_rows = in_rows || is_edge;
        return is_edge;
    }
    if (const auto* compare = expr.get<ir::Compare>()) {
        return is_warps_own(compare->left, in_rows) && is_warps_own(compare->right, in_rows);
    }
    const auto* logical = expr.get<ir::Logical>();
    return logical != nullptr && is_warps_own(logical->left, in_rows) &&
           is_warps_own(logical->right, in_rows);
}

/// Whether all threads have the same in a variable, but for those that leave it out.
bool WarpFacts::is_counter(ir::LocalId local) const {
    return std::ranges::find(counters_, local) != counters_.end();
}

/// for k in (16, 8, 4, 2, 1), while k > 0: ... k //= 2: they end for any number of threads.
bool WarpFacts::ends(const ir::Stmt& stmt) const {
    const auto* range = stmt.get<ir::ForRange>();
    const auto* loop = stmt.get<ir::While>();
    bool is_known = true;
    ir::for_each_expr(stmt, [&](const ir::ExprId& id) { is_known = is_known && is_alike(id); });
    if (!is_known) {
        return false;
    }
    if (loop == nullptr) {
        return stmt.is<ir::ForItems>() ||
               (range != nullptr && range->step_sign != 0 && range->target_is_counter);
    }
    const auto* compare = function_.get<ir::Compare>(loop->condition);
    const auto* counter = compare != nullptr ? function_.get<ir::Read>(compare->left) : nullptr;
    return counter != nullptr && compare->op == CompareOp::Gt && number(compare->right) == 0 &&
           loop->orelse.empty() && loop->before.empty() && halves(loop->body, counter->local);
}

bool WarpFacts::halves(const ir::Block& body, ir::LocalId counter) const {
    bool found = false;
    for (const ir::StmtId id : body) {
        const auto* assign = function_.get<ir::Assign>(id);
        if (assign == nullptr || assign->target != counter) {
            continue;
        }
        const auto* half = function_.get<ir::Binary>(assign->value);
        const auto* of = half != nullptr ? function_.get<ir::Read>(half->left) : nullptr;
        const auto by = half != nullptr ? number(half->right) : std::nullopt;
        found = of != nullptr && of->local == counter && by &&
                ((half->op == BinaryOp::FloorDiv && *by >= 2) ||
                 (half->op == BinaryOp::RShift && *by >= 1 && *by < 32));
    }
    return found;
}

/// Variables that nothing outside of a branch reads or sets.
void WarpFacts::find_counters(const ir::Block& branch) {
    std::vector<int> inside(function_.locals.size());
    std::vector<int> all(function_.locals.size());
    count(branch, inside);
    count(function_.body, all);
    for (std::uint32_t i = 0; i < value_of_.size(); ++i) {
        const ir::Local& local = function_.locals[ir::LocalId{i}];
        if (inside[i] > 0 && inside[i] == all[i] && local.type.is_integer()) {
            counters_.push_back(ir::LocalId{i});
        }
    }
    // and that are computed from such alone
    for (bool changed = true; changed;) {
        changed = drop_others(branch);
    }
}

bool WarpFacts::drop_others(const ir::Block& branch) {
    bool changed = false;
    ir::for_each_stmt(function_, branch, [&](ir::StmtId id) {
        const ir::Stmt& stmt = function_.stmts[id];
        bool is_plain = stmt.is<ir::Assign>() || stmt.is<ir::ForRange>() || stmt.is<ir::ForItems>();
        ir::for_each_expr(stmt,
                          [&](const ir::ExprId& expr) { is_plain = is_plain && is_alike(expr); });
        ir::for_each_target(stmt, [&](const ir::LocalId& target) {
            if (!is_plain && is_counter(target)) {
                std::erase(counters_, target);
                changed = true;
            }
        });
    });
    return changed;
}

/// Free of traps, and of everything that threads differ in.
bool WarpFacts::is_alike(ir::ExprId id) const {
    const ir::Expr& expr = function_.exprs[id];
    if (const auto* read = expr.get<ir::Read>()) {
        return is_counter(read->local) || uniformity_.is_uniform(read->local);
    }
    const bool divides = ir::is_floor_division(expr);
    const auto by = divides ? number(std::get<ir::Binary>(expr.as).right) : std::nullopt;
    const auto* row = expr.get<ir::Intrinsic>();
    return (!divides || (by && *by > 0)) && is_pure_value(function_, id) &&
           (row == nullptr || !api::differs_between_threads(*row->row)) &&
           !ir::any_operand(expr, [&](const ir::ExprId& one) { return !is_alike(one); });
}

void WarpFacts::count(const ir::Block& block, std::vector<int>& mentions) const {
    const auto add = [&](ir::LocalId local) { ++mentions[local.index]; };
    ir::for_each_stmt(function_, block, [&](ir::StmtId id) {
        const ir::Stmt& stmt = function_.stmts[id];
        ir::for_each_target(stmt, [&](const ir::LocalId& target) { add(target); });
        ir::for_each_expr(stmt,
                          [&](const ir::ExprId& expr) { ir::for_each_read(function_, expr, add); });
    });
}

}  // namespace pycu::passes
