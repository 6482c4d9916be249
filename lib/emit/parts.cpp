// What reaches what. See parts.h.
#include "emit/parts.h"

#include <algorithm>

namespace pycu::emit {
namespace {

void reach(const ir::Module& module, ir::FunctionId id, std::vector<bool>& reached) {
    if (reached[id.index]) {
        return;
    }
    reached[id.index] = true;
    for (const ir::FunctionId callee : module.functions[id].callees) {
        reach(module, callee, reached);
    }
}

std::vector<bool> reached_by_reductions(const ir::Module& module) {
    std::vector<bool> reached(module.functions.size());
    for (const ir::Ufunc& ufunc : module.ufuncs) {
        for (const ir::UfuncLoop& loop : ufunc.loops) {
            if (ufunc.kind == ir::Ufunc::Kind::Reduction) {
                reach(module, loop.function, reached);
            }
        }
    }
    return reached;
}

std::vector<bool> constants_of(const ir::Module& module, const std::vector<bool>& functions) {
    std::vector<bool> used(module.constants.size());
    for (std::uint32_t i = 0; i < functions.size(); ++i) {
        const ir::Function& function = module.functions[ir::FunctionId{i}];
        for (const ir::Expr& expr : function.exprs) {
            const auto* read = expr.get<ir::ReadConstant>();
            if (functions[i] && read != nullptr) {
                used[read->constant.index] = true;
            }
        }
        for (const ir::Stmt& stmt : function.stmts) {
            const auto* array = stmt.get<ir::DeclareArray>();
            if (!functions[i] || array == nullptr) {
                continue;
            }
            for (const ir::ConstantId extent : array->named_shape) {
                if (extent.valid()) {
                    used[extent.index] = true;
                }
            }
        }
    }
    return used;
}

}  // namespace

bool has_reductions(const ir::Module& module) {
    return std::ranges::any_of(module.ufuncs, [](const ir::Ufunc& ufunc) {
        return ufunc.kind == ir::Ufunc::Kind::Reduction;
    });
}

Part main_part(const ir::Module& module) {
    if (!has_reductions(module)) {
        return {std::vector<bool>(module.functions.size(), true),
                std::vector<bool>(module.constants.size(), true)};
    }
    const std::vector<bool> of_reductions = reached_by_reductions(module);
    std::vector<bool> kept(module.functions.size());
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        const bool is_kernel =
            module.functions[ir::FunctionId{i}].kind == ir::Function::Kind::Kernel;
        if (!of_reductions[i] || is_kernel) {
            reach(module, ir::FunctionId{i}, kept);
        }
    }
    for (const ir::Ufunc& ufunc : module.ufuncs) {
        for (const ir::UfuncLoop& loop : ufunc.loops) {
            if (ufunc.kind != ir::Ufunc::Kind::Reduction) {
                reach(module, loop.function, kept);
            }
        }
    }
    std::vector<bool> constants = constants_of(module, kept);
    return {std::move(kept), std::move(constants)};
}

Part reduction_part(const ir::Module& module) {
    std::vector<bool> functions = reached_by_reductions(module);
    std::vector<bool> constants = constants_of(module, functions);
    return {std::move(functions), std::move(constants)};
}

}  // namespace pycu::emit
