// The shared arrays of a kernel and of all that it calls, which lie in one block's memory together.
#include <algorithm>
#include <string>
#include <vector>

#include "sema/body/instances.h"
#include "types/operations.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// CUDA's bound of static shared memory.
constexpr std::int64_t block_shared_bytes = 48 * 1024;

struct SharedArray {
    std::string name;
    Range range;
    std::int64_t size = 0;
    std::int64_t alignment = 1;
};

void add_arrays(const ir::Function& function, const TypeTable& types,
                std::vector<SharedArray>& arrays) {
    for (const ir::Stmt& stmt : function.stmts) {
        const auto* array = std::get_if<ir::DeclareArray>(&stmt.as);
        if (array == nullptr || array->space != ir::DeclareArray::Space::Shared) {
            continue;
        }
        const ir::Local& local = function.locals[array->array];
        std::int64_t size = types.bytes(local.type);
        const std::int64_t alignment =
            std::max<std::int64_t>(types.alignment(local.type), array->alignment);
        for (const std::int64_t extent : array->shape) {
            size *= extent;
        }
        arrays.push_back({local.name, stmt.range, size, alignment});
    }
}

}  // namespace

void Instances::check_shared_memory(InstanceId root) {
    // The kernel's own arrays come first: the one that crosses the limit is then a helper's.
    std::vector<SharedArray> arrays;
    const std::vector<InstanceId> order = reachable({root});
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        add_arrays(instances_[id->index].function, evaluator_.types(), arrays);
    }
    std::int64_t end = 0;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const SharedArray& array = arrays[i];
        end = (end + array.alignment - 1) / array.alignment * array.alignment + array.size;
        if (end <= block_shared_bytes) {
            continue;
        }
        Instance& kernel = instances_[root.index];
        diag::Sink sink;
        auto& report = sink.report<diag::Code::SharedMemory>(array.range, kernel.function.name, end,
                                                             block_shared_bytes / 1024);
        for (std::size_t k = 0; k < i; ++k) {
            report.label(arrays[k].range, "`" + arrays[k].name + "` has " +
                                              std::to_string(arrays[k].size) + " bytes");
        }
        kernel.diagnostics.push_back(sink.all().front());
        kernel.state = Instance::State::Failed;
        return;
    }
}

}  // namespace pycu::sema
