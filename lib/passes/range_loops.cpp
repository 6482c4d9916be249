// for i in range(a, b, s)  ->  for (int64_t i = a; i < b; i += s), where that means the same.
#include <algorithm>
#include <unordered_set>

#include "ir/interval.h"
#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace pycu::passes {
namespace {

/// How often a local is set, and read in and out of the loops of which it is the target.
struct Uses {
    int sets = 0;
    int reads_outside = 0;
    int loops = 0;
};

class RangeLoops {
  public:
    explicit RangeLoops(ir::Function& function) : function_(function) {
        uses_.resize(function.locals.size());
        std::vector<ir::LocalId> targets;
        count(function.body, targets);
    }

    void replace(ir::StmtId id, ir::Block& out) {
        if (function_.is<ir::ForItems>(id)) {
            replace_items(id);
        }
        if (!function_.is<ir::ForRange>(id)) {
            out.push_back(id);
            return;
        }
        ir::ForRange loop = std::get<ir::ForRange>(function_.stmts[id].as);
        decide(loop);
        std::unordered_set<std::uint32_t> assigned = assigned_in(loop.body);
        if (!loop.target_is_counter) {
            assigned.insert(loop.target.index);
        }
        const std::size_t first = out.size();
        if (loop.step_sign != 0) {
            hoist(loop.stop, "stop", assigned, id, out);
            hoist(loop.step, "step", assigned, id, out);
            loop.stop_is_fixed = true;
            loop.step_is_fixed = true;
        }
        if (!loop.target_is_counter) {
            give_counter(loop, function_.exprs[loop.start].type, function_.stmts[id].range);
        }
        if (out.size() > first) {
            move_comments(function_, id, out[first]);
        }
        function_.stmts[id].as = std::move(loop);
        out.push_back(id);
    }

  private:
    void replace_items(ir::StmtId id) {
        auto loop = std::get<ir::ForItems>(function_.stmts[id].as);
        loop.target_is_counter = may_be_counter(loop.target);
        if (!loop.target_is_counter) {
            give_counter(loop, function_.locals[loop.target].type, function_.stmts[id].range);
        }
        function_.stmts[id].as = std::move(loop);
    }

    void count(const ir::Block& block, std::vector<ir::LocalId>& targets) {
        for (const ir::StmtId id : block) {
            const ir::Stmt& stmt = function_.stmts[id];
            ir::for_each_expr(stmt, [&](const ir::ExprId& expr) {
                ir::for_each_read(function_, expr, [&](ir::LocalId local) {
                    const bool is_inside = std::ranges::count(targets, local) > 0;
                    uses_[local.index].reads_outside += is_inside ? 0 : 1;
                });
            });
            const ir::LocalId target = ir::loop_target(stmt);
            // An inner loop with the target of an outer one changes it there.
            const bool is_inner = std::ranges::count(targets, target) > 0;
            ir::for_each_target(stmt, [&](ir::LocalId set) {
                uses_[set.index].sets += !target.valid() || is_inner ? 1 : 0;
                uses_[set.index].loops += target.valid() ? 1 : 0;
            });
            bool is_body = target.valid();
            ir::for_each_block(stmt, [&](const ir::Block& inner) {
                if (is_body) {
                    targets.push_back(target);
                }
                count(inner, targets);
                if (is_body) {
                    targets.pop_back();
                }
                is_body = false;
            });
        }
    }

    bool may_be_counter(ir::LocalId id) const {
        const ir::Local& target = function_.locals[id];
        const Uses& uses = uses_[id.index];
        return target.kind != ir::Local::Kind::Parameter && uses.sets == 0 &&
               uses.reads_outside == 0 && !target.may_be_unset;
    }

    void decide(ir::ForRange& loop) {
        const ir::Local& target = function_.locals[loop.target];
        loop.target_is_counter = may_be_counter(loop.target);
        const ir::Interval step = interval(loop.step);
        // A large unsigned step counts down: Numba takes its bits for a signed number.
        const bool has_sign = target.type != uint64 || step.high < INT64_MAX;
        loop.step_sign = !has_sign ? 0 : step.low > 0 ? 1 : step.high < 0 ? -1 : 0;
        if (loop.step_sign == 0 || !may_overflow(loop, step)) {
            return;
        }
        if (target.type == int32) {
            widen(loop);
        } else {
            loop.step_sign = 0;
        }
    }

    /// Counts in 64 bits where 32 may overflow: `i += 256` near the largest int.
    void widen(ir::ForRange& loop) {
        for (ir::ExprId* const bound : {&loop.start, &loop.stop, &loop.step}) {
            const ir::Expr& narrow = function_.exprs[*bound];
            const ir::Interval known = narrow.known;
            *bound = add_expr(function_, int64, narrow.range, ir::Cast{*bound});
            function_.exprs[*bound].known = known;
        }
        const ir::Local target = function_.locals[loop.target];
        const bool is_own = loop.target_is_counter && uses_[loop.target.index].loops == 1;
        if (!is_own) {
            loop.target_is_counter = false;
            return;
        }
        ir::Local wide = target;
        wide.type = int64;
        const ir::LocalId counter = function_.locals.add(std::move(wide));
        uses_.push_back(uses_[loop.target.index]);
        const auto count = std::uint32_t(function_.exprs.size());
        for (ir::ExprId id{0}; id.index < count; ++id.index) {
            const auto* read = function_.get<ir::Read>(id);
            if (read != nullptr && read->local == loop.target) {
                const Range range = function_.exprs[id].range;
                const ir::ExprId value = add_expr(function_, int64, range, ir::Read{counter});
                function_.exprs[id].as = ir::Cast{value};
            }
        }
        loop.target = counter;
    }

    /// Whether adding the step may pass the end of the type before the stop is seen.
    ///
    /// A 64-bit counter does not get there from the lower half of its values: with the largest
    /// grid as step it would take the threads of that grid years.
    bool may_overflow(const ir::ForRange& loop, ir::Interval step) const {
        constexpr ir::Interval near{-(std::int64_t{1} << 62), std::int64_t{1} << 62};
        constexpr ir::Interval short_steps{-(std::int64_t{1} << 42), std::int64_t{1} << 42};
        const Type type = function_.locals[loop.target].type;
        if (step == ir::exactly(loop.step_sign)) {
            return false;
        }
        const ir::Interval start = interval(loop.start);
        const ir::Interval stop = interval(loop.stop);
        const bool goes_up = loop.step_sign > 0;
        const bool is_near = goes_up ? start.high <= near.high : start.low >= near.low;
        if ((type == int64 || type == uint64) && is_near && ir::contains(short_steps, step)) {
            return false;
        }
        // The last value is one before the stop at most.
        std::int64_t last = 0;
        const bool is_beyond = goes_up ? __builtin_add_overflow(stop.high - 1, step.high, &last)
                                       : __builtin_add_overflow(stop.low + 1, step.low, &last);
        const bool is_unknown =
            goes_up ? stop.high == INT64_MAX || stop.high == INT64_MIN : stop.low == INT64_MIN;
        return is_unknown || is_beyond || !ir::contains(ir::interval_of(type), ir::exactly(last));
    }

    ir::Interval interval(ir::ExprId id) const {
        const ir::Expr& expr = function_.exprs[id];
        const auto* literal = expr.get<ir::Literal>();
        return literal != nullptr ? ir::interval_of(literal->value)
                                  : ir::meet(ir::interval_of(expr.type), expr.known);
    }

    std::unordered_set<std::uint32_t> assigned_in(const ir::Block& body) const {
        std::unordered_set<std::uint32_t> assigned;
        ir::for_each_stmt(function_, body, [&](ir::StmtId id) {
            ir::for_each_target(function_.stmts[id],
                                [&](ir::LocalId target) { assigned.insert(target.index); });
        });
        return assigned;
    }

    /// Whether the expression gives the same value in every iteration and is cheap.
    bool is_fixed(ir::ExprId id, const std::unordered_set<std::uint32_t>& assigned,
                  int& nodes) const {
        const ir::Expr& expr = function_.exprs[id];
        const bool may_change = ir::is_place(expr) || expr.is<ir::Reduce>() || expr.is<ir::Call>();
        if (++nodes > 16 || may_change || expr.type.is_float()) {
            return false;
        }
        if (const auto* read = expr.get<ir::Read>()) {
            return !assigned.contains(read->local.index);
        }
        if (const auto* row = expr.get<ir::Intrinsic>()) {
            const std::string_view name = row->row->name;
            const bool is_cheap =
                row->row->is_attribute() || name == "builtins.min" || name == "builtins.max";
            if (!is_cheap || row->row->effect != api::Effect::Pure) {
                return false;
            }
        }
        return !ir::any_operand(
            expr, [&](ir::ExprId operand) { return !is_fixed(operand, assigned, nodes); });
    }

    /// Computes an operand in front of the loop when it cannot stand in its header.
    void hoist(ir::ExprId& operand, const char* name,
               const std::unordered_set<std::uint32_t>& assigned, ir::StmtId loop, ir::Block& out) {
        int nodes = 0;
        if (is_fixed(operand, assigned, nodes)) {
            return;
        }
        const Type type = function_.exprs[operand].type;
        const Range range = function_.exprs[operand].range;
        const ir::Interval known = function_.exprs[operand].known;
        const ir::LocalId local = add_temporary(function_, name, type, range);
        out.push_back(add_stmt(function_, function_.stmts[loop].range,
                               ir::Assign{.target = local, .value = operand}));
        operand = add_expr(function_, type, range, ir::Read{local});
        function_.exprs[operand].known = known;
    }

    /// Counts with a variable of its own and sets the target at the begin of the body.
    template <class Loop>
    void give_counter(Loop& loop, Type type, Range range) {
        const ir::Local target = function_.locals[loop.target];
        const ir::LocalId counter = add_temporary(function_, "next_" + target.name, type, range);
        ir::ExprId read = add_expr(function_, type, range, ir::Read{counter});
        if (type != target.type) {
            read = add_expr(function_, target.type, range, ir::Cast{read});
        }
        const ir::StmtId set =
            add_stmt(function_, range, ir::Assign{.target = loop.target, .value = read});
        loop.body.insert(loop.body.begin(), set);
        loop.target = counter;
        loop.target_is_counter = true;
    }

    ir::Function& function_;
    std::vector<Uses> uses_;
};

}  // namespace

void lower_range_loops(ir::Module& module) {
    for (ir::Function& function : module.functions) {
        RangeLoops loops(function);
        rewrite_blocks(function, [&](ir::StmtId id, ir::Block& out) { loops.replace(id, out); });
    }
}

}  // namespace pycu::passes
