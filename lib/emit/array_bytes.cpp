// The sizes of shared and local arrays, over the call graph.
#include "emit/array_bytes.h"

#include <algorithm>
#include <set>

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

/// Adds up the arrays of one space in functions that have not been counted yet.
class Counter {
  public:
    Counter(const ir::Module& module, Space space) : module_(module), space_(space) {}

    std::int64_t count(ir::FunctionId id) {
        if (!seen_.insert(id.index).second) {
            return 0;
        }
        const ir::Function& function = module_.functions[id];
        std::int64_t total = 0;
        ir::for_each_stmt(function, function.body, [&](ir::StmtId id) {
            const auto* array = function.get<ir::DeclareArray>(id);
            total +=
                array != nullptr && array->space == space_ ? size(module_, function, *array) : 0;
        });
        if (space_ == Space::Local) {
            total += bytes_a_variable * std::int64_t(function.locals.size());
        }
        for (const ir::FunctionId callee : function.callees) {
            total += count(callee);
        }
        return total;
    }

  private:
    const ir::Module& module_;
    Space space_;
    std::set<std::uint32_t> seen_;
};

}  // namespace

std::int64_t stack_bytes(const ir::Module& module, ir::FunctionId function) {
    return Counter(module, Space::Local).count(function);
}

std::int64_t shared_array_bytes(const ir::Module& module, ir::FunctionId function) {
    return Counter(module, Space::Shared).count(function);
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
