// Loops over a block's threads between barriers, as POCL forms them:
//
//   tile[i] = x[i]                     for threads: tile[i] = x[i]
//   cuda.syncthreads()
//   while s > 0:                  ->   while s > 0:
//       if i < s: tile[i] += ...           for threads: if i < s: tile[i] += ...
//       cuda.syncthreads()
//       s //= 2                            s = s // 2
//
// A kernel keeps fibers where a barrier is not proven to be reached by all threads together, or a
// thread may end where no statement says so.
#include <algorithm>

#include "api/intrinsics.h"
#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/region_parts.h"

namespace pycu::passes {
namespace {

/// Whether evaluating the expression may end the thread: a None's value, a complex zero that
/// divides, an index beyond a tuple, a range with a step of 0, the least of no elements.
bool may_end_thread(const ir::Expr& expr, const TypeTable& types) {
    const bool is_range = expr.type.is_tuple() && types.tuple_type(expr.type).is_range;
    const auto* row = expr.get<ir::Intrinsic>();
    const auto* binary = expr.get<ir::Binary>();
    const bool divides = binary != nullptr && expr.type.is_complex() &&
                         binary->op != BinaryOp::Add && binary->op != BinaryOp::Sub &&
                         binary->op != BinaryOp::Mult;
    return divides || expr.is<ir::Unwrap>() || expr.is<ir::TupleAt>() || expr.is<ir::Reduce>() ||
           is_range || (row != nullptr && api::is_of_cmath(*row->row));
}

/// The same of a statement: a loop whose step is not known may have a step of 0.
bool may_end_thread(const ir::Stmt& stmt) {
    const auto* loop = stmt.get<ir::ForRange>();
    return loop != nullptr && loop->step_sign == 0;
}

/// Whether nothing that the kernel calls meets others or ends the thread.
bool qualifies(const ir::Module& module, ir::FunctionId id) {
    const ir::Function& kernel = module.functions[id];
    return kernel.kind == ir::Function::Kind::Kernel &&
           (kernel.has_barrier || kernel.has_warp_operation) && !kernel.syncs_grid &&
           module.foreign.empty() && !may_end_silently(module, id) &&
           std::ranges::none_of(ir::reached(module, id), [&](ir::FunctionId one) {
               const ir::Function& function = module.functions[one];
               return one != id && (function.has_barrier || function.has_warp_operation ||
                                    function.is_recursive);
           });
}

/// Whether each barrier of the kernel is a statement of its own, and no vote.
bool has_plain_barriers(const ir::Function& kernel) {
    bool is_plain = true;
    ir::for_each_stmt(kernel, kernel.body, [&](ir::StmtId id) {
        const ir::Stmt& stmt = kernel.stmts[id];
        ir::for_each_expr_of(kernel, stmt, [&](ir::ExprId expr) {
            const auto* row = kernel.get<ir::Intrinsic>(expr);
            const bool meets = row != nullptr && row->row->effect == api::Effect::Converges;
            is_plain = is_plain && (!meets || is_barrier(kernel, stmt));
        });
    });
    return is_plain;
}

/// Whether functions of the runtime or the module's own may ask which thread they run for.
bool shows_thread(const ir::Function& kernel) {
    return !kernel.callees.empty() || std::ranges::any_of(kernel.exprs, [](const ir::Expr& expr) {
        const auto* row = expr.get<ir::Intrinsic>();
        return row != nullptr && api::differs_between_threads(*row->row) &&
               !row->row->name.starts_with("numba.cuda.threadIdx.");
    });
}

std::optional<ir::Regions> regions_of(const ir::Module& module, ir::Function& kernel,
                                      ir::Regions regions) {
    const std::optional<Frame> frame = find_frame(kernel, Uniformity(kernel));
    if (!frame) {
        return std::nullopt;
    }
    regions.body = split_at_barriers(kernel, *frame);
    if (!place_region_variables(kernel, *frame, regions) ||
        !keeps_order(module, kernel, regions.body)) {
        return std::nullopt;
    }
    std::ranges::sort(regions.kept);
    regions.shows_thread = shows_thread(kernel);
    return regions;
}

void form(const ir::Module& module, ir::Function& kernel) {
    if (!kernel.has_warp_operation) {
        kernel.regions = regions_of(module, kernel, {});
        return;
    }
    std::optional<WarpBody> steps = with_warp_steps(module, kernel, Uniformity(kernel));
    if (steps) {
        ir::Regions regions;
        regions.of_warps = std::move(steps->variables);
        regions.in_rows = steps->in_rows;
        std::swap(kernel.body, steps->body);
        kernel.regions = regions_of(module, kernel, std::move(regions));
        std::swap(kernel.body, steps->body);
    }
}

}  // namespace

bool may_end_silently(const ir::Module& module, ir::FunctionId id) {
    return std::ranges::any_of(ir::reached(module, id), [&](ir::FunctionId one) {
        const ir::Function& function = module.functions[one];
        return std::ranges::any_of(
                   function.exprs,
                   [&](const ir::Expr& expr) { return may_end_thread(expr, module.types); }) ||
               std::ranges::any_of(function.stmts, [&](const ir::Stmt& stmt) {
                   return may_end_thread(stmt) || (one != id && stmt.is<ir::Raise>());
               });
    });
}

void form_regions(ir::Module& wide, ir::Module& with_int) {
    for (std::uint32_t i = 0; i < wide.functions.size(); ++i) {
        const ir::FunctionId id{i};
        for (ir::Module* module : {&wide, &with_int}) {
            ir::Function& kernel = module->functions[id];
            kernel.regions.reset();
            if (qualifies(*module, id) && has_plain_barriers(kernel)) {
                form(*module, kernel);
            }
        }
        // a launch takes either text
        if (!wide.functions[id].regions || !with_int.functions[id].regions) {
            wide.functions[id].regions.reset();
            with_int.functions[id].regions.reset();
        }
    }
}

}  // namespace pycu::passes
