// value = f(a); x = value + 1  ->  x = f(a) + 1
//
// Sema has a temporary for each effect, and for what is computed before one. Where it is read once,
// nothing between sees the difference, and C++ keeps the order, its value stands where it is read:
// in an expression, in the right side of && and ||, or as the value of a variable of its own.
#include <algorithm>
#include <vector>

#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/rewrite.h"
#include "passes/sequencing.h"

namespace pycu::passes {
namespace {

/// How far behind a temporary its use may stand: as many as a tuple assignment has items.
constexpr std::size_t reach = 8;

struct TemporaryUses {
    int sets = 0;
    int reads = 0;
};

using Place = EvaluationOrder::Place;

class Temporaries {
  public:
    Temporaries(const ir::Module& module, ir::Function& function)
        : function_(function), order_(module, function), mentions_(function.locals.size()) {}

    void run() {
        ir::for_each_stmt(function_, function_.body,
                          [&](ir::StmtId id) { count(function_.stmts[id]); });
        clean(function_.body);
    }

  private:
    void count(const ir::Stmt& stmt) {
        ir::for_each_target(stmt, [&](ir::LocalId target) { ++mentions_[target.index].sets; });
        ir::for_each_expr(stmt, [&](const ir::ExprId& id) {
            ir::for_each_read(function_, id,
                              [&](ir::LocalId local) { ++mentions_[local.index].reads; });
        });
    }

    void clean(ir::Block& block) {
        for (const ir::StmtId id : block) {
            ir::for_each_block(function_.stmts[id], [&](ir::Block& inner) { clean(inner); });
        }
        for (std::size_t i = 0; i < block.size();) {
            if (join_test(block, i) || choose(block[i])) {
                continue;
            }
            const std::size_t use = find_use(block, i);
            if (use > i && join(block[i], block[use])) {
                block.erase(block.begin() + std::ptrdiff_t(use));
                continue;
            }
            if (fold(block, i)) {
                block.erase(block.begin() + std::ptrdiff_t(i));
                i -= i > 0 ? 1 : 0;  // what stands before may be next to its use now
                continue;
            }
            if (auto* loop = function_.get<ir::While>(block[i])) {
                fold_test(*loop);
            }
            evaluate_unread(function_.stmts[block[i]]);
            ++i;
        }
    }

    // ---- value = f(a); x = value  ->  x = f(a)

    /// The read in `x = value` and `x = float(value)`; not valid for other values.
    ir::ExprId read_of(ir::ExprId value) const {
        if (const auto* cast = function_.get<ir::Cast>(value)) {
            value = cast->value;
        }
        return function_.is<ir::Read>(value) ? value : ir::ExprId{};
    }

    /// Where the temporary that a statement sets is assigned to a variable; 0 for nowhere.
    std::size_t find_use(const ir::Block& block, std::size_t at) const {
        const auto* first = function_.get<ir::Assign>(block[at]);
        if (first == nullptr || !is_set_and_read_once(first->target) ||
            !function_.locals[first->target].type.is_scalar()) {
            return 0;
        }
        const std::size_t end = std::min(block.size(), at + 1 + reach);
        for (std::size_t i = at + 1; i < end; ++i) {
            const ir::Stmt& stmt = function_.stmts[block[i]];
            const auto* assign = stmt.get<ir::Assign>();
            const ir::ExprId read = assign != nullptr ? read_of(assign->value) : ir::ExprId{};
            if (read.valid() &&
                std::get<ir::Read>(function_.exprs[read].as).local == first->target) {
                const bool is_seen = std::any_of(
                    block.begin() + std::ptrdiff_t(at) + 1, block.begin() + std::ptrdiff_t(i),
                    [&](ir::StmtId between) { return mentions(between, assign->target); });
                return is_seen || !may_stand_for(assign->target, first->target) ? 0 : i;
            }
            if (!is_simple(stmt)) {
                return 0;
            }
        }
        return 0;
    }

    static bool is_simple(const ir::Stmt& stmt) {
        return stmt.is<ir::Assign>() || stmt.is<ir::Store>() || stmt.is<ir::Evaluate>();
    }

    bool is_set_and_read_once(ir::LocalId id) const {
        const TemporaryUses& all = mentions_[id.index];
        const ir::Local& local = function_.locals[id];
        return all.sets == 1 && all.reads == 1 && local.kind != ir::Local::Kind::Parameter &&
               !local.may_be_unset;
    }

    /// A variable that the Python text has keeps its own line.
    bool may_stand_for(ir::LocalId variable, ir::LocalId temporary) const {
        const ir::Local& local = function_.locals[temporary];
        return local.kind == ir::Local::Kind::Temporary ||
               local.name == function_.locals[variable].name;
    }

    /// Whether a statement reads or sets a variable, or another of the name.
    bool mentions(ir::StmtId id, ir::LocalId local) const {
        const Touched all = order_.touched(function_.stmts[id]);
        const auto is_one = [&](ir::LocalId other) { return order_.same_name(other, local); };
        return std::ranges::any_of(all.set, is_one) || std::ranges::any_of(all.read, is_one);
    }

    /// Assigns the value of the first statement as the second does; false where both have comments.
    bool join(ir::StmtId first_id, ir::StmtId second_id) {
        ir::Stmt& first = function_.stmts[first_id];
        ir::Stmt& second = function_.stmts[second_id];
        if (!second.comments.empty() || !second.trailing_comment.empty()) {
            if (!first.comments.empty() || !first.trailing_comment.empty()) {
                return false;
            }
            first.comments = second.comments;
            first.trailing_comment = second.trailing_comment;
        }
        auto& value = std::get<ir::Assign>(first.as);
        const auto& use = std::get<ir::Assign>(second.as);
        move(value.value, read_of(use.value));
        value = ir::Assign(use);
        return true;
    }

    /// An expression to another place; no effect is left where it stood.
    void move(ir::ExprId from, ir::ExprId to) {
        function_.exprs[to] = ir::Expr(function_.exprs[from]);
        if (order_.is_effect(from)) {
            function_.exprs[from].as = ir::NoValue{};
        }
    }

    // ---- value = f(a); g(value)  ->  g(f(a))

    /// Moves the value that a statement gives a temporary to where it is read.
    bool fold(ir::Block& block, std::size_t at) {
        const auto* first = function_.get<ir::Assign>(block[at]);
        if (first == nullptr || !is_foldable(first->target)) {
            return false;
        }
        const Touched value = order_.touched(first->value);
        const std::size_t end = std::min(block.size(), at + 1 + reach);
        for (std::size_t i = at + 1; i < end; ++i) {
            ir::Stmt& stmt = function_.stmts[block[i]];
            ir::ExprId read;
            const Place place = order_.find_place(stmt, first->target, value, read);
            if (place == Place::Good) {
                return put(first->value, read) && give_comments(function_.stmts[block[at]], stmt);
            }
            if (place == Place::Bad || !is_simple(stmt) ||
                !order_.commute(value, order_.touched(stmt))) {
                return false;
            }
        }
        return false;
    }

    bool is_foldable(ir::LocalId local) const {
        return is_set_and_read_once(local) &&
               function_.locals[local].kind == ir::Local::Kind::Temporary;
    }

    bool put(ir::ExprId value, ir::ExprId read) {
        if (function_.exprs[value].type != function_.exprs[read].type) {
            return false;
        }
        move(value, read);
        return true;
    }

    static bool give_comments(ir::Stmt& from, ir::Stmt& to) {
        to.comments.insert(to.comments.begin(), from.comments.begin(), from.comments.end());
        if (to.trailing_comment.empty()) {
            to.trailing_comment = from.trailing_comment;
        }
        to.blank_before = from.blank_before || to.blank_before;
        return true;
    }

    /// The last temporaries before a loop's test, into the test.
    void fold_test(ir::While& loop) {
        while (!loop.before.empty()) {
            const auto* last = function_.get<ir::Assign>(loop.before.back());
            ir::ExprId read;
            const bool fits = last != nullptr && is_foldable(last->target) &&
                              order_.find_place(loop.condition, last->target,
                                                order_.touched(last->value), read) == Place::Good;
            if (!fits || !put(last->value, read)) {
                return;
            }
            loop.before.pop_back();
        }
    }

    // ---- && || ?:

    /// holds = a; if (holds) { holds = b; }  ->  holds = a && b
    bool join_test(ir::Block& block, std::size_t at) {
        auto* first = function_.get<ir::Assign>(block[at]);
        const auto* test = at + 1 < block.size() ? function_.get<ir::If>(block[at + 1]) : nullptr;
        if (first == nullptr || test == nullptr || !test->orelse.empty()) {
            return false;
        }
        const ir::LocalId local = first->target;
        const auto* negated = function_.get<ir::Unary>(test->condition);
        const ir::ExprId asked = negated != nullptr ? negated->operand : test->condition;
        const auto* read = function_.get<ir::Read>(asked);
        const ir::ExprId right = only_value(test->body, local);
        const bool is_one = read != nullptr && read->local == local && right.valid() &&
                            mentions_[local.index].sets == 2 && mentions_[local.index].reads == 2 &&
                            function_.locals[local].kind == ir::Local::Kind::Temporary;
        if (!is_one) {
            return false;
        }
        mentions_[local.index] = {1, 1};
        const ir::Expr whole{boolean, function_.exprs[first->value].range,
                             ir::Logical{negated == nullptr, first->value, right}};
        first->value = function_.exprs.add(ir::Expr(whole));
        block.erase(block.begin() + std::ptrdiff_t(at) + 1);
        return true;
    }

    /// if (c) { value = a; } else { value = b; }  ->  value = c ? a : b
    bool choose(ir::StmtId id) {
        ir::Stmt& stmt = function_.stmts[id];
        const auto* test = stmt.get<ir::If>();
        const auto* first = test != nullptr && test->body.size() == 1
                                ? function_.get<ir::Assign>(test->body[0])
                                : nullptr;
        if (first == nullptr || mentions_[first->target.index].sets != 2 ||
            function_.locals[first->target].kind != ir::Local::Kind::Temporary) {
            return false;
        }
        const ir::LocalId local = first->target;
        const ir::ExprId yes = only_value(test->body, local);
        const ir::ExprId no = only_value(test->orelse, local);
        if (!yes.valid() || !no.valid()) {
            return false;
        }
        mentions_[local.index].sets = 1;
        const ir::Expr whole{function_.locals[local].type, stmt.range,
                             ir::Select{test->condition, yes, no}};
        stmt.as = ir::Assign{.target = local, .value = function_.exprs.add(ir::Expr(whole))};
        return true;
    }

    /// What a block gives a variable, where that is all that it does.
    ir::ExprId only_value(const ir::Block& block, ir::LocalId local) const {
        const auto* assign = block.size() == 1 ? function_.get<ir::Assign>(block[0]) : nullptr;
        return assign != nullptr && assign->target == local ? assign->value : ir::ExprId{};
    }

    /// value = f(a), which nobody reads  ->  f(a)
    void evaluate_unread(ir::Stmt& stmt) {
        const auto* assign = stmt.get<ir::Assign>();
        if (assign != nullptr && mentions_[assign->target.index].reads == 0 &&
            function_.locals[assign->target].kind == ir::Local::Kind::Temporary &&
            order_.is_effect(assign->value)) {
            stmt.as = ir::Evaluate{assign->value};
        }
    }

    ir::Function& function_;
    EvaluationOrder order_;
    std::vector<TemporaryUses> mentions_;
};

}  // namespace

void remove_temporaries(ir::Module& module) {
    for (ir::Function& function : module.functions) {
        Temporaries(module, function).run();
    }
}

}  // namespace pycu::passes
