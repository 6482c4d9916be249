// half = n; while half > 0: ...; half //= 2  ->  for (int half = n; half > 0; half /= 2) { ... }
//
// Python's `for` only counts by sums, so its loops that halve, double or follow a bound that moves
// are written with `while`. A C++ programmer writes the header that says all of it at once, and the
// variable ends with the loop. Only the text differs: the statements stay where they are.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/uniform.h"

namespace pycu::passes {
namespace {

/// How often each variable is read and set, by local.
struct Counts {
    std::vector<int> reads;
    std::vector<int> sets;
};

class CountedWhiles {
  public:
    explicit CountedWhiles(ir::Function& function)
        : function_(function), all_(counts_of(function.body)) {}

    void run() {
        look_at(function_.body);
        share_names();
    }

  private:
    void look_at(const ir::Block& block) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            const ir::Stmt& stmt = function_.stmts[block[i]];
            if (i > 0 && stmt.is<ir::While>()) {
                const ir::LocalId counter = counter_of(function_.stmts[block[i - 1]], stmt);
                std::get<ir::While>(function_.stmts[block[i]].as).counter = counter;
            }
            ir::for_each_block(stmt, [&](const ir::Block& inner) { look_at(inner); });
        }
    }

    /// The variable that `before` sets, and that is the loop's own; not valid where it is not.
    ir::LocalId counter_of(const ir::Stmt& before, const ir::Stmt& stmt) const {
        const auto* start = before.get<ir::Assign>();
        const auto& loop = std::get<ir::While>(stmt.as);
        if (start == nullptr || !before.trailing_comment.empty() || !loop.orelse.empty() ||
            !loop.before.empty()) {
            return {};
        }
        const ir::LocalId counter = start->target;
        const ir::Local& local = function_.locals[counter];
        if (local.kind != ir::Local::Kind::Variable || !local.type.is_integer() ||
            local.may_be_unset || all_.sets[counter.index] != 2 || reads(start->value, counter) ||
            !reads(loop.condition, counter)) {
            return {};
        }
        const std::optional<std::size_t> step = ir::step_of(function_, loop.body, counter);
        const Counts inside = counts_of(loop.body, loop.condition);
        const bool is_own = inside.sets[counter.index] == 1 &&
                            inside.reads[counter.index] == all_.reads[counter.index];
        return is_own && step && *step > 0 && may_stand_in_header(loop.body[*step], inside) &&
                       !has_continue(loop.body)
                   ? counter
                   : ir::LocalId{};
    }

    /// Whether the step reads nothing that the loop's body sets, but for the counter.
    bool may_stand_in_header(ir::StmtId id, const Counts& inside) const {
        const ir::Stmt& stmt = function_.stmts[id];
        const auto& step = std::get<ir::Assign>(stmt.as);
        bool is_fixed = stmt.comments.empty() && stmt.trailing_comment.empty() &&
                        is_pure_value(function_, step.value);
        ir::for_each_read(function_, step.value, [&](ir::LocalId local) {
            is_fixed = is_fixed && (local == step.target || inside.sets[local.index] == 0);
        });
        return is_fixed && reads(step.value, step.target);
    }

    bool reads(ir::ExprId id, ir::LocalId local) const {
        bool found = false;
        ir::for_each_read(function_, id, [&](ir::LocalId one) { found = found || one == local; });
        return found;
    }

    /// A `continue` would pass over the step that stands at the body's end.
    bool has_continue(const ir::Block& block) const {
        return std::ranges::any_of(block, [&](ir::StmtId id) {
            const ir::Stmt& stmt = function_.stmts[id];
            bool found = stmt.is<ir::Continue>();
            if (!ir::is_loop(stmt)) {
                ir::for_each_block(
                    stmt, [&](const ir::Block& inner) { found = found || has_continue(inner); });
            }
            return found;
        });
    }

    Counts counts_of(const ir::Block& block, ir::ExprId condition = {}) const {
        const std::size_t count = function_.locals.size();
        Counts counts{std::vector<int>(count), std::vector<int>(count)};
        const auto read = [&](ir::LocalId local) { ++counts.reads[local.index]; };
        if (condition.valid()) {
            ir::for_each_read(function_, condition, read);
        }
        ir::for_each_stmt(function_, block, [&](ir::StmtId id) {
            const ir::Stmt& stmt = function_.stmts[id];
            ir::for_each_expr(
                stmt, [&](const ir::ExprId& expr) { ir::for_each_read(function_, expr, read); });
            ir::for_each_target(stmt,
                                [&](const ir::LocalId& local) { ++counts.sets[local.index]; });
        });
        return counts;
    }

    /// A loop has a counter of its own where none but such counters have its name: Python's other
    /// variables with that name live on behind it.
    void share_names() {
        std::vector<bool> is_of_loop(function_.locals.size());
        for (const ir::Stmt& stmt : function_.stmts) {
            const auto* loop = stmt.get<ir::While>();
            const ir::LocalId counter = loop != nullptr ? loop->counter : ir::loop_target(stmt);
            if (counter.valid()) {
                is_of_loop[counter.index] = true;
            }
        }
        std::set<std::string> others;
        for (std::uint32_t i = 0; i < is_of_loop.size(); ++i) {
            const ir::Local& local = function_.locals[ir::LocalId{i}];
            const bool exists = local.kind == ir::Local::Kind::Parameter || all_.sets[i] > 0;
            if (exists && !is_of_loop[i]) {
                others.insert(local.name);
            }
        }
        for (ir::Stmt& stmt : function_.stmts) {
            auto* loop = stmt.get<ir::While>();
            if (loop != nullptr && loop->counter.valid() &&
                others.contains(function_.locals[loop->counter].name)) {
                loop->counter = {};
            }
        }
    }

    ir::Function& function_;
    Counts all_;
};

}  // namespace

void find_counted_whiles(ir::Module& module) {
    for (ir::Function& function : module.functions) {
        CountedWhiles(function).run();
    }
}

}  // namespace pycu::passes
