// samp = uniform(); samp = samp * 2.0  ->  double samp = uniform(); samp = samp * 2.0;
//
// A name whose values have different types is several variables, and C++ needs a name for each:
// `samp`, `samp_`. Where all that reads the one converts it to the type of the other, it may as
// well be converted where it is set, and both are one variable again, as in Python.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace pycu::passes {
namespace {

class UniteTypes {
  public:
    explicit UniteTypes(ir::Function& function) : function_(function) {}

    void run() {
        find();
        std::map<std::string, std::vector<std::uint32_t>> by_name;
        for (std::uint32_t i = 0; i < found_.size(); ++i) {
            const ir::Local& local = function_.locals[ir::LocalId{i}];
            const bool is_variable = local.kind == ir::Local::Kind::Variable;
            if (is_variable && local.type.is_scalar() && found_[i].is_set) {
                by_name[local.name].push_back(i);
            }
        }
        for (const auto& [name, locals] : by_name) {
            for (const std::uint32_t local : locals) {
                if (has_other(locals, local)) {
                    change({local}, found_[local].read_as);
                }
            }
        }
    }

  private:
    struct Uses {
        bool is_set = false;
        bool is_plain = true;  ///< set by assignments alone, and read as one type alone
        Type read_as = Type::error();
        std::vector<ir::StmtId> sets;
        std::vector<ir::ExprId> casts;
    };

    void find() {
        found_.assign(function_.locals.size(), {});
        std::vector<bool> is_converted(function_.exprs.size());
        ir::for_each_stmt(function_, function_.body, [&](ir::StmtId id) {
            const ir::Stmt& stmt = function_.stmts[id];
            const bool is_assignment = stmt.is<ir::Assign>();
            ir::for_each_target(stmt, [&](const ir::LocalId& target) {
                Uses& uses = found_[target.index];
                uses.is_set = true;
                uses.is_plain = uses.is_plain && is_assignment;
                uses.sets.push_back(id);
            });
            ir::for_each_expr_of(function_, stmt, [&](ir::ExprId expr) {
                const auto* cast = function_.get<ir::Cast>(expr);
                if (cast == nullptr || !function_.is<ir::Read>(cast->value)) {
                    return;
                }
                is_converted[cast->value.index] = true;
                Uses& uses =
                    found_[std::get<ir::Read>(function_.exprs[cast->value].as).local.index];
                const Type type = function_.exprs[expr].type;
                uses.is_plain = uses.is_plain && (uses.casts.empty() || uses.read_as == type);
                uses.read_as = type;
                uses.casts.push_back(expr);
            });
        });
        ir::for_each_stmt(function_, function_.body, [&](ir::StmtId id) {
            ir::for_each_expr_of(function_, function_.stmts[id], [&](ir::ExprId expr) {
                if (const auto* read = function_.get<ir::Read>(expr);
                    read != nullptr && !is_converted[expr.index]) {
                    found_[read->local.index].is_plain = false;
                }
            });
        });
    }

    /// Whether the name has a variable of the type that the others convert this one to.
    bool has_other(const std::vector<std::uint32_t>& locals, std::uint32_t local) const {
        const Uses& uses = found_[local];
        const ir::Local& own = function_.locals[ir::LocalId{local}];
        if (!uses.is_plain || uses.casts.empty() || own.may_be_unset || !uses.read_as.is_scalar() ||
            own.type.is_bool() || own.type == uses.read_as) {
            return false;
        }
        for (const std::uint32_t other : locals) {
            if (other != local && function_.locals[ir::LocalId{other}].type == uses.read_as) {
                return true;
            }
        }
        return false;
    }

    void change(ir::LocalId local, Type type) {
        function_.locals[local].type = type;
        for (const ir::StmtId id : found_[local.index].sets) {
            const ir::ExprId value = std::get<ir::Assign>(function_.stmts[id].as).value;
            const Range range = function_.exprs[value].range;
            const ir::ExprId cast = add_expr(function_, type, range, ir::Cast{value});
            std::get<ir::Assign>(function_.stmts[id].as).value = cast;
        }
        for (const ir::ExprId cast : found_[local.index].casts) {
            function_.exprs[cast].as = ir::Read{local};
        }
    }

    ir::Function& function_;
    std::vector<Uses> found_;
};

}  // namespace

void unite_types(ir::Module& module) {
    for (ir::Function& function : module.functions) {
        UniteTypes(function).run();
    }
}

}  // namespace pycu::passes
