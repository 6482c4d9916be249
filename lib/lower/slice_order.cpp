// In which order the elements of a store to a slice may be read and written. See
// array_operations.h.

#include <algorithm>

#include "ir/visit.h"
#include "lower/arrays.h"

namespace pycu::sema {

namespace {

using ViewKind = ir::ViewIndex::Kind;

/// The arrays of a value.
void find_arrays(const Lanes& value, std::vector<Operand>& arrays) {
    if (value.kind == Lanes::Kind::Array) {
        arrays.push_back(value.operand);
    }
    for (const Lanes& part : value.parts) {
        find_arrays(part, arrays);
    }
}

/// Whether two expressions without effects are the same.
bool same_expr(const ir::Function& fn, ir::ExprId a, ir::ExprId b) {
    if (!a.valid() || !b.valid()) {
        return a.valid() == b.valid();
    }
    const ir::Expr& left = fn.exprs[a];
    const ir::Expr& right = fn.exprs[b];
    if (a == b) {
        return true;
    }
    if (left.type != right.type || left.as.index() != right.as.index()) {
        return false;
    }
    if (const auto* literal = left.get<ir::Literal>()) {
        return literal->value == std::get<ir::Literal>(right.as).value;
    }
    if (const auto* read = left.get<ir::Read>()) {
        return read->local == std::get<ir::Read>(right.as).local;
    }
    if (const auto* cast = left.get<ir::Cast>()) {
        return same_expr(fn, cast->value, std::get<ir::Cast>(right.as).value);
    }
    if (const auto* sum = left.get<ir::Binary>()) {
        const auto& other = std::get<ir::Binary>(right.as);
        return sum->op == other.op && same_expr(fn, sum->left, other.left) &&
               same_expr(fn, sum->right, other.right);
    }
    return false;
}

/// Where a slice begins, where that is a number; 0 where it is not written.
std::optional<std::int64_t> known_start(const ir::Function& fn, const ir::ViewIndex& slice) {
    return slice.start.valid() ? literal_number(fn, slice.start) : std::optional<std::int64_t>(0);
}

/// In which order the elements of `to` are stored so that none of `from` is read too late: 0 any,
/// 1 from the first on, -1 from the last back; nothing where there may be none.
///
/// Views with the same slices of the same axes have each element at the same place, or none in
/// common, whatever the integers beside them; those that differ in the start of one slice alone
/// are shifted by as much.
std::optional<int> order_of(const ir::Function& fn, const ir::View& to, const ir::View& from) {
    if (to.indices.size() != from.indices.size()) {
        return std::nullopt;
    }
    int order = 0;
    for (std::size_t i = 0; i < to.indices.size(); ++i) {
        const ir::ViewIndex& left = to.indices[i];
        const ir::ViewIndex& right = from.indices[i];
        if (left.kind != right.kind) {
            return std::nullopt;
        }
        const bool is_same = same_expr(fn, left.start, right.start) &&
                             same_expr(fn, left.stop, right.stop) &&
                             same_expr(fn, left.step, right.step);
        if (left.kind != ViewKind::Slice || is_same) {
            continue;
        }
        const auto a = known_start(fn, left);
        const auto b = known_start(fn, right);
        const bool is_shift = a && b && (*a < 0) == (*b < 0) && !left.step.valid() &&
                              !right.step.valid() && order == 0;
        if (!is_shift) {
            return std::nullopt;
        }
        order = *b < *a ? -1 : *b > *a ? 1 : 0;
    }
    return order;
}

/// What a view's variable is set to, where that is one expression.
std::optional<ir::ExprId> only_value(const ir::Function& fn, ir::LocalId local) {
    std::optional<ir::ExprId> value;
    for (const ir::Stmt& stmt : fn.stmts) {
        const auto* assign = stmt.get<ir::Assign>();
        if (assign != nullptr && assign->target == local) {
            if (value) {
                return std::nullopt;
            }
            value = assign->value;
        }
    }
    return value;
}

/// An array expression as a view of the array that it is a part of, as far as names tell.
ir::View plain_view(const ir::Function& fn, ir::ExprId array) {
    ir::View view{array, {}};
    for (int depth = 0; depth < 16; ++depth) {
        while (!view.indices.empty() && is_whole(view.indices.back())) {
            view.indices.pop_back();  // at the end it says nothing
        }
        const ir::Expr& expr = fn.exprs[view.array];
        if (const auto* read = expr.get<ir::Read>()) {
            const auto value = only_value(fn, read->local);
            if (!value) {
                break;
            }
            view.array = *value;
            continue;
        }
        const auto* outer = expr.get<ir::View>();
        if (outer == nullptr || (!is_row(outer) && !view.indices.empty())) {
            break;
        }
        std::vector<ir::ViewIndex> indices = outer->indices;
        indices.insert(indices.end(), view.indices.begin(), view.indices.end());
        view = {outer->array, std::move(indices)};
    }
    return view;
}

/// The variable whose memory an array or a record is part of.
ir::LocalId root_of(const ir::Function& fn, ir::ExprId array, int depth = 0) {
    const ir::Expr& expr = fn.exprs[array];
    if (const auto* read = expr.get<ir::Read>()) {
        const auto value = only_value(fn, read->local);
        return value && depth < 16 ? root_of(fn, *value, depth + 1) : read->local;
    }
    ir::LocalId root;
    ir::for_each_operand(expr, [&](const ir::ExprId& operand) {
        const Type type = fn.exprs[operand].type;
        if (!root.valid() && (type.is_array() || type.is_record())) {
            root = root_of(fn, operand, depth);
        }
    });
    return root;
}

/// Whether an array may lie in memory that another name has, too, and nothing tells which: what
/// paths meet in, what a function returns. A parameter is memory of its own, and so is a new array.
bool may_be_any(const ir::Function& fn, ir::ExprId array, int depth = 0) {
    const ir::Expr& expr = fn.exprs[array];
    if (const auto* read = expr.get<ir::Read>()) {
        if (const auto value = only_value(fn, read->local)) {
            return depth >= 16 || may_be_any(fn, *value, depth + 1);
        }
        const auto sets = [&](const ir::Stmt& stmt) {
            bool found = false;
            ir::for_each_target(
                stmt, [&](const ir::LocalId& target) { found = found || target == read->local; });
            return found;
        };
        return fn.locals[read->local].kind != ir::Local::Kind::Parameter ||
               std::ranges::any_of(fn.stmts, sets);
    }
    if (expr.is<ir::Intrinsic>() || expr.is<ir::ReadConstant>()) {
        return false;
    }
    const auto* view = expr.get<ir::View>();
    return view == nullptr || may_be_any(fn, view->array, depth + 1);
}

}  // namespace

/// The order in which the elements are stored, as in order_of(); refuses what NumPy would compute
/// as a whole before it stores any of it.
std::optional<int> store_order(Lowering& ctx, const Operand& place, const Lanes& value,
                               Range range) {
    std::optional<int> order = 0;
    const ir::View to = plain_view(ctx.fn, place.ir);
    const ir::LocalId root = root_of(ctx.fn, to.array);
    std::vector<Operand> arrays;
    find_arrays(value, arrays);
    const std::string to_text(source_text(ctx, ctx.fn.exprs[place.ir].range));
    for (const Operand& array : arrays) {
        if (array.type.rank() > place.type.rank()) {
            return fail<Code::CannotAssign>(ctx, range, to_text, place, array);
        }
        const ir::View from = plain_view(ctx.fn, array.ir);
        const bool is_one =
            root.valid() ? root_of(ctx.fn, from.array) == root : to.array == from.array;
        const bool is_unknown = ctx.instances.module().is_for_host && !is_one &&
                                (may_be_any(ctx.fn, to.array) || may_be_any(ctx.fn, from.array));
        if (!is_one && !is_unknown) {
            continue;
        }
        const std::optional<int> needed =
            same_expr(ctx.fn, to.array, from.array) ? order_of(ctx.fn, to, from) : std::nullopt;
        const bool agree = needed && (*order == 0 || *needed == 0 || *order == *needed);
        if (!agree) {
            const Range from_range = ctx.fn.exprs[array.ir].range;
            return fail<Code::SliceOverlap>(ctx, range, to_text, source_text(ctx, from_range))
                .help("write a loop, in the order in which no element is read too late");
        }
        order = *order != 0 ? order : needed;
    }
    return order;
}

}  // namespace pycu::sema
