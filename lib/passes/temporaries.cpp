// value = f(a); x = value  ->  x = f(a)
//
// Sema has a temporary where values are computed in an order before they are assigned, and a
// variable of its own for each type that a Python name has. Where nothing between looks at x, the
// value is assigned at once.
#include <algorithm>
#include <vector>

#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace pycu::passes {
namespace {

/// How far behind a temporary its use may stand: as many as a tuple assignment has items.
constexpr std::size_t reach = 8;

struct Mentions {
    int sets = 0;
    int reads = 0;
};

class Temporaries {
  public:
    explicit Temporaries(ir::Function& function)
        : function_(function), mentions_(function.locals.size()) {}

    void run() {
        for_each_stmt(function_, function_.body,
                      [&](ir::StmtId id) { count(function_.stmts[id]); });
        clean(function_.body);
    }

  private:
    void count(const ir::Stmt& stmt) {
        if (const auto* assign = std::get_if<ir::Assign>(&stmt.as)) {
            ++mentions_[assign->target.index].sets;
        } else if (const auto* unpack = std::get_if<ir::Unpack>(&stmt.as)) {
            for (const ir::LocalId target : unpack->targets) {
                mentions_[target.valid() ? target.index : 0].sets += target.valid() ? 1 : 0;
            }
        } else if (const ir::LocalId target = ir::loop_target(stmt); target.valid()) {
            ++mentions_[target.index].sets;
        }
        for_each_expr_of(function_, stmt, [&](ir::ExprId id) {
            if (const auto* read = std::get_if<ir::Read>(&function_.exprs[id].as)) {
                ++mentions_[read->local.index].reads;
            }
        });
    }

    void clean(ir::Block& block) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            const std::size_t use = find_use(block, i);
            if (use > i && join(block[i], block[use])) {
                block.erase(block.begin() + std::ptrdiff_t(use));
            }
            ir::for_each_block(function_.stmts[block[i]], [&](ir::Block& inner) { clean(inner); });
        }
    }

    /// The read in `x = value` and `x = float(value)`; not valid for other values.
    ir::ExprId read_of(ir::ExprId value) const {
        if (const auto* cast = std::get_if<ir::Cast>(&function_.exprs[value].as)) {
            value = cast->value;
        }
        return std::holds_alternative<ir::Read>(function_.exprs[value].as) ? value : ir::ExprId{};
    }

    /// Where the temporary that a statement sets is assigned to a variable; 0 for nowhere.
    std::size_t find_use(const ir::Block& block, std::size_t at) const {
        const auto* first = std::get_if<ir::Assign>(&function_.stmts[block[at]].as);
        if (first == nullptr || !is_set_and_read_once(first->target)) {
            return 0;
        }
        const std::size_t end = std::min(block.size(), at + 1 + reach);
        for (std::size_t i = at + 1; i < end; ++i) {
            const ir::Stmt& stmt = function_.stmts[block[i]];
            const auto* assign = std::get_if<ir::Assign>(&stmt.as);
            const ir::ExprId read = assign != nullptr ? read_of(assign->value) : ir::ExprId{};
            if (read.valid() &&
                std::get<ir::Read>(function_.exprs[read].as).local == first->target) {
                const bool is_seen = std::any_of(
                    block.begin() + std::ptrdiff_t(at) + 1, block.begin() + std::ptrdiff_t(i),
                    [&](ir::StmtId between) { return mentions(between, assign->target); });
                return is_seen || !may_stand_for(assign->target, first->target) ? 0 : i;
            }
            const bool is_simple = assign != nullptr ||
                                   std::holds_alternative<ir::Store>(stmt.as) ||
                                   std::holds_alternative<ir::Evaluate>(stmt.as);
            if (!is_simple) {
                return 0;
            }
        }
        return 0;
    }

    bool is_set_and_read_once(ir::LocalId id) const {
        const Mentions& all = mentions_[id.index];
        const ir::Local& local = function_.locals[id];
        return all.sets == 1 && all.reads == 1 && local.kind != ir::Local::Kind::Parameter &&
               local.type.is_scalar() && !local.may_be_unset;
    }

    /// A variable that the Python text has keeps its own line.
    bool may_stand_for(ir::LocalId variable, ir::LocalId temporary) const {
        const ir::Local& local = function_.locals[temporary];
        return local.kind == ir::Local::Kind::Temporary ||
               local.name == function_.locals[variable].name;
    }

    /// Whether a statement reads or sets a variable, or another of the name: in C++ they may be
    /// one, of which Python has one value at a time.
    bool mentions(ir::StmtId id, ir::LocalId local) const {
        const ir::Stmt& stmt = function_.stmts[id];
        const auto is_one = [&](ir::LocalId other) {
            return other == local || function_.locals[other].name == function_.locals[local].name;
        };
        const auto* assign = std::get_if<ir::Assign>(&stmt.as);
        bool found = assign != nullptr && is_one(assign->target);
        for_each_expr_of(function_, stmt, [&](ir::ExprId expr) {
            const auto* read = std::get_if<ir::Read>(&function_.exprs[expr].as);
            found = found || (read != nullptr && is_one(read->local));
        });
        return found;
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
        function_.exprs[read_of(use.value)] = ir::Expr(function_.exprs[value.value]);
        value = ir::Assign(use);
        return true;
    }

    ir::Function& function_;
    std::vector<Mentions> mentions_;
};

}  // namespace

void remove_temporaries(ir::Module& module) {
    for (ir::Function& function : module.functions) {
        Temporaries(function).run();
    }
}

}  // namespace pycu::passes
