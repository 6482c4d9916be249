// Integer divisions of 64 bits whose divisor is no constant.
#include <optional>

#include "ir/interval.h"
#include "ir/visit.h"
#include "performance/notes.h"

namespace pycu::performance {

namespace {

/// Whether pycu may print it as a division of ints.
bool fits_int(const ir::Expr& expr) {
    return ir::contains({INT32_MIN, INT32_MAX}, expr.known) ||
           ir::contains({INT32_MIN, INT32_MAX}, ir::interval_of(expr.type));
}

bool is_constant(const ir::Function& function, ir::ExprId id) {
    const ir::Expr& expr = function.exprs[id];
    const auto* cast = expr.get<ir::Cast>();
    return expr.is<ir::Literal>() || expr.is<ir::ReadConstant>() ||
           expr.known.low == expr.known.high ||
           (cast != nullptr && is_constant(function, cast->value));
}

/// Both sides of a division, where an expression is one.
struct Division {
    ir::ExprId left;
    ir::ExprId right;
};

std::optional<Division> division(const ir::Expr& expr) {
    if (const auto* binary = expr.get<ir::Binary>()) {
        return ir::is_floor_division(expr) && expr.type.is_integer()
                   ? std::optional(Division{binary->left, binary->right})
                   : std::nullopt;
    }
    const auto* row = expr.get<ir::Intrinsic>();
    return row != nullptr && row->row->name == "builtins.divmod" && row->args.size() == 2
               ? std::optional(Division{row->args[0], row->args[1]})
               : std::nullopt;
}

}  // namespace

void tell_wide_divisions(const ir::Module& module, const ir::Function& function, diag::Sink& sink) {
    ir::for_each_stmt(function, function.body, [&](ir::StmtId stmt) {
        ir::for_each_expr_of(function, function.stmts[stmt], [&](ir::ExprId id) {
            const std::optional<Division> found = division(function.exprs[id]);
            if (!found || is_constant(function, found->right)) {
                return;
            }
            const ir::Expr& left = function.exprs[found->left];
            const ir::Expr& right = function.exprs[found->right];
            const bool is_wide = left.type == int64 || left.type == uint64;
            if (!is_wide || (fits_int(left) && fits_int(right))) {
                return;
            }
            const Range range = function.exprs[id].range;
            sink.report<diag::Code::WideDivision>(range, quoted(module, range))
                .note(
                    "nvcc makes about 120 instructions of it, and 25 of a division of int32; no "
                    "GPU divides integers itself")
                .help(
                    "compute in `np.int32` where both fit, or divide by a constant or a power of "
                    "two (`>>`, `&`)");
        });
    });
}

}  // namespace pycu::performance
