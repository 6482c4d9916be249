// FULL = 0xFFFFFFFF  ->  static constexpr uint32_t FULL = 0xFFFFFFFFu;
//
// Python's integers have 64 bits, and so has a mask of the module. Where everything that reads it
// takes it for the mask of a warp's 32 lanes, it is the unsigned int that CUDA's functions take.
#include <vector>

#include "ir/interval.h"
#include "ir/visit.h"
#include "passes/passes.h"
#include "types/scalar.h"

namespace pycu::passes {
namespace {

bool may_be_mask(const ir::Constant& constant) {
    if (constant.type != int64 || !constant.formula.empty() || constant.enum_class) {
        return false;
    }
    const ir::Interval value = ir::interval_of(constant.values.front());
    return value.low == value.high && value.low > INT32_MAX && value.high <= UINT32_MAX;
}

}  // namespace

void find_masks(ir::Module& module) {
    for (ir::Constant& constant : module.constants) {
        constant.is_mask = may_be_mask(constant);
    }
    const auto is_number = [&](ir::ConstantId id) { module.constants[id].is_mask = false; };
    for (ir::Constant& constant : module.constants) {
        ir::for_each_constant(constant.formula, is_number);
    }
    for (const ir::Function& function : module.functions) {
        std::vector<bool> is_read(function.exprs.size());
        std::vector<bool> is_converted(function.exprs.size());
        ir::for_each_stmt(function, function.body, [&](ir::StmtId stmt) {
            ir::for_each_expr_of(function, function.stmts[stmt], [&](ir::ExprId id) {
                is_read[id.index] = true;
                const auto* cast = function.get<ir::Cast>(id);
                if (cast != nullptr && function.exprs[id].type == uint32) {
                    is_converted[cast->value.index] = true;
                }
            });
        });
        for (std::uint32_t i = 0; i < function.exprs.size(); ++i) {
            const auto* read = function.get<ir::ReadConstant>(ir::ExprId{i});
            if (read != nullptr && is_read[i] && !is_converted[i]) {
                is_number(read->constant);
            }
        }
    }
}

}  // namespace pycu::passes
