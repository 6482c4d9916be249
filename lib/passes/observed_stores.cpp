// Where an int that a store keeps is looked at again.
//
// Numba computes `x[i] + n` of int32 in 64 bits, and a store keeps 32 of them. C++ may compute in
// 32 bits: the bits kept are the same, but where they do not hold the sum, C++ has no meaning for
// it, and a compiler takes a later `x[i] < 0` for false. Nobody sees a difference in what is only
// added up, copied and stored again; what else reads an array here makes its stores observed.
#include <numeric>

#include "ir/visit.h"
#include "passes/passes.h"
#include "types/scalar.h"

namespace pycu::passes {
namespace {

class ObservedStores {
  public:
    explicit ObservedStores(ir::Function& function)
        : function_(function), roots_(function.locals.size()), is_observed_(roots_.size()) {
        std::iota(roots_.begin(), roots_.end(), 0);
    }

    void run() {
        for_each([&](const ir::Stmt& stmt) { join(stmt); });
        for (const ir::LocalId param : function_.params) {
            // whoever calls a device function looks at its arrays
            if (function_.kind != ir::Function::Kind::Kernel) {
                observe(root_of(param));
            }
        }
        for_each([&](const ir::Stmt& stmt) { look(stmt); });
        spread();
        ir::for_each_stmt(function_, function_.body, [&](ir::StmtId id) {
            if (auto* store = function_.stmts[id].get<ir::Store>()) {
                const auto root = root_of_place(store->place);
                store->is_observed = are_all_observed_ || !root || is_observed_[*root];
            }
        });
    }

  private:
    using Root = std::uint32_t;

    template <class Visit>
    void for_each(const Visit& visit) {
        ir::for_each_stmt(function_, function_.body,
                          [&](ir::StmtId id) { visit(function_.stmts[id]); });
    }

    Root root_of(ir::LocalId local) {
        Root at = local.index;
        while (roots_[at] != at) {
            at = roots_[at] = roots_[roots_[at]];
        }
        return at;
    }

    /// The variable that a value is read of, or that it lies in; nothing where that is not plain to
    /// see.
    std::optional<Root> root_of_place(ir::ExprId id) {
        const ir::Expr& expr = function_.exprs[id];
        if (const auto* read = expr.get<ir::Read>()) {
            return root_of(read->local);
        }
        const auto* element = expr.get<ir::Element>();
        const auto* view = expr.get<ir::View>();
        const auto* field = expr.get<ir::Field>();
        return element != nullptr ? root_of_place(element->array)
               : view != nullptr  ? root_of_place(view->array)
               : field != nullptr ? root_of_place(field->record)
                                  : std::nullopt;
    }

    static bool is_memory(Type type) { return type.is_array() || type.is_record(); }

    /// Variables that are parts of one memory.
    void join(const ir::Stmt& stmt) {
        if (const auto* assign = stmt.get<ir::Assign>();
            assign != nullptr && is_memory(function_.locals[assign->target].type)) {
            if (const auto root = root_of_place(assign->value)) {
                roots_[root_of(assign->target)] = *root;
                return;
            }
            are_all_observed_ = true;
        }
        if (stmt.is<ir::Unpack>() || stmt.is<ir::ForItems>()) {
            ir::for_each_target(stmt, [&](const ir::LocalId& target) {
                const Type type = function_.locals[target].type;
                are_all_observed_ = are_all_observed_ || is_memory(type) || type.is_tuple();
            });
        }
    }

    void look(const ir::Stmt& stmt) {
        const auto* store = stmt.get<ir::Store>();
        const auto* assign = stmt.get<ir::Assign>();
        if (assign != nullptr && function_.locals[assign->target].type.is_integer()) {
            const Type type = function_.locals[assign->target].type;
            look_at_bits(assign->value, assign->target.index, bytes(type));
            return;
        }
        if (store == nullptr) {
            // the outermost expressions of the statement come with all that they hold
            ir::for_each_expr_of(function_, stmt, [&](ir::ExprId id) { look_at_use(id); });
            return;
        }
        look_at_indices(store->place);
        const auto target = root_of_place(store->place);
        const Type type = function_.exprs[store->place].type;
        if (target && type.is_integer()) {
            look_at_bits(store->value, *target, bytes(type));
        } else {
            look_at_value(store->value);
        }
    }

    void observe(Root root) { is_observed_[root] = true; }

    void observe_place(ir::ExprId id) {
        const auto root = root_of_place(id);
        are_all_observed_ = are_all_observed_ || !root;
        if (root) {
            observe(*root);
        }
    }

    /// What one node reads by itself.
    void look_at_use(ir::ExprId id) {
        const ir::Expr& expr = function_.exprs[id];
        const bool is_number = expr.is<ir::Read>() && expr.type.is_integer();
        if (expr.is<ir::Element>() || expr.is<ir::Field>() || is_number) {
            observe_place(id);
            return;
        }
        if (expr.is<ir::Extent>() || expr.is<ir::Stride>() || expr.is<ir::Size>() ||
            expr.is<ir::View>()) {
            return;
        }
        ir::for_each_operand(expr, [&](const ir::ExprId& part) {
            if (is_memory(function_.exprs[part].type)) {
                observe_place(part);
            }
        });
    }

    void look_at_value(ir::ExprId id) {
        look_at_use(id);
        ir::for_each_operand(function_.exprs[id],
                             [&](const ir::ExprId& part) { look_at_value(part); });
    }

    void look_at_indices(ir::ExprId place) {
        const ir::Expr& expr = function_.exprs[place];
        const auto* field = expr.get<ir::Field>();
        const auto* element = expr.get<ir::Element>();
        if (field != nullptr) {
            look_at_indices(field->record);
        } else if (element != nullptr) {
            look_at_value(element->array);
            for (const ir::Subscript& index : element->indices) {
                look_at_value(index.value);
            }
        }
    }

    /// A value of which no more than the lowest bits are kept.
    void look_at_bits(ir::ExprId id, Root target, int kept) {
        const ir::Expr& expr = function_.exprs[id];
        const auto* cast = expr.get<ir::Cast>();
        const auto* binary = expr.get<ir::Binary>();
        const bool is_read = expr.is<ir::Element>() || expr.is<ir::Read>();
        const auto root = is_read ? root_of_place(id) : std::nullopt;
        if (root && expr.type.is_integer() && kept <= bytes(expr.type)) {
            uses_.emplace_back(*root, target);
            look_at_indices(id);
        } else if (cast != nullptr && expr.type.is_integer() &&
                   function_.exprs[cast->value].type.is_integer()) {
            look_at_bits(cast->value, target, kept);
        } else if (binary != nullptr && expr.type.is_integer() &&
                   (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub ||
                    binary->op == BinaryOp::Mult)) {
            look_at_bits(binary->left, target, kept);
            look_at_bits(binary->right, target, kept);
        } else {
            look_at_value(id);
        }
    }

    /// What is observed of an array is observed of those that its elements come from.
    void spread() {
        bool has_changed = true;
        while (has_changed) {
            has_changed = false;
            for (const auto& [from, to] : uses_) {
                if (is_observed_[to] && !is_observed_[from]) {
                    is_observed_[from] = has_changed = true;
                }
            }
        }
    }

    ir::Function& function_;
    std::vector<Root> roots_;
    std::vector<bool> is_observed_;
    std::vector<std::pair<Root, Root>> uses_;
    bool are_all_observed_ = false;
};

}  // namespace

void find_observed_stores(ir::Module& module) {
    for (ir::Function& function : module.functions) {
        ObservedStores(function).run();
    }
}

}  // namespace pycu::passes
