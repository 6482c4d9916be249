// Loops over a block's threads whose bounds are a kernel's guards, so that compilers find loops in
// which nothing is asked:
//
//   i, j = cuda.grid(2)                            rows y:
//   if i < n and 0 < j < m:                 ->         where i < n
//       out[i, j] = u[i, j - 1]                        for j above 0, below m: out[i, j] = ...
//
// A row's threads stand along the axis along which the arrays lie in memory; where that is not x,
// no thread may notice that others run before it.
#include <algorithm>
#include <set>
#include <utility>

#include "api/intrinsics.h"
#include "ir/visit.h"
#include "passes/intervals.h"
#include "passes/passes.h"
#include "passes/region_parts.h"
#include "passes/rewrite.h"
#include "passes/row_parts.h"
#include "passes/uniform.h"
#include "types/operators.h"

namespace pycu::passes {
namespace {

/// Of a body that is worth a text of its own.
constexpr int max_statements = 40;

using Kind = Position::Kind;

class RowSearch {
  public:
    RowSearch(const ir::Module& module, ir::Function& kernel)
        : module_(module), kernel_(kernel), values_(kernel) {}

    std::optional<ir::Rows> run() {
        take_apart(kernel_.body);
        guard_again([&](ir::ExprId id) { return !values_.is_cheap(id); });
        if (!is_sound_ || body_.empty() || !has_plain_body()) {
            return std::nullopt;
        }
        const std::optional<char> axis = choose_axis();
        if (!axis || !is_int(kernel_.locals[places_.of(*axis)])) {
            return std::nullopt;
        }
        rows_.axis = *axis;
        rows_.place = places_.of(*axis);
        rows_.is_independent = is_apart({*axis});
        place_assignments();
        place_conditions();
        rows_.is_long = rows_.is_independent && !has_loops_ && is_blind();
        return is_sound_ ? std::optional(std::move(rows_)) : std::nullopt;
    }

  private:
    static bool is_int(const ir::Local& local) { return local.is_int || local.type == int32; }

    // ---- what the kernel begins with, its guards, and what they guard

    void take_apart(const ir::Block& block) {
        for (std::size_t i = 0; i < block.size() && is_sound_; ++i) {
            const ir::Stmt& stmt = kernel_.stmts[block[i]];
            const bool is_last =
                std::all_of(block.begin() + std::ptrdiff_t(i) + 1, block.end(),
                            [&](ir::StmtId id) { return kernel_.is<ir::Nothing>(id); });
            const auto* branch = stmt.get<ir::If>();
            if (stmt.is<ir::Nothing>()) {
                continue;
            }
            if (is_plain_assignment(stmt)) {
                const auto& assign = std::get<ir::Assign>(stmt.as);
                values_.know(assign.target, assign.value);
                assignments_.push_back(block[i]);
                note_place(assign.target, values_.position(assign.value));
            } else if (branch != nullptr && branch->orelse.empty() && is_return(branch->body)) {
                add_opposite(branch->condition);
            } else if (branch != nullptr && branch->orelse.empty() && is_last) {
                add_conditions(branch->condition);
                return take_apart(branch->body);
            } else if (is_last && is_stride(stmt)) {
                const auto& loop = std::get<ir::ForRange>(stmt.as);
                rows_.stride = block[i];
                places_.along[0] = loop.target;
                body_ = loop.body;
                return;
            } else {
                body_.assign(block.begin() + std::ptrdiff_t(i), block.end());
                return;
            }
        }
    }

    /// const int i = blockIdx.x * blockDim.x + threadIdx.x
    bool is_plain_assignment(const ir::Stmt& stmt) const {
        const auto* assign = stmt.get<ir::Assign>();
        return assign != nullptr && assign->declares && kernel_.locals[assign->target].is_const &&
               kernel_.locals[assign->target].type.is_scalar() && values_.is_cheap(assign->value);
    }

    bool is_return(const ir::Block& block) const {
        const auto* leave = block.size() == 1 ? kernel_.get<ir::Return>(block.front()) : nullptr;
        return leave != nullptr && !leave->value;
    }

    void add_conditions(ir::ExprId id) {
        if (const auto* both = kernel_.get<ir::Logical>(id); both != nullptr && both->is_and) {
            const ir::Logical parts = *both;
            add_conditions(parts.left);
            add_conditions(parts.right);
            return;
        }
        conditions_.push_back(id);
    }

    /// if i >= n or j >= m: return
    void add_opposite(ir::ExprId id) {
        const ir::Expr expr = kernel_.exprs[id];
        if (const auto* either = expr.get<ir::Logical>(); either != nullptr && !either->is_and) {
            add_opposite(either->left);
            add_opposite(either->right);
            return;
        }
        const auto* compare = expr.get<ir::Compare>();
        const auto* negation = expr.get<ir::Unary>();
        const auto turned = compare != nullptr ? opposite(compare->op) : std::nullopt;
        if (turned && kernel_.exprs[compare->left].type.is_integer()) {
            conditions_.push_back(add_expr(kernel_, expr.type, expr.range,
                                           ir::Compare{*turned, compare->left, compare->right}));
        } else if (negation != nullptr && negation->op == UnaryOp::Not) {
            add_conditions(negation->operand);
        } else {
            is_sound_ = false;
        }
    }

    // ---- places in the grid

    /// Of two variables of one axis the place in the grid counts, and not the one in the block.
    void note_place(ir::LocalId local, std::optional<Position> at) {
        if (!at || (at->kind != Kind::Global && at->kind != Kind::Thread)) {
            return;
        }
        ir::LocalId& place = places_.along[Places::number(at->axis)];
        if (!place.valid() || at->kind == Kind::Global) {
            place = local;
        }
    }

    /// for i in range(cuda.grid(1), n, cuda.gridsize(1)), where no thread leaves out its later
    /// turns
    bool is_stride(const ir::Stmt& stmt) const {
        const auto* loop = stmt.get<ir::ForRange>();
        if (loop == nullptr || !loop->orelse.empty() || !loop->target_is_counter ||
            !loop->stop_is_fixed || !loop->step_is_fixed || ir::has_break(kernel_, loop->body)) {
            return false;
        }
        const auto start = values_.position(loop->start);
        const auto step = values_.position(loop->step);
        return start && step && start->kind == Kind::Global && step->kind == Kind::Threads &&
               start->axis == 'x' && step->axis == 'x' && values_.is_cheap(loop->stop) &&
               !values_.varies(loop->stop, 'x');
    }

    // ---- the body

    /// Stores, variables of its own, branches and loops: nothing that leaves it or has an order.
    bool has_plain_body() {
        int statements = 0;
        bool is_plain = true;
        ir::for_each_stmt(kernel_, body_, [&](ir::StmtId id) {
            const ir::Stmt& stmt = kernel_.stmts[id];
            const auto* array = stmt.get<ir::DeclareArray>();
            ++statements;
            has_loops_ = has_loops_ || ir::is_loop(stmt);
            is_plain = is_plain && !ir::leaves_function(stmt) && !stmt.is<ir::Print>() &&
                       (array == nullptr || array->space == ir::DeclareArray::Space::Local);
            ir::for_each_target(stmt, [&](const ir::LocalId& target) {
                // one variable of the whole text
                is_plain = is_plain && kernel_.locals[target].kind != ir::Local::Kind::Parameter;
            });
            ir::for_each_expr_of(kernel_, stmt, [&](ir::ExprId expr) {
                is_plain = is_plain && !ir::has_effect(module_, kernel_.exprs[expr]);
            });
        });
        return is_plain && statements <= max_statements;
    }

    bool is_apart(const std::vector<char>& axes) const {
        return is_independent(kernel_, body_, places_, axes);
    }

    /// The order of threads is that of nested loops over z, y and x. Where rows lie along another
    /// axis, two threads may change places that differ in it and in x or y.
    std::optional<char> choose_axis() const {
        if (rows_.stride.valid()) {
            return is_apart({'x'}) ? std::optional('x') : std::nullopt;
        }
        const char near = axis_of_memory(kernel_, body_, places_);
        if (near == 'y' && is_apart({'x', 'y'})) {
            return near;
        }
        if (near == 'z' && is_apart({'x', 'z'}) && is_apart({'y', 'z'})) {
            return near;
        }
        // loops inside are what compilers look at, whatever is around
        return places_.of('x').valid() && !has_loops_ ? std::optional('x') : std::nullopt;
    }

    /// Whether nobody but the place along the row asks for the thread or the block along its axis.
    bool is_blind() const {
        bool is_blind = true;
        const auto look = [&](ir::ExprId id) {
            is_blind = is_blind && !values_.asks_block(id, rows_.axis, rows_.place);
        };
        ir::for_each_stmt(kernel_, rows_.body,
                          [&](ir::StmtId id) { ir::for_each_expr(kernel_.stmts[id], look); });
        std::ranges::for_each(rows_.where, look);
        std::ranges::for_each(rows_.clips, [&](const ir::Rows::Clip& clip) { look(clip.bound); });
        const std::vector<ir::FunctionId> reached = callees();
        return is_blind && is_global(rows_.place) &&
               std::ranges::none_of(reached, [&](ir::FunctionId one) {
                   return std::ranges::any_of(
                       module_.functions[one].exprs,
                       [&](const ir::Expr& expr) { return is_in_grid(expr, rows_.axis); });
               });
    }

    std::vector<ir::FunctionId> callees() const {
        std::vector<ir::FunctionId> all;
        for (const ir::FunctionId callee : kernel_.callees) {
            const std::vector<ir::FunctionId> reached = ir::reached(module_, callee);
            all.insert(all.end(), reached.begin(), reached.end());
        }
        return all;
    }

    bool is_global(ir::LocalId place) const {
        const ir::ExprId value = values_.of(place);
        const auto at = value.valid() ? values_.position(value) : std::nullopt;
        return rows_.stride.valid() || (at && at->kind == Kind::Global);
    }

    // ---- what is done once a row, and in each thread

    void place_assignments() {
        std::set<std::uint32_t> needed;
        std::set<std::string> names;
        need(rows_.stride.valid() ? std::get<ir::ForRange>(kernel_.stmts[rows_.stride].as).start
                                  : values_.of(rows_.place),
             needed);
        needed.insert(rows_.place.index);
        for (const ir::StmtId id : assignments_) {
            const auto& assign = std::get<ir::Assign>(kernel_.stmts[id].as);
            const bool is_each = values_.varies(assign.value, rows_.axis);
            if (!is_each || needed.contains(assign.target.index)) {
                rows_.once.push_back(id);
            }
            if (is_each && assign.target != rows_.place) {
                rows_.again.push_back(id);
            }
            is_sound_ = is_sound_ && names.insert(kernel_.locals[assign.target].spelling).second;
        }
    }

    void need(ir::ExprId id, std::set<std::uint32_t>& needed) const {
        ir::for_each_read(kernel_, id, [&](ir::LocalId local) {
            const ir::ExprId value = values_.of(local);
            if (needed.insert(local.index).second && value.valid()) {
                need(value, needed);
            }
        });
    }

    /// Conditions of which `stays` holds are asked in each thread.
    void guard_again(FunctionRef<bool(ir::ExprId)> stays) {
        ir::ExprId rest;
        for (const ir::ExprId id : conditions_) {
            if (stays(id)) {
                const ir::Expr& first = kernel_.exprs[rest.valid() ? rest : id];
                rest = rest.valid()
                           ? add_expr(kernel_, first.type, first.range, ir::Logical{true, rest, id})
                           : id;
            }
        }
        std::erase_if(conditions_, [&](ir::ExprId id) { return stays(id); });
        if (rest.valid()) {
            const Range range = kernel_.exprs[rest].range;
            body_ = {add_stmt(kernel_, range, ir::If{rest, std::move(body_), {}})};
        }
    }

    void place_conditions() {
        guard_again([&](ir::ExprId id) { return values_.varies(id, rows_.axis) && !clip_of(id); });
        for (const ir::ExprId id : conditions_) {
            if (values_.varies(id, rows_.axis)) {
                rows_.clips.push_back(*clip_of(id));
            } else {
                rows_.where.push_back(id);
            }
        }
        // a stride's guard is no bound of its turns
        is_sound_ = is_sound_ && (!rows_.stride.valid() || rows_.clips.empty());
        rows_.body = std::move(body_);
    }

    /// i < n, 0 <= i
    std::optional<ir::Rows::Clip> clip_of(ir::ExprId id) const {
        const auto* compare = kernel_.get<ir::Compare>(id);
        if (compare == nullptr || !is_ordering(compare->op)) {
            return std::nullopt;
        }
        const bool is_left = is_place(compare->left);
        const ir::ExprId bound = is_left ? compare->right : compare->left;
        const Type type = kernel_.exprs[bound].type;
        if ((!is_left && !is_place(compare->right)) || values_.varies(bound, rows_.axis) ||
            !type.is_integer() || type.is_unsigned()) {
            return std::nullopt;
        }
        const bool is_less = compare->op == CompareOp::Lt || compare->op == CompareOp::LtE;
        return ir::Rows::Clip{bound, is_less != is_left,
                              compare->op == CompareOp::LtE || compare->op == CompareOp::GtE};
    }

    bool is_place(ir::ExprId id) const {
        if (const auto* cast = kernel_.get<ir::Cast>(id)) {
            return kernel_.exprs[id].type == int64 && is_place(cast->value);
        }
        const auto* read = kernel_.get<ir::Read>(id);
        return read != nullptr && read->local == rows_.place;
    }

    const ir::Module& module_;
    ir::Function& kernel_;
    ir::Rows rows_;
    Places places_;
    RowValues values_;
    ir::Block assignments_;
    std::vector<ir::ExprId> conditions_;
    ir::Block body_;
    bool has_loops_ = false;
    bool is_sound_ = true;
};

bool may_have_rows(const ir::Module& module, ir::FunctionId id) {
    const ir::Function& kernel = module.functions[id];
    const bool sees_memory = std::ranges::any_of(
        module.constants, [](const ir::Constant& one) { return one.address.has_value(); });
    return kernel.kind == ir::Function::Kind::Kernel && kernel.has_int_indices &&
           !kernel.has_barrier && !kernel.has_warp_operation && !kernel.syncs_grid &&
           module.foreign.empty() && !sees_memory && !may_end_silently(module, id) &&
           std::ranges::none_of(ir::reached(module, id), [&](ir::FunctionId one) {
               return std::ranges::any_of(module.functions[one].exprs, [&](const ir::Expr& expr) {
                   const auto* row = expr.get<ir::Intrinsic>();
                   return row != nullptr && api::differs_between_threads(*row->row) &&
                          (one != id || !row->row->name.starts_with("numba.cuda.threadIdx."));
               });
           });
}

}  // namespace

void form_rows(ir::Module& with_int) {
    for (std::uint32_t i = 0; i < with_int.functions.size(); ++i) {
        ir::Function& kernel = with_int.functions[ir::FunctionId{i}];
        kernel.rows.reset();
        if (may_have_rows(with_int, ir::FunctionId{i})) {
            kernel.rows = RowSearch(with_int, kernel).run();
        }
    }
}

}  // namespace pycu::passes
