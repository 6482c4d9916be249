// Where an int that a store keeps is looked at again.
//
// Numba computes `x[i] + n` of int32 in 64 bits, and a store keeps 32 of them. C++ may compute in
// 32 bits: the bits kept are the same, but where they do not hold the sum, C++ has no meaning for
// it, and a compiler takes a later `x[i] < 0` for false. Nobody sees a difference in what is only
// added up, copied and stored again, or compared for being some small number; what else reads an
// array here makes its stores observed, unless a barrier stands between: memory is read anew then.
#include <numeric>
#include <set>

#include "ir/interval.h"
#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/stored_ways.h"
#include "types/scalar.h"

namespace pycu::passes {
namespace {

class ObservedStores {
  public:
    explicit ObservedStores(ir::Function& function)
        : function_(function),
          roots_(function.locals.size()),
          is_observed_(roots_.size()),
          ways_(function, [this](ir::ExprId place) { return root_of_place(place); }) {
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
        find_memory();
        find_steps();
        walk(function_.body);
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

    /// Arrays that lie in no register: a compiler reads them anew behind a barrier.
    void find_memory() {
        is_memory_.assign(roots_.size(), true);
        for (std::uint32_t i = 0; i < roots_.size(); ++i) {
            const ir::Local& local = function_.locals[ir::LocalId{i}];
            const bool is_ordered =
                local.type.is_array() && local.kind != ir::Local::Kind::LocalArray;
            is_memory_[root_of({i})] = is_memory_[root_of({i})] && is_ordered;
        }
    }

    void walk(const ir::Block& block) {
        for (const ir::StmtId id : block) {
            walk(id);
        }
    }

    void walk(ir::StmtId id) {
        const ir::Stmt& stmt = function_.stmts[id];
        if (ir::is_loop(stmt)) {
            for (const Root root : ways_.of(id).stored) {
                fresh_.insert(root);  // by the turn before
            }
        }
        look(stmt);
        if (const auto* store = stmt.get<ir::Store>()) {
            if (const auto root = root_of_place(store->place)) {
                fresh_.insert(*root);
            }
        } else if (ir::is_meeting(function_, stmt)) {
            fresh_.clear();
        } else if (stmt.is<ir::If>() || ir::is_loop(stmt)) {
            const std::set<Root> before = fresh_;
            std::set<Root> after = before;
            ir::for_each_block(stmt, [&](const ir::Block& inner) {
                fresh_ = before;
                walk(inner);
                after.insert(fresh_.begin(), fresh_.end());
            });
            fresh_ = std::move(after);
        }
    }

    /// Whether the last store to the memory may be read where it was computed.
    bool is_fresh(Root root) const { return !is_memory_[root] || fresh_.contains(root); }

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
            ir::for_each_expr(stmt, [&](const ir::ExprId& id) { look_at_value(id); });
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
        if (root && is_fresh(*root)) {
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
        const auto* compare = function_.get<ir::Compare>(id);
        const bool is_equality =
            compare != nullptr && (compare->op == CompareOp::Eq || compare->op == CompareOp::NotEq);
        if (is_equality && is_small(compare->right) && look_at_equal(compare->left)) {
            look_at_value(compare->right);
            return;
        }
        ir::for_each_operand(function_.exprs[id],
                             [&](const ir::ExprId& part) { look_at_value(part); });
    }

    /// Finds the memory that is stored to otherwise than `x[i] += 1`: what that keeps of a sum that
    /// an int does not hold is no small number.
    void find_steps() {
        takes_steps_.assign(roots_.size(), true);
        for_each([&](const ir::Stmt& stmt) {
            const auto* store = stmt.get<ir::Store>();
            const auto root = store != nullptr ? root_of_place(store->place) : std::nullopt;
            if (root && !is_step(store->value)) {
                takes_steps_[*root] = false;
            }
        });
    }

    /// Whether it is what an int holds, or such a thing and a small number.
    bool is_step(ir::ExprId id) const {
        const ir::ExprId value = without_casts(id);
        const auto* sum = function_.get<ir::Binary>(value);
        if (sum == nullptr) {
            return bytes(function_.exprs[value].type) <= 4;
        }
        const bool is_one_step = sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub;
        const ir::ExprId left = without_casts(sum->left);
        return is_one_step && is_small(sum->right) && !function_.is<ir::Binary>(left) &&
               bytes(function_.exprs[left].type) <= 4;
    }

    ir::ExprId without_casts(ir::ExprId id) const {
        while (const auto* cast = function_.get<ir::Cast>(id)) {
            id = cast->value;
        }
        return id;
    }

    bool is_small(ir::ExprId id) const {
        constexpr std::int64_t bound = std::int64_t{1} << 30;
        const auto* literal = function_.get<ir::Literal>(id);
        const ir::Expr& expr = function_.exprs[id];
        const ir::Interval known =
            literal != nullptr ? ir::interval_of(literal->value) : expr.known;
        return expr.type.is_integer() && known.low > -bound && known.high < bound;
    }

    /// An element that is only compared for being some small number, where nothing but steps are
    /// stored: 32 bits tell that as well as 64 do. Whether it is one.
    bool look_at_equal(ir::ExprId id) {
        id = without_casts(id);
        const ir::Expr& expr = function_.exprs[id];
        const auto root = root_of_place(id);
        if (!expr.is<ir::Element>() || !expr.type.is_integer() || !root || !takes_steps_[*root]) {
            return false;
        }
        look_at_indices(id);
        return true;
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
            if (is_fresh(*root)) {
                uses_.emplace_back(*root, target);
            }
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
    /// By root: arrays; those of them that were stored to since the last barrier.
    std::vector<bool> is_memory_;
    std::set<Root> fresh_;
    /// By root: no sum is stored there but of an element and a small number.
    std::vector<bool> takes_steps_;
    StoredWays ways_;
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
