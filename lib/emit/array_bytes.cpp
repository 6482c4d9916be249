// The sizes of shared and local arrays, over the call graph.
#include "emit/array_bytes.h"

#include <algorithm>

#include "ir/visit.h"
#include "types/scalar.h"

namespace pycu::emit {
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
