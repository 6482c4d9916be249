// What functions reach: which of them stand in which file, and how much memory their arrays take.
#include <algorithm>

#include "emit/texts.h"
#include "ir/visit.h"
#include "types/scalar.h"

namespace pycu::emit {

namespace {

void reach(const ir::Module& module, ir::FunctionId id, std::vector<bool>& reached) {
    for (const ir::FunctionId one : ir::reached(module, id)) {
        reached[one.index] = true;
    }
}

/// What the loops of reductions reach, or those of other ufuncs.
void reach_loops(const ir::Module& module, bool of_reductions, std::vector<bool>& reached) {
    for (const ir::Ufunc& ufunc : module.ufuncs) {
        for (const ir::UfuncLoop& loop : ufunc.loops) {
            if ((ufunc.kind == ir::Ufunc::Kind::Reduction) == of_reductions) {
                reach(module, loop.function, reached);
            }
        }
    }
}

std::vector<bool> constants_of(const ir::Module& module, const std::vector<bool>& functions) {
    std::vector<bool> used(module.constants.size());
    const auto use = [&](ir::ConstantId id) { used[id.index] = true; };
    for (std::uint32_t i = 0; i < functions.size(); ++i) {
        if (functions[i]) {
            ir::for_each_constant_of(module.functions[ir::FunctionId{i}], use);
        }
    }
    // A formula's constants stand before its own.
    for (std::uint32_t i = std::uint32_t(used.size()); i-- > 0;) {
        if (used[i]) {
            ir::for_each_constant(module.constants[ir::ConstantId{i}].formula, use);
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
    const std::vector<bool> of_reductions = reduction_part(module).functions;
    std::vector<bool> kept(module.functions.size());
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        const bool is_kernel =
            module.functions[ir::FunctionId{i}].kind == ir::Function::Kind::Kernel;
        if (!of_reductions[i] || is_kernel) {
            reach(module, ir::FunctionId{i}, kept);
        }
    }
    reach_loops(module, false, kept);
    std::vector<bool> constants = constants_of(module, kept);
    return {std::move(kept), std::move(constants)};
}

Part reduction_part(const ir::Module& module) {
    std::vector<bool> functions(module.functions.size());
    reach_loops(module, true, functions);
    std::vector<bool> constants = constants_of(module, functions);
    return {std::move(functions), std::move(constants)};
}

// ---- The sizes of shared and local arrays, over the call graph.

namespace {

using Space = ir::DeclareArray::Space;

/// A variable has 8 bytes, or more for a tuple; most live in registers.
constexpr std::int64_t bytes_a_variable = 16;

std::int64_t size(const ir::Module& module, const ir::Function& function,
                  const ir::DeclareArray& array) {
    std::int64_t size = module.types.bytes(function.locals[array.array].type);
    for (const std::int64_t extent : array.shape) {
        size *= extent;
    }
    return size;
}

/// The arrays of one space, and for local ones the variables beside them.
std::int64_t count(const ir::Module& module, ir::FunctionId from, Space space) {
    std::int64_t total = 0;
    for (const ir::FunctionId id : ir::reached(module, from)) {
        const ir::Function& function = module.functions[id];
        ir::for_each_stmt(function, function.body, [&](ir::StmtId stmt) {
            const auto* array = function.get<ir::DeclareArray>(stmt);
            total += array != nullptr && array->space == space ? size(module, function, *array) : 0;
        });
        const bool has_variables = space == Space::Local;
        total += has_variables ? bytes_a_variable * std::int64_t(function.locals.size()) : 0;
    }
    return total;
}

}  // namespace

std::int64_t stack_bytes(const ir::Module& module, ir::FunctionId function) {
    return count(module, function, Space::Local);
}

std::int64_t shared_array_bytes(const ir::Module& module, ir::FunctionId function) {
    return count(module, function, Space::Shared);
}

std::int64_t large_shared_bytes(const ir::Module& module, ir::FunctionId function) {
    const ir::Function& kernel = module.functions[function];
    std::int64_t end = 0;
    for (const ir::Stmt& stmt : kernel.stmts) {
        const auto* array = stmt.get<ir::DeclareArray>();
        if (array != nullptr && array->offset >= 0) {
            end = std::max(end, array->offset + size(module, kernel, *array));
        }
    }
    return end;
}

}  // namespace pycu::emit
