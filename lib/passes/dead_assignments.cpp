// x = a[i], and nothing reads x  ->  nothing. Compilers warn of variables that nobody uses.
//
// A variable is used when a statement that does something reads it, or an assignment to a variable
// that is used: `n += 1` alone does not make n used. What has effects stays.
#include <algorithm>
#include <utility>

#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace pycu::passes {
namespace {

class DeadAssignments {
  public:
    DeadAssignments(const ir::Module& module, ir::Function& function)
        : module_(module),
          function_(function),
          is_used_(function.locals.size()),
          reads_(function.locals.size()) {}

    void run() {
        for (const ir::LocalId param : function_.params) {
            use(param);
        }
        ir::for_each_stmt(function_, function_.body,
                          [&](ir::StmtId id) { look(function_.stmts[id]); });
        while (!found_.empty()) {
            const std::uint32_t local = found_.back();
            found_.pop_back();
            for (const ir::ExprId value : reads_[local]) {
                use_all(value);
            }
        }
        clean(function_.body);
    }

  private:
    void use(ir::LocalId local) {
        if (!is_used_[local.index]) {
            is_used_[local.index] = true;
            found_.push_back(local.index);
        }
    }

    void use_all(ir::ExprId id) {
        ir::for_each_read(function_, id, [&](ir::LocalId local) { use(local); });
    }

    /// What a statement reads: at once, or as soon as what it sets is used.
    void look(const ir::Stmt& stmt) {
        const bool is_loop = ir::loop_target(stmt).valid();
        ir::for_each_target(stmt, [&](ir::LocalId target) {
            if (is_loop) {
                use(target);
            } else {
                ir::for_each_expr(
                    stmt, [&](const ir::ExprId& value) { reads_[target.index].push_back(value); });
            }
        });
        const bool sets_only = stmt.is<ir::Assign>() || stmt.is<ir::Unpack>();
        ir::for_each_expr(stmt, [&](const ir::ExprId& id) {
            if (!sets_only || has_effects(id)) {
                use_all(id);
            }
        });
    }

    bool has_effects(ir::ExprId id) const {
        const auto* row = function_.get<ir::Intrinsic>(id);
        const auto* call = function_.get<ir::Call>(id);
        return (row != nullptr && row->row->effect != api::Effect::Pure) ||
               (call != nullptr && module_.functions[call->function].has_effects) ||
               ir::any_operand(function_.exprs[id],
                               [&](ir::ExprId operand) { return has_effects(operand); });
    }

    /// The call whose effects are all that is left of a value; nothing where it is not one call.
    ir::ExprId bare_call(ir::ExprId id) const {
        if (const auto* cast = function_.get<ir::Cast>(id)) {
            return bare_call(cast->value);
        }
        const bool is_call = function_.is<ir::Call>(id) || function_.is<ir::Intrinsic>(id);
        return is_call ? id : ir::ExprId{};
    }

    void clean(ir::Block& block) {
        ir::Block kept;
        std::vector<std::string> comments;
        bool blank_before = false;
        for (const ir::StmtId id : block) {
            ir::Stmt& stmt = function_.stmts[id];
            if (comments.empty()) {
                blank_before = blank_before || stmt.blank_before;
            }
            if (is_dead(stmt)) {
                std::ranges::move(stmt.comments, std::back_inserter(comments));
                if (!stmt.trailing_comment.empty()) {
                    comments.push_back(std::move(stmt.trailing_comment));
                }
                continue;
            }
            give_comments(stmt, comments, blank_before);
            kept.push_back(id);
            change_blocks(function_, id, [&](ir::Block& inner) { clean(inner); });
        }
        if (!comments.empty()) {
            const ir::StmtId rest = add_stmt(function_, {}, ir::Nothing{});
            give_comments(function_.stmts[rest], comments, blank_before);
            kept.push_back(rest);
        }
        block = std::move(kept);
    }

    /// Comments of statements that are gone stand above the next one.
    static void give_comments(ir::Stmt& stmt, std::vector<std::string>& comments,
                              bool& blank_before) {
        stmt.comments.insert(stmt.comments.begin(), comments.begin(), comments.end());
        stmt.blank_before = std::exchange(blank_before, false);
        comments.clear();
    }

    /// Whether the statement does nothing; one that does not set anything any more is changed.
    bool is_dead(ir::Stmt& stmt) {
        if (const auto* array = stmt.get<ir::DeclareArray>()) {
            return !is_used_[array->array.index];
        }
        ir::ExprId value;
        if (const auto* assign = stmt.get<ir::Assign>()) {
            if (is_used_[assign->target.index]) {
                return false;
            }
            value = assign->value;
        } else if (auto* unpack = stmt.get<ir::Unpack>()) {
            bool sets_any = false;
            for (ir::LocalId& target : unpack->targets) {
                target = target.valid() && is_used_[target.index] ? target : ir::LocalId{};
                sets_any = sets_any || target.valid();
            }
            if (sets_any) {
                return false;
            }
            value = unpack->value;
        } else {
            return false;
        }
        if (!has_effects(value)) {
            return true;
        }
        if (const ir::ExprId call = bare_call(value); call.valid()) {
            stmt.as = ir::Evaluate{call};
        }
        return false;
    }

    const ir::Module& module_;
    ir::Function& function_;
    std::vector<bool> is_used_;
    /// The values that are assigned to each local.
    std::vector<std::vector<ir::ExprId>> reads_;
    std::vector<std::uint32_t> found_;
};

}  // namespace

void remove_dead_assignments(ir::Module& module) {
    for (ir::Function& function : module.functions) {
        DeadAssignments(module, function).run();
    }
}

}  // namespace pycu::passes
